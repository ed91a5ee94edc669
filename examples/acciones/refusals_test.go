package main

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/asixto/go-sdk/asixto/guard"
	toolerrors "github.com/asixto/go-sdk/errors"
)

// A request that is not the approved one is refused, whatever differs, and the
// approval stays good for the right one.
func TestModifiedRequest(t *testing.T) {
	t.Parallel()
	w := newWorkspace(t, "")
	checkpoint, _ := w.approved(t)
	order := theOrder.with(args{"checkpoint_id": checkpoint})
	for name, change := range map[string]args{
		"another amount":    {"request": refund.with(args{"amount": 4590001})},
		"half a peso more":  {"request": args{"charge": "ch_1", "amount": 4.59e6 + 0.5}},
		"one member more":   {"request": refund.with(args{"note": "x"})},
		"one member less":   {"request": args{"charge": "ch_1"}},
		"another provider":  {"provider": "otro"},
		"another operation": {"operation": "refunds.cancel"},
	} {
		t.Log(name)
		wants(t, w.executor, authorizeExecution, order.with(change), errModified, "VALIDATION")
	}
	execution := ok[AuthorizeExecutionOut](t, w.executor, authorizeExecution, order).ExecutionID
	attempt := theTry.with(args{"execution_id": execution})
	wants(t, w.executor, recordExecutionAttempt, attempt.with(args{"request": refund.with(args{"amount": 1})}), errModified, "VALIDATION")
	ok[RecordExecutionAttemptOut](t, w.executor, recordExecutionAttempt, attempt)
}

// Large amounts that a double cannot tell apart are two requests.
func TestModifiedRequestBeyondDoubles(t *testing.T) {
	t.Parallel()
	if same([]byte(`{"amount":9007199254740993}`), []byte(`{"amount":9007199254740992}`)) {
		t.Error("two amounts are one")
	}
	if !same([]byte(`{"b":"\u00e9","a":[1, {"y":1,"x":2}]}`), []byte(`{"a":[1,{"x":2,"y":1}],"b":"é"}`)) {
		t.Error("order and spelling make another request")
	}
	if same([]byte(`{`), []byte(`{`)) {
		t.Error("broken JSON is a request")
	}
}

// Of orders at once, under keys of their own, one uses the approval.
func TestSecondUseAtOnce(t *testing.T) {
	t.Parallel()
	w := newWorkspace(t, "")
	checkpoint, _ := w.approved(t)
	kinds := make([]string, 16)
	var wg sync.WaitGroup
	for i := range kinds {
		wg.Go(func() {
			r := w.executor.call(t, authorizeExecution, theOrder.with(args{"checkpoint_id": checkpoint, "idempotency_key": fmt.Sprintf("k-%d", i)}), nil)
			if r.IsError {
				kinds[i] = r.failure(t).Type
			}
		})
	}
	wg.Wait()
	slices.Sort(kinds)
	if want := append([]string{""}, slices.Repeat([]string{"BLOCKER"}, 15)...); !slices.Equal(kinds, want) {
		t.Errorf("%q, want one use and 15 times BLOCKER", kinds)
	}
}

func TestSecondUse(t *testing.T) {
	t.Parallel()
	w := newWorkspace(t, "")
	checkpoint, _ := w.approved(t)
	order := theOrder.with(args{"checkpoint_id": checkpoint})
	first := ok[AuthorizeExecutionOut](t, w.executor, authorizeExecution, order)
	if again := ok[AuthorizeExecutionOut](t, w.executor, authorizeExecution, order); again != first {
		t.Errorf("the same order: %+v, want %+v", again, first)
	}
	wants(t, w.executor, authorizeExecution, order.with(args{"idempotency_key": "orden-2"}), errUsed, "BLOCKER")
	status := ok[CheckpointOut](t, w.agent, getApprovalStatus, args{"checkpoint_id": checkpoint})
	if status.Status != statusApproved || !strings.Contains(status.NextAction, "ya se usó") {
		t.Errorf("%+v, want an approval that was used", status)
	}
	if status, _ := w.admin(t, http.MethodPost, "/checkpoints/"+checkpoint+"/revoke", adminToken); status != http.StatusConflict {
		t.Errorf("revoke what was used: %d, want 409", status)
	}
}

// Whatever a person did not approve, or no longer approves, does not run; time
// alone never approves.
func TestUnapproved(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		until  func(*testing.T, *workspace) string
		status approvalStatus
	}{
		"pending":  {func(t *testing.T, w *workspace) string { t.Helper(); id, _ := w.asked(t); return id }, statusPending},
		"rejected": {decided("reject"), statusRejected},
		"revoked":  {decided("approve", "revoke"), statusRevoked},
		"approved too long ago": {func(t *testing.T, w *workspace) string {
			t.Helper()
			id, _ := w.approved(t)
			w.clock.advance(decisionTTL)
			return id
		}, statusExpired},
		"undecided for too long": {func(t *testing.T, w *workspace) string {
			t.Helper()
			id, _ := w.asked(t)
			w.clock.advance(defaultWait)
			if status, _ := w.admin(t, http.MethodPost, "/checkpoints/"+id+"/approve", adminToken); status != http.StatusConflict {
				t.Errorf("approve what has expired: %d, want 409", status)
			}
			return id
		}, statusExpired},
		"cancelled with its task": {func(t *testing.T, w *workspace) string {
			t.Helper()
			id, _ := w.asked(t)
			ok[CompleteTaskOut](t, w.agent, completeTask, args{"session_ref": "ses-1", "summary": "Ya no hace falta", "completion_event_id": "evt-1"})
			return id
		}, statusCancelled},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorkspace(t, "")
			id := tt.until(t, w)
			w.agent, w.executor = w.as(t, w.agent.token), w.as(t, w.executor.token)
			out := ok[CheckpointOut](t, w.agent, getApprovalStatus, args{"checkpoint_id": id})
			if out.Status != tt.status || out.DecisionToken != "" {
				t.Errorf("%+v, want %s without a decision", out, tt.status)
			}
			wants(t, w.executor, authorizeExecution, theOrder.with(args{"checkpoint_id": id}), unapproved[tt.status], "BLOCKER")
		})
	}
}

func decided(verbs ...string) func(*testing.T, *workspace) string {
	return func(t *testing.T, w *workspace) string {
		t.Helper()
		id, _ := w.asked(t)
		for _, verb := range verbs {
			w.decides(t, verb, id)
		}
		return id
	}
}

// A policy blocks at once; without that policy among those evaluated a person decides.
func TestPolicies(t *testing.T) {
	t.Parallel()
	w := newWorkspace(t, "agente=govern;maetra-executor=govern")
	drop := theRequest.with(args{"action": "accounts.delete"})
	blocked := ok[CheckpointOut](t, w.agent, requestApproval, drop)
	if blocked.Status != statusBlocked {
		t.Errorf("%+v, want blocked", blocked)
	}
	wants(t, w.executor, authorizeExecution, theOrder.with(args{"checkpoint_id": blocked.CheckpointID}), errBlocked, "BLOCKER")
	for _, restriction := range []args{{"policy_ids": []string{"pol-2"}}, {"policy_group_ids": []string{"grp-2"}}} {
		if out := ok[CheckpointOut](t, w.agent, requestApproval, drop.with(restriction)); out.Status != statusPending {
			t.Errorf("%v: %+v, want pending", restriction, out)
		}
	}
	for _, unknown := range []args{{"policy_ids": []string{"pol-9"}}, {"policy_group_ids": []string{"grp-9"}}} {
		wants(t, w.agent, requestApproval, drop.with(unknown), errPolicy, "VALIDATION")
	}
	listed := ok[ListActivePoliciesOut](t, w.agent, listActivePolicies, nil)
	if listed.Total != 2 || listed.Policies[0].Evaluation != exactRules || listed.Policies[1].Evaluation != decisionIntelligence {
		t.Errorf("%+v", listed)
	}
}

// The executor is who is authenticated, whatever is said.
func TestWrongExecutor(t *testing.T) {
	t.Parallel()
	w := newWorkspace(t, "")
	other := w.as(t, "tk-other-2")
	checkpoint, _ := w.approved(t)
	order := theOrder.with(args{"checkpoint_id": checkpoint})
	for _, c := range []*caller{w.agent, other} {
		wants(t, c, authorizeExecution, order, errExecutor, "PERMISSION")
	}
	wants(t, other, getApprovalStatus, args{"checkpoint_id": checkpoint}, errForeign, "PERMISSION")
	execution := ok[AuthorizeExecutionOut](t, w.executor, authorizeExecution, order).ExecutionID
	wants(t, other, recordExecutionAttempt, theTry.with(args{"execution_id": execution}), errExecutor, "PERMISSION")
	ok[RecordExecutionAttemptOut](t, w.executor, recordExecutionAttempt, theTry.with(args{"execution_id": execution}))
	wants(t, other, recordExecutionEffect, theState.with(args{"execution_id": execution}), errExecutor, "PERMISSION")
}

// The audience that was approved executes, and nobody else.
func TestExecutorAudience(t *testing.T) {
	t.Parallel()
	w := newWorkspace(t, "agente=govern")
	checkpoint := ok[CheckpointOut](t, w.agent, requestApproval, theRequest.with(args{"executor_audience": "otro"})).CheckpointID
	w.decides(t, "approve", checkpoint)
	order := theOrder.with(args{"checkpoint_id": checkpoint})
	wants(t, w.executor, authorizeExecution, order, errExecutor, "PERMISSION")
	ok[AuthorizeExecutionOut](t, w.as(t, "tk-other-2"), authorizeExecution, order)
}

// Nothing is taken from a record whose signature does not hold.
func TestTampering(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		tool   string
		tamper func(*checkpoint, *execution)
		want   *toolerrors.Error
	}{
		"the envelope": {authorizeExecution, func(c *checkpoint, _ *execution) {
			c.Envelope = []byte(`{"action":"refunds.create","payload":{"charge":"ch_1","amount":1}}`)
		}, errDecision},
		"the audience":   {authorizeExecution, func(c *checkpoint, _ *execution) { c.Audience = "otro" }, errDecision},
		"the decision":   {authorizeExecution, func(c *checkpoint, _ *execution) { c.decision = "e30." + c.decision }, errDecision},
		"no decision":    {authorizeExecution, func(c *checkpoint, _ *execution) { c.decision = "" }, errDecision},
		"the policies":   {authorizeExecution, func(c *checkpoint, _ *execution) { c.policies = nil }, errDecision},
		"the receipt":    {recordExecutionAttempt, func(_ *checkpoint, e *execution) { e.receipt.Request = "0" }, errReceipt},
		"its signature":  {recordExecutionAttempt, func(_ *checkpoint, e *execution) { e.signed += "A" }, errReceipt},
		"another seal's": {recordExecutionEffect, func(c *checkpoint, e *execution) { e.signed = c.decision }, errReceipt},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorkspace(t, "")
			checkpoint, _ := w.approved(t)
			order := theOrder.with(args{"checkpoint_id": checkpoint})
			id := ""
			if tt.tool != authorizeExecution {
				id = ok[AuthorizeExecutionOut](t, w.executor, authorizeExecution, order).ExecutionID
			}
			w.mu.Lock()
			tt.tamper(w.checkpoints[checkpoint], w.executions[id])
			w.mu.Unlock()
			executor := w.executor
			if w.checkpoints[checkpoint].Audience == "otro" {
				executor = w.as(t, "tk-other-2")
			}
			a := map[string]args{
				authorizeExecution: order, recordExecutionAttempt: theTry.with(args{"execution_id": id}),
				recordExecutionEffect: theState.with(args{"execution_id": id}),
			}
			wants(t, executor, tt.tool, a[tt.tool], tt.want, "PERMISSION")
		})
	}
}

// An access is the client's own, unforged and fresh, for every tool but the one
// that gives it.
func TestAccess(t *testing.T) {
	t.Parallel()
	w := newWorkspace(t, "")
	forged, err := seal{[]byte("another key")}.sign(forAccess, accessClaims{workspaceID, configVersion, "agente", 1 << 40})
	if err != nil {
		t.Fatal(err)
	}
	old, err := w.seal.sign(forAccess, accessClaims{workspaceID, configVersion - 1, "agente", 1 << 40})
	if err != nil {
		t.Fatal(err)
	}
	decision, err := w.seal.sign(forDecision, accessClaims{workspaceID, configVersion, "agente", 1 << 40})
	if err != nil {
		t.Fatal(err)
	}
	list := func(token string) args { return args{"mcp_access_token": token} }
	for name, token := range map[string]string{
		"nonsense": "x", "forged": forged, "of an old configuration": old, "signed for a decision": decision,
		"of another client": w.executor.access, "cut": w.agent.access[:len(w.agent.access)-1], "the bearer token": agentToken,
	} {
		t.Log(name)
		wants(t, w.agent, listActiveRules, list(token), errAccess, "PERMISSION")
		wants(t, w.agent, startTask, theTask.with(list(token)), errAccess, "PERMISSION")
	}
	w.clock.advance(accessTTL)
	wants(t, w.agent, listActiveRules, nil, errAccessExpired, "PERMISSION")
	ok[ListActiveRulesOut](t, w.as(t, agentToken), listActiveRules, nil)
}

// A client sees and calls the tools of its capabilities, and no others.
func TestVisibleTools(t *testing.T) {
	t.Parallel()
	w := newWorkspace(t, "agente=task_guard,secure;maetra-executor=govern;otro=")
	for _, tt := range []struct {
		c    *caller
		has  []capability
		lost string
	}{
		{w.agent, []capability{taskGuard, secure}, authorizeExecution},
		{w.executor, []capability{govern}, startTask},
		{w.as(t, "tk-other-2"), nil, checkAction},
	} {
		want := []string{getMCPAccess}
		for _, k := range tt.has {
			want = append(want, toolsOf[k]...)
		}
		slices.Sort(want)
		var got []string
		for _, d := range tt.c.catalogue(t) {
			got = append(got, d.Name)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
		if _, problem := tt.c.rpc(t, "tools/call", tt.lost, map[string]any{
			"name": tt.lost, "arguments": args{"mcp_access_token": tt.c.access}, "_meta": gatewayMeta(nil),
		}); problem == "" {
			t.Errorf("%s is called by who does not have it", tt.lost)
		}
		access := ok[GetMCPAccessOut](t, tt.c, getMCPAccess, nil)
		states := map[capability]CapabilityState{
			taskGuard: access.Capabilities.TaskGuard, secure: access.Capabilities.Secure, govern: access.Capabilities.Govern,
		}
		for k, state := range states {
			if enabled := slices.Contains(tt.has, k); state.Enabled != enabled || (len(state.AllowedTools) > 0) != enabled || state.Reason == "" {
				t.Errorf("%s: %+v", k, state)
			}
		}
	}
	for _, bad := range []string{"agente", "=govern", "agente=todo"} {
		if _, err := parseCapabilities(bad); err == nil {
			t.Errorf("%q is taken", bad)
		}
	}
}

// Attempts are appended in their order, each once, until one succeeds.
func TestAttempts(t *testing.T) {
	t.Parallel()
	w := newWorkspace(t, "")
	execution, _ := w.authorised(t)
	attempt := func(more args) args {
		return theTry.with(args{"execution_id": execution, "status": "unknown"}).with(more)
	}
	wants(t, w.executor, recordExecutionAttempt, attempt(args{"attempt_number": 2}), errGap, "BLOCKER")
	wants(t, w.executor, recordExecutionAttempt, attempt(args{"started_at": "2026-05-04T13:59:59Z"}), errTooEarly, "BLOCKER")
	first := ok[RecordExecutionAttemptOut](t, w.executor, recordExecutionAttempt, attempt(nil))
	if again := ok[RecordExecutionAttemptOut](t, w.executor, recordExecutionAttempt, attempt(nil)); again != first {
		t.Errorf("told again: %+v, want %+v", again, first)
	}
	wants(t, w.executor, recordExecutionAttempt, attempt(args{"status": "succeeded"}), errAttemptEdited, "VALIDATION")
	ok[RecordExecutionAttemptOut](t, w.executor, recordExecutionAttempt, attempt(args{"attempt_number": 2, "status": "succeeded"}))
	wants(t, w.executor, recordExecutionAttempt, attempt(args{"attempt_number": 3}), guard.Final("La ejecución", "terminada"), "VALIDATION")
	early := attempt(args{"attempt_number": 3, "completed_at": "2026-05-04T13:00:00Z"})
	if f := w.executor.refused(t, recordExecutionAttempt, early); f.Type != "VALIDATION" {
		t.Errorf("ended before it began: %+v", f)
	}
	if n := len(w.executions[execution].attempts); n != 2 {
		t.Errorf("%d attempts, want 2", n)
	}
}

// Every control before its turn is refused, and so is an unknown id.
func TestWrongOrder(t *testing.T) {
	t.Parallel()
	w := newWorkspace(t, "")
	wants(t, w.agent, checkTaskAlignment, theCheck, errNoTask, "NOT_FOUND")
	authorization, check := w.aligned(t)
	request := theRequest.with(args{"task_authorization": authorization})
	wants(t, w.agent, requestApproval, theRequest.with(args{"task_authorization": authorization.with(args{"external_action_id": "act-2"})}),
		errNotAligned, "BLOCKER")
	wants(t, w.agent, requestApproval, theRequest.with(args{"task_authorization": authorization.with(args{"task_id": "tsk-9"})}), errNoTask, "NOT_FOUND")
	wants(t, w.agent, requestApproval, theRequest.with(args{"task_authorization": authorization.with(args{"revision_id": "r-0"})}), errStale, "BLOCKER")
	wants(t, w.executor, requestApproval, request, errForeign, "PERMISSION")

	checkpoint := ok[CheckpointOut](t, w.agent, requestApproval, request).CheckpointID
	order := theOrder.with(args{"checkpoint_id": checkpoint})
	wants(t, w.agent, recordActionEffect, args{"check_id": check, "actual_effects": []string{"x"}}, errNoAttempt, "BLOCKER")
	w.decides(t, "approve", checkpoint)
	wants(t, w.executor, authorizeExecution, order, errUnscanned, "BLOCKER")
	ok[CheckActionOut](t, w.as(t, "tk-other-2"), checkAction, theScan)
	wants(t, w.executor, authorizeExecution, order, errUnscanned, "BLOCKER") // by whoever asks, not by another client
	wants(t, w.executor, recordExecutionAttempt, theTry.with(args{"execution_id": checkpoint}), errNotAuthorized, "BLOCKER")
	wants(t, w.executor, recordExecutionEffect, theState.with(args{"execution_id": checkpoint}), errNotAuthorized, "BLOCKER")
	ok[CheckActionOut](t, w.agent, checkAction, theScan)
	execution := args{"execution_id": ok[AuthorizeExecutionOut](t, w.executor, authorizeExecution, order).ExecutionID}
	wants(t, w.executor, recordExecutionEffect, theState.with(execution), errNoAttempt, "BLOCKER")
	ok[RecordExecutionAttemptOut](t, w.executor, recordExecutionAttempt, theTry.with(execution))
	wants(t, w.executor, recordExecutionEffect, theState.with(execution).with(args{"observed_at": "2026-05-04T13:00:00Z"}), errTooEarly, "BLOCKER")

	end := args{"session_ref": "ses-1", "summary": "Listo", "completion_event_id": "evt-1"}
	wants(t, w.agent, completeTask, end, errOpenActions, "BLOCKER")
	ok[RecordExecutionEffectOut](t, w.executor, recordExecutionEffect, theState.with(execution))
	wants(t, w.agent, completeTask, end, errOpenActions, "BLOCKER") // the host said that it reports effects
	ok[RecordActionEffectOut](t, w.agent, recordActionEffect, args{"check_id": check, "actual_effects": []string{"Se devuelve el cobro"}})
	ok[CompleteTaskOut](t, w.agent, completeTask, end)
	for _, w.agent.channel = range []string{"voice", "chat"} {
		wants(t, w.agent, completeTask, end, guard.Final("La tarea", "completada"), "VALIDATION")
	}
	wants(t, w.agent, checkTaskAlignment, theCheck, errInactive, "BLOCKER")

	for tool, a := range map[string]args{
		getApprovalStatus: {"checkpoint_id": "ctl-9"}, authorizeExecution: theOrder.with(args{"checkpoint_id": "ctl-9", "idempotency_key": "otra"}),
		recordExecutionAttempt: theTry.with(args{"execution_id": "eje-9"}), recordExecutionEffect: theState.with(args{"execution_id": "eje-9"}),
		recordActionEffect: {"check_id": "chk-9", "actual_effects": []string{"x"}}, updateRule: {"id": "reg-9"},
		explainAlignment: {"check_id": "chk-9", "relationship": "DIRECT"}, completeTask: end.with(args{"session_ref": "ses-9"}),
	} {
		if f := w.executor.refused(t, tool, a); f.Type != "NOT_FOUND" {
			t.Errorf("%s: %+v, want NOT_FOUND", tool, f)
		}
	}
}

// A scan holds for the rules that it was made by, and a block for the call,
// whatever agent it is said to be of next.
func TestScanOfOtherRules(t *testing.T) {
	t.Parallel()
	w := newWorkspace(t, "")
	checkpoint, _ := w.approved(t)
	order := theOrder.with(args{"checkpoint_id": checkpoint})
	rule := ok[RuleOut](t, w.agent, createRule, args{
		"name": "Un cobro", "type": "tool_call", "custom_patterns": []string{"ch_1"}, "action": "block", "status": "active",
		"applies_to_all": false, "agent_ids": []string{"ag-1"},
	}).ID
	wants(t, w.executor, authorizeExecution, order, errUnscanned, "BLOCKER")
	for _, as := range []args{{"agent_id": "ag-1"}, {}} {
		ok[CheckActionOut](t, w.agent, checkAction, theScan.with(as))
		wants(t, w.executor, authorizeExecution, order, errScanBlocked, "BLOCKER")
	}
	ok[RuleOut](t, w.agent, updateRule, args{"id": rule, "status": "archived"})
	ok[RuleOut](t, w.agent, updateRule, args{"id": rule, "name": "Ninguno"})
	ok[CheckActionOut](t, w.agent, checkAction, theScan)
	ok[RuleOut](t, w.agent, updateRule, args{"id": rule, "status": "draft"}) // what does not hold changes nothing
	ok[AuthorizeExecutionOut](t, w.executor, authorizeExecution, order)
}

// What an execution needs is asked of the approval, not made up later.
func TestIncompleteApproval(t *testing.T) {
	t.Parallel()
	for _, lacking := range []string{"target", "its provider", "runtime", "task_authorization"} {
		t.Run(lacking, func(t *testing.T) {
			t.Parallel()
			w := newWorkspace(t, "")
			authorization, _ := w.aligned(t)
			ok[CheckActionOut](t, w.agent, checkAction, theScan)
			request := theRequest.with(args{"task_authorization": authorization})
			maps.DeleteFunc(request, func(name string, _ any) bool { return name == lacking })
			if lacking == "its provider" {
				request["target"] = args{"account": "acc-7"}
			}
			checkpoint := ok[CheckpointOut](t, w.agent, requestApproval, request).CheckpointID
			w.decides(t, "approve", checkpoint)
			wants(t, w.executor, authorizeExecution, theOrder.with(args{"checkpoint_id": checkpoint}), errIncomplete, "BLOCKER")
		})
	}
}

// The user's confirmation in the conversation changes the contract; it approves
// nothing, and what was approved under the old contract does not run.
func TestConfirmationIsNotApproval(t *testing.T) {
	t.Parallel()
	w := newWorkspace(t, "")
	checkpoint, _ := w.asked(t)
	confirmed := theTask.with(args{
		"idempotency_key": "tarea-2", "direct_user_event_id": "evt-usuario-1", "in_scope": []string{"devolver el cobro"},
	})
	if out := ok[StartTaskOut](t, w.agent, startTask, confirmed); out.ContractVersion != 2 {
		t.Errorf("%+v, want version 2", out)
	}
	order := theOrder.with(args{"checkpoint_id": checkpoint})
	wants(t, w.executor, authorizeExecution, order, errPending, "BLOCKER")
	w.decides(t, "approve", checkpoint)
	wants(t, w.executor, authorizeExecution, order, errStale, "BLOCKER")
}

// A task that ended, or a content that is blocked, stops what was approved.
func TestApprovalIsNotAuthorisation(t *testing.T) {
	t.Parallel()
	w := newWorkspace(t, "")
	checkpoint, _ := w.approved(t)
	w.clock.advance(time.Minute)
	ok[RuleOut](t, w.agent, createRule, args{"name": "Sin devoluciones", "type": "tool_call", "action": "block", "status": "active", "tool_names": []string{"refunds.create"}})
	if out := ok[CheckActionOut](t, w.agent, checkAction, theScan); out.Verdict != verdictBlocked {
		t.Errorf("%+v", out)
	}
	order := theOrder.with(args{"checkpoint_id": checkpoint})
	wants(t, w.executor, authorizeExecution, order, errScanBlocked, "BLOCKER")
	ok[CompleteTaskOut](t, w.agent, completeTask, args{"session_ref": "ses-1", "summary": "Se deja", "completion_event_id": "evt-1"})
	wants(t, w.executor, authorizeExecution, order, errInactive, "BLOCKER")
}

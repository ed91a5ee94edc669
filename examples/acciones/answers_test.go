package main

import (
	"maps"
	"net/http"
	"strings"
	"testing"
	"time"
)

// filled is a call with every argument that the tool has, as long as it may be,
// but for those that are given.
func filled(d definition, given args) args {
	all := args{}
	for name, p := range d.Input.Properties {
		switch values := p.values(); {
		case name == "mcp_access_token" || p.kind() == "time" || p.kind() == "object":
		case len(values) > 0:
			all[name] = values[0]
		case p.kind() == "texts":
			all[name] = []string{strings.Repeat("😀", *p.Items.MaxLength)}
		case p.kind() == "text":
			all[name] = strings.Repeat("😀", *p.MaxLength)
		case p.kind() == "boolean":
			all[name] = true
		case p.kind() == "number":
			all[name] = 1
		}
	}
	return all.with(given)
}

// everything takes an action down the whole road with every argument of every
// tool, each as large as an answer has to bear. The answers are measured by call.
func (w *workspace) everything(t *testing.T) map[string]args {
	t.Helper()
	tools := map[string]definition{}
	for _, d := range w.agent.catalogue(t) {
		tools[d.Name] = d
	}
	sent := map[string]args{}
	do := func(c *caller, tool string, given args) result {
		t.Helper()
		sent[tool] = filled(tools[tool], given)
		r := c.call(t, tool, sent[tool], nil)
		if r.IsError {
			t.Fatalf("%s: %s", tool, r.Structured)
		}
		return r
	}
	few, session := []string{strings.Repeat("ñ", 90)}, args{"session_ref": "ses-1"}
	free := func(bytes int) args { return args{"provider": "pagos", "z": strings.Repeat("z", bytes-27)} }
	task := decode[StartTaskOut](t, do(w.agent, startTask, session.with(args{
		"constraints": few, "decisions": few, "success_criteria": few, "in_scope": few, "out_of_scope": few, "open_questions": few,
	})).Structured).Task
	short := []string{"uno"}
	do(w.agent, recordTaskProgress, session.with(args{
		"completed": short, "next_steps": short, "new_dependencies": short, "open_questions": short, "current_step": "otro",
	}))
	do(w.agent, getTaskContext, session)
	checked := decode[AlignmentOut](t, do(w.agent, checkTaskAlignment, session.with(args{
		"claimed_relationship": "UNKNOWN", "resource": free(1000), "destination": free(1000),
	})).Structured)
	do(w.agent, explainAlignment, args{"check_id": checked.CheckID, "relationship": "DIRECT"})
	aligned := decode[AlignmentOut](t, do(w.agent, checkTaskAlignment, session.with(args{
		"claimed_relationship": "DIRECT", "idempotency_key": "otra", "resource": free(1000), "destination": free(1000),
	})).Structured)
	payload, operation := free(600), strings.Repeat("😀", 80)
	do(w.agent, createRule, args{"name": "x", "custom_patterns": []string{"x"}, "status": "archived"})
	do(w.agent, updateRule, args{"id": "reg-1", "custom_patterns": []string{"x"}, "status": "archived"})
	do(w.agent, checkAction, args{"content": toJSON(t, payload), "scan_type": "tool_call", "tool_name": operation, "context": free(1000)})
	request := args{
		"payload": payload, "target": free(200), "runtime": free(150), "policy_ids": []string{"pol-1"}, "policy_group_ids": []string{"grp-1"},
		"timeout_seconds": 86400, "task_authorization": args{
			"task_id": task.ID, "revision_id": task.RevisionID, "external_action_id": aligned.ExternalActionID,
		},
	}
	approved := ""
	for key, audience := range map[string]string{"para nadie": strings.Repeat("😀", 40), "para el ejecutor": defaultExecutor} {
		asked := decode[CheckpointOut](t, do(w.agent, requestApproval, request.with(args{"executor_audience": audience, "idempotency_key": key})).Structured)
		w.decides(t, "approve", asked.CheckpointID)
		do(w.agent, getApprovalStatus, args{"checkpoint_id": asked.CheckpointID, "wait_seconds": 20})
		if audience == defaultExecutor {
			approved = asked.CheckpointID
		}
	}
	execution := args{"execution_id": decode[AuthorizeExecutionOut](t, do(w.executor, authorizeExecution, args{
		"checkpoint_id": approved, "provider": "pagos", "operation": operation, "request": payload,
	}).Structured).ExecutionID}
	do(w.executor, recordExecutionAttempt, execution.with(args{
		"request": payload, "response": free(4000), "started_at": "2026-05-04T14:00:00Z", "completed_at": "2026-05-04T14:00:01Z",
	}))
	do(w.executor, recordExecutionEffect, execution.with(args{"observation": free(4000), "proof": free(4000), "observed_at": "2026-05-04T14:00:00Z"}))
	do(w.agent, recordActionEffect, args{"check_id": aligned.CheckID, "affected_resources": []args{free(500)}})
	do(w.agent, completeTask, session)
	do(w.agent, listActiveRules, nil)
	do(w.agent, listActivePolicies, nil)
	return sent
}

// Every answer is within the limit, however much was asked, in both channels; no
// token is read aloud.
func TestAnswersFit(t *testing.T) {
	t.Parallel()
	for _, channel := range []string{"chat", "voice"} {
		t.Run(channel, func(t *testing.T) {
			t.Parallel()
			w := newWorkspace(t, "")
			w.agent.channel, w.executor.channel = channel, channel
			w.everything(t)
			said := w.agent.call(t, getMCPAccess, nil, nil).Content[0].Text
			if aloud := !strings.HasPrefix(said, "{"); aloud != (channel == "voice") || aloud && strings.Contains(said, ".e") {
				t.Errorf("%s says %q", channel, said)
			}
		})
	}
}

// Whatever an agent says of a write is kept for who looks into it later.
func TestJournalKeepsEveryArgument(t *testing.T) {
	t.Parallel()
	w := newWorkspace(t, "")
	sent := w.everything(t)
	kept := map[string]map[string]bool{}
	for _, e := range w.entries() {
		names := map[string]bool{}
		for name := range e.Arguments {
			names[name] = true
		}
		kept[e.Tool] = names
	}
	for _, d := range w.agent.catalogue(t) {
		if readOnly, _ := d.Annotations["readOnlyHint"].(bool); readOnly {
			continue
		}
		for name := range maps.Keys(d.Input.Properties) {
			if _, said := sent[d.Name][name]; said != (name != "mcp_access_token") || said != kept[d.Name][name] {
				t.Errorf("%s.%s: said %t, kept %t", d.Name, name, said, kept[d.Name][name])
			}
		}
	}
}

func TestJournalForgetsTheOldest(t *testing.T) {
	t.Parallel()
	w := newWorkspace(t, "")
	w.journal = make([]journalEntry, maxJournal)
	ok[StartTaskOut](t, w.agent, startTask, theTask)
	if all := w.entries(); len(all) != maxJournal || all[maxJournal-1].Tool != startTask {
		t.Errorf("%d entries, the last of %q", len(all), all[len(all)-1].Tool)
	}
}

// A person has an hour, or as long as was asked for, up to a day.
func TestDecisionCeiling(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		a    args
		want time.Duration
	}{
		"by default": {args{}, time.Hour}, "a second": {args{"timeout_seconds": 1}, time.Second},
		"a day": {args{"timeout_seconds": 86400}, 24 * time.Hour},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorkspace(t, "agente=govern")
			out := ok[CheckpointOut](t, w.agent, requestApproval, theRequest.with(tt.a))
			if got := out.ExpiresAt.Time().Sub(w.clock.Now()); got != tt.want {
				t.Errorf("%s, want %s", got, tt.want)
			}
			w.clock.advance(tt.want)
			if status, _ := w.admin(t, http.MethodPost, "/checkpoints/"+out.CheckpointID+"/approve", adminToken); status != http.StatusConflict {
				t.Errorf("approve too late: %d, want 409", status)
			}
		})
	}
}

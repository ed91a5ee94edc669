package main

import (
	"encoding/hex"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// The whole road of one action, each step by the ids of the one before.
func TestTheWholeRoad(t *testing.T) {
	t.Parallel()
	w := newWorkspace(t, "")
	checkpoint, check := w.approved(t)
	decision := ok[CheckpointOut](t, w.agent, getApprovalStatus, args{"checkpoint_id": checkpoint})
	wantDecision(t, decision)

	order := theOrder.with(args{"checkpoint_id": checkpoint})
	authorised := ok[AuthorizeExecutionOut](t, w.executor, authorizeExecution, order)
	if authorised.ExecutionReceipt == "" || !authorised.ExecutionDeadline.Equal(*decision.DecisionTokenExpiresAt) {
		t.Errorf("%+v", authorised)
	}
	execution := args{"execution_id": authorised.ExecutionID}
	failed := theTry.with(execution).with(args{"status": "failed", "error_class": "timeout", "response": args{"code": 504}})
	if out := ok[RecordExecutionAttemptOut](t, w.executor, recordExecutionAttempt, failed); !strings.Contains(out.NextAction, "idéntica") {
		t.Errorf("%+v", out)
	}
	second := theTry.with(execution).with(args{"attempt_number": 2, "completed_at": "2026-05-04T14:00:03Z"})
	if out := ok[RecordExecutionAttemptOut](t, w.executor, recordExecutionAttempt, second); !out.OnTime {
		t.Errorf("%+v", out)
	}
	effect := ok[RecordExecutionEffectOut](t, w.executor, recordExecutionEffect, theState.with(execution))
	if effect.VerificationStatus != unverified || !effect.OnTime {
		t.Errorf("%+v", effect)
	}
	report := ok[RecordActionEffectOut](t, w.agent, recordActionEffect,
		args{"check_id": check, "actual_effects": []string{"Se devuelve el cobro"}, "actual_effect": "TRANSFER"})
	if !report.EffectAligned {
		t.Errorf("%+v", report)
	}
	done := ok[CompleteTaskOut](t, w.agent, completeTask,
		args{"session_ref": "ses-1", "summary": "El cobro se devolvió", "completion_event_id": "evt-9"})
	if done.Task.Status != taskCompleted {
		t.Errorf("%+v", done)
	}
}

func wantDecision(t *testing.T, d CheckpointOut) {
	t.Helper()
	envelope := string(d.ActionEnvelope)
	if d.Status != statusApproved || d.DecisionToken == "" || d.ActionEnvelopeHash != digest([]byte(envelope)) || len(d.PolicyDigest) != 64 {
		t.Errorf("%+v", d)
	}
	for _, part := range []string{`"payload":{"amount":4590000,"charge":"ch_1"}`, `"autonomy_level":"L2"`, `"executor_audience":"maetra-executor"`} {
		if !strings.Contains(envelope, part) {
			t.Errorf("no %s in the envelope %s", part, envelope)
		}
	}
	if diff := cmp.Diff([]string{"pol-1@3", "pol-2@1"}, d.PolicyVersions); diff != "" {
		t.Error(diff)
	}
	if d.DecisionTokenExpiresAt.Time().Sub(d.DecisionTokenIssuedAt.Time()) != decisionTTL || d.ExecutionDeadline == nil || d.EffectDeadline == nil {
		t.Errorf("%+v", d)
	}
}

// Controls that a client does not have are skipped, and only those.
func TestDisabledCapabilitiesAreSkipped(t *testing.T) {
	t.Parallel()
	for capabilities, prepare := range map[string]func(*testing.T, *workspace){
		"agente=govern": func(*testing.T, *workspace) {},
		"agente=govern;otro=": func(t *testing.T, w *workspace) {
			t.Helper()
			foreign := args{"task_id": "tsk-9", "revision_id": "r", "external_action_id": "a"} // dropped, as nobody can check it
			ok[CheckpointOut](t, w.agent, requestApproval, theRequest.with(args{"task_authorization": foreign}))
		},
		"agente=govern,secure": func(t *testing.T, w *workspace) {
			t.Helper()
			ok[CheckActionOut](t, w.agent, checkAction, theScan)
		},
	} {
		t.Run(capabilities, func(t *testing.T) {
			t.Parallel()
			w := newWorkspace(t, capabilities)
			checkpoint := ok[CheckpointOut](t, w.agent, requestApproval, theRequest).CheckpointID
			w.decides(t, "approve", checkpoint)
			order := theOrder.with(args{"checkpoint_id": checkpoint})
			if strings.Contains(capabilities, "secure") {
				wants(t, w.executor, authorizeExecution, order, errUnscanned, "BLOCKER")
			}
			prepare(t, w)
			ok[AuthorizeExecutionOut](t, w.executor, authorizeExecution, order)
		})
	}
}

// The context survives a compaction: the contract, its version and the last milestone.
func TestTaskContext(t *testing.T) {
	t.Parallel()
	w := newWorkspace(t, "")
	started := ok[StartTaskOut](t, w.agent, startTask, theTask.with(args{
		"title": "Devolución", "integration_mode": "ENFORCED", "constraints": []string{"sin demora"}, "decisions": []string{"al mismo medio"},
		"success_criteria": []string{"el saldo coincide"}, "in_scope": []string{"cobros"}, "out_of_scope": []string{"nómina"},
		"open_questions": []string{"¿cuándo?"},
	}))
	progress := ok[RecordTaskProgressOut](t, w.agent, recordTaskProgress, args{
		"session_ref": "ses-1", "summary": "Encontré el cobro", "idempotency_key": "hito-1", "new_dependencies": []string{"el banco"},
		"completed": []string{"buscar"}, "next_steps": []string{"devolver"}, "open_questions": []string{"¿a quién?"}, "current_step": "decidir",
	})
	if progress.Milestones != 1 || !strings.Contains(progress.NextAction, checkTaskAlignment) {
		t.Errorf("%+v", progress)
	}
	got := ok[GetTaskContextOut](t, w.agent, getTaskContext, args{"session_ref": "ses-1"})
	want := GetTaskContextOut{
		Task: started.Task, ContractVersion: 1, Anchor: started.Anchor, IntegrationMode: "ENFORCED",
		Contract: TaskContract{
			Title: "Devolución", Objective: "Devolver el cobro repetido", Constraints: []string{"sin demora"},
			Decisions: []string{"al mismo medio"}, SuccessCriteria: []string{"el saldo coincide"},
			InScope: []string{"cobros"}, OutOfScope: []string{"nómina"}, OpenQuestions: []string{"¿cuándo?"},
		},
		Progress: &TaskProgress{
			Summary: "Encontré el cobro", CurrentStep: "decidir", Completed: []string{"buscar"}, NextSteps: []string{"devolver"},
			NewDependencies: []string{"el banco"}, OpenQuestions: []string{"¿a quién?"},
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	wants(t, w.agent, getTaskContext, args{"session_ref": "ses-2"}, errNoTask, "NOT_FOUND")
	wants(t, w.as(t, "tk-other-2"), getTaskContext, args{"session_ref": "ses-1"}, errNoTask, "NOT_FOUND")
}

// What the caller says of its own observation decides nothing.
func TestVerification(t *testing.T) {
	t.Parallel()
	w := newWorkspace(t, "")
	execution, check := w.attempted(t)
	state := theState.with(args{"execution_id": execution})
	observed := []byte(toJSON(t, state["observation"]))
	signed := args{"signature": hex.EncodeToString(providerMAC(providerKey, execution, observed))}
	report := ok[RecordActionEffectOut](t, w.agent, recordActionEffect, args{"check_id": check, "actual_effects": []string{"Se devuelve el cobro"}})
	tests := map[string]struct {
		with args
		want verificationStatus
	}{
		"self_reported, claims verified":     {args{"verification_method": "self_reported", "verification_status": "verified"}, unverified},
		"self_reported, claims mismatch":     {args{"verification_method": "self_reported", "verification_status": "mismatch"}, unverified},
		"self_reported, with a proof":        {args{"verification_method": "self_reported", "proof": signed}, unverified},
		"provider_signed":                    {args{"verification_method": "provider_signed", "proof": signed}, verified},
		"provider_signed, claims unverified": {args{"verification_method": "provider_signed", "proof": signed, "verification_status": "unverified"}, verified},
		"provider_signed, no proof":          {args{"verification_method": "provider_signed", "verification_status": "verified"}, unverified},
		"provider_signed, another state":     {args{"verification_method": "provider_signed", "proof": signed, "observation": args{"state": "kept"}}, mismatch},
		"provider_signed, no signature":      {args{"verification_method": "provider_signed", "proof": args{"signature": "zz"}}, mismatch},
		"task_guard":                         {args{"verification_method": "task_guard", "task_guard_effect_report_id": report.EffectReportID}, verified},
		"task_guard, another report":         {args{"verification_method": "task_guard", "task_guard_effect_report_id": "efe-9"}, unverified},
	}
	for name, tt := range tests {
		out := ok[RecordExecutionEffectOut](t, w.executor, recordExecutionEffect, state.with(tt.with))
		if out.VerificationStatus != tt.want {
			t.Errorf("%s: %s, want %s", name, out.VerificationStatus, tt.want)
		}
	}
	for _, method := range []string{"ledger_readback", "hardware_attested", "stake_backed"} {
		wants(t, w.executor, recordExecutionEffect,
			state.with(args{"verification_method": method, "proof": signed, "verification_status": "verified"}), errNoVerifier, "BLOCKER")
	}
	if f := w.executor.refused(t, recordExecutionEffect, state.with(args{"verification_method": "task_guard"})); f.Type != "VALIDATION" {
		t.Errorf("task_guard without its report: %+v", f)
	}
}

// An effect that nobody foresaw is told so, once.
func TestUnexpectedEffect(t *testing.T) {
	t.Parallel()
	for name, actual := range map[string]args{
		"another effect": {"actual_effects": []string{"Se devuelve el cobro", "Se cierra la cuenta"}},
		"another sort":   {"actual_effects": []string{"Se devuelve el cobro"}, "actual_effect": "DELETE"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorkspace(t, "")
			_, check := w.attempted(t)
			out := ok[RecordActionEffectOut](t, w.agent, recordActionEffect, actual.with(args{"check_id": check}))
			if out.EffectAligned || !strings.Contains(out.NextAction, "usuario") {
				t.Errorf("%+v", out)
			}
			wants(t, w.agent, recordActionEffect, actual.with(args{"check_id": check}), errReported, "VALIDATION")
		})
	}
}

// What is foreseen after the execution is no forecast: another check of the action
// makes no unexpected effect a verified one, and opens no task again.
func TestLaterCheck(t *testing.T) {
	t.Parallel()
	w := newWorkspace(t, "")
	execution, check := w.attempted(t)
	actual := args{"actual_effects": []string{"Se cierra la cuenta"}}
	report := ok[RecordActionEffectOut](t, w.agent, recordActionEffect, actual.with(args{"check_id": check}))
	later := ok[AlignmentOut](t, w.agent, checkTaskAlignment, theCheck.with(args{"effects": actual["actual_effects"]}))
	wants(t, w.agent, recordActionEffect, actual.with(args{"check_id": later.CheckID}), errNoAttempt, "BLOCKER")
	out := ok[RecordExecutionEffectOut](t, w.executor, recordExecutionEffect, theState.with(args{
		"execution_id": execution, "verification_method": "task_guard", "task_guard_effect_report_id": report.EffectReportID,
	}))
	if out.VerificationStatus != mismatch {
		t.Errorf("%+v, want a mismatch", out)
	}
	ok[AlignmentOut](t, w.agent, checkTaskAlignment, theCheck.with(args{"claimed_relationship": "UNRELATED"}))
	ok[CompleteTaskOut](t, w.agent, completeTask, args{"session_ref": "ses-1", "summary": "Listo", "completion_event_id": "evt-1"})
}

// A decision that comes too late to keep a deadline is told, not refused.
func TestLateAttempt(t *testing.T) {
	t.Parallel()
	w := newWorkspace(t, "")
	execution, _ := w.authorised(t)
	w.clock.advance(decisionTTL + time.Minute)
	w.executor = w.as(t, w.executor.token)
	out := ok[RecordExecutionAttemptOut](t, w.executor, recordExecutionAttempt,
		theTry.with(args{"execution_id": execution, "started_at": "2026-05-04T14:16:00Z"}))
	if out.OnTime {
		t.Errorf("%+v, want late", out)
	}
}

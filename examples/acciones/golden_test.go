package main

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// signed is a text with its signature, which says nothing to a reader.
var signed = regexp.MustCompile(`[\w-]{20,}\.[\w-]{43}`)

// A transcript is what tools are asked, and what a channel gets.
type transcript struct {
	strings.Builder

	asked map[string]bool
}

// do calls a tool and notes it, and returns the answer, be it a failure.
func (s *transcript) do(t *testing.T, c *caller, tool string, a args) json.RawMessage {
	t.Helper()
	r := c.call(t, tool, a, nil)
	s.asked[tool] = true
	heard := r.Content[0].Text
	if r.IsError {
		f := r.failure(t)
		heard = f.Type + ": " + f.Message
	}
	fmt.Fprintf(s, "→ %s %s\n← %s\n", tool, toJSON(t, a), signed.ReplaceAllString(heard, "…"))
	return r.Structured
}

// The whole road of an action in each channel: what every tool answers, and the
// refusals that are met on the way.
func TestGoldenAnswers(t *testing.T) {
	t.Parallel()
	var a txtar.Archive
	for _, channel := range []string{"chat", "voice"} {
		w := newWorkspace(t, "")
		w.agent.channel, w.executor.channel = channel, channel
		s := &transcript{asked: map[string]bool{}}
		s.rules(t, w)
		s.road(t, w)
		for _, d := range w.agent.catalogue(t) {
			if !s.asked[d.Name] {
				t.Errorf("%s is not asked", d.Name)
			}
		}
		a.Files = append(a.Files, txtar.File{Name: channel, Data: []byte(s.String())})
	}
	golden(t, "answers", &a)
}

// rules lists, makes, changes and archives the rules, until there is none.
func (s *transcript) rules(t *testing.T, w *workspace) {
	t.Helper()
	s.do(t, w.agent, getMCPAccess, args{})
	s.do(t, w.agent, getMCPAccess, args{"limit": 3})
	s.do(t, w.agent, listActivePolicies, args{})
	s.do(t, w.agent, createRule, args{"name": "Sin tarjetas"})
	made := decode[RuleOut](t, s.do(t, w.agent, createRule, args{"name": "Sin tarjetas", "type": "prompt_pattern", "custom_patterns": []string{"tarjeta"}}))
	s.do(t, w.agent, updateRule, args{"id": made.ID, "status": "active"})
	active := decode[ListActiveRulesOut](t, s.do(t, w.agent, listActiveRules, args{}))
	for _, r := range active.Rules {
		s.do(t, w.agent, updateRule, args{"id": r.ID, "status": "archived"})
	}
	s.do(t, w.agent, listActiveRules, args{})
}

// road takes one action from the task to its effect.
func (s *transcript) road(t *testing.T, w *workspace) {
	t.Helper()
	session := args{"session_ref": "ses-1"}
	s.do(t, w.agent, getTaskContext, session)
	task := decode[StartTaskOut](t, s.do(t, w.agent, startTask, theTask)).Task
	s.do(t, w.agent, recordTaskProgress, session.with(args{"summary": "Encontré el cobro", "idempotency_key": "hito-1"}))
	s.do(t, w.agent, getTaskContext, session)
	unclear := decode[AlignmentOut](t, s.do(t, w.agent, checkTaskAlignment, theCheck.with(args{
		"claimed_relationship": "UNKNOWN", "external_action_id": "act-0",
	})))
	s.do(t, w.agent, explainAlignment, args{"check_id": unclear.CheckID, "relationship": "DIRECT", "evidence": []string{"El cobro está dos veces"}})
	checked := decode[AlignmentOut](t, s.do(t, w.agent, checkTaskAlignment, theCheck))
	s.do(t, w.agent, checkAction, theScan)

	request := theRequest.with(args{"task_authorization": args{
		"task_id": task.ID, "revision_id": task.RevisionID, "external_action_id": checked.ExternalActionID,
	}})
	checkpoint := args{"checkpoint_id": decode[CheckpointOut](t, s.do(t, w.agent, requestApproval, request)).CheckpointID}
	order := theOrder.with(checkpoint)
	s.do(t, w.agent, getApprovalStatus, checkpoint)
	s.do(t, w.executor, authorizeExecution, order)
	w.decides(t, "approve", fmt.Sprint(checkpoint["checkpoint_id"]))
	s.do(t, w.agent, getApprovalStatus, checkpoint)
	s.do(t, w.agent, authorizeExecution, order)
	execution := args{"execution_id": decode[AuthorizeExecutionOut](t, s.do(t, w.executor, authorizeExecution, order)).ExecutionID}
	s.do(t, w.executor, authorizeExecution, order.with(args{"idempotency_key": "orden-2"}))

	s.do(t, w.executor, recordExecutionAttempt, theTry.with(execution))
	s.do(t, w.executor, recordExecutionEffect, theState.with(execution))
	s.do(t, w.agent, completeTask, session.with(args{"summary": "El cobro se devolvió", "completion_event_id": "evt-9"}))
	s.do(t, w.agent, recordActionEffect, args{"check_id": checked.CheckID, "actual_effects": []string{"Se devuelve el cobro"}})
	s.do(t, w.agent, completeTask, session.with(args{"summary": "El cobro se devolvió", "completion_event_id": "evt-10"}))
	s.do(t, w.agent, completeTask, session.with(args{"summary": "El cobro se devolvió", "completion_event_id": "evt-11"}))
}

package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/asixto/go-sdk/asixto"
	toolerrors "github.com/asixto/go-sdk/errors"
	"github.com/asixto/go-sdk/idem"
)

// keyed are the tools with a key of the business's own: a call of each, and how
// many effects there are.
func (w *workspace) keyed(t *testing.T) map[string]struct {
	c       *caller
	a       args
	effects func() int
} {
	t.Helper()
	checkpoint, _ := w.approved(t)
	type call = struct {
		c       *caller
		a       args
		effects func() int
	}
	ses := args{"session_ref": "ses-2", "idempotency_key": "clave-2"}
	ok[StartTaskOut](t, w.agent, startTask, theTask.with(ses))
	return map[string]call{
		startTask:          {w.agent, theTask.with(args{"session_ref": "ses-3", "idempotency_key": "k"}), func() int { return len(w.tasks) - 2 }},
		checkTaskAlignment: {w.agent, theCheck.with(ses).with(args{"idempotency_key": "k"}), func() int { return len(w.checks) - 1 }},
		recordTaskProgress: {w.agent, ses.with(args{"summary": "Un hito", "idempotency_key": "k"}), func() int {
			return len(w.sessions[sessionKey{"agente", "ses-2"}].Milestones)
		}},
		requestApproval:    {w.agent, theRequest.with(args{"idempotency_key": "k"}), func() int { return len(w.checkpoints) - 1 }},
		authorizeExecution: {w.executor, theOrder.with(args{"checkpoint_id": checkpoint, "idempotency_key": "k"}), func() int { return len(w.executions) }},
	}
}

// One key of the business is one effect: at once, in other conversations, under
// other keys of the Gateway's or none, with a fresh access, and on another server
// that shares the store.
func TestBusinessKey(t *testing.T) {
	t.Parallel()
	for _, tool := range []string{startTask, checkTaskAlignment, recordTaskProgress, requestApproval, authorizeExecution} {
		t.Run(tool, func(t *testing.T) {
			t.Parallel()
			w := newWorkspace(t, "")
			call := w.keyed(t)[tool]
			answers := make([]string, 17)
			last := len(answers) - 1
			var wg sync.WaitGroup
			for i := range last {
				wg.Go(func() {
					meta := map[string]any{"conversationId": fmt.Sprintf("cnv_%d", i)}
					if i%2 == 0 {
						meta["idempotencyKey"] = nil
					}
					answers[i] = string(call.c.call(t, tool, call.a, meta).Structured)
				})
			}
			wg.Wait()
			w.clock.advance(time.Second)
			w.serve(t)
			elsewhere := w.as(t, call.c.token)
			answers[last] = string(elsewhere.call(t, tool, call.a, map[string]any{"conversationId": "cnv_late"}).Structured)
			for _, a := range answers {
				if a != answers[0] {
					t.Fatalf("answers differ: %s and %s", answers[0], a)
				}
			}
			if n := call.effects(); n != 1 {
				t.Errorf("%d effects, want 1; answer %s", n, answers[0])
			}
		})
	}
}

// The same key with other arguments is refused; of another client it is another key.
func TestBusinessKeyOfOthers(t *testing.T) {
	t.Parallel()
	w := newWorkspace(t, "")
	ok[StartTaskOut](t, w.agent, startTask, theTask)
	if f := w.agent.refused(t, startTask, theTask.with(args{"objective": "Otro"})); f.Type != "VALIDATION" {
		t.Errorf("%+v, want VALIDATION", f)
	}
	ok[StartTaskOut](t, w.as(t, "tk-other-2"), startTask, theTask.with(args{"objective": "Otro"}))
	checkpoint, _ := w.checkpointOnly(t)
	order := theOrder.with(args{"checkpoint_id": checkpoint})
	ok[AuthorizeExecutionOut](t, w.executor, authorizeExecution, order)
	if f := w.executor.refused(t, authorizeExecution, order.with(args{"request": args{"charge": "ch_2"}})); f.Type != "VALIDATION" {
		t.Errorf("a modified request under the same key: %+v, want VALIDATION", f)
	}
	if n := len(w.tasks); n != 2 {
		t.Errorf("%d tasks, want 2", n)
	}
}

// checkpointOnly is an approval for a task that has begun.
func (w *workspace) checkpointOnly(t *testing.T) (checkpoint string, task Task) {
	t.Helper()
	task = ok[GetTaskContextOut](t, w.agent, getTaskContext, args{"session_ref": "ses-1"}).Task
	ok[AlignmentOut](t, w.agent, checkTaskAlignment, theCheck)
	ok[CheckActionOut](t, w.agent, checkAction, theScan)
	checkpoint = ok[CheckpointOut](t, w.agent, requestApproval, theRequest.with(args{"task_authorization": args{
		"task_id": task.ID, "revision_id": task.RevisionID, "external_action_id": "act-1",
	}})).CheckpointID
	w.decides(t, "approve", checkpoint)
	return checkpoint, task
}

// A refusal frees the key: what was refused may be asked for again, and then done.
func TestBusinessKeyAfterRefusal(t *testing.T) {
	t.Parallel()
	w := newWorkspace(t, "")
	checkpoint, _ := w.asked(t)
	order := theOrder.with(args{"checkpoint_id": checkpoint})
	wants(t, w.executor, authorizeExecution, order, errPending, "BLOCKER")
	w.decides(t, "approve", checkpoint)
	ok[AuthorizeExecutionOut](t, w.executor, authorizeExecution, order)
}

// A store that fails is told, and nothing happens.
func TestBusinessKeyWithoutStore(t *testing.T) {
	t.Parallel()
	keys, err := idem.New(failing{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := keys.Shutdown(t.Context()); err != nil {
			t.Error(err)
		}
	}()
	ran := false
	_, err = once(keys, startTask, func(context.Context, StartTaskIn) (StartTaskOut, error) {
		ran = true
		return StartTaskOut{}, nil
	})(t.Context(), StartTaskIn{IdempotencyKey: "k"})
	if !errors.Is(err, idem.ErrStore) || ran {
		t.Errorf("%v, ran: %t", err, ran)
	}
}

// failing takes no claim; what it may have taken it lets go.
type failing struct{ idem.Store }

func (failing) Release(context.Context, idem.Claim) error { return nil }

func (failing) Claim(context.Context, idem.Claim) (idem.Record, error) {
	return idem.Record{}, errors.New("the store is down")
}

// A question is waited for until it is decided, and no longer than was asked for.
func TestWaiting(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		stopping := make(chan struct{})
		b := newBackend(&backendOptions{Key: providerKey, Stopping: stopping})
		ask := func(ttl time.Duration) string {
			c, err := b.ask(t.Context(), asked{envelope: envelope{Action: "a"}, Wait: ttl})
			if err != nil {
				t.Fatal(err)
			}
			return c.ID
		}
		wait := func(id string, seconds int) (CheckpointOut, time.Duration) {
			start := time.Now()
			out, err := b.getApprovalStatus(t.Context(), GetApprovalStatusIn{CheckpointID: id, WaitSeconds: &seconds})
			if err != nil {
				t.Error(err)
			}
			return out, time.Since(start)
		}
		undecided := ask(time.Hour)
		for _, seconds := range []int{0, 20} {
			if out, took := wait(undecided, seconds); out.Status != statusPending || took != time.Duration(seconds)*time.Second || out.NextAction == "" {
				t.Errorf("%s after %s, want pending after %d s", out.Status, took, seconds)
			}
		}
		for verb, decide := range map[approvalStatus]func(string) error{statusApproved: b.approve, statusRejected: b.reject} {
			id := ask(time.Hour)
			time.AfterFunc(3*time.Second, func() {
				if err := decide(id); err != nil {
					t.Error(err)
				}
			})
			if out, took := wait(id, 20); out.Status != verb || took != 3*time.Second {
				t.Errorf("%s after %s, want %s after 3 s", out.Status, took, verb)
			}
		}
		if out, took := wait(ask(2*time.Second), 20); out.Status != statusExpired || took != 2*time.Second {
			t.Errorf("%s after %s, want expired after 2 s", out.Status, took)
		}
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, cancel)
		if _, _, err := b.status(ctx, undecided, 20*time.Second); !errors.Is(err, context.Canceled) {
			t.Errorf("%v, want a cancelled wait", err)
		}
		time.AfterFunc(time.Second, func() { close(stopping) })
		if out, took := wait(undecided, 20); out.Status != statusPending || took != time.Second {
			t.Errorf("%s after %s, want pending at the end of the program", out.Status, took)
		}
	})
}

// A handler is a plain function, so an open server's client, who has no name, is
// refused as anybody else.
func TestNobodyExecutesOnAnOpenServer(t *testing.T) {
	t.Parallel()
	b := newBackend(&backendOptions{Key: providerKey})
	c, err := b.ask(t.Context(), asked{envelope: envelope{Action: "a"}, Wait: time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.authorizeExecution(t.Context(), AuthorizeExecutionIn{CheckpointID: c.ID}); !errors.Is(err, toolerrors.KindPermission) {
		t.Errorf("%v, want PERMISSION for %q", err, asixto.ClientName(t.Context()))
	}
}

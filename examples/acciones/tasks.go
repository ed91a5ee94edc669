package main

import (
	"context"
	"fmt"
	"time"

	"github.com/asixto/go-sdk/asixto"
	"github.com/asixto/go-sdk/asixto/guard"
)

// taskStatus is whether a task still goes on.
type taskStatus string

const (
	taskActive    taskStatus = "active"
	taskCompleted taskStatus = "completed"
)

func (taskStatus) Values() []taskStatus { return []taskStatus{taskActive, taskCompleted} }

// sessionKey is one conversation of one client: what a client calls a session is
// its own.
type sessionKey struct{ client, session string }

// contract is what the user and the agent agreed on.
type contract struct {
	Title           string   `json:"title,omitempty"`
	Objective       string   `json:"objective"`
	Constraints     []string `json:"constraints,omitempty"`
	Decisions       []string `json:"decisions,omitempty"`
	SuccessCriteria []string `json:"success_criteria,omitempty"`
	InScope         []string `json:"in_scope,omitempty"`
	OutOfScope      []string `json:"out_of_scope,omitempty"`
	OpenQuestions   []string `json:"open_questions,omitempty"`
}

// host is what the program that runs the agent can do.
type host struct {
	Mode                       string
	CanConfirm, ReportsEffects bool
}

type task struct {
	contract
	host

	ID, Client, Session string
	Version             int // of the contract, from 1
	Status              taskStatus
	Milestones          []milestone
}

type milestone struct {
	Summary         string   `json:"summary"`
	CurrentStep     string   `json:"current_step,omitempty"`
	Completed       []string `json:"completed,omitempty"`
	NextSteps       []string `json:"next_steps,omitempty"`
	NewDependencies []string `json:"new_dependencies,omitempty"`
	OpenQuestions   []string `json:"open_questions,omitempty"`
}

// revision names one version of one contract: an approval holds for it alone.
func (t *task) revision() string { return fmt.Sprintf("%s-r%d", t.ID, t.Version) }

// anchor is a digest of the contract, by which a host sees that it has an old one.
func (t *task) anchor() string {
	return digest(fmt.Appendf(nil, "%s %+v", t.revision(), t.contract))[:16]
}

// Room for a contract and for a milestone in the answer of get_task_context, in
// UTF-16 units of JSON.
const (
	maxContract  = 1700
	maxMilestone = 900
)

// beginTask begins a task, or revises the contract of the one that goes on.
// Whatever follows the first task of a session needs the user's own event.
func (b *backend) beginTask(ctx context.Context, session string, c contract, h host, userEvent string) (task, error) {
	if !fits([]any{c, c.Title}, maxContract) { // the title is told twice
		return task{}, errTooLong
	}
	key := sessionKey{asixto.ClientName(ctx), session}
	b.mu.Lock()
	defer b.mu.Unlock()
	t := b.sessions[key]
	if t != nil && userEvent == "" {
		return task{}, errUserEvent
	}
	if t == nil || t.Status != taskActive {
		t = &task{ID: b.newID("tsk"), Client: key.client, Session: session, Status: taskActive}
		b.sessions[key], b.tasks[t.ID] = t, t
	}
	t.contract, t.host = c, h
	t.Version++
	return *t, nil
}

// currentTask is the task of a session, active or not. It is called under the lock.
func (b *backend) currentTask(ctx context.Context, session string) (*task, error) {
	t := b.sessions[sessionKey{asixto.ClientName(ctx), session}]
	if t == nil {
		return nil, errNoTask
	}
	return t, nil
}

// activeTask is the task of a session that still goes on. It is called under the lock.
func (b *backend) activeTask(ctx context.Context, session string) (*task, error) {
	t, err := b.currentTask(ctx, session)
	if err != nil {
		return nil, err
	}
	if t.Status != taskActive {
		return nil, errInactive
	}
	return t, nil
}

func (b *backend) taskOf(ctx context.Context, session string) (task, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	t, err := b.currentTask(ctx, session)
	if err != nil {
		return task{}, err
	}
	return *t, nil
}

func (b *backend) addMilestone(ctx context.Context, session string, m milestone) (task, error) {
	if !fits(m, maxMilestone) {
		return task{}, errTooLong
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	t, err := b.activeTask(ctx, session)
	if err != nil {
		return task{}, err
	}
	t.Milestones = append(t.Milestones, m)
	return *t, nil
}

// finishTask ends a task unless an action of its is still open. Decision: what
// nobody has approved by then is cancelled.
func (b *backend) finishTask(ctx context.Context, session string) (task, time.Time, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	t, err := b.currentTask(ctx, session)
	if err != nil {
		return task{}, time.Time{}, err
	}
	if err := guard.NotFinal("La tarea", spanish[t.Status], spanish[taskCompleted]); err != nil {
		return task{}, time.Time{}, err
	}
	if b.openActions(t) {
		return task{}, time.Time{}, errOpenActions
	}
	for _, c := range b.checkpoints {
		if c.taskID() == t.ID && b.statusOf(c) == statusPending {
			c.status = statusCancelled
			b.announce()
		}
	}
	t.Status = taskCompleted
	return *t, b.now(), nil
}

// spanish are the states as a customer hears them.
var spanish = map[taskStatus]string{taskActive: "activa", taskCompleted: "completada"}

// openActions reports whether something was executed for a task and its effect
// was not told: to Govern, and to Task Guard where the host reports effects.
func (b *backend) openActions(t *task) bool {
	for _, e := range b.executions {
		if e.checked == nil || e.checked.TaskID != t.ID {
			continue
		}
		if len(e.effects) == 0 || t.ReportsEffects && e.checked.report == nil {
			return true
		}
	}
	return false
}

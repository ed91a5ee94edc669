package main

import (
	"context"
	"fmt"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/asixto/go-sdk/asixto"
	toolerrors "github.com/asixto/go-sdk/errors"
)

// approvalStatus is where a checkpoint stands. Decision: revoked is beside the
// source's, which speaks of revoked decisions and names no status for them.
type approvalStatus string

const (
	statusPending   approvalStatus = "pending"
	statusApproved  approvalStatus = "approved"
	statusRejected  approvalStatus = "rejected"
	statusExpired   approvalStatus = "expired"
	statusBlocked   approvalStatus = "blocked"
	statusCancelled approvalStatus = "cancelled"
	statusRevoked   approvalStatus = "revoked"
)

func (approvalStatus) Values() []approvalStatus {
	return []approvalStatus{
		statusPending, statusApproved, statusRejected, statusExpired, statusBlocked, statusCancelled, statusRevoked,
	}
}

// unapproved is why an action in each other status does not run.
var unapproved = map[approvalStatus]*toolerrors.Error{
	statusPending: errPending, statusRejected: errRejected, statusExpired: errExpired, statusBlocked: errBlocked,
	statusCancelled: errCancelled, statusRevoked: errRevoked,
}

// How long things last. The ceiling of a human decision, 24 hours, is the
// source's. Decision: the others.
const (
	defaultWait  = time.Hour
	decisionTTL  = 15 * time.Minute // to authorise in
	effectWindow = 24 * time.Hour   // to observe in, from the decision
)

// maxEnvelope is the room for an envelope in an answer, in UTF-16 units of JSON.
const maxEnvelope = 1550

// authority is the task that an action is for.
type authority struct {
	TaskID           string `json:"task_id"`
	RevisionID       string `json:"revision_id"`
	ExternalActionID string `json:"external_action_id"`
}

// envelope is exactly what a person approves; its canonical JSON is what is
// hashed, signed and compared.
type envelope struct {
	Action           string         `json:"action"`
	Payload          jsontext.Value `json:"payload"`
	Target           jsontext.Value `json:"target,omitzero"`
	Runtime          jsontext.Value `json:"runtime,omitzero"`
	Authority        authority      `json:"task_authorization,omitzero"`
	ExecutorAudience string         `json:"executor_audience"`
	AutonomyLevel    string         `json:"autonomy_level,omitzero"`
}

// asked is what request_approval asks for.
type asked struct {
	envelope

	Context, Reasoning string // for the reviewer
	Policies, Groups   []string
	Wait               time.Duration
}

type checkpoint struct {
	ID, Client, Audience string
	Context, Reasoning   string
	Envelope             jsontext.Value // canonical
	Expires              time.Time      // of the question

	status     approvalStatus // as it was decided; see statusOf
	authority  authority
	policies   []policy
	needsTask  bool // the controls that the client has
	needsScan  bool
	decision   string // signed
	claims     decisionClaims
	execution  string // the one that used the approval
	incomplete bool   // without what an authorisation needs
}

// decisionClaims are what the token of a decision says.
type decisionClaims struct {
	Checkpoint   string   `json:"checkpoint"`
	EnvelopeHash string   `json:"envelope"`
	PolicyDigest string   `json:"policies"`
	Versions     []string `json:"versions"`
	Audience     string   `json:"audience"`
	Issued       int64    `json:"issued"`
	Expires      int64    `json:"expires"`
}

func (c *checkpoint) taskID() string { return c.authority.TaskID }

// statusOf is where a checkpoint stands now: what is not decided, or not used, in
// time has expired. It is called under the lock, as all below that take one.
func (b *backend) statusOf(c *checkpoint) approvalStatus {
	now := b.now()
	switch {
	case c.status == statusPending && !now.Before(c.Expires),
		c.status == statusApproved && c.execution == "" && now.Unix() >= c.claims.Expires:
		return statusExpired
	}
	return c.status
}

// announce wakes whoever waits for a decision.
func (b *backend) announce() {
	close(b.decided)
	b.decided = make(chan struct{})
}

// ask opens a checkpoint.
func (b *backend) ask(ctx context.Context, a asked) (checkpoint, error) {
	used, blocked, err := b.evaluate(a.Action, a.Policies, a.Groups)
	if err != nil {
		return checkpoint{}, err
	}
	client := asixto.ClientName(ctx)
	c := &checkpoint{
		Client: client, Audience: a.ExecutorAudience, Context: a.Context, Reasoning: a.Reasoning,
		status: statusPending, authority: a.Authority, policies: used,
		needsTask: b.capabilities.has(client, taskGuard), needsScan: b.capabilities.has(client, secure),
	}
	if blocked {
		c.status = statusBlocked
	}
	if !c.needsTask { // nobody has looked at the task that it names
		a.Authority, c.authority = authority{}, authority{}
	}
	if c.Envelope, err = a.canonical(); err != nil {
		return checkpoint{}, err
	}
	if !fits(c.Envelope, maxEnvelope) {
		return checkpoint{}, errTooLong
	}
	hasTask := a.Authority != authority{}
	c.incomplete = a.Target == nil || a.Runtime == nil || c.needsTask && !hasTask
	b.mu.Lock()
	defer b.mu.Unlock()
	if c.needsTask && hasTask {
		if err := b.permitted(ctx, a.Authority); err != nil {
			return checkpoint{}, err
		}
	}
	c.ID, c.Expires = b.newID("ctl"), b.now().Add(a.Wait)
	b.checkpoints[c.ID] = c
	return *c, nil
}

func (e envelope) canonical() (jsontext.Value, error) {
	if e.Payload == nil {
		e.Payload = jsontext.Value("{}")
	}
	raw, err := json.Marshal(e)
	if err != nil {
		return nil, fmt.Errorf("acciones: envelope: %w", err)
	}
	return canonical(raw)
}

// permitted: the task still goes on, in the very version that the action was
// found to be aligned with. A confirmation by the user is a new version.
func (b *backend) permitted(ctx context.Context, a authority) error {
	t := b.tasks[a.TaskID]
	switch {
	case t == nil:
		return errNoTask
	case t.Client != asixto.ClientName(ctx):
		return errForeign
	}
	return b.stillPermitted(a)
}

func (b *backend) stillPermitted(a authority) error {
	t := b.tasks[a.TaskID]
	if t.Status != taskActive {
		return errInactive
	}
	if t.revision() != a.RevisionID {
		return errStale
	}
	c := b.lastCheck(a)
	switch {
	case c == nil, c.Verdict != aligned:
		return errNotAligned
	case c.Revision != a.RevisionID:
		return errStale
	}
	return nil
}

// checkpointFor is a checkpoint that the client asked for or is to execute.
func (b *backend) checkpointFor(ctx context.Context, id string) (*checkpoint, error) {
	c, ok := b.checkpoints[id]
	if !ok {
		return nil, errNoCheckpoint
	}
	if client := asixto.ClientName(ctx); client != c.Client && client != c.Audience {
		return nil, errForeign
	}
	return c, nil
}

// status is where a checkpoint stands, after at most wait if it is pending; it does
// not hold up the end of the program.
func (b *backend) status(ctx context.Context, id string, wait time.Duration) (checkpoint, approvalStatus, error) {
	timeout := time.NewTimer(wait)
	defer timeout.Stop()
	for waited := wait == 0; ; {
		b.mu.Lock()
		c, err := b.checkpointFor(ctx, id)
		if err != nil {
			b.mu.Unlock()
			return checkpoint{}, "", err
		}
		copied, status, decided := *c, b.statusOf(c), b.decided
		b.mu.Unlock()
		if waited || status != statusPending {
			return copied, status, nil
		}
		select {
		case <-decided:
		case <-time.After(copied.Expires.Sub(b.now())):
		case <-timeout.C:
			waited = true
		case <-b.stopping:
			waited = true
		case <-ctx.Done():
			return checkpoint{}, "", context.Cause(ctx)
		}
	}
}

package main

import (
	"context"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/asixto/go-sdk/asixto"
	"github.com/asixto/go-sdk/asixto/guard"
)

// receiptClaims are what the receipt of an execution says.
type receiptClaims struct {
	Execution    string `json:"execution"`
	Checkpoint   string `json:"checkpoint"`
	EnvelopeHash string `json:"envelope"`
	Request      string `json:"request"` // its digest
	Provider     string `json:"provider"`
	Operation    string `json:"operation"`
	Executor     string `json:"executor"`
	Authorized   int64  `json:"authorized"`
	Deadline     int64  `json:"deadline"`
	EffectBy     int64  `json:"effect_by"`
}

type execution struct {
	receipt  receiptClaims
	signed   string
	checked  *check // what Task Guard was told before; nil where the client does not have it
	attempts []attempt
	effects  []observation
}

// order is a request that somebody is about to send to a provider.
type order struct {
	Checkpoint, Provider, Operation string
	Request                         jsontext.Value
}

// authorise uses an approval, once. The executor is the authenticated client,
// whatever the arguments say.
func (b *backend) authorise(ctx context.Context, o order) (execution, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	c, ok := b.checkpoints[o.Checkpoint]
	client := asixto.ClientName(ctx)
	switch {
	case !ok:
		return execution{}, errNoCheckpoint
	case client == "" || client != c.Audience:
		return execution{}, errExecutor
	case c.execution != "":
		return execution{}, errUsed
	}
	if refusal := unapproved[b.statusOf(c)]; refusal != nil {
		return execution{}, refusal
	}
	approved, err := b.decision(c)
	if err != nil {
		return execution{}, err
	}
	if err := b.controlled(c, approved, o); err != nil {
		return execution{}, err
	}
	request, err := canonical(o.Request)
	if err != nil {
		return execution{}, err
	}
	now := b.now()
	e := &execution{checked: b.lastCheck(c.authority), receipt: receiptClaims{
		Execution: b.newID("eje"), Checkpoint: c.ID, EnvelopeHash: c.claims.EnvelopeHash, Request: digest(request),
		Provider: o.Provider, Operation: o.Operation, Executor: client, Authorized: now.Unix(),
		Deadline: c.claims.Expires, EffectBy: time.Unix(c.claims.Issued, 0).Add(effectWindow).Unix(),
	}}
	if e.signed, err = b.seal.sign(forReceipt, e.receipt); err != nil {
		return execution{}, err
	}
	c.execution, b.executions[e.receipt.Execution] = e.receipt.Execution, e
	return *e, nil
}

// decision is the envelope that was approved, once its signature and its hash have
// been found to hold.
func (b *backend) decision(c *checkpoint) (envelope, error) {
	var claims decisionClaims
	if err := b.seal.open(forDecision, c.decision, &claims); err != nil {
		return envelope{}, errDecision.WithCause(err)
	}
	rules, err := policyDigest(c.policies)
	if err != nil {
		return envelope{}, err
	}
	forThis := claims.Checkpoint == c.ID && claims.Audience == c.Audience
	if !forThis || claims.EnvelopeHash != digest(c.Envelope) || claims.PolicyDigest != rules {
		return envelope{}, errDecision
	}
	if b.now().Unix() >= claims.Expires {
		return envelope{}, errExpired
	}
	var e envelope
	err = json.Unmarshal(c.Envelope, &e)
	return e, err
}

// controlled: the order is the one that was approved, and each control before it
// that the client has was passed. Decision: the payload is the request, the action
// is the operation, and the target names the provider.
func (b *backend) controlled(c *checkpoint, approved envelope, o order) error {
	if c.incomplete {
		return errIncomplete
	}
	var target struct {
		Provider string `json:"provider"`
	}
	if err := json.Unmarshal(approved.Target, &target); err != nil {
		return errIncomplete.WithCause(err)
	}
	if target.Provider == "" {
		return errIncomplete
	}
	if o.Operation != approved.Action || o.Provider != target.Provider || !same(o.Request, approved.Payload) {
		return errModified
	}
	if c.needsTask {
		if err := b.stillPermitted(c.authority); err != nil {
			return err
		}
	}
	if !c.needsScan {
		return nil
	}
	request, err := canonical(o.Request)
	if err != nil {
		return err
	}
	switch verdict, done := b.scans[scanned{c.Client, o.Operation, digest(request)}]; {
	case !done:
		return errUnscanned
	case verdict == verdictBlocked:
		return errScanBlocked
	}
	return nil
}

// executionOf is an execution of the client's, with a receipt that holds.
func (b *backend) executionOf(ctx context.Context, id string) (*execution, error) {
	e, ok := b.executions[id]
	if !ok {
		if _, approval := b.checkpoints[id]; approval {
			return nil, errNotAuthorized // an approval is no authorisation
		}
		return nil, errNoExecution
	}
	var claims receiptClaims
	if err := b.seal.open(forReceipt, e.signed, &claims); err != nil {
		return nil, errReceipt.WithCause(err)
	}
	switch {
	case claims != e.receipt:
		return nil, errReceipt
	case claims.Executor != asixto.ClientName(ctx):
		return nil, errExecutor
	}
	return e, nil
}

type attemptStatus string

const attemptSucceeded attemptStatus = "succeeded"

func (attemptStatus) Values() []attemptStatus {
	return []attemptStatus{attemptSucceeded, "failed", "unknown"}
}

// attempt is one request to the provider, never changed once it is recorded.
type attempt struct {
	Number         int
	Status         attemptStatus
	Started        time.Time
	Request, Print string // digests of the request and of all that was said
}

// addAttempt records the next attempt. A failed one needs no new decision: the
// same request may be sent again. The same attempt told again is the same.
func (b *backend) addAttempt(ctx context.Context, id string, a attempt) (*receiptClaims, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	e, err := b.executionOf(ctx, id)
	if err != nil {
		return nil, err
	}
	last := len(e.attempts)
	switch {
	case a.Number <= last && e.attempts[a.Number-1].Print == a.Print:
		return &e.receipt, nil
	case a.Number <= last:
		return nil, errAttemptEdited
	case last > 0 && e.attempts[last-1].Status == attemptSucceeded:
		return nil, guard.Final("La ejecución", "terminada")
	case a.Number > last+1:
		return nil, errGap
	case a.Request != e.receipt.Request:
		return nil, errModified
	case a.Started.Unix() < e.receipt.Authorized:
		return nil, errTooEarly
	}
	e.attempts = append(e.attempts, a)
	return &e.receipt, nil
}

package idem

import (
	"context"
	"fmt"
	"time"
)

// Request says what is to be done once.
type Request struct {
	// Key names the operation.
	Key Key
	// Fingerprint is a digest of the arguments: the same key with another one is ErrConflict.
	Fingerprint [32]byte
	// Timeout is the deadline of run, counted from its claim and including Resolve. Default 30 s, at most Options.Cap.
	Timeout time.Duration
	// Repeatable says that a second effect does no harm: where the outcome is unknown the key is freed, and a claim whose owner
	// crashed is taken over and run again.
	Repeatable bool
	// InTx runs inside a transaction of a Transactional store: effect and key commit together, so that no key is ever in doubt:
	// what does not return nil is rolled back and freed, and a claim that lapsed is taken over and run again. Only a call whose
	// database goes away at the commit and stays away is told ErrInDoubt; the next one is told what happened. Before a tool is
	// switched to InTx none of its keys should be in doubt.
	InTx bool
	// Resolve, if set, decides whether the effect of a key in doubt happened. The claim is taken over before it is called, so
	// it never runs twice at a time for one key. Its error leaves the key in doubt.
	Resolve func(ctx context.Context, a Attempt) (Resolution, error)
}

const defaultTimeout = 30 * time.Second

// check fills in the default of r and refuses what cannot work.
func (e *Engine) check(r *Request) error {
	if err := r.Key.check(); err != nil {
		return err
	}
	if r.Timeout == 0 {
		r.Timeout = min(defaultTimeout, e.opts.Cap)
	}
	if r.Timeout < 0 || r.Timeout > e.opts.Cap {
		return fmt.Errorf("%w: Request.Timeout of %q is %v: use a positive time of at most Options.Cap, %v",
			ErrRequest, r.Key.Tool, r.Timeout, e.opts.Cap)
	}
	if r.InTx && e.transactional == nil {
		return fmt.Errorf("%w: Request.InTx of %q needs a Transactional store, %T is none", ErrRequest, r.Key.Tool, e.store)
	}
	return nil
}

// rerunnable reports whether a claim that nobody completed may be run again without asking anybody.
func (r *Request) rerunnable() bool { return r.Resolve == nil && (r.InTx || r.Repeatable) }

// Outcome is what a successful Do gives back.
type Outcome struct {
	// Result holds the bytes that run returned, the first time or now. They are the caller's own; the call whose run returned
	// them gets that very slice.
	Result []byte
	// Replayed says that the effect did not happen in this call nor in one that this call waited for in this process.
	Replayed bool
	// Waited says that another call was running and this one waited for it.
	Waited bool
	// Tombstone says that the effect happened and its result was not kept: Result is empty.
	Tombstone bool
}

// Resolution is what a Request's Resolve found out. The zero Resolution says that it is still unknown.
type Resolution struct {
	verdict verdict
	result  Result
}

// ResolvedDone says that the effect happened; result is what run would have returned.
func ResolvedDone(result []byte) Resolution { return Resolution{done, Result{Bytes: result}} }

// ResolvedTombstone says that the effect happened and that its result cannot be had any more.
func ResolvedTombstone() Resolution { return Resolution{done, Result{Tombstone: true}} }

// ResolvedNotDone says that the effect did not happen, and will not: run is called now.
func ResolvedNotDone() Resolution { return Resolution{verdict: notDone} }

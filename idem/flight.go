package idem

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"
)

// flight is one operation in this process, from its claim to its outcome, and whoever waits for it. Flights of one key with
// different fingerprints are apart: which of them is in conflict only the store knows.
type flight struct {
	engine *Engine
	key    flightKey
	req    Request
	run    func(context.Context) ([]byte, error)
	ctx    context.Context // the values of the first caller's context

	claim   Claim
	claimed time.Time // just before the store was asked
	fence   uint64
	watch   *watch // written under engine.mu, for Shutdown
	tx      Tx     // written under watch.mu, for abandon

	overdue chan struct{} // closed when run has overstayed its deadline
	landed  chan struct{} // closed when out and err are set
	out     Outcome
	err     error
}

type flightKey struct {
	id          ID
	fingerprint [32]byte
}

// ending is how a run ended.
type ending struct {
	verdict  verdict
	result   Result
	err      error
	replayed bool // the result is that of an earlier effect
}

// fly is the flight's goroutine.
func (f *flight) fly() {
	defer f.engine.aloft.Done()
	defer f.engine.sweep(f.ctx)
	rec, waited, err := f.acquire()
	if err != nil || rec.State == StateDone {
		f.land(Outcome{Result: rec.Bytes, Replayed: true, Waited: waited, Tombstone: rec.Tombstone}, err)
		return
	}
	f.fence = rec.Fence
	f.tell(f.ctx, f.engine.opts.Observer.Claimed, Event{})
	f.keepWatch()
	end := ending{verdict: doubtful, err: errGoexit} // it stands if run never comes back
	defer func() { f.settle(end) }()
	end = f.attempt(f.watch.ctx)
}

// attempt resolves a key that was in doubt, and runs if nothing was done yet.
func (f *flight) attempt(ctx context.Context) (end ending) {
	defer func() {
		if v := recover(); v != nil {
			end = ending{verdict: doubtful, err: &PanicError{Value: v, Stack: debug.Stack()}}
		}
	}()
	if f.req.Resolve != nil && f.claim.TakeOver {
		a, _ := AttemptFrom(ctx)
		found, err := f.req.Resolve(ctx, a)
		switch {
		case err != nil || found.verdict == unmarked:
			return ending{verdict: doubtful, err: err}
		case found.verdict == done:
			return ending{verdict: done, result: found.result, replayed: true}
		}
	}
	if ctx.Err() != nil {
		return ending{verdict: notDone, err: context.Cause(ctx)}
	}
	if f.req.InTx {
		var err error
		if ctx, err = f.begin(ctx); err != nil {
			return ending{verdict: notDone, err: storeFailed(err)}
		}
	}
	result, err := f.run(ctx)
	return ending{verdict: judge(err, ctx.Err() != nil), result: Result{Bytes: result, Tombstone: err != nil}, err: err}
}

// lead waits as the caller that started the flight.
func (f *flight) lead(ctx context.Context) (Outcome, error) {
	select {
	case <-f.landed:
		return f.answer(ctx)
	case <-ctx.Done():
		return Outcome{}, context.Cause(ctx)
	case <-f.overdue:
		return Outcome{}, fmt.Errorf("idem: %q runs for longer than its %v: %w", f.req.Key.Tool, f.req.Timeout, context.DeadlineExceeded)
	}
}

// join waits as a duplicate.
func (f *flight) join(ctx context.Context) (Outcome, error) {
	select {
	case <-f.landed:
		return f.unsaved(ctx)
	default:
	}
	e := f.engine
	if !e.enterWait() {
		return Outcome{}, e.tooManyWait()
	}
	defer e.leaveWait()
	start, patience := time.Now(), time.NewTimer(e.opts.Wait)
	defer patience.Stop()
	var out Outcome
	var err error
	select {
	case <-f.landed:
		out, err = f.answer(ctx)
		out.Waited = err == nil
	case <-ctx.Done():
		err = context.Cause(ctx)
	case <-patience.C:
		err = e.waitOver()
	}
	f.tell(ctx, e.opts.Observer.Waited, Event{Took: time.Since(start), Err: err})
	return out, err
}

// answer gives a caller its own copy of the outcome.
func (f *flight) answer(ctx context.Context) (Outcome, error) {
	if f.err != nil {
		return Outcome{}, f.err
	}
	out := f.out
	out.Result = bytes.Clone(out.Result)
	if out.Replayed {
		f.tell(ctx, f.engine.opts.Observer.Replayed, Event{})
	}
	return out, nil
}

// unsaved answers a call that comes between an effect and the saving of its result: as the store will, once it can.
func (f *flight) unsaved(ctx context.Context) (Outcome, error) {
	f.tell(ctx, f.engine.opts.Observer.Replayed, Event{})
	if f.err != nil {
		return Outcome{Replayed: true, Tombstone: true}, nil
	}
	return Outcome{Replayed: true, Result: bytes.Clone(f.out.Result), Tombstone: f.out.Tombstone}, nil
}

// land ends the flight for this process: who waits gets this outcome, who comes later starts anew.
func (f *flight) land(out Outcome, err error) {
	f.leave()
	f.publish(out, err)
}

func (f *flight) publish(out Outcome, err error) {
	o := &f.engine.opts.Observer
	switch {
	case err == nil:
		f.out = out
	case errors.Is(err, ErrInDoubt):
		f.tell(f.ctx, o.InDoubt, Event{Err: err})
	case errors.Is(err, ErrConflict):
		f.tell(f.ctx, o.Conflict, Event{Err: err})
	}
	f.err = err
	close(f.landed)
}

func (f *flight) leave() {
	e := f.engine
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.flights[f.key] == f {
		delete(e.flights, f.key)
	}
}

func (f *flight) tell(ctx context.Context, hook func(context.Context, Event), ev Event) {
	if hook == nil {
		return
	}
	ev.Key, ev.Fence = f.req.Key, f.fence
	hook(ctx, ev)
}

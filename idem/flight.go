package idem

import (
	"bytes"
	"context"
	"fmt"
	"time"

	"github.com/asixto/go-sdk/internal/bounded"
)

// flight is one operation in this process, from its claim to its outcome, and whoever waits for it. Flights of one key with
// different fingerprints are apart: which of them is in conflict only the store knows.
type flight struct {
	engine *Engine
	req    Request
	run    func(context.Context) ([]byte, error)
	ctx    context.Context // the values of the first caller's context

	claim   Claim
	claimed time.Time // just before the store was asked
	rec     Record    // what it found
	fence   uint64    // of this owner
	waited  bool      // for an owner in another process
	watch   watch
	tx      Tx // written under watch.mu

	news   chan bool     // to the leader: true when out and err are set, false when run has overstayed its deadline
	landed chan struct{} // closed when out and err are set; nil as long as nobody joined
	stayed bool          // out is told and not yet stored; engine.mu is held
	out    Outcome
	err    error
}

type flightKey struct {
	id          ID
	fingerprint [32]byte
}

func (f *flight) key() flightKey { return flightKey{f.claim.ID, f.claim.Fingerprint} }

func (f *flight) attempt() Attempt {
	return Attempt{Key: f.req.Key, Fence: f.fence, id: f.claim.ID, fingerprint: f.claim.Fingerprint}
}

// replay is the outcome that the record holds.
func (f *flight) replay() Outcome {
	return Outcome{Result: f.rec.Bytes, Tombstone: f.rec.Tombstone, Replayed: true}
}

// ending is how a run ended.
type ending struct {
	verdict  verdict
	result   Result
	err      error
	replayed bool // the result is that of an earlier effect

	unresolved bool // a key in doubt is so still: run was never called
}

// fly is the flight's goroutine.
func (f *flight) fly() {
	bounded.GrowStack() // any store and any run need it
	defer f.engine.aloft.Done()
	defer f.engine.sweep(f)
	if err := f.acquire(); err != nil || f.rec.State == StateDone {
		f.tellRefusal(err)
		f.land(f.replay(), err)
		return
	}
	f.fence = f.rec.Fence
	f.tell(f.ctx, f.engine.opts.Observer.Claimed, 0, nil)
	f.watch.begin(f)
	// It stands if neither Resolve nor run ever comes back.
	end := ending{verdict: doubtful, err: errGoexit, unresolved: f.resolves()}
	defer func() { f.settle(end) }()
	end = f.try(&f.watch.run)
}

// resolves reports whether the claim is one on a key in doubt that Resolve has to decide.
func (f *flight) resolves() bool { return f.req.Resolve != nil && f.claim.TakeOver }

// try resolves a key that was in doubt, and runs if nothing was done yet.
func (f *flight) try(ctx context.Context) (end ending) {
	unresolved := f.resolves()
	defer func() {
		if v := recover(); v != nil {
			end = ending{verdict: doubtful, err: orPanic(v, nil), unresolved: unresolved}
		}
	}()
	if unresolved {
		found, err := f.req.Resolve(ctx, f.attempt())
		switch {
		case err != nil || found.verdict == unmarked:
			return ending{verdict: doubtful, err: err, unresolved: true}
		case found.verdict == done:
			return ending{verdict: done, result: found.result, replayed: true}
		}
		unresolved = false
	}
	if ctx.Err() != nil {
		return ending{verdict: notDone, err: context.Cause(ctx)}
	}
	if f.req.InTx {
		var err error
		if ctx, err = f.begin(ctx); err != nil {
			return ending{verdict: notDone, err: err}
		}
	}
	result, err := f.run(ctx)
	return ending{verdict: judge(ctx, err), result: Result{Bytes: result, Tombstone: err != nil}, err: err}
}

// lead waits as the caller that started the flight.
func (f *flight) lead(ctx context.Context) (Outcome, error) {
	select {
	case <-ctx.Done():
		return Outcome{}, context.Cause(ctx)
	case landed := <-f.news:
		if landed {
			return f.answer(ctx)
		}
		return Outcome{}, fmt.Errorf("idem: %q runs for longer than its %v: %w", f.req.Key.Tool, f.req.Timeout, context.DeadlineExceeded)
	}
}

// joinUnsaved is join for a call that came after the outcome was told and before it was stored.
func (f *flight) joinUnsaved(ctx context.Context) (Outcome, error) {
	select {
	case <-f.landed: // it was about to be
		return f.unsaved(ctx), nil
	case <-ctx.Done():
		return Outcome{}, context.Cause(ctx)
	}
}

// join waits as a duplicate.
func (f *flight) join(ctx context.Context) (Outcome, error) {
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
	f.tell(ctx, e.opts.Observer.Waited, time.Since(start), err)
	return out, err
}

// answer gives a caller its own copy of the outcome.
func (f *flight) answer(ctx context.Context) (Outcome, error) {
	if f.err != nil {
		return Outcome{}, f.err
	}
	out := f.out
	if f.landed != nil {
		out.Result = bytes.Clone(out.Result)
	}
	if out.Replayed {
		f.tell(ctx, f.engine.opts.Observer.Replayed, 0, nil)
	}
	return out, nil
}

// unsaved answers a call that comes between an effect and the saving of its result: as the store will, once it can.
func (f *flight) unsaved(ctx context.Context) Outcome {
	f.tell(ctx, f.engine.opts.Observer.Replayed, 0, nil)
	if f.err != nil { // which its caller got for an effect that happened
		return Outcome{Replayed: true, Tombstone: true}
	}
	return Outcome{Replayed: true, Result: bytes.Clone(f.out.Result), Tombstone: f.out.Tombstone}
}

// land ends the flight for this process: who waits gets this outcome, who comes later starts anew.
func (f *flight) land(out Outcome, err error) {
	f.leave()
	f.publish(out, err)
}

// share lets calls join; engine.mu is held.
func (f *flight) share() {
	if f.landed == nil {
		f.landed = make(chan struct{})
	}
}

func (f *flight) publish(out Outcome, err error) {
	out.Waited = f.waited
	f.out, f.err = out, err
	f.news <- true
	if f.landed != nil {
		close(f.landed)
	}
}

// stay lets later calls find the outcome here although it is out.
func (f *flight) stay() {
	f.engine.mu.Lock()
	defer f.engine.mu.Unlock()
	f.share()
	f.stayed = true
}

func (f *flight) leave() {
	e := f.engine
	e.mu.Lock()
	defer e.mu.Unlock()
	if key := f.key(); e.flights[key] == f {
		delete(e.flights, key)
	}
}

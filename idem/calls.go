package idem

import (
	"context"
	"errors"
	"math/rand/v2"
	"runtime/debug"
	"time"

	"github.com/asixto/go-sdk/internal/bounded"
)

// Pauses between two looks at a key that another process holds, and between two tries to store an outcome; each is spread by half.
const (
	firstPoll, lastPoll   = 10 * time.Millisecond, 250 * time.Millisecond
	firstRetry, lastRetry = 50 * time.Millisecond, 5 * time.Second
)

// The flight's calls of the store. Each has a time limit, and reports a failure to the observer. A store that panics has failed.

// claimOnce says how to get rid of the claim in case that it fails and happened all the same.
func (f *flight) claimOnce(c *Claim, exorcism exorcism) error {
	f.claimed = time.Now()
	err := f.askStore(c)
	if err == nil {
		return nil
	}
	if !errors.Is(err, ErrFull) {
		f.engine.exorcise(*c, exorcism)
	}
	return storeFailed(f.report("claim", err))
}

func (f *flight) askStore(c *Claim) (err error) {
	ctx := f.storeContext(f.claimed)
	defer ctx.Close()
	defer func() { err = orPanic(recover(), err) }()
	f.rec, err = f.engine.store.Claim(ctx, *c)
	return err
}

// complete leaves a tombstone where the store finds r too large.
func (f *flight) complete(c *Claim, r Result) error {
	err := f.keepResult(c, r)
	if errors.Is(err, ErrTooLarge) && !r.Tombstone {
		err = f.keepResult(c, Result{Tombstone: true})
	}
	return f.report("complete", err)
}

func (f *flight) keepResult(c *Claim, r Result) (err error) {
	ctx := f.storeContext(time.Now())
	defer ctx.Close()
	defer func() { err = orPanic(recover(), err) }()
	return f.engine.store.Complete(ctx, *c, r)
}

func (f *flight) renewOnce() error { return f.call("renew", f.engine.store.Renew) }

func (f *flight) holdOnce() error { return f.call("hold", f.engine.store.Hold) }

func (f *flight) releaseOnce() error { return f.call("release", f.engine.store.Release) }

func (f *flight) call(op string, do func(context.Context, Claim) error) error {
	return f.report(op, f.guarded(func(ctx context.Context) error { return do(ctx, f.claim) }))
}

func (f *flight) guarded(do func(context.Context) error) (err error) {
	ctx := f.storeContext(time.Now())
	defer ctx.Close()
	defer func() { err = orPanic(recover(), err) }()
	return do(ctx)
}

// orPanic returns err, or what became of a panic with v.
func orPanic(v any, err error) error {
	if v == nil {
		return err
	}
	return &PanicError{Value: v, Stack: debug.Stack()}
}

func (f *flight) storeContext(now time.Time) *bounded.Context {
	ctx := new(bounded.Context)
	ctx.Init(f.ctx, now.Add(f.engine.opts.storeTimeout()))
	return ctx
}

func (f *flight) report(op string, err error) error {
	if hook := f.engine.opts.Observer.StoreDown; hook != nil && err != nil && !errors.Is(err, ErrLost) {
		hook(f.ctx, Event{Key: f.req.Key, Fence: f.fence, Op: op, Err: err})
	}
	return err
}

// tellRefusal reports that the key's record decided the call.
func (f *flight) tellRefusal(err error) {
	o := &f.engine.opts.Observer
	switch {
	case errors.Is(err, ErrInDoubt):
		f.tell(f.ctx, o.InDoubt, 0, err)
	case errors.Is(err, ErrConflict):
		f.tell(f.ctx, o.Conflict, 0, err)
	}
}

func (f *flight) tell(ctx context.Context, hook func(context.Context, Event), took time.Duration, err error) {
	if hook != nil {
		hook(ctx, Event{Key: f.req.Key, Fence: f.fence, Took: took, Err: err})
	}
}

// insist repeats a call of the store until it works or the claim is lost, at most for Options.Cap.
func (f *flight) insist(call func() error) {
	end := time.Now().Add(f.engine.opts.Cap)
	for pause := firstRetry; time.Now().Before(end); pause = min(2*pause, lastRetry) {
		if !f.engine.sleep(spread(pause)) {
			return
		}
		if err := call(); err == nil || errors.Is(err, ErrLost) {
			return
		}
	}
}

// sleep reports false where the end of a shutdown cut it short.
func (e *Engine) sleep(d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-e.stop:
		return false
	}
}

// spread keeps processes that started together from staying in step.
func spread(d time.Duration) time.Duration {
	return d/2 + rand.N(d) //nolint:gosec // nobody gains by guessing it
}

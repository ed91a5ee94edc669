package idem

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// settle tells the store, and whoever waits, how the run ended.
func (f *flight) settle(end ending) {
	switch abandoned := f.watch.end(); {
	case abandoned:
		f.settleLate(end)
	case f.tx != nil:
		f.settleTx(end)
	case end.verdict == done:
		f.save(end)
	case end.verdict == doubtful && !f.req.Repeatable && !f.req.InTx:
		f.hold(end)
	default:
		f.free(end)
	}
}

// save completes the key. A caller whose effect happened gets its success also where the store fails; the key stays held, and the
// flight in place of the record, until the result is stored.
func (f *flight) save(end ending) {
	out := Outcome{Result: end.result.Bytes, Tombstone: end.result.Tombstone, Replayed: end.replayed}
	result := f.fit(end.result)
	err := f.complete(result)
	switch {
	case err == nil:
		f.land(out, end.err)
	case errors.Is(err, ErrLost):
		f.land(f.afterLoss(err, out, end.err))
	default:
		f.tell(f.ctx, f.engine.opts.Observer.SaveFailed, Event{Err: err})
		f.publish(out, end.err)
		f.saveLater(result)
		f.leave()
	}
}

// saveLater tries to complete the key until it works. If the store takes anything at all the key is put in doubt meanwhile, so
// that no other process mistakes it for a crash that may be repeated.
func (f *flight) saveLater(r Result) {
	held := false
	f.insist(func() error {
		err := f.complete(r)
		if err != nil && !held && !errors.Is(err, ErrLost) {
			held = f.call("hold", f.holdOnce) == nil
		}
		return err
	})
}

// hold puts the key in doubt.
func (f *flight) hold(end ending) {
	err := f.call("hold", f.holdOnce)
	f.land(Outcome{}, inDoubt(end.err))
	f.finish(err, "hold", f.holdOnce)
}

// free gives the key back.
func (f *flight) free(end ending) {
	err := f.call("release", f.releaseOnce)
	f.land(Outcome{}, end.err)
	f.finish(err, "release", f.releaseOnce)
}

// settleLate stores what a run that had been given up came to in the end: only a success says more than the doubt does.
func (f *flight) settleLate(end ending) {
	if f.tx != nil {
		f.undo(f.tx) // it may have been opened since
		return
	}
	if end.verdict != done {
		return
	}
	r := f.fit(end.result)
	if err := f.complete(r); err != nil && !errors.Is(err, ErrLost) {
		f.saveLater(r)
	}
}

// abandon gives up a run that does not end. Whoever waits for it is told that it is in doubt, or, where a transaction could be
// rolled back, that it was.
func (f *flight) abandon(cause error) {
	f.watch.cancel(cause)
	f.watch.mu.Lock()
	tx := f.tx
	f.watch.mu.Unlock()
	if tx != nil {
		f.undo(tx)
		err := f.call("release", f.releaseOnce)
		f.land(Outcome{}, fmt.Errorf("idem: %q was rolled back: %w", f.req.Key.Tool, cause))
		f.finish(err, "release", f.releaseOnce)
		return
	}
	err := f.call("hold", f.holdOnce)
	f.land(Outcome{}, inDoubt(cause))
	f.finish(err, "hold", f.holdOnce)
}

// afterLoss answers for an effect whose claim was lost: with what the new owner stored, or by storing it now if nobody owns the
// key, else nobody knows.
func (f *flight) afterLoss(lost error, out Outcome, err error) (Outcome, error) {
	f.tell(f.ctx, f.engine.opts.Observer.Lost, Event{Err: lost})
	f.claim.Token, f.claim.TakeOver = newToken(), false
	rec, cerr := f.claimOnce()
	switch {
	case cerr != nil:
		return Outcome{}, inDoubt(cerr)
	case rec.State == StateDone:
		return Outcome{Result: rec.Bytes, Tombstone: rec.Tombstone, Replayed: true}, nil
	case rec.State == StateGranted && f.complete(f.fit(Result{Bytes: out.Result, Tombstone: out.Tombstone})) == nil:
		return out, err
	}
	return Outcome{}, inDoubt(lost)
}

// fit replaces what is too large by a tombstone.
func (f *flight) fit(r Result) Result {
	if r.Tombstone || len(r.Bytes) > f.engine.opts.MaxResult {
		return Result{Tombstone: true}
	}
	return r
}

func (f *flight) complete(r Result) error {
	err := f.call("complete", func(ctx context.Context) error { return f.engine.store.Complete(ctx, f.claim, r) })
	if errors.Is(err, ErrTooLarge) && !r.Tombstone {
		return f.complete(Result{Tombstone: true})
	}
	return err
}

func (f *flight) holdOnce(ctx context.Context) error { return f.engine.store.Hold(ctx, f.claim) }

func (f *flight) releaseOnce(ctx context.Context) error { return f.engine.store.Release(ctx, f.claim) }

// finish goes on with a call whose first try ended with err.
func (f *flight) finish(err error, op string, step func(context.Context) error) {
	switch {
	case err == nil:
	case errors.Is(err, ErrLost):
		f.tell(f.ctx, f.engine.opts.Observer.Lost, Event{Err: err})
	default:
		f.insist(func() error { return f.call(op, step) })
	}
}

// insist repeats step until it works or the claim is lost, at most for Options.Cap.
func (f *flight) insist(step func() error) {
	end := time.Now().Add(f.engine.opts.Cap)
	for pause := firstRetry; time.Now().Before(end); pause = min(2*pause, lastRetry) {
		if !f.engine.sleep(spread(pause)) {
			return
		}
		if err := step(); err == nil || errors.Is(err, ErrLost) {
			return
		}
	}
}

// call gives one call of the store its time limit and reports its failure.
func (f *flight) call(op string, do func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(f.ctx, f.engine.opts.storeTimeout())
	defer cancel()
	err := do(ctx)
	if err != nil && !errors.Is(err, ErrLost) && !errors.Is(err, ErrTooLarge) {
		f.tell(f.ctx, f.engine.opts.Observer.StoreDown, Event{Op: op, Err: err})
	}
	return err
}

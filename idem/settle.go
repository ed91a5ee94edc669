package idem

import (
	"errors"
	"fmt"
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
	case end.unresolved, end.verdict == doubtful && !f.req.Repeatable && !f.req.InTx:
		f.hold(end.err)
	default:
		f.free(end.err)
	}
}

// save completes the key. A caller whose effect happened gets its success also where the store fails; the key stays held, and the
// flight in place of the record, until the result is stored.
func (f *flight) save(end ending) {
	out := Outcome{Result: end.result.Bytes, Tombstone: end.result.Tombstone, Replayed: end.replayed}
	result := f.fit(end.result)
	err := f.complete(&f.claim, result)
	switch {
	case err == nil:
		f.land(out, end.err)
	case errors.Is(err, ErrLost):
		f.land(f.afterLoss(err, out, end.err))
	default:
		f.tell(f.ctx, f.engine.opts.Observer.SaveFailed, 0, err)
		f.stay()
		f.publish(out, end.err)
		f.saveLater(result)
		f.leave()
	}
}

// saveLater tries to complete the key until it works. If the store takes anything at all the key is put in doubt meanwhile, so
// that no other process mistakes it for one that nobody ran.
func (f *flight) saveLater(r Result) {
	held := false
	f.insist(func() error {
		err := f.complete(&f.claim, r)
		if err != nil && !held && !errors.Is(err, ErrLost) {
			held = f.holdOnce() == nil
		}
		return err
	})
}

// hold puts the key in doubt.
func (f *flight) hold(cause error) {
	failed, err := f.holdOnce(), inDoubt(cause)
	f.tell(f.ctx, f.engine.opts.Observer.InDoubt, 0, err)
	f.land(Outcome{}, err)
	f.finish(failed, f.holdOnce)
}

// free gives the key back; who waits gets err.
func (f *flight) free(err error) {
	failed := f.releaseOnce()
	f.land(Outcome{}, err)
	f.finish(failed, f.releaseOnce)
}

// finish goes on with a call whose first try ended with err.
func (f *flight) finish(err error, call func() error) {
	switch {
	case err == nil:
	case errors.Is(err, ErrLost):
		f.tell(f.ctx, f.engine.opts.Observer.Lost, 0, err)
	default:
		f.insist(call)
	}
}

// abandon gives up a run that does not end. Whoever waits for it is told that it is in doubt, or, where a transaction could be
// rolled back, that it was.
func (f *flight) abandon(cause error) {
	f.watch.mu.Lock()
	tx := f.tx
	f.watch.mu.Unlock()
	if tx == nil {
		f.hold(cause)
		return
	}
	f.undo(tx)
	f.free(fmt.Errorf("idem: %q was rolled back: %w", f.req.Key.Tool, cause))
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
	if err := f.complete(&f.claim, r); err != nil && !errors.Is(err, ErrLost) {
		f.saveLater(r)
	}
}

// afterLoss answers for an effect whose claim was lost: with what the new owner stored, or by storing it now if nobody owns the
// key, else nobody knows.
func (f *flight) afterLoss(lost error, out Outcome, err error) (Outcome, error) {
	f.tell(f.ctx, f.engine.opts.Observer.Lost, 0, lost)
	c := f.claim
	c.Token, c.TakeOver = newToken(), false
	failed := f.claimOnce(&c, holdGhost)
	switch {
	case failed != nil:
		lost = failed
	case f.rec.State == StateDone:
		return f.replay(), nil
	case f.rec.State == StateGranted && f.complete(&c, f.fit(Result{Bytes: out.Result, Tombstone: out.Tombstone})) == nil:
		return out, err
	}
	err = inDoubt(lost)
	f.tell(f.ctx, f.engine.opts.Observer.InDoubt, 0, err)
	return Outcome{}, err
}

// fit replaces what is too large by a tombstone.
func (f *flight) fit(r Result) Result {
	if r.Tombstone || len(r.Bytes) > f.engine.opts.MaxResult {
		return Result{Tombstone: true}
	}
	return r
}

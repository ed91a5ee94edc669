package idem

import (
	"bytes"
	"context"
	"errors"
	"time"
)

// begin opens the transaction that run works in.
func (f *flight) begin(ctx context.Context) (context.Context, error) {
	inner, tx, err := f.engine.transactional.Begin(ctx, f.claim)
	if err != nil {
		return ctx, storeFailed(f.report("begin", err))
	}
	f.watch.mu.Lock()
	defer f.watch.mu.Unlock()
	f.tx = tx
	f.watch.unleased = f.watch.unleased || tx.Exclusive()
	return inner, context.Cause(inner) // it may have taken too long
}

// settleTx commits the effect together with its key, or rolls it back and frees the key: nothing is in doubt.
func (f *flight) settleTx(end ending) {
	if end.verdict != done {
		f.undo(f.tx)
		f.free(end.err)
		return
	}
	out := Outcome{Result: end.result.Bytes, Tombstone: end.result.Tombstone}
	err := f.commit(f.fit(end.result))
	switch {
	case err == nil:
		f.land(out, end.err)
	case errors.Is(err, ErrLost):
		f.tell(f.ctx, f.engine.opts.Observer.Lost, 0, err)
		f.land(f.committed(err, out, end.err))
	default:
		f.land(f.afterCommit(err, out, end.err))
	}
}

func (f *flight) commit(r Result) error {
	return f.report("commit", f.guarded(func(ctx context.Context) error {
		err := f.tx.Commit(ctx, r)
		if errors.Is(err, ErrTooLarge) && !r.Tombstone {
			err = f.tx.Commit(ctx, Result{Tombstone: true})
		}
		return err
	}))
}

func (f *flight) undo(tx Tx) {
	_ = f.report("rollback", f.guarded(tx.Rollback)) // what is not committed is undone without it too
}

// afterCommit finds out whether a commit that failed took place. A key that can still be released says that it did not.
func (f *flight) afterCommit(failed error, out Outcome, err error) (Outcome, error) {
	f.undo(f.tx)
	end := time.Now().Add(f.engine.opts.Lease)
	for pause := firstRetry; ; pause = min(2*pause, lastRetry) {
		unreleased := f.releaseOnce()
		switch {
		case unreleased == nil:
			return Outcome{}, storeFailed(failed)
		case errors.Is(unreleased, ErrLost):
			return f.committed(failed, out, err)
		case !time.Now().Before(end) || !f.engine.sleep(spread(pause)):
			return Outcome{}, inDoubt(failed)
		}
	}
}

// committed answers with what the key's record says after this claim was found gone: that this transaction committed, or another
// owner's. If the record cannot be read only this call is in doubt: the key is not.
func (f *flight) committed(lost error, out Outcome, err error) (Outcome, error) {
	c := f.claim
	c.TakeOver = false
	unknown := f.claimOnce(&c, releaseGhost)
	switch {
	case unknown != nil:
		return Outcome{}, inDoubt(unknown)
	case f.rec.State == StateDone && bytes.Equal(f.rec.Bytes, f.fit(Result{Bytes: out.Result}).Bytes):
		return out, err
	case f.rec.State == StateDone:
		return f.replay(), nil
	case f.rec.State == StateGranted:
		f.engine.exorcise(c, releaseGhost)
	}
	return Outcome{}, errors.Join(ErrInProgress, lost)
}

package idem

import (
	"fmt"
	"time"
)

// acquire claims the key and waits while another process holds it. The record it leaves is granted or done.
func (f *flight) acquire() error {
	if err := f.ask(); err != nil || f.rec.State != StateRunning {
		return err
	}
	f.waited = true
	return f.poll()
}

// poll looks at the key, again and again, until its owner in another process has ended.
func (f *flight) poll() (err error) {
	e, start := f.engine, time.Now()
	if !e.enterWait() {
		return e.tooManyWait()
	}
	defer func() {
		e.leaveWait()
		f.tell(f.ctx, e.opts.Observer.Waited, time.Since(start), err)
	}()
	end := start.Add(e.opts.Wait)
	for pause := firstPoll; ; pause = min(2*pause, lastPoll) {
		if !e.sleep(min(spread(pause), time.Until(end))) {
			return ErrClosed
		}
		if err := f.ask(); err != nil || f.rec.State != StateRunning {
			return err
		}
		if !time.Now().Before(end) {
			return e.waitOver()
		}
	}
}

// ask claims once, and again to take over a key in doubt that Resolve will decide. It turns every state into an error but granted,
// done and running.
func (f *flight) ask() error {
	f.claim.TakeOver = f.req.rerunnable()
	err := f.claimOnce(&f.claim, releaseGhost)
	if err == nil && f.rec.State == StateDoubt && f.req.Resolve != nil {
		f.claim.TakeOver = true
		err = f.claimOnce(&f.claim, holdGhost)
	}
	if err != nil {
		return err
	}
	switch f.rec.State {
	case StateGranted, StateDone, StateRunning:
		return nil
	case StateDoubt:
		return ErrInDoubt
	case StateConflict:
		return ErrConflict
	}
	return storeFailed(fmt.Errorf("%T.Claim returned the invalid state %d", f.engine.store, f.rec.State))
}

// The count of calls that wait, in this process or for another one.

func (e *Engine) enterWait() bool {
	if e.waiters.Add(1) <= int64(e.opts.MaxWaiters) {
		return true
	}
	e.waiters.Add(-1)
	return false
}

func (e *Engine) leaveWait() { e.waiters.Add(-1) }

func (e *Engine) tooManyWait() error {
	return fmt.Errorf("%w: %d calls wait already", ErrInProgress, e.opts.MaxWaiters)
}

func (e *Engine) waitOver() error {
	return fmt.Errorf("%w: the wait of %v is over", ErrInProgress, e.opts.Wait)
}

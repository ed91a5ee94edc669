package idem

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"
)

// Pauses between two looks at a key that another process holds, and between two tries to store an outcome; each is spread by half.
const (
	firstPoll, lastPoll   = 10 * time.Millisecond, 250 * time.Millisecond
	firstRetry, lastRetry = 50 * time.Millisecond, 5 * time.Second
)

// acquire claims the key and waits while another process holds it. The record it returns is granted or done.
func (f *flight) acquire() (rec Record, waited bool, err error) {
	e := f.engine
	f.claim = Claim{
		ID: f.key.id, Token: newToken(), Fingerprint: f.key.fingerprint,
		Lease: e.opts.Lease, Retention: e.opts.Retention, TakeOver: f.req.rerunnable(),
	}
	rec, err = f.ask()
	if err != nil || rec.State != StateRunning {
		return rec, false, err
	}
	if !e.enterWait() {
		return rec, true, e.tooManyWait()
	}
	defer e.leaveWait()
	start := time.Now()
	rec, err = f.poll(start.Add(e.opts.Wait))
	f.tell(f.ctx, e.opts.Observer.Waited, Event{Took: time.Since(start), Err: err})
	return rec, true, err
}

func (f *flight) poll(end time.Time) (Record, error) {
	for pause := firstPoll; ; pause = min(2*pause, lastPoll) {
		if !f.engine.sleep(min(spread(pause), time.Until(end))) {
			return Record{}, ErrClosed
		}
		rec, err := f.ask()
		if err != nil || rec.State != StateRunning {
			return rec, err
		}
		if !time.Now().Before(end) {
			return rec, f.engine.waitOver()
		}
	}
}

// ask claims once, or twice where a key in doubt is to be resolved. It turns every state but granted, done and running into an
// error.
func (f *flight) ask() (Record, error) {
	f.claim.TakeOver = f.req.rerunnable()
	rec, err := f.claimOnce()
	if err == nil && rec.State == StateDoubt && f.req.Resolve != nil {
		f.claim.TakeOver = true
		rec, err = f.claimOnce()
	}
	if err != nil {
		return rec, err
	}
	switch rec.State {
	case StateGranted, StateDone, StateRunning:
		return rec, nil
	case StateDoubt:
		return rec, ErrInDoubt
	case StateConflict:
		return rec, ErrConflict
	}
	return rec, storeFailed(fmt.Errorf("%T.Claim returned the invalid state %d", f.engine.store, rec.State))
}

func (f *flight) claimOnce() (rec Record, err error) {
	sent := time.Now()
	err = f.call("claim", func(ctx context.Context) (err error) {
		rec, err = f.engine.store.Claim(ctx, f.claim)
		return err
	})
	f.claimed = sent
	if err == nil {
		return rec, nil
	}
	if !errors.Is(err, ErrFull) {
		f.engine.exorcise(f.claim) // the claim may have happened
	}
	return rec, storeFailed(err)
}

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

// sleep reports false where a shutdown cut it short.
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
func spread(d time.Duration) time.Duration { return d/2 + rand.N(d) }

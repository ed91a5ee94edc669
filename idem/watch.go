package idem

import (
	"context"
	"errors"
	"sync"
	"time"
)

// watch looks after a claim while its run is under way: it renews the lease, notices when it is lost, tells the caller when the
// deadline has passed, and gives the run up at the cap. One timer serves all four.
type watch struct {
	f      *flight
	ctx    context.Context // the run's
	cancel context.CancelCauseFunc
	stop   context.CancelFunc

	mu       sync.Mutex
	timer    *time.Timer
	over     bool // the run ended or was given up
	overdue  bool
	unleased bool // lost, or needs no lease
	renewing bool
	renewAt  time.Time
	leaseEnd time.Time // as this process counts it, from before the store was asked
	deadline time.Time
	capAt    time.Time
}

// keepWatch starts the watch over a claim that was just granted.
func (f *flight) keepWatch() {
	e, now := f.engine, time.Now()
	w := &watch{
		f: f, leaseEnd: f.claimed.Add(e.opts.Lease), renewAt: f.claimed.Add(e.opts.Lease / 3),
		deadline: now.Add(f.req.Timeout), capAt: now.Add(e.opts.Cap),
	}
	ctx, cancel := context.WithCancelCause(&attemptContext{f.ctx, newAttempt(&f.req, &f.claim, f.fence)})
	w.cancel = cancel
	w.ctx, w.stop = context.WithDeadline(ctx, w.deadline)
	e.mu.Lock()
	f.watch = w
	if e.stopped() {
		w.cancel(ErrClosed)
	}
	e.mu.Unlock()
	w.mu.Lock()
	defer w.mu.Unlock()
	w.timer = time.AfterFunc(time.Until(w.next()), w.tick)
}

// tick handles the one event that is due and waits for the next.
func (w *watch) tick() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.over {
		return
	}
	switch now := time.Now(); {
	case !now.Before(w.capAt):
		w.over = true
		w.aside(func() { w.f.abandon(errCap) })
		return
	case !w.overdue && !now.Before(w.deadline):
		w.overdue = true
		close(w.f.overdue)
	case !w.unleased && !now.Before(w.leaseEnd):
		w.lose(errLeaseEnded)
	case !w.unleased && !w.renewing && !now.Before(w.renewAt):
		w.renewing = true
		w.aside(w.renew)
	}
	w.timer.Reset(time.Until(w.next()))
}

// next is when something is due again.
func (w *watch) next() time.Time {
	next := w.capAt
	sooner := func(t time.Time) {
		if t.Before(next) {
			next = t
		}
	}
	if !w.overdue {
		sooner(w.deadline)
	}
	if !w.unleased {
		sooner(w.leaseEnd)
		if !w.renewing {
			sooner(w.renewAt)
		}
	}
	return next
}

// aside does what must not hold the lock; the engine's shutdown waits for it.
func (w *watch) aside(do func()) {
	w.f.engine.aloft.Add(1)
	go func() {
		defer w.f.engine.aloft.Done()
		do()
	}()
}

func (w *watch) renew() {
	f, sent := w.f, time.Now()
	err := f.call("renew", func(ctx context.Context) error { return f.engine.store.Renew(ctx, f.claim) })
	w.mu.Lock()
	defer w.mu.Unlock()
	w.renewing = false
	if w.over || w.unleased {
		return
	}
	lease := f.engine.opts.Lease
	switch {
	case err == nil:
		w.leaseEnd, w.renewAt = sent.Add(lease), sent.Add(lease/3)
	case errors.Is(err, ErrLost):
		w.lose(err)
	default:
		w.renewAt = time.Now().Add(lease / 12)
	}
	w.timer.Reset(time.Until(w.next()))
}

// lose cancels a run whose claim somebody else may have by now.
func (w *watch) lose(err error) {
	w.unleased = true
	w.cancel(err)
	f := w.f
	w.aside(func() { f.tell(f.ctx, f.engine.opts.Observer.Lost, Event{Err: err}) })
}

// end stops the watch and reports whether the run had been given up.
func (w *watch) end() (abandoned bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	abandoned, w.over = w.over, true
	w.timer.Stop()
	w.stop()
	w.cancel(nil)
	return abandoned
}

// giveUp abandons the run unless it ended.
func (w *watch) giveUp(cause error) {
	w.mu.Lock()
	over := w.over
	w.over = true
	w.mu.Unlock()
	if !over {
		w.f.abandon(cause)
	}
}

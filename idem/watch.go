package idem

import (
	"errors"
	"sync"
	"time"
)

// watch looks after a claim while its run is under way: it renews the lease, notices when it is lost, tells the caller when the
// deadline has passed, and gives the run up at the cap.
type watch struct {
	f   *flight
	run runContext // what the run goes by

	mu       sync.Mutex
	begun    bool
	over     bool // the run ended or was given up
	overdue  bool
	unleased bool // lost, or in no need of a lease
	renewing bool
	renewAt  time.Time
	leaseEnd time.Time // as this process counts it: from before the store was asked

	due   time.Time // of the alarm, guarded by alarms.mu
	place int       // in its queue, 0 for none
}

// begin starts the watch over a claim that was just granted.
func (w *watch) begin(f *flight) {
	o := &f.engine.opts
	w.f, w.run.flight = f, f
	w.run.Init(f.ctx, w.deadline())
	w.leaseEnd, w.renewAt = f.claimed.Add(o.Lease), f.claimed.Add(o.Lease/3)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.begun = true
	f.engine.alarms.set(w, w.next())
	if f.engine.stopped() {
		w.run.End(ErrClosed)
	}
}

// tick handles the one event that is due and waits for the next.
func (w *watch) tick() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.over {
		return
	}
	switch now := time.Now(); {
	case !now.Before(w.cap()):
		w.over = true
		w.aside(func() { w.f.abandon(errCap) })
		return
	case !w.overdue && !now.Before(w.deadline()):
		w.overdue = true
		w.f.news <- false
	case !w.unleased && !now.Before(w.leaseEnd):
		w.lose(errLeaseEnded)
	case !w.unleased && !w.renewing && !now.Before(w.renewAt):
		w.renewing = true
		w.aside(w.renew)
	}
	w.f.engine.alarms.set(w, w.next())
}

// next is when something is due again.
func (w *watch) next() time.Time {
	next := w.cap()
	if !w.overdue {
		next = earlier(next, w.deadline())
	}
	if !w.unleased {
		next = earlier(next, w.leaseEnd)
		if !w.renewing {
			next = earlier(next, w.renewAt)
		}
	}
	return next
}

func (w *watch) deadline() time.Time { return w.f.claimed.Add(w.f.req.Timeout) }

func (w *watch) cap() time.Time { return w.f.claimed.Add(w.f.engine.opts.Cap) }

func earlier(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}

func (w *watch) renew() {
	sent, err := time.Now(), w.f.renewOnce()
	w.mu.Lock()
	defer w.mu.Unlock()
	w.renewing = false
	if w.over || w.unleased {
		return
	}
	lease := w.f.engine.opts.Lease
	switch {
	case err == nil:
		w.leaseEnd, w.renewAt = sent.Add(lease), sent.Add(lease/3)
	case errors.Is(err, ErrLost):
		w.lose(err)
	default:
		w.renewAt = time.Now().Add(lease / 12)
	}
	w.f.engine.alarms.set(w, w.next())
}

// lose cancels a run whose claim somebody else may have by now.
func (w *watch) lose(err error) {
	w.unleased = true
	w.run.End(err)
	f := w.f
	w.aside(func() { f.tell(f.ctx, f.engine.opts.Observer.Lost, 0, err) })
}

// aside does what must not happen under the lock. Shutdown waits for it, as for the flight, which is aloft as long as w is not over.
func (w *watch) aside(do func()) {
	w.f.engine.aloft.Go(do)
}

// end stops the watch and reports whether the run had been given up.
func (w *watch) end() (abandoned bool) {
	w.run.Close()
	w.mu.Lock()
	defer w.mu.Unlock()
	abandoned, w.over = w.over, true
	w.f.engine.alarms.clear(w)
	return abandoned
}

// cancel ends the run's context, if there is one yet.
func (w *watch) cancel(cause error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.begun {
		w.run.End(cause)
	}
}

// giveUp abandons the run, unless it never began or has ended, and reports whether it did.
func (w *watch) giveUp(cause error) bool {
	w.mu.Lock()
	if !w.begun || w.over {
		w.mu.Unlock()
		return false
	}
	w.over = true
	w.mu.Unlock()
	w.f.abandon(cause)
	return true
}

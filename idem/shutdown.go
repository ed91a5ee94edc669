package idem

import (
	"context"
	"fmt"
	"time"
)

// landing is what runs that a shutdown cancels get for coming to an end in good order.
const landing = time.Second

// Shutdown ends the engine: new calls get ErrClosed and the ones under way go on, also those whose callers left. It returns nil
// when all have ended and their outcomes are stored. When ctx ends first it cancels their contexts with ErrClosed as the cause,
// waits for up to a second, puts the keys of those still running in doubt, and returns the cause of ctx. It may be called again.
func (e *Engine) Shutdown(ctx context.Context) error {
	e.mu.Lock()
	e.closed = true
	e.mu.Unlock()
	empty := make(chan struct{})
	go func() {
		e.aloft.Wait()
		close(empty)
	}()
	select {
	case <-empty:
		return nil
	case <-ctx.Done():
	}
	e.halt()
	select {
	case <-empty:
		return context.Cause(ctx)
	case <-time.After(landing):
	}
	left := e.watches()
	for _, w := range left {
		w.giveUp(ErrClosed)
	}
	return fmt.Errorf("idem: %d operations did not end and are in doubt: %w", len(left), context.Cause(ctx))
}

// halt cancels what runs and wakes what waits.
func (e *Engine) halt() {
	e.mu.Lock()
	select {
	case <-e.stop:
	default:
		close(e.stop)
	}
	e.mu.Unlock()
	for _, w := range e.watches() {
		w.cancel(ErrClosed)
	}
}

func (e *Engine) watches() []*watch {
	e.mu.Lock()
	defer e.mu.Unlock()
	var all []*watch
	for _, f := range e.flights {
		if f.watch != nil {
			all = append(all, f.watch)
		}
	}
	return all
}

// stopped reports whether a shutdown's time is up.
func (e *Engine) stopped() bool {
	select {
	case <-e.stop:
		return true
	default:
		return false
	}
}

package idem

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// landing is what runs that a shutdown cancels get for coming to an end in good order.
const landing = time.Second

// Shutdown ends the engine: new calls get ErrClosed and the ones under way go on, also those whose callers left. It returns nil
// when all have ended and their outcomes are stored. When ctx ends first it cancels their contexts with ErrClosed as the cause,
// waits for up to a second, puts the keys of those still running in doubt, and returns the cause of ctx. It may be called again.
func (e *Engine) Shutdown(ctx context.Context) error {
	e.mu.Lock()
	if !e.closed {
		e.closed = true
		close(e.closing)
	}
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
	var left atomic.Int64
	var group sync.WaitGroup
	for _, f := range e.all() {
		group.Go(func() {
			if f.watch.giveUp(ErrClosed) {
				left.Add(1)
			}
		})
	}
	group.Wait()
	return fmt.Errorf("idem: %d operations did not end and are in doubt: %w", left.Load(), context.Cause(ctx))
}

// halt cancels what runs and wakes what waits.
func (e *Engine) halt() {
	e.stopOnce.Do(func() { close(e.stop) })
	for _, f := range e.all() {
		f.watch.cancel(ErrClosed)
	}
}

func (e *Engine) all() []*flight {
	e.mu.Lock()
	defer e.mu.Unlock()
	return slices.Collect(maps.Values(e.flights))
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

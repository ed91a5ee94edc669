package idem

import (
	"context"
	"sync"
	"time"
)

// flightContext has the values of one context and an end of its own: a deadline, and a cancellation with a cause. Behind it is a
// context of the standard library, made once somebody waits for the end; calls of a store in memory and many runs never do.
type flightContext struct {
	values   context.Context // has no end
	flight   *flight         // whose run this is for, nil for calls of the store
	deadline time.Time

	mu     sync.Mutex
	closed bool
	inner  context.Context
	cancel context.CancelCauseFunc
	stop   context.CancelFunc
}

func (c *flightContext) Deadline() (time.Time, bool) { return c.deadline, true }

func (c *flightContext) Done() <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.standard().Done()
}

func (c *flightContext) Err() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.inner != nil:
		return c.inner.Err()
	case c.closed:
		return context.Canceled
	case time.Until(c.deadline) <= 0:
		return context.DeadlineExceeded
	}
	return nil
}

func (c *flightContext) Value(key any) any {
	if key == (runKey{}) && c.flight != nil {
		return c.flight
	}
	c.mu.Lock()
	inner := c.inner
	c.mu.Unlock()
	if inner != nil {
		return inner.Value(key) // the standard library looks for its own contexts here
	}
	return c.values.Value(key)
}

// end cancels the context with a cause.
func (c *flightContext) end(cause error) {
	c.mu.Lock()
	c.standard()
	c.mu.Unlock()
	c.cancel(cause)
}

// close cancels the context and frees what it holds, once the work it was for is over.
func (c *flightContext) close() {
	c.mu.Lock()
	c.closed = true
	made := c.inner != nil
	c.mu.Unlock()
	if made {
		c.stop()
		c.cancel(nil)
	}
}

// standard makes the context behind this one; mu is held.
func (c *flightContext) standard() context.Context {
	if c.inner == nil {
		c.inner, c.cancel = context.WithCancelCause(c.values)
		c.inner, c.stop = context.WithDeadline(c.inner, c.deadline)
		if c.closed {
			c.stop()
			c.cancel(nil)
		}
	}
	return c.inner
}

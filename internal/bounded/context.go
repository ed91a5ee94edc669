// Package bounded is for functions that run in a goroutine of their own, each with
// an end that it must keep. It is on the road of every call, and made for the many
// that end in time.
package bounded

import (
	"context"
	"runtime"
	"sync"
	"time"
)

// A Context ends with its parent, at its deadline, or when it is told to. Behind it
// is a context of the standard library, made once somebody waits for the end or
// learns of it; many functions never do. Init comes before any other use, and Close
// at the end.
type Context struct {
	parent   context.Context
	deadline time.Time

	mu     sync.Mutex
	closed bool
	inner  context.Context
	cancel context.CancelCauseFunc
	stop   context.CancelFunc
}

// Init gives the context its parent and its deadline.
func (c *Context) Init(parent context.Context, deadline time.Time) {
	c.parent, c.deadline = parent, deadline
}

// Deadline implements [context.Context]; there always is one, the parent's where
// that is earlier.
func (c *Context) Deadline() (time.Time, bool) {
	if d, ok := c.parent.Deadline(); ok && d.Before(c.deadline) {
		return d, true
	}
	return c.deadline, true
}

// Done implements [context.Context].
func (c *Context) Done() <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.standard().Done()
}

// Err implements [context.Context].
func (c *Context) Err() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.inner == nil && !c.closed && c.parent.Err() == nil && time.Until(c.deadline) > 0 {
		return nil
	}
	return c.standard().Err() // which, once told, stays
}

// String implements [fmt.Stringer], as all contexts of the standard library do:
// without it, to print one would read what others write.
func (c *Context) String() string { return "bounded.Context" }

// Value implements [context.Context].
func (c *Context) Value(key any) any {
	c.mu.Lock()
	inner := c.inner
	c.mu.Unlock()
	if inner != nil {
		return inner.Value(key) // the standard library looks for its own contexts here
	}
	return c.parent.Value(key)
}

// End cancels the context with a cause.
func (c *Context) End(cause error) {
	c.mu.Lock()
	c.standard()
	c.mu.Unlock()
	c.cancel(cause)
}

// Close cancels the context and frees what it holds, once the work that it was for
// is over.
func (c *Context) Close() {
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
func (c *Context) standard() context.Context {
	if c.inner == nil {
		c.inner, c.cancel = context.WithCancelCause(c.parent)
		if c.closed {
			c.cancel(nil) // before a deadline that has passed by now
		}
		c.inner, c.stop = context.WithDeadline(undated{c.inner}, c.deadline)
	}
	return c.inner
}

// undated is a context whose own deadline is left to itself: it may have a cause,
// and contexts that others made may not keep theirs.
type undated struct{ context.Context }

func (undated) Deadline() (deadline time.Time, ok bool) { return time.Time{}, false }

// GrowStack makes room on a new goroutine's stack, of eight kilobytes in all, while
// there is next to nothing on it that would have to be moved.
//
//go:noinline
func GrowStack() {
	var room [6 << 10]byte
	runtime.KeepAlive(&room)
}

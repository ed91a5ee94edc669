package asixto

import (
	"cmp"
	"context"
	"errors"
	"runtime/debug"
	"sync"
	"time"

	"github.com/asixto/go-sdk/internal/bounded"
)

var (
	errGoexit  = errors.New("asixto: the handler ended its goroutine")
	errClosing = errors.New("asixto: the server is shutting down")
)

// runBounded runs fn in a goroutine of its own, through the gate, and waits for it
// or for its end: the deadline, the client's leaving, or the end of a shutdown. A
// panic or Goexit of fn becomes an error. The call is in the gate until fn returns.
func (s *Server) runBounded(parent context.Context, timeout time.Duration, fn func(context.Context) (answer, error)) (answer, error) {
	if !s.gate.enter() {
		return answer{}, errClosing
	}
	ctx := new(bounded.Context)
	ctx.Init(parent, time.Now().Add(timeout))
	type outcome struct {
		answer answer
		err    error
	}
	result := make(chan outcome, 1)
	go func() {
		bounded.GrowStack()
		defer s.gate.leave()
		defer ctx.Close()
		o := outcome{err: errGoexit}
		defer func() {
			if v := recover(); v != nil {
				o = outcome{err: &panicError{v, debug.Stack()}}
			}
			result <- o
		}()
		o.answer, o.err = fn(ctx)
	}()
	late := time.NewTimer(timeout)
	defer late.Stop()
	var cause error
	select {
	case o := <-result:
		return o.answer, o.err
	case <-late.C:
		cause = context.DeadlineExceeded
	case <-parent.Done():
		cause = cmp.Or(context.Cause(parent), context.Canceled) // an author's own context may tell none
	case <-s.halted.Done():
		cause = errClosing
		ctx.End(cause)
	}
	select {
	case o := <-result: // both at once: what the handler said counts
		return o.answer, o.err
	default:
		return answer{}, cause
	}
}

// A gate counts the calls in progress, so that a shutdown can wait for them,
// also for those whose client has left. The zero gate is open.
type gate struct {
	mu      sync.Mutex
	running int
	closed  bool
	idle    chan struct{} // made by close, closed at the last leave
}

// enter reports whether a call may begin; each that may must leave.
func (g *gate) enter() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.closed {
		return false
	}
	g.running++
	return true
}

func (g *gate) leave() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.running--
	if g.closed && g.running == 0 {
		close(g.idle)
	}
}

func (g *gate) isClosed() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.closed
}

// close lets nobody in any more and returns a channel that closes when the
// last one has left.
func (g *gate) close() <-chan struct{} {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !g.closed {
		g.closed = true
		g.idle = make(chan struct{})
		if g.running == 0 {
			close(g.idle)
		}
	}
	return g.idle
}

package bounded

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var errCause = errors.New("the cause")

type valueKey struct{}

// TestEnds holds every end to what the standard library's contexts tell of it, to
// whoever asks before and to whoever asks first once it is over.
func TestEnds(t *testing.T) {
	t.Parallel()
	for _, end := range []struct {
		name  string
		ended func(c *Context, parent context.CancelCauseFunc)
		err   error
		cause error
	}{
		{"the deadline", func(*Context, context.CancelCauseFunc) { time.Sleep(time.Minute) }, context.DeadlineExceeded, context.DeadlineExceeded},
		{"the parent", func(_ *Context, parent context.CancelCauseFunc) { parent(errCause) }, context.Canceled, errCause},
		{"a cause", func(c *Context, _ context.CancelCauseFunc) { c.End(errCause) }, context.Canceled, errCause},
		{"the work is over", func(c *Context, _ context.CancelCauseFunc) { c.Close() }, context.Canceled, context.Canceled},
		{"the first cause counts", func(c *Context, _ context.CancelCauseFunc) { c.End(errCause); c.End(errors.New("another")); c.Close() }, context.Canceled, errCause},
	} {
		for _, waits := range []bool{false, true} {
			t.Run(end.name, func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					parent, cancel := context.WithCancelCause(context.WithValue(t.Context(), valueKey{}, "value"))
					defer cancel(nil)
					var c Context
					c.Init(parent, time.Now().Add(time.Minute))
					defer c.Close()
					var child context.Context = &c
					if waits {
						own, cancel := context.WithCancel(child)
						defer cancel()
						child = own
					}
					if err := child.Err(); err != nil || context.Cause(child) != nil {
						t.Fatalf("before its end: %v, %v", err, context.Cause(child))
					}
					end.ended(&c, cancel)
					synctest.Wait()
					if !errors.Is(child.Err(), end.err) || !errors.Is(context.Cause(child), end.cause) {
						t.Errorf("ended with %v, cause %v; want %v, cause %v", child.Err(), context.Cause(child), end.err, end.cause)
					}
					select {
					case <-child.Done():
					default:
						t.Error("Done is open")
					}
					if !errors.Is(child.Err(), end.err) || child.Value(valueKey{}) != "value" {
						t.Errorf("once it was waited for: %v, value %v", child.Err(), child.Value(valueKey{}))
					}
				})
			})
		}
	}
}

func TestDeadline(t *testing.T) {
	t.Parallel()
	for _, earlier := range []time.Duration{time.Second, time.Hour} {
		t.Run(earlier.String(), func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				parent, cancel := context.WithTimeout(t.Context(), earlier)
				defer cancel()
				var c Context
				c.Init(parent, time.Now().Add(time.Minute))
				defer c.Close()
				want := time.Now().Add(min(earlier, time.Minute))
				if d, ok := c.Deadline(); !ok || !d.Equal(want) {
					t.Errorf("%v, %v", d, ok)
				}
				start := time.Now()
				<-c.Done()
				if waited := time.Since(start); waited != min(earlier, time.Minute) {
					t.Errorf("ended after %v", waited)
				}
			})
		})
	}
}

// TestCostsNothing: who never waits for the end pays for no timer.
func TestCostsNothing(t *testing.T) { //nolint:paralleltest // the allocations of all goroutines are counted
	parent := t.Context()
	allocs := testing.AllocsPerRun(100, func() {
		c := new(Context)
		c.Init(parent, time.Now().Add(time.Minute))
		_ = c.Err()
		_ = c.Value(valueKey{})
		c.Close()
	})
	if allocs > 1 {
		t.Errorf("%v allocations, want the context alone", allocs)
	}
}

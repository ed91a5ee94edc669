package bounded

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

var errParent = errors.New("the parent's cause")

// events are what may happen to a context, in every order.
var events = []string{"time passes", "the parent ends", "End", "Close"}

// orders are all sequences of up to n events.
func orders(n int) (all [][]string) {
	if n == 0 {
		return [][]string{nil}
	}
	for _, shorter := range orders(n - 1) {
		all = append(all, shorter)
		if len(shorter) == n-1 {
			for _, e := range events {
				all = append(all, append(slices.Clone(shorter), e))
			}
		}
	}
	return all
}

// A life is a context and the ways to end it.
type life struct {
	ctx        context.Context
	end        func(error)
	over       func()
	parentEnds context.CancelCauseFunc
}

// parents are made anew for every context.
var parents = map[string]func(context.Context) context.Context{
	"plain":             func(p context.Context) context.Context { return p },
	"with a value":      func(p context.Context) context.Context { return context.WithValue(p, valueKey{}, "value") },
	"that never ends":   context.WithoutCancel,
	"of another author": func(p context.Context) context.Context { return &foreign{Context: p} },
	"with an earlier deadline and its cause": func(p context.Context) context.Context {
		ctx, cancel := context.WithDeadlineCause(p, time.Now().Add(30*time.Second), errParent)
		context.AfterFunc(ctx, cancel)
		return ctx
	},
	"with a later deadline": func(p context.Context) context.Context {
		ctx, cancel := context.WithDeadlineCause(p, time.Now().Add(90*time.Second), errParent)
		context.AfterFunc(ctx, cancel)
		return ctx
	},
}

// foreign hides that it is made of a context of the standard library.
type foreign struct{ context.Context }

func (*foreign) Value(any) any { return nil }

func bound(ctx context.Context, parent func(context.Context) context.Context) life {
	outer, parentEnds := context.WithCancelCause(ctx)
	c := new(Context)
	c.Init(parent(outer), time.Now().Add(time.Minute))
	return life{c, c.End, c.Close, parentEnds}
}

// standard is what the standard library has for the same.
func standard(ctx context.Context, parent func(context.Context) context.Context) life {
	outer, parentEnds := context.WithCancelCause(ctx)
	inner, cancel := context.WithCancelCause(parent(outer))
	timed, stop := context.WithDeadline(inner, time.Now().Add(time.Minute))
	return life{timed, cancel, func() { stop(); cancel(nil) }, parentEnds}
}

func (l life) happens(event string) {
	switch event {
	case "the parent ends":
		l.parentEnds(errParent)
	case "End":
		l.end(errCause)
	case "Close":
		l.over()
	}
}

func (l life) finish() {
	l.over()
	l.parentEnds(nil)
}

// told is all that a context says of its end.
func told(ctx context.Context) string {
	err, cause := ctx.Err(), context.Cause(ctx)
	select {
	case <-ctx.Done():
	default:
		if err == nil && cause == nil {
			return "open"
		}
		return fmt.Sprintf("%v (%v) with Done open", err, cause)
	}
	return fmt.Sprintf("%v (%v)", err, cause)
}

// ways are those of asking a context; the first asks for nothing that would make
// more of it than it is.
var ways = map[string]func(context.Context) string{
	"Err": func(ctx context.Context) string {
		if ctx.Err() == nil && context.Cause(ctx) == nil {
			return "open"
		}
		return told(ctx)
	},
	"Done": told,
	"a child": func(ctx context.Context) string {
		child, cancel := context.WithCancel(context.WithValue(ctx, valueKey{}, "child"))
		defer cancel()
		return told(child)
	},
	"a child with a time-out": func(ctx context.Context) string {
		child, cancel := context.WithTimeout(ctx, time.Hour)
		defer cancel()
		return told(child)
	},
}

// TestLikeTheStandardLibrary lets everything happen in every order, and holds what a
// context tells after each step to what the standard library's would.
func TestLikeTheStandardLibrary(t *testing.T) {
	t.Parallel()
	for kind, parent := range parents {
		for way, ask := range ways {
			t.Run("parent "+kind+", asked by "+way, func(t *testing.T) {
				t.Parallel()
				for _, order := range orders(3) {
					synctest.Test(t, func(t *testing.T) {
						got, want := bound(t.Context(), parent), standard(t.Context(), parent)
						defer got.finish()
						defer want.finish()
						gotBy, _ := got.ctx.Deadline()
						if wantBy, _ := want.ctx.Deadline(); !gotBy.Equal(wantBy) {
							t.Errorf("deadline %v, want %v", gotBy, wantBy)
						}
						for i, event := range append([]string{"nothing"}, order...) {
							got.happens(event)
							want.happens(event)
							if event == "time passes" {
								time.Sleep(time.Minute)
							}
							synctest.Wait()
							if g, w := ask(got.ctx), ask(want.ctx); g != w {
								t.Fatalf("after %v: %s, want %s", order[:i], g, w)
							}
						}
					})
				}
			})
		}
	}
}

// TestStays: an end that was told of stays as it was told, whoever asked how, and
// whatever happens next. Asked late, a context may tell of any end that it had.
func TestStays(t *testing.T) {
	t.Parallel()
	for kind, parent := range parents {
		t.Run("parent "+kind, func(t *testing.T) {
			t.Parallel()
			for _, order := range orders(3)[1:] {
				synctest.Test(t, func(t *testing.T) {
					l := bound(t.Context(), parent)
					defer l.finish()
					ends := false
					for _, event := range order {
						l.happens(event)
						if event == "time passes" {
							time.Sleep(time.Minute)
						}
						synctest.Wait()
						ends = ends || event != "the parent ends" || kind != "that never ends"
					}
					err := l.ctx.Err()
					if (err != nil) != ends {
						t.Fatalf("after %v: %v", order, err)
					}
					for _, event := range events {
						l.happens(event)
						time.Sleep(time.Minute)
						if now := l.ctx.Err(); ends && !errors.Is(now, err) {
							t.Fatalf("after %v: %v; then %s: %v", order, err, event, now)
						}
					}
					if now := told(l.ctx); ends && !strings.HasPrefix(now, err.Error()+" (") {
						t.Fatalf("after %v: %v; Done and Cause: %s", order, err, now)
					}
				})
			}
		})
	}
}

// detached is how authors made contexts without an end before the standard library
// could: what it says of a deadline it does not keep.
type detached struct{ context.Context }

func (detached) Done() <-chan struct{} { return nil }
func (detached) Err() error            { return nil }

func TestParentThatKeepsNoDeadline(t *testing.T) {
	t.Parallel()
	for name, ask := range ways {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				parent, cancel := context.WithTimeout(t.Context(), time.Second)
				defer cancel()
				var c Context
				c.Init(detached{parent}, time.Now().Add(time.Minute))
				defer c.Close()
				if got := ask(&c); got != "open" {
					t.Errorf("at first: %s", got)
				}
				time.Sleep(time.Minute)
				synctest.Wait()
				if got := ask(&c); got != "context deadline exceeded (context deadline exceeded)" {
					t.Errorf("past its own deadline: %s", got)
				}
			})
		})
	}
}

// TestPrinting a context must not race with its use.
func TestPrinting(t *testing.T) {
	t.Parallel()
	var c Context
	c.Init(t.Context(), time.Now().Add(time.Hour))
	var group sync.WaitGroup
	group.Go(func() { <-c.Done() })
	group.Go(func() {
		for range 100 {
			_ = fmt.Sprintf("%v %+v %s", &c, &c, context.WithValue(&c, valueKey{}, "value"))
		}
		c.Close()
	})
	group.Wait()
}

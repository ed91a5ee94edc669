package idem_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/asixto/go-sdk/idem"
)

// doubtfulKey puts the key of req in doubt and returns the fence of its owner.
func doubtfulKey(t testing.TB, e *idem.Engine, req idem.Request) (fence uint64) {
	t.Helper()
	req.Resolve = nil
	refuses(t, idem.ErrInDoubt)(e.Do(t.Context(), req, func(ctx context.Context) ([]byte, error) {
		a, _ := idem.AttemptFrom(ctx)
		fence = a.Fence
		return nil, idem.InDoubt(errFailed)
	}))
	return fence
}

func TestResolveDecidesADoubt(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		found idem.Resolution
		err   error
		panic bool
		want  fate // "" for the result "x", from wherever
		runs  int64
	}{
		"it happened":         {found: idem.ResolvedDone([]byte("x"))},
		"it happened, result": {found: idem.ResolvedTombstone(), want: tombstone},
		"it did not happen":   {found: idem.ResolvedNotDone(), runs: 1},
		"still unknown":       {want: doubtful},
		"the lookup fails":    {found: idem.ResolvedDone([]byte("x")), err: errFailed, want: doubtful},
		"the lookup panics":   {panic: true, want: doubtful},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				store := idem.NewMemory(nil)
				e, other := started(t, store, nil), started(t, store, nil)
				req := request("k")
				before := doubtfulKey(t, e, req)
				var runs effect
				resolving := req
				resolving.Resolve = func(ctx context.Context, a idem.Attempt) (idem.Resolution, error) {
					if c.panic {
						panic("on purpose")
					}
					if here, _ := idem.AttemptFrom(ctx); a.Fence <= before || a.Key != req.Key || here != a {
						t.Errorf("the attempt is %+v, and %+v in the context; want a fence above %d", a, here, before)
					}
					return c.found, c.err
				}
				for call := range 2 { // the second call finds what the first left
					out, err := other.Do(t.Context(), resolving, runs.returning("x"))
					switch c.want {
					case doubtful:
						if !errors.Is(err, idem.ErrInDoubt) || c.err != nil && !errors.Is(err, c.err) {
							t.Errorf("Do: %+v, %v; want in doubt, with the cause", out, err)
						}
					case tombstone:
						if err != nil || !out.Tombstone {
							t.Errorf("Do: %+v, %v; want a tombstone", out, err)
						}
					default:
						if gives(t, "x")(out, err); out.Replayed != (c.runs == 0 || call == 1) {
							t.Errorf("Replayed is %t for call %d, want it where nothing was run", out.Replayed, call)
						}
					}
				}
				runs.want(t, c.runs)
			})
		})
	}
}

func TestTwoThatResolveAtOnce(t *testing.T) {
	t.Parallel()
	for name, same := range map[string]bool{"in one process": true, "in two": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				store := idem.NewMemory(nil)
				engines := [2]*idem.Engine{started(t, store, nil), started(t, store, nil)}
				if same {
					engines[1] = engines[0]
				}
				req := request("k")
				doubtfulKey(t, engines[0], req)
				var runs effect
				var asked atomic.Int64
				req.Resolve = func(context.Context, idem.Attempt) (idem.Resolution, error) {
					asked.Add(1)
					time.Sleep(time.Second)
					return idem.ResolvedNotDone(), nil
				}
				for _, e := range engines {
					go func() { gives(t, "x")(e.Do(t.Context(), req, runs.lasting(time.Second, "x"))) }()
				}
				time.Sleep(5 * time.Second)
				runs.want(t, 1)
				if n := asked.Load(); n != 1 {
					t.Errorf("Resolve was called %d times, want once", n)
				}
			})
		})
	}
}

// Who finds a key freed that another was resolving runs it, and asks nobody.
func TestAResolvedKeyThatWasFreedIsJustRun(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		store := idem.NewMemory(nil)
		e := started(t, store, nil)
		req := request("k")
		doubtfulKey(t, e, req)
		first, second := req, req
		first.Resolve = func(context.Context, idem.Attempt) (idem.Resolution, error) {
			time.Sleep(time.Second)
			return idem.ResolvedNotDone(), nil
		}
		claims := 0
		other := started(t, &watchedStore{Store: store, claim: func() {
			if claims++; claims == 2 { // it found the doubt, and now the first is quicker
				go func() { refuses(t, errFailed)(e.Do(t.Context(), first, new(effect).failing(errFailed))) }()
				time.Sleep(time.Millisecond)
			}
		}}, nil)
		second.Resolve = func(context.Context, idem.Attempt) (idem.Resolution, error) {
			t.Error("the second was asked, want it to run")
			return idem.ResolvedNotDone(), nil
		}
		gives(t, "x")(other.Do(t.Context(), second, new(effect).returning("x")))
	})
}

func TestACrashedOwnerIsInDoubt(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change func(*idem.Request)
		want   error
		runs   int64
	}{
		"ordinary":                  {func(*idem.Request) {}, idem.ErrInDoubt, 0},
		"repeatable":                {func(r *idem.Request) { r.Repeatable = true }, nil, 1},
		"resolved as not done":      {resolving(idem.ResolvedNotDone()), nil, 1},
		"resolved as done":          {resolving(idem.ResolvedDone([]byte("x"))), nil, 0},
		"repeatable and resolvable": {func(r *idem.Request) { r.Repeatable = true; resolving(idem.ResolvedDone([]byte("x")))(r) }, nil, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				store := idem.NewMemory(nil)
				e := started(t, store, nil)
				req := request("k")
				c.change(&req)
				if _, err := store.Claim(t.Context(), claimOf(req)); err != nil {
					t.Fatal(err)
				}
				var runs effect
				start := time.Now()
				if _, err := e.Do(t.Context(), req, runs.returning("x")); !errors.Is(err, c.want) {
					t.Errorf("Do: %v, want %v", err, c.want)
				}
				if took := time.Since(start); took < 15*time.Second || took > 16*time.Second {
					t.Errorf("the call waited %v, want the crashed owner's lease of 15s", took)
				}
				runs.want(t, c.runs)
			})
		})
	}
}

func resolving(found idem.Resolution) func(*idem.Request) {
	return func(r *idem.Request) {
		r.Resolve = func(context.Context, idem.Attempt) (idem.Resolution, error) { return found, nil }
	}
}

// A resolver that is slow holds the key like a run: it is renewed, and the deadline counts.
func TestResolveCountsTowardsTheDeadline(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		e := started(t, idem.NewMemory(nil), nil)
		req := request("k")
		doubtfulKey(t, e, req)
		req.Resolve = func(context.Context, idem.Attempt) (idem.Resolution, error) {
			time.Sleep(40 * time.Second)
			return idem.ResolvedNotDone(), nil
		}
		after(t, 30*time.Second, func() {
			refuses(t, context.DeadlineExceeded)(e.Do(t.Context(), req, never(t)))
		})
		time.Sleep(time.Minute)
		if got := fateOf(t, e, request("k")); got != freed { // it did not happen, and was not run
			t.Errorf("the key is %s, want it freed", got)
		}
	})
}

func TestResolveIsNotAskedWithoutADoubt(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*idem.Request){
		"ordinary":         func(*idem.Request) {},
		"repeatable":       func(r *idem.Request) { r.Repeatable = true },
		"in a transaction": func(r *idem.Request) { r.InTx = true },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := started(t, newTxStore(), nil)
			req := request("k")
			change(&req)
			req.Resolve = func(context.Context, idem.Attempt) (idem.Resolution, error) {
				t.Error("Resolve was called, want it not to be")
				return idem.Resolution{}, nil
			}
			gives(t, "x")(e.Do(t.Context(), req, new(effect).returning("x")))
			gives(t, "x")(e.Do(t.Context(), req, never(t)))
			req.Fingerprint[0] = 1
			refuses(t, idem.ErrConflict)(e.Do(t.Context(), req, never(t)))
		})
	}
}

func TestOtherArgumentsDoNotTakeOver(t *testing.T) {
	t.Parallel()
	e := started(t, idem.NewMemory(nil), nil)
	req := request("k")
	doubtfulKey(t, e, req)
	changed := req
	changed.Fingerprint[0] = 1
	changed.Resolve = func(context.Context, idem.Attempt) (idem.Resolution, error) {
		t.Error("Resolve was called for other arguments")
		return idem.ResolvedNotDone(), nil
	}
	refuses(t, idem.ErrConflict)(e.Do(t.Context(), changed, never(t)))
	changed.Resolve, changed.Repeatable = nil, true
	refuses(t, idem.ErrConflict)(e.Do(t.Context(), changed, never(t)))
	refuses(t, idem.ErrInDoubt)(e.Do(t.Context(), req, never(t)))
}

// A key in doubt stays so while its Resolve cannot say more, also where a second
// run would do no harm: the first may have happened, and Resolve has the last word.
func TestAnUndecidedResolveKeepsTheDoubt(t *testing.T) {
	t.Parallel()
	undecided := map[string]func() (idem.Resolution, error){
		"unknown": func() (idem.Resolution, error) { return idem.Resolution{}, nil },
		"error":   func() (idem.Resolution, error) { return idem.Resolution{}, errFailed },
		"panic":   func() (idem.Resolution, error) { panic("resolve") },
	}
	for name, answer := range undecided {
		for _, repeatable := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s/repeatable=%t", name, repeatable), func(t *testing.T) {
				t.Parallel()
				var f effect
				e := started(t, idem.NewMemory(nil), nil)
				req := request("k")
				if _, err := e.Do(t.Context(), req, f.failing(idem.InDoubt(errFailed))); !errors.Is(err, idem.ErrInDoubt) {
					t.Fatalf("the first call: %v", err)
				}
				req.Repeatable = repeatable
				req.Resolve = func(context.Context, idem.Attempt) (idem.Resolution, error) { return answer() }
				if out, err := e.Do(t.Context(), req, f.returning("again")); !errors.Is(err, idem.ErrInDoubt) {
					t.Errorf("an undecided resolve: %+v, %v", out, err)
				}
				req.Resolve = func(context.Context, idem.Attempt) (idem.Resolution, error) {
					return idem.ResolvedDone([]byte("was done")), nil
				}
				gives(t, "was done")(e.Do(t.Context(), req, f.returning("again")))
				f.want(t, 1)
			})
		}
	}
}

func TestTimesThatWouldOverflowAreRefused(t *testing.T) {
	t.Parallel()
	for name, opts := range map[string]idem.Options{
		"retention": {Retention: math.MaxInt64},
		"lease":     {Lease: math.MaxInt64, Cap: math.MaxInt64},
		"cap":       {Cap: math.MaxInt64},
	} {
		if _, err := idem.New(idem.NewMemory(nil), &opts); err == nil || !strings.Contains(err.Error(), "hundred years") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

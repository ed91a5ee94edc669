package idem_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/asixto/go-sdk/idem"
)

// after expects a call to take so long.
func after(t testing.TB, want time.Duration, call func()) {
	t.Helper()
	start := time.Now()
	call()
	if took := time.Since(start); took != want {
		t.Errorf("it took %v, want %v", took, want)
	}
}

func TestTheEffectOutlivesItsCaller(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		e := started(t, idem.NewMemory(nil), nil)
		var runs effect
		ctx, cancel := context.WithCancelCause(t.Context())
		time.AfterFunc(time.Second, func() { cancel(errFailed) }) // the connection is cut
		after(t, time.Second, func() {
			refuses(t, errFailed)(e.Do(ctx, request("k"), func(run context.Context) ([]byte, error) {
				runs.count.Add(1)
				select {
				case <-run.Done():
					t.Errorf("the context of run ended with its caller: %v", context.Cause(run))
				case <-time.After(5 * time.Second):
				}
				return []byte("x"), nil
			}))
		})
		gives(t, "x")(e.Do(t.Context(), request("k"), never(t)))
		runs.want(t, 1)
	})
}

func TestTheCallerIsToldAtTheDeadline(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		e := started(t, idem.NewMemory(nil), nil)
		var runs effect
		req := request("k")
		req.Timeout = 5 * time.Second
		after(t, 5*time.Second, func() {
			refuses(t, context.DeadlineExceeded)(e.Do(t.Context(), req, runs.lasting(8*time.Second, "late")))
		})
		after(t, 3*time.Second, func() { // the key is held, and the late result stored
			out := gives(t, "late")(e.Do(t.Context(), req, never(t)))
			if !out.Waited {
				t.Error("the duplicate did not wait for the run that overstays")
			}
		})
		out := gives(t, "late")(e.Do(t.Context(), req, never(t)))
		if !out.Replayed {
			t.Error("the late result is not stored")
		}
		runs.want(t, 1)
	})
}

func TestTheDefaultTimeoutIs30s(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		e := started(t, idem.NewMemory(nil), nil)
		refuses(t, context.DeadlineExceeded)(e.Do(t.Context(), request("k"), func(ctx context.Context) ([]byte, error) {
			start := time.Now()
			deadline, ok := ctx.Deadline()
			<-ctx.Done()
			if took := time.Since(start); took != 30*time.Second || !ok || !deadline.Equal(time.Now()) {
				t.Errorf("the context of run ended after %v, deadline %v %t; want 30s", took, deadline, ok)
			}
			if cause := context.Cause(ctx); !errors.Is(cause, context.DeadlineExceeded) {
				t.Errorf("the cause is %v, want the deadline", cause)
			}
			return nil, ctx.Err()
		}))
	})
}

// The end of a context that nobody waits for is seen all the same.
func TestTheDeadlineIsSeenWithoutWaiting(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		e := started(t, idem.NewMemory(nil), nil)
		refuses(t, context.DeadlineExceeded)(e.Do(t.Context(), request("k"), func(ctx context.Context) ([]byte, error) {
			time.Sleep(29 * time.Second)
			if err := ctx.Err(); err != nil {
				t.Errorf("the context ended before its deadline: %v", err)
			}
			time.Sleep(2 * time.Second)
			if !errors.Is(ctx.Err(), context.DeadlineExceeded) {
				t.Errorf("the context is %v after its deadline, want DeadlineExceeded", ctx.Err())
			}
			return nil, errFailed
		}))
		time.Sleep(5 * time.Second)
	})
}

func TestTheContextEndsWithItsRun(t *testing.T) {
	t.Parallel()
	for name, look := range map[string]func(context.Context){
		"nobody waited": func(context.Context) {},
		"somebody did":  func(ctx context.Context) { _ = ctx.Done() },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := started(t, idem.NewMemory(nil), nil)
			leak := make(chan context.Context, 1)
			gives(t, "x")(e.Do(t.Context(), request("k"), func(ctx context.Context) ([]byte, error) {
				look(ctx)
				leak <- ctx
				return []byte("x"), nil
			}))
			ctx := <-leak
			if !errors.Is(ctx.Err(), context.Canceled) {
				t.Errorf("the context of a run that ended is %v, want Canceled", ctx.Err())
			}
			<-ctx.Done()
		})
	}
}

func TestARunThatNeverEndsIsGivenUp(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		store := idem.NewMemory(nil)
		opts := &idem.Options{Cap: 10 * time.Minute, Wait: time.Hour}
		e, other := started(t, store, opts), started(t, store, opts)
		release := make(chan struct{})
		go func() {
			refuses(t, context.DeadlineExceeded)(e.Do(t.Context(), request("k"), func(context.Context) ([]byte, error) {
				<-release
				return []byte("at last"), nil
			}))
		}()
		synctest.Wait()
		for name, engine := range map[string]*idem.Engine{"in the same process": e, "in another": other} {
			go func() {
				start := time.Now()
				refuses(t, idem.ErrInDoubt)(engine.Do(t.Context(), request("k"), never(t)))
				if took := time.Since(start); took < 10*time.Minute || took > 10*time.Minute+time.Second {
					t.Errorf("%s: told after %v, want the cap of 10m", name, took)
				}
			}()
		}
		time.Sleep(11 * time.Minute)
		synctest.Wait()
		refuses(t, idem.ErrInDoubt)(e.Do(t.Context(), request("k"), never(t)))
		close(release)
		synctest.Wait()
		gives(t, "at last")(other.Do(t.Context(), request("k"), never(t))) // it says more than the doubt
	})
}

func TestAFailureAfterTheCapLeavesTheDoubt(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		e := started(t, idem.NewMemory(nil), &idem.Options{Cap: time.Minute})
		refuses(t, context.DeadlineExceeded)(e.Do(t.Context(), request("k"), func(context.Context) ([]byte, error) {
			time.Sleep(2 * time.Minute)
			return nil, idem.NotDone(errFailed)
		}))
		time.Sleep(2 * time.Minute)
		refuses(t, idem.ErrInDoubt)(e.Do(t.Context(), request("k"), never(t)))
	})
}

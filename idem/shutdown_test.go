package idem_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/asixto/go-sdk/idem"
	"github.com/asixto/go-sdk/idem/idemtest"
)

func within(t testing.TB, d time.Duration) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(t.Context()), d)
	t.Cleanup(cancel)
	return ctx
}

func TestShutdownWaitsForWhatRuns(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		store := idem.NewMemory(nil)
		e := mustNew(t, store, nil)
		var runs effect
		gone, leave := context.WithCancel(t.Context())
		go func() { gives(t, "x")(e.Do(t.Context(), request("k"), runs.lasting(5*time.Second, "x"))) }()
		go func() { refuses(t, context.Canceled)(e.Do(gone, request("l"), runs.lasting(10*time.Second, "y"))) }()
		synctest.Wait()
		leave()
		go func() {
			time.Sleep(time.Second)
			refuses(t, idem.ErrClosed)(e.Do(t.Context(), request("m"), never(t)))
			refuses(t, idem.ErrClosed)(e.Do(t.Context(), request("k"), never(t)))
		}()
		after(t, 10*time.Second, func() {
			if err := e.Shutdown(within(t, time.Minute)); err != nil {
				t.Errorf("Shutdown: %v", err)
			}
		})
		next := started(t, store, nil)
		gives(t, "x")(next.Do(t.Context(), request("k"), never(t)))
		gives(t, "y")(next.Do(t.Context(), request("l"), never(t)))
		runs.want(t, 2)
		if err := e.Shutdown(t.Context()); err != nil {
			t.Errorf("the second Shutdown: %v", err)
		}
	})
}

func TestShutdownCancelsWhatDoesNotEndInTime(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		store := idem.NewMemory(nil)
		e := mustNew(t, store, nil)
		obeys := func(end func(context.Context) error) func(context.Context) ([]byte, error) {
			return func(ctx context.Context) ([]byte, error) {
				<-ctx.Done()
				if !errors.Is(context.Cause(ctx), idem.ErrClosed) {
					t.Errorf("the cause is %v, want ErrClosed", context.Cause(ctx))
				}
				return nil, end(ctx)
			}
		}
		go func() { refuses(t, idem.ErrInDoubt)(e.Do(t.Context(), request("doubt"), obeys(context.Context.Err))) }()
		notDone := func(context.Context) error { return idem.NotDone(errFailed) }
		go func() { refuses(t, errFailed)(e.Do(t.Context(), request("not done"), obeys(notDone))) }()
		done := func(context.Context) error { return nil }
		go func() { gives(t, "")(e.Do(t.Context(), request("done"), obeys(done))) }()
		synctest.Wait()
		after(t, 5*time.Second, func() {
			if err := e.Shutdown(within(t, 5*time.Second)); !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("Shutdown: %v, want the end of its context", err)
			}
		})
		next := started(t, store, nil)
		refuses(t, idem.ErrInDoubt)(next.Do(t.Context(), request("doubt"), never(t)))
		gives(t, "x")(next.Do(t.Context(), request("not done"), new(effect).returning("x")))
		gives(t, "")(next.Do(t.Context(), request("done"), never(t)))
	})
}

func TestShutdownGivesUpWhatDoesNotObey(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		store := idem.NewMemory(nil)
		e := mustNew(t, store, nil)
		go func() {
			refuses(t, idem.ErrInDoubt)(e.Do(t.Context(), request("k"), new(effect).lasting(20*time.Second, "late")))
		}()
		synctest.Wait()
		after(t, 6*time.Second, func() {
			err := e.Shutdown(within(t, 5*time.Second))
			if !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), "1 operation") {
				t.Errorf("Shutdown: %v, want the end of its context and the count", err)
			}
		})
		next := started(t, store, nil)
		refuses(t, idem.ErrInDoubt)(next.Do(t.Context(), request("k"), never(t)))
		time.Sleep(20 * time.Second)
		gives(t, "late")(next.Do(t.Context(), request("k"), never(t))) // this process lived on, after all
	})
}

func TestShutdownEndsWhatWaits(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		store := idem.NewMemory(nil)
		e := mustNew(t, store, nil)
		if _, err := store.Claim(t.Context(), claimOf(request("k"))); err != nil { // by another process
			t.Fatal(err)
		}
		for range 2 { // one polls, the other waits for it
			go func() { refuses(t, idem.ErrClosed)(e.Do(t.Context(), request("k"), never(t))) }()
		}
		synctest.Wait()
		after(t, time.Second, func() {
			if err := e.Shutdown(within(t, time.Second)); !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("Shutdown: %v, want the end of its context", err)
			}
		})
	})
}

func TestShutdownStopsTryingToSave(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		store := idemtest.NewFaults(idem.NewMemory(nil), nil)
		e := mustNew(t, store, nil)
		for _, op := range []idemtest.Op{idemtest.Complete, idemtest.Hold, idemtest.Release} {
			store.Fail(op, idemtest.Before, -1)
		}
		gives(t, "x")(e.Do(t.Context(), request("saved"), new(effect).returning("x")))
		refuses(t, errFailed)(e.Do(t.Context(), request("freed"), new(effect).failing(errFailed)))
		refuses(t, idem.ErrInDoubt)(e.Do(t.Context(), request("held"), new(effect).failing(idem.InDoubt(errFailed))))
		store.Fail(idemtest.Claim, idemtest.After, 1)
		refuses(t, idem.ErrStore)(e.Do(t.Context(), request("ghost"), never(t)))
		after(t, time.Second, func() {
			if err := e.Shutdown(within(t, time.Second)); !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("Shutdown: %v, want the end of its context", err)
			}
		})
		synctest.Wait() // and the bubble would not end with a goroutine left
	})
}

// What is claimed in the last moment is not run any more.
func TestNothingBeginsAfterTheEndOfAShutdown(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		memory := idem.NewMemory(nil)
		e := mustNew(t, &slowStore{memory, 3 * time.Second}, nil)
		go func() { refuses(t, idem.ErrClosed)(e.Do(t.Context(), request("k"), never(t))) }()
		synctest.Wait()
		if err := e.Shutdown(within(t, time.Second)); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("Shutdown: %v, want the end of its context", err)
		}
		time.Sleep(5 * time.Second)
		if n := memory.Len(); n != 0 {
			t.Errorf("%d keys are left, want none", n)
		}
	})
}

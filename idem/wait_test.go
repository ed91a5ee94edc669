package idem_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/asixto/go-sdk/idem"
)

func TestDuplicatesShareTheOutcome(t *testing.T) {
	t.Parallel()
	for name, err := range map[string]error{"a success": nil, "a failure": errFailed} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				e := started(t, idem.NewMemory(nil), nil)
				var runs effect
				run := func(context.Context) ([]byte, error) {
					runs.count.Add(1)
					time.Sleep(10 * time.Second)
					return []byte("x"), err
				}
				waited := make(chan bool, 4)
				for range 4 {
					go func() {
						out, got := e.Do(t.Context(), request("k"), run)
						if !errors.Is(got, err) {
							t.Errorf("Do: %v, want %v", got, err)
						}
						waited <- out.Waited
					}()
				}
				time.Sleep(11 * time.Second)
				runs.want(t, 1)
				count := 0
				for range 4 {
					if <-waited {
						count++
					}
				}
				if want := map[bool]int{true: 3, false: 0}[err == nil]; count != want {
					t.Errorf("%d calls say that they waited, want %d", count, want)
				}
				_, again := e.Do(t.Context(), request("k"), runs.returning("y")) // later calls start anew
				if again != nil {
					t.Error(again)
				}
				runs.want(t, map[bool]int64{true: 1, false: 2}[err == nil])
			})
		})
	}
}

func TestAcrossProcessesDuplicatesPoll(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		store := idem.NewMemory(nil)
		e, other := started(t, store, nil), started(t, store, nil)
		var runs effect
		go func() { gives(t, "x")(e.Do(t.Context(), request("k"), runs.lasting(10*time.Second, "x"))) }()
		synctest.Wait()
		start := time.Now()
		out := gives(t, "x")(other.Do(t.Context(), request("k"), never(t)))
		if !out.Waited || !out.Replayed {
			t.Errorf("the outcome is %+v, want it waited for and replayed", out)
		}
		if late := time.Since(start) - 10*time.Second; late < 0 || late > time.Second {
			t.Errorf("the result came %v after it was there, want within a second", late)
		}
		runs.want(t, 1)
	})
}

func TestAcrossProcessesAFailureIsTriedAnew(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		store := idem.NewMemory(nil)
		e, other := started(t, store, nil), started(t, store, nil)
		var runs effect
		go func() {
			refuses(t, errFailed)(e.Do(t.Context(), request("k"), func(context.Context) ([]byte, error) {
				time.Sleep(time.Second)
				return nil, errFailed
			}))
		}()
		synctest.Wait()
		out := gives(t, "x")(other.Do(t.Context(), request("k"), runs.returning("x")))
		if !out.Waited || out.Replayed {
			t.Errorf("the outcome is %+v, want it waited for and not replayed", out)
		}
		runs.want(t, 1)
	})
}

func TestTheWaitEnds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		store := idem.NewMemory(nil)
		opts := &idem.Options{Wait: 3 * time.Second}
		e, other := started(t, store, opts), started(t, store, opts)
		var runs effect
		go func() { gives(t, "x")(e.Do(t.Context(), request("k"), runs.lasting(10*time.Second, "x"))) }()
		synctest.Wait()
		for name, engine := range map[string]*idem.Engine{"in the same process": e, "in another": other} {
			start := time.Now()
			refuses(t, idem.ErrInProgress)(engine.Do(t.Context(), request("k"), never(t)))
			if took := time.Since(start); took != 3*time.Second {
				t.Errorf("%s: the wait took %v, want 3s", name, took)
			}
		}
		time.Sleep(5 * time.Second)
		gives(t, "x")(other.Do(t.Context(), request("k"), never(t)))
		runs.want(t, 1)
	})
}

func TestOnlySoManyWait(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		store := idem.NewMemory(nil)
		opts := &idem.Options{MaxWaiters: 2}
		e, other := started(t, store, opts), started(t, store, opts)
		var runs effect
		if _, err := store.Claim(t.Context(), claimOf(request("elsewhere"))); err != nil {
			t.Fatal(err)
		}
		for range 3 { // one that runs and two that wait
			go func() { gives(t, "x")(e.Do(t.Context(), request("k"), runs.lasting(10*time.Second, "x"))) }()
		}
		synctest.Wait()
		start := time.Now()
		refuses(t, idem.ErrInProgress)(e.Do(t.Context(), request("k"), never(t)))
		if time.Since(start) != 0 {
			t.Error("one waiter too many waited")
		}
		refuses(t, idem.ErrInProgress)(e.Do(t.Context(), request("elsewhere"), never(t)))
		if time.Since(start) != 0 {
			t.Error("one that polls waited, one too many")
		}
		for range 2 { // one that polls and one that waits for it
			go func() { gives(t, "x")(other.Do(t.Context(), request("k"), never(t))) }()
		}
		synctest.Wait()
		start = time.Now()
		refuses(t, idem.ErrInProgress)(other.Do(t.Context(), request("k"), never(t)))
		if time.Since(start) != 0 {
			t.Error("one waiter too many waited in the other process")
		}
		time.Sleep(11 * time.Second)
		for range 3 { // all places are free again
			go func() { gives(t, "y")(e.Do(t.Context(), request("l"), runs.lasting(time.Second, "y"))) }()
		}
		time.Sleep(2 * time.Second)
		runs.want(t, 2)
	})
}

func TestAWaiterLeaves(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		e := started(t, idem.NewMemory(nil), nil)
		var runs effect
		go func() { gives(t, "x")(e.Do(t.Context(), request("k"), runs.lasting(10*time.Second, "x"))) }()
		synctest.Wait()
		ctx, cancel := context.WithTimeoutCause(t.Context(), time.Second, errFailed)
		defer cancel()
		start := time.Now()
		refuses(t, errFailed)(e.Do(ctx, request("k"), never(t)))
		if took := time.Since(start); took != time.Second {
			t.Errorf("the waiter left after %v, want 1s", took)
		}
		gives(t, "x")(e.Do(t.Context(), request("k"), never(t)))
		runs.want(t, 1)
	})
}

func TestProcessesDoNotPollInStep(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		store := idem.NewMemory(nil)
		var asked [2][]time.Duration
		start := time.Now()
		holder := claimOf(request("k"))
		if _, err := store.Claim(t.Context(), holder); err != nil {
			t.Fatal(err)
		}
		for i := range asked {
			e := started(t, &watchedStore{Store: store, claim: func() { asked[i] = append(asked[i], time.Since(start)) }}, nil)
			go func() { refuses(t, idem.ErrInDoubt)(e.Do(t.Context(), request("k"), never(t))) }()
		}
		time.Sleep(16 * time.Second)
		synctest.Wait()
		if fmt.Sprint(asked[0]) == fmt.Sprint(asked[1]) {
			t.Error("two processes poll at the same moments")
		}
		for _, times := range asked {
			if n := len(times); n < 40 || n > 200 {
				t.Errorf("%d polls in the 15 s of a lease, want about 60", n)
			}
		}
	})
}

// watchedStore tells of every claim.
type watchedStore struct {
	idem.Store
	claim func()
}

func (s *watchedStore) Claim(ctx context.Context, c idem.Claim) (idem.Record, error) {
	s.claim()
	return s.Store.Claim(ctx, c)
}

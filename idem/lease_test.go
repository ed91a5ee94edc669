package idem_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/asixto/go-sdk/idem"
	"github.com/asixto/go-sdk/idem/idemtest"
)

func TestALongRunIsRenewed(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var renewals []time.Duration
		start := time.Now()
		store := idemtest.NewFaults(idem.NewMemory(nil), func(op idemtest.Op) {
			if op == idemtest.Renew {
				renewals = append(renewals, time.Since(start))
			}
		})
		e, other := started(t, store, nil), started(t, store, &idem.Options{Wait: time.Hour})
		var runs effect
		req := request("k")
		req.Timeout = 10 * time.Minute
		go func() { gives(t, "x")(e.Do(t.Context(), req, runs.lasting(150*time.Second, "x"))) }()
		synctest.Wait()
		gives(t, "x")(other.Do(t.Context(), req, never(t)))
		synctest.Wait()
		runs.want(t, 1)
		if len(renewals) != 29 && len(renewals) != 30 {
			t.Errorf("%d renewals in ten leases of 15s, want one every 5s", len(renewals))
		}
		for i, at := range renewals {
			if want := time.Duration(i+1) * 5 * time.Second; at != want {
				t.Errorf("renewal %d came after %v, want %v", i+1, at, want)
			}
		}
	})
}

func TestARenewalThatFailsIsTriedSoon(t *testing.T) {
	t.Parallel()
	for _, fault := range []idemtest.Fault{idemtest.Before, idemtest.After, idemtest.Lost} {
		t.Run(fault.String(), func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				memory := idem.NewMemory(nil)
				store := idemtest.NewFaults(memory, nil)
				e, other := started(t, store, nil), started(t, memory, nil)
				var runs effect
				req := request("k")
				req.Timeout = 2 * time.Minute
				go func() {
					gives(t, "x")(e.Do(t.Context(), req, func(ctx context.Context) ([]byte, error) {
						runs.count.Add(1)
						for range 5 {
							store.Fail(idemtest.Renew, fault, 1)
							time.Sleep(15 * time.Second)
							if ctx.Err() != nil {
								t.Errorf("the run was cancelled: %v", context.Cause(ctx))
							}
						}
						return []byte("x"), nil
					}))
				}()
				for range 5 {
					time.Sleep(14 * time.Second)
					refuses(t, idem.ErrInProgress)(other.Do(short(t), req, never(t)))
				}
				time.Sleep(time.Minute)
				runs.want(t, 1)
			})
		})
	}
}

// short is a context whose end stands for the end of the wait.
func short(t testing.TB) context.Context {
	ctx, cancel := context.WithTimeoutCause(t.Context(), time.Second, idem.ErrInProgress)
	t.Cleanup(cancel)
	return ctx
}

func TestALostLeaseCancelsTheRun(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		store := idemtest.NewFaults(idem.NewMemory(nil), nil)
		e := started(t, store, nil)
		store.Fail(idemtest.Renew, idemtest.Before, -1)
		err := refusal(t, idem.ErrInDoubt)(e.Do(t.Context(), request("k"), func(ctx context.Context) ([]byte, error) {
			start := time.Now()
			<-ctx.Done()
			if took := time.Since(start); took != 15*time.Second {
				t.Errorf("the run was cancelled after %v, want the lease of 15s", took)
			}
			return nil, context.Cause(ctx)
		}))
		if !errors.Is(err, idem.ErrLost) {
			t.Errorf("the error is %v, want ErrLost as the cause", err)
		}
		refuses(t, idem.ErrInDoubt)(e.Do(t.Context(), request("k"), never(t)))
	})
}

func TestALateSuccessIsStoredIfNobodyTookOver(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		memory := idem.NewMemory(nil)
		store := idemtest.NewFaults(memory, nil)
		e, other := started(t, store, nil), started(t, memory, nil)
		store.Fail(idemtest.Renew, idemtest.Before, -1)
		var runs effect
		go func() { gives(t, "late")(e.Do(t.Context(), request("k"), runs.lasting(20*time.Second, "late"))) }()
		time.Sleep(16 * time.Second)
		refuses(t, idem.ErrInDoubt)(other.Do(t.Context(), request("k"), never(t)))
		time.Sleep(5 * time.Second)
		gives(t, "late")(other.Do(t.Context(), request("k"), never(t)))
		runs.want(t, 1)
	})
}

// An owner whom a repeatable request replaced finds its renewal refused, and gets the answer that the new owner stored.
func TestAReplacedOwnerGetsTheNewOwnersAnswer(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		memory := idem.NewMemory(nil)
		store := idemtest.NewFaults(memory, nil)
		e, other := started(t, store, nil), started(t, memory, nil)
		req := request("k")
		req.Repeatable = true
		store.Fail(idemtest.Renew, idemtest.Before, -1)
		var old atomic.Uint64
		var heir uint64
		go func() {
			gives(t, "new")(e.Do(t.Context(), req, func(ctx context.Context) ([]byte, error) {
				a, _ := idem.AttemptFrom(ctx)
				old.Store(a.Fence)
				time.Sleep(25 * time.Second)
				return []byte("old"), nil
			}))
		}()
		time.Sleep(16 * time.Second)
		gives(t, "new")(other.Do(t.Context(), req, func(ctx context.Context) ([]byte, error) {
			a, _ := idem.AttemptFrom(ctx)
			heir = a.Fence
			return []byte("new"), nil
		}))
		if heir <= old.Load() {
			t.Errorf("the fence of the new owner is %d, want one above %d", heir, old.Load())
		}
		time.Sleep(10 * time.Second)
		gives(t, "new")(e.Do(t.Context(), req, never(t)))
	})
}

// An owner whom one replaced that is still running cannot be told how that will end.
func TestAReplacedOwnerIsInDoubtWhileTheNewOneRuns(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		memory := idem.NewMemory(nil)
		store := idemtest.NewFaults(memory, nil)
		e, other := started(t, store, nil), started(t, memory, nil)
		req := request("k")
		req.Repeatable = true
		store.Fail(idemtest.Renew, idemtest.Before, -1)
		go func() {
			refuses(t, idem.ErrInDoubt)(e.Do(t.Context(), req, new(effect).lasting(20*time.Second, "old")))
		}()
		time.Sleep(16 * time.Second)
		gives(t, "new")(other.Do(t.Context(), req, new(effect).lasting(20*time.Second, "new")))
		gives(t, "new")(e.Do(t.Context(), req, never(t)))
	})
}

// What a late owner did is stored where the one that replaced it freed the key.
func TestALateSuccessIsStoredIfTheKeyIsFree(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		memory := idem.NewMemory(nil)
		store := idemtest.NewFaults(memory, nil)
		e, other := started(t, store, nil), started(t, memory, nil)
		req := request("k")
		req.Repeatable = true
		store.Fail(idemtest.Renew, idemtest.Before, -1)
		go func() { gives(t, "late")(e.Do(t.Context(), req, new(effect).lasting(20*time.Second, "late"))) }()
		time.Sleep(16 * time.Second)
		refuses(t, errFailed)(other.Do(t.Context(), req, new(effect).failing(errFailed)))
		time.Sleep(5 * time.Second)
		gives(t, "late")(other.Do(t.Context(), req, never(t)))
	})
}

func TestARenewalThatIsRefusedCancelsTheRun(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var jump atomic.Int64 // of the store's clock
		memory := idem.NewMemory(&idem.MemoryOptions{Now: func() time.Time { return time.Now().Add(time.Duration(jump.Load())) }})
		e, other := started(t, memory, nil), started(t, memory, nil)
		req := request("k")
		go func() {
			refuses(t, idem.ErrInDoubt)(e.Do(t.Context(), req, func(ctx context.Context) ([]byte, error) {
				start := time.Now()
				<-ctx.Done()
				if took := time.Since(start); took != 5*time.Second || !errors.Is(context.Cause(ctx), idem.ErrLost) {
					t.Errorf("the run was cancelled after %v with %v, want 5s and ErrLost", took, context.Cause(ctx))
				}
				return nil, ctx.Err()
			}))
		}()
		time.Sleep(time.Second)
		jump.Store(int64(20 * time.Second)) // to the store, this process paused for longer than its lease
		again := req
		again.Repeatable = true
		gives(t, "new")(other.Do(t.Context(), again, new(effect).returning("new")))
		time.Sleep(10 * time.Second)
		gives(t, "new")(e.Do(t.Context(), req, never(t)))
	})
}

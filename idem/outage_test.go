package idem_test

import (
	"context"
	"errors"
	"strconv"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/asixto/go-sdk/idem"
	"github.com/asixto/go-sdk/idem/idemtest"
)

var faults = []idemtest.Fault{idemtest.Before, idemtest.After, idemtest.Lost}

// eachFault runs a test for each way in which a call of the store fails, with an engine behind the fault and one beside it.
func eachFault(t *testing.T, test func(t testing.TB, fault idemtest.Fault, store *idemtest.Faults, e, beside *idem.Engine)) {
	t.Helper()
	for _, fault := range faults {
		t.Run(fault.String(), func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				memory := idem.NewMemory(nil)
				store := idemtest.NewFaults(memory, nil)
				test(t, fault, store, started(t, store, nil), started(t, memory, nil))
			})
		})
	}
}

func TestADownStoreFailsClosed(t *testing.T) {
	t.Parallel()
	eachFault(t, func(t testing.TB, fault idemtest.Fault, store *idemtest.Faults, e, beside *idem.Engine) {
		store.Fail(idemtest.Claim, fault, 1)
		refuses(t, idem.ErrStore)(e.Do(t.Context(), request("k"), never(t)))
		var runs effect
		gives(t, "x")(beside.Do(t.Context(), request("k"), runs.returning("x"))) // the failed claim leaves no trace
		runs.want(t, 1)
	})
}

// While nothing can be released a failed claim looks like one that runs; once the store works again it is gone.
func TestAFailedClaimIsReleasedOnceTheStoreIsBack(t *testing.T) {
	t.Parallel()
	eachFault(t, func(t testing.TB, fault idemtest.Fault, store *idemtest.Faults, e, beside *idem.Engine) {
		store.Fail(idemtest.Claim, fault, 100)
		store.Fail(idemtest.Release, idemtest.Before, -1)
		for range 100 {
			refuses(t, idem.ErrStore)(e.Do(t.Context(), request("k"), never(t)))
		}
		time.Sleep(5 * time.Minute) // long after the lease
		store.Fail(idemtest.Release, 0, 0)
		time.Sleep(10 * time.Second)
		var runs effect
		gives(t, "x")(beside.Do(t.Context(), request("k"), runs.returning("x")))
		runs.want(t, 1)
	})
}

// In a long outage with many calls only so many failed claims are remembered.
func TestOnlySoManyFailedClaimsAreRemembered(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var releases atomic.Int64
		store := idemtest.NewFaults(idem.NewMemory(nil), func(op idemtest.Op) {
			if op == idemtest.Release {
				releases.Add(1)
			}
		})
		e := started(t, store, nil)
		store.Fail(idemtest.Claim, idemtest.Before, -1)
		store.Fail(idemtest.Release, idemtest.Before, -1)
		for i := range 5000 {
			refuses(t, idem.ErrStore)(e.Do(t.Context(), request(strconv.Itoa(i)), never(t)))
		}
		store.Fail(idemtest.Release, 0, 0)
		before := releases.Load()
		time.Sleep(time.Minute)
		synctest.Wait()
		if n := releases.Load() - before; n != 2*4096 {
			t.Errorf("%d releases, want two for each of the 4096 failed claims that are remembered", n)
		}
	})
}

func TestAFailedClaimIsForgottenAfterTheCap(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		store := idemtest.NewFaults(idem.NewMemory(nil), nil)
		e := mustNew(t, store, nil)
		store.Fail(idemtest.Claim, idemtest.After, 1)
		store.Fail(idemtest.Release, idemtest.Before, -1)
		refuses(t, idem.ErrStore)(e.Do(t.Context(), request("k"), never(t)))
		time.Sleep(16 * time.Minute)
		after(t, 0, func() {
			if err := e.Shutdown(within(t, time.Second)); err != nil {
				t.Errorf("Shutdown: %v, want nothing to be left to do", err)
			}
		})
	})
}

// A claim that took over a key in doubt, and whose reply was lost, must not free what may have happened.
func TestAFailedTakeOverStaysInDoubt(t *testing.T) {
	t.Parallel()
	eachFault(t, func(t testing.TB, fault idemtest.Fault, store *idemtest.Faults, _, beside *idem.Engine) {
		req := request("k")
		doubtfulKey(t, beside, req)
		taking := req
		resolving(idem.ResolvedNotDone())(&taking)
		claims := 0
		e := started(t, idemtest.NewFaults(store, func(op idemtest.Op) {
			if op == idemtest.Claim {
				if claims++; claims == 2 { // the one that takes over
					store.Fail(idemtest.Claim, fault, 1)
				}
			}
		}), nil)
		refuses(t, idem.ErrStore)(e.Do(t.Context(), taking, never(t)))
		time.Sleep(time.Minute)
		refuses(t, idem.ErrInDoubt)(beside.Do(t.Context(), req, never(t)))
	})
}

func TestASuccessIsToldThoughItCannotBeSaved(t *testing.T) {
	t.Parallel()
	eachFault(t, func(t testing.TB, fault idemtest.Fault, store *idemtest.Faults, e, beside *idem.Engine) {
		var runs effect
		store.Fail(idemtest.Complete, fault, -1)
		gives(t, "x")(e.Do(t.Context(), request("k"), runs.returning("x")))
		out := gives(t, "x")(e.Do(t.Context(), request("k"), never(t))) // this process knows
		if !out.Replayed {
			t.Error("the duplicate is not marked as replayed")
		}
		if fault == idemtest.Before {
			time.Sleep(time.Second)
			after(t, 0, func() { // others do not, and need not wait for the lease to end
				refuses(t, idem.ErrInDoubt)(beside.Do(t.Context(), request("k"), never(t)))
			})
		}
		time.Sleep(time.Minute)
		store.Fail(idemtest.Complete, 0, 0)
		time.Sleep(20 * time.Second)
		gives(t, "x")(beside.Do(t.Context(), request("k"), never(t)))
		gives(t, "x")(e.Do(t.Context(), request("k"), never(t)))
		runs.want(t, 1)
	})
}

func TestADoubtThatCannotBeStoredIsTriedAgain(t *testing.T) {
	t.Parallel()
	eachFault(t, func(t testing.TB, fault idemtest.Fault, store *idemtest.Faults, e, beside *idem.Engine) {
		store.Fail(idemtest.Hold, fault, 1)
		refuses(t, idem.ErrInDoubt)(e.Do(t.Context(), request("k"), new(effect).failing(idem.InDoubt(errFailed))))
		time.Sleep(time.Second)
		after(t, 0, func() { // the lease has not ended
			refuses(t, idem.ErrInDoubt)(beside.Do(t.Context(), request("k"), never(t)))
		})
	})
}

func TestAReleaseThatFailsIsTriedAgain(t *testing.T) {
	t.Parallel()
	eachFault(t, func(t testing.TB, fault idemtest.Fault, store *idemtest.Faults, e, beside *idem.Engine) {
		store.Fail(idemtest.Release, fault, 1)
		refuses(t, errFailed)(e.Do(t.Context(), request("k"), new(effect).failing(errFailed)))
		time.Sleep(time.Second)
		after(t, 0, func() { gives(t, "x")(beside.Do(t.Context(), request("k"), new(effect).returning("x"))) })
	})
}

// The claim by which a late owner looks what became of its key may stay, its reply lost. The effect has happened: no release.
func TestALateOwnersLookFreesNothing(t *testing.T) {
	t.Parallel()
	eachFault(t, func(t testing.TB, fault idemtest.Fault, store *idemtest.Faults, e, beside *idem.Engine) {
		req := request("k")
		req.Repeatable = true
		store.Fail(idemtest.Renew, idemtest.Before, -1)
		go func() {
			refuses(t, idem.ErrInDoubt)(e.Do(t.Context(), req, new(effect).lasting(20*time.Second, "late")))
		}()
		time.Sleep(16 * time.Second)
		refuses(t, errFailed)(beside.Do(t.Context(), req, new(effect).failing(idem.NotDone(errFailed)))) // took over, and freed
		store.Fail(idemtest.Claim, fault, 1)
		time.Sleep(5 * time.Second)
		ordinary := request("k")
		want := map[idemtest.Fault]fate{idemtest.Before: freed, idemtest.After: doubtful, idemtest.Lost: doubtful}[fault]
		if got := fateOf(t, beside, ordinary); got != want {
			t.Errorf("the key is %s, want %s", got, want)
		}
	})
}

func TestAResultThatIsNeverSavedEndsWithTheCap(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		store := idemtest.NewFaults(idem.NewMemory(nil), nil)
		e := started(t, store, nil)
		store.Fail(idemtest.Complete, idemtest.Before, -1)
		gives(t, "x")(e.Do(t.Context(), request("k"), new(effect).returning("x")))
		time.Sleep(16 * time.Minute)
		refuses(t, idem.ErrInDoubt)(e.Do(t.Context(), request("k"), never(t)))
	})
}

// With everything down, a claim whose effect happened lapses into the doubt that it is.
func TestAnOutageAfterTheEffect(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		memory := idem.NewMemory(nil)
		store := idemtest.NewFaults(memory, nil)
		e, beside := started(t, store, nil), started(t, memory, nil)
		down := func(calls int) {
			for _, op := range []idemtest.Op{idemtest.Claim, idemtest.Renew, idemtest.Complete, idemtest.Hold, idemtest.Release} {
				store.Fail(op, idemtest.Before, calls)
			}
		}
		gives(t, "x")(e.Do(t.Context(), request("k"), func(context.Context) ([]byte, error) {
			down(-1)
			return []byte("x"), nil
		}))
		gives(t, "x")(e.Do(t.Context(), request("k"), never(t)))
		refuses(t, idem.ErrStore)(e.Do(t.Context(), request("l"), never(t)))
		time.Sleep(16 * time.Second)
		refuses(t, idem.ErrInDoubt)(beside.Do(t.Context(), request("k"), never(t)))
		down(0)
		time.Sleep(10 * time.Second)
		gives(t, "x")(beside.Do(t.Context(), request("k"), never(t)))
		gives(t, "y")(beside.Do(t.Context(), request("l"), new(effect).returning("y")))
	})
}

func TestADoneMarkSurvivesAFailedSave(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		store := idemtest.NewFaults(idem.NewMemory(nil), nil)
		e := started(t, store, nil)
		store.Fail(idemtest.Complete, idemtest.Before, 3)
		refuses(t, errFailed)(e.Do(t.Context(), request("k"), new(effect).failing(idem.Done(errFailed))))
		for range 2 { // before it is saved, and after
			out, err := e.Do(t.Context(), request("k"), never(t))
			if err != nil || !out.Tombstone || !out.Replayed {
				t.Errorf("Do: %+v, %v; want a tombstone", out, err)
			}
			time.Sleep(time.Minute)
		}
	})
}

// explosiveStore panics on every call but those of its list.
type explosiveStore struct {
	idem.Store
	calm map[idemtest.Op]bool
}

func (s *explosiveStore) blow(op idemtest.Op) {
	if !s.calm[op] {
		panic("a bug in " + op)
	}
}

func (s *explosiveStore) Claim(ctx context.Context, c idem.Claim) (idem.Record, error) {
	s.blow(idemtest.Claim)
	return s.Store.Claim(ctx, c)
}

func (s *explosiveStore) Renew(ctx context.Context, c idem.Claim) error {
	s.blow(idemtest.Renew)
	return s.Store.Renew(ctx, c)
}

func (s *explosiveStore) Complete(ctx context.Context, c idem.Claim, r idem.Result) error {
	s.blow(idemtest.Complete)
	return s.Store.Complete(ctx, c, r)
}

func (s *explosiveStore) Hold(ctx context.Context, c idem.Claim) error {
	s.blow(idemtest.Hold)
	return s.Store.Hold(ctx, c)
}

func (s *explosiveStore) Release(ctx context.Context, c idem.Claim) error {
	s.blow(idemtest.Release)
	return s.Store.Release(ctx, c)
}

// A store that panics has failed; the process lives.
func TestAStoreThatPanicsHasFailed(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var none *idem.Memory
		deaf := &explosiveStore{idem.NewMemory(nil), nil}
		for _, store := range []idem.Store{none, deaf} {
			err := refusal(t, idem.ErrStore)(started(t, store, nil).Do(t.Context(), request("claim"), never(t)))
			var p *idem.PanicError
			if !errors.As(err, &p) || len(p.Stack) == 0 {
				t.Errorf("the error is %v, want the panic as its cause", err)
			}
		}
		e := started(t, &explosiveStore{idem.NewMemory(nil), map[idemtest.Op]bool{idemtest.Claim: true}}, nil)
		gives(t, "x")(e.Do(t.Context(), request("complete and hold"), new(effect).returning("x")))
		refuses(t, errFailed)(e.Do(t.Context(), request("release"), new(effect).failing(errFailed)))
		err := refusal(t, idem.ErrInDoubt)(e.Do(t.Context(), request("renew"), func(ctx context.Context) ([]byte, error) {
			<-ctx.Done()
			return nil, context.Cause(ctx)
		}))
		if !errors.Is(err, idem.ErrLost) {
			t.Errorf("the error is %v, want the lost lease as its cause", err)
		}
		time.Sleep(time.Hour) // until it is all given up
	})
}

func TestAnInvalidStateIsAStoreFailure(t *testing.T) {
	t.Parallel()
	e := started(t, stateless{idem.NewMemory(nil)}, nil)
	refuses(t, idem.ErrStore)(e.Do(t.Context(), request("k"), never(t)))
}

// stateless finds nothing.
type stateless struct{ idem.Store }

func (stateless) Claim(context.Context, idem.Claim) (idem.Record, error) { return idem.Record{}, nil }

func TestPing(t *testing.T) {
	t.Parallel()
	if err := mustNew(t, stateless{}, nil).Ping(t.Context()); err != nil {
		t.Errorf("Ping of a store that is no Pinger: %v, want nil", err)
	}
	for _, err := range []error{nil, errFailed} {
		got := mustNew(t, pinger{err: err}, nil).Ping(t.Context())
		refuses(t, err)(idem.Outcome{}, got)
		if err != nil {
			refuses(t, idem.ErrStore)(idem.Outcome{}, got)
		}
	}
}

type pinger struct {
	idem.Store
	err error
}

func (p pinger) Ping(context.Context) error { return p.err }

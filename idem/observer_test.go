package idem_test

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

	"github.com/google/go-cmp/cmp"

	"github.com/asixto/go-sdk/idem"
	"github.com/asixto/go-sdk/idem/idemtest"
)

// log records the events of an engine by the names of their hooks.
type log struct {
	mu     sync.Mutex
	events []string
	last   map[string]idem.Event
}

func (l *log) hook(t testing.TB, name string) func(context.Context, idem.Event) {
	return func(ctx context.Context, ev idem.Event) {
		l.mu.Lock()
		defer l.mu.Unlock()
		if value := ctx.Value(logTag{}); ev.Key != request("k").Key || value != "value" {
			t.Errorf("%s: the event is %+v, the value %v; want those of the call", name, ev, value)
		}
		event := strings.TrimSpace(name + " " + ev.Op)
		l.events = append(l.events, event)
		if l.last == nil {
			l.last = map[string]idem.Event{}
		}
		l.last[event] = ev
	}
}

// logTag is a value of the callers' contexts.
type logTag struct{}

func (l *log) observer(t testing.TB) idem.Observer {
	return idem.Observer{
		Claimed: l.hook(t, "claimed"), Replayed: l.hook(t, "replayed"), Waited: l.hook(t, "waited"), Conflict: l.hook(t, "conflict"),
		Lost: l.hook(t, "lost"), InDoubt: l.hook(t, "in doubt"), SaveFailed: l.hook(t, "save failed"), StoreDown: l.hook(t, "store down"),
	}
}

func TestTheObserverIsToldWhatHappens(t *testing.T) {
	t.Parallel()
	type scene struct {
		play func(t testing.TB, ctx context.Context, e *idem.Engine, store *idemtest.Faults)
		want []string // sorted
	}
	x := new(effect).returning("x")
	for name, s := range map[string]scene{
		"first and replay": {func(t testing.TB, ctx context.Context, e *idem.Engine, _ *idemtest.Faults) {
			gives(t, "x")(e.Do(ctx, request("k"), x))
			gives(t, "x")(e.Do(ctx, request("k"), x))
		}, []string{"claimed", "replayed"}},
		"a failure": {func(t testing.TB, ctx context.Context, e *idem.Engine, _ *idemtest.Faults) {
			refuses(t, errFailed)(e.Do(ctx, request("k"), new(effect).failing(errFailed)))
		}, []string{"claimed"}},
		"duplicates": {func(t testing.TB, ctx context.Context, e *idem.Engine, _ *idemtest.Faults) {
			for range 3 {
				go func() { gives(t, "x")(e.Do(ctx, request("k"), new(effect).lasting(time.Second, "x"))) }()
			}
			time.Sleep(2 * time.Second)
		}, []string{"claimed", "waited", "waited"}},
		"a wait that ends": {func(t testing.TB, ctx context.Context, e *idem.Engine, store *idemtest.Faults) {
			c := claimOf(request("k"))
			c.Lease = time.Hour
			if _, err := store.Claim(ctx, c); err != nil {
				t.Fatal(err)
			}
			refuses(t, idem.ErrInProgress)(e.Do(ctx, request("k"), x))
		}, []string{"waited"}},
		"a conflict": {func(t testing.TB, ctx context.Context, e *idem.Engine, _ *idemtest.Faults) {
			gives(t, "x")(e.Do(ctx, request("k"), x))
			changed := request("k")
			changed.Fingerprint[0] = 1
			refuses(t, idem.ErrConflict)(e.Do(ctx, changed, x))
		}, []string{"claimed", "conflict"}},
		"an inner conflict": {func(t testing.TB, ctx context.Context, e *idem.Engine, _ *idemtest.Faults) {
			refuses(t, idem.ErrConflict)(e.Do(ctx, request("k"), new(effect).failing(idem.ErrConflict)))
		}, []string{"claimed"}},
		"a doubt, twice": {func(t testing.TB, ctx context.Context, e *idem.Engine, _ *idemtest.Faults) {
			refuses(t, idem.ErrInDoubt)(e.Do(ctx, request("k"), new(effect).failing(idem.InDoubt(errFailed))))
			refuses(t, idem.ErrInDoubt)(e.Do(ctx, request("k"), x))
		}, []string{"claimed", "in doubt", "in doubt"}},
		"a lost lease": {func(t testing.TB, ctx context.Context, e *idem.Engine, store *idemtest.Faults) {
			store.Fail(idemtest.Renew, idemtest.Before, -1)
			refuses(t, idem.ErrInDoubt)(e.Do(ctx, request("k"), func(ctx context.Context) ([]byte, error) { <-ctx.Done(); return nil, ctx.Err() }))
		}, []string{
			"claimed", "in doubt", "lost",
			"store down renew", "store down renew", "store down renew", "store down renew", "store down renew",
			"store down renew", "store down renew", "store down renew",
		}},
		"a save that fails": {func(t testing.TB, ctx context.Context, e *idem.Engine, store *idemtest.Faults) {
			store.Fail(idemtest.Complete, idemtest.Before, 1)
			gives(t, "x")(e.Do(ctx, request("k"), x))
			gives(t, "x")(e.Do(ctx, request("k"), x))
			time.Sleep(time.Second)
		}, []string{"claimed", "replayed", "save failed", "store down complete"}},
		"a store that is down": {func(t testing.TB, ctx context.Context, e *idem.Engine, store *idemtest.Faults) {
			store.Fail(idemtest.Claim, idemtest.Before, 1)
			refuses(t, idem.ErrStore)(e.Do(ctx, request("k"), x))
		}, []string{"store down claim"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				var l log
				store := idemtest.NewFaults(idem.NewMemory(nil), nil)
				e := started(t, store, &idem.Options{Observer: l.observer(t)})
				s.play(t, context.WithValue(t.Context(), logTag{}, "value"), e, store)
				synctest.Wait()
				slices.Sort(l.events)
				if diff := cmp.Diff(s.want, l.events); diff != "" {
					t.Errorf("the events (-want +got):\n%s", diff)
				}
			})
		})
	}
}

func TestEventsCarryWhatTheirHooksSay(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var l log
		store := idemtest.NewFaults(idem.NewMemory(nil), nil)
		e := started(t, store, &idem.Options{Observer: l.observer(t)})
		ctx := context.WithValue(t.Context(), logTag{}, "value")
		go func() {
			refuses(t, idem.ErrInDoubt)(e.Do(ctx, request("k"), lastly(3*time.Second, idem.InDoubt(errFailed))))
		}()
		synctest.Wait()
		refuses(t, idem.ErrInDoubt)(e.Do(ctx, request("k"), never(t)))
		store.Fail(idemtest.Claim, idemtest.Before, 1)
		refuses(t, idem.ErrStore)(e.Do(ctx, request("k"), never(t)))
		synctest.Wait()
		if ev := l.last["claimed"]; ev.Fence == 0 {
			t.Errorf("claimed: %+v, want a fence", ev)
		}
		if ev := l.last["waited"]; ev.Took != 3*time.Second || !errors.Is(ev.Err, errFailed) {
			t.Errorf("waited: %+v, want 3s and the error", ev)
		}
		if ev := l.last["in doubt"]; !errors.Is(ev.Err, errFailed) || ev.Fence == 0 {
			t.Errorf("in doubt: %+v, want the cause and the fence", ev)
		}
		if ev := l.last["store down claim"]; !errors.Is(ev.Err, idemtest.ErrFault) {
			t.Errorf("store down: %+v, want the cause", ev)
		}
	})
}

// lastly fails after d.
func lastly(d time.Duration, err error) func(context.Context) ([]byte, error) {
	return func(context.Context) ([]byte, error) {
		time.Sleep(d)
		return nil, err
	}
}

func TestStoresAreSweptOnceInAWhile(t *testing.T) {
	t.Parallel()
	for every, want := range map[time.Duration]int{0: 3, 10 * time.Second: 13, -1: 0} {
		t.Run(every.String(), func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				store := &sweptStore{Store: idem.NewMemory(nil), err: errFailed}
				down := 0
				e := started(t, store, &idem.Options{SweepEvery: every, Observer: idem.Observer{StoreDown: func(_ context.Context, ev idem.Event) {
					if down++; ev.Op != "sweep" || !errors.Is(ev.Err, errFailed) {
						t.Errorf("store down: %+v, want the sweep's error", ev)
					}
				}}})
				for i := range 121 {
					gives(t, "x")(e.Do(t.Context(), request(fmt.Sprint(i)), new(effect).returning("x")))
					synctest.Wait()
					time.Sleep(time.Second)
				}
				if store.swept != want || down != want {
					t.Errorf("%d sweeps and %d failures in two minutes, want %d", store.swept, down, want)
				}
			})
		})
	}
}

type sweptStore struct {
	idem.Store
	swept int
	err   error
}

func (s *sweptStore) Sweep(_ context.Context, limit int) (int, error) {
	s.swept++
	if limit <= 0 {
		s.err = errors.New("a sweep without limit")
	}
	return 0, s.err
}

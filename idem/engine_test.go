package idem_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/asixto/go-sdk/idem"
)

func TestReplaysTheStoredBytes(t *testing.T) {
	t.Parallel()
	every := make([]byte, 256)
	for i := range every {
		every[i] = byte(i)
	}
	for name, want := range map[string]string{
		"empty":       "",
		"one byte":    "x",
		"every byte":  string(every),
		"1 MiB":       strings.Repeat("x", 1<<20),
		"key order":   `{"b":1,"a":2}`,
		"above 2^53":  `{"n":9007199254740993}`,
		"a lone zero": "\x00",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			store := idem.NewMemory(nil)
			e, other := started(t, store, nil), started(t, store, nil)
			var runs effect
			req := request("k")
			first := gives(t, want)(e.Do(t.Context(), req, runs.returning(want)))
			again := gives(t, want)(e.Do(t.Context(), req, runs.returning("other")))
			there := gives(t, want)(other.Do(t.Context(), req, runs.returning("other")))
			if first.Replayed || !again.Replayed || !there.Replayed {
				t.Errorf("Replayed is %t, %t and %t; want it for all but the first", first.Replayed, again.Replayed, there.Replayed)
			}
			runs.want(t, 1)
		})
	}
}

func TestKeysOfOthersHaveNoRelation(t *testing.T) {
	t.Parallel()
	e := started(t, idem.NewMemory(nil), nil)
	var runs effect
	base := request("k").Key
	for i, key := range []idem.Key{
		base,
		{Client: "other", Company: base.Company, Tool: base.Tool, Key: base.Key},
		{Client: base.Client, Company: "other", Tool: base.Tool, Key: base.Key},
		{Client: base.Client, Company: base.Company, Tool: "other", Key: base.Key},
		{Client: base.Client, Company: base.Company, Tool: base.Tool, Key: "other"},
		{Client: base.Client + base.Company, Tool: base.Tool, Key: base.Key},
	} {
		want := fmt.Sprint(i)
		gives(t, want)(e.Do(t.Context(), idem.Request{Key: key}, runs.returning(want)))
	}
	runs.want(t, 6)
}

func TestOneEffectOfAThousandCalls(t *testing.T) {
	t.Parallel()
	store := idem.NewMemory(nil)
	engines := []*idem.Engine{started(t, store, nil), started(t, store, nil)}
	var runs effect
	var group sync.WaitGroup
	for i := range 1000 {
		group.Go(func() {
			gives(t, "once")(engines[i%2].Do(t.Context(), request("k"), runs.lasting(5*time.Millisecond, "once")))
		})
	}
	group.Wait()
	runs.want(t, 1)
}

func TestStatesHaveNames(t *testing.T) {
	t.Parallel()
	for state, want := range map[idem.State]string{
		0: "invalid", idem.StateGranted: "granted", idem.StateRunning: "running", idem.StateDone: "done",
		idem.StateDoubt: "in doubt", idem.StateConflict: "conflict",
	} {
		if got := state.String(); got != want {
			t.Errorf("state %d is called %q, want %q", state, got, want)
		}
	}
}

func TestFailuresAreNotStored(t *testing.T) {
	t.Parallel()
	e := started(t, idem.NewMemory(nil), nil)
	var runs effect
	if err := refusal(t, errFailed)(e.Do(t.Context(), request("k"), runs.failing(errFailed))); err != errFailed { //nolint:errorlint // as it is
		t.Errorf("the error is %v, want the run's own", err)
	}
	gives(t, "later")(e.Do(t.Context(), request("k"), runs.returning("later")))
	runs.want(t, 2)
}

func TestOtherArgumentsAreRefused(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		store := idem.NewMemory(nil)
		e, other := started(t, store, nil), started(t, store, nil)
		var runs effect
		req, changed := request("k"), request("k")
		changed.Fingerprint[31] = 1
		go func() { gives(t, "x")(e.Do(t.Context(), req, runs.lasting(time.Second, "x"))) }()
		synctest.Wait()
		refuses(t, idem.ErrConflict)(e.Do(t.Context(), changed, never(t)))     // while it runs here
		refuses(t, idem.ErrConflict)(other.Do(t.Context(), changed, never(t))) // while it runs elsewhere
		time.Sleep(2 * time.Second)
		refuses(t, idem.ErrConflict)(e.Do(t.Context(), changed, never(t))) // when it is stored
		gives(t, "x")(e.Do(t.Context(), req, never(t)))
		runs.want(t, 1)
	})
}

// A call with the wrong arguments that is under way must not make the right ones the wrong ones.
func TestAConflictUnderWayDoesNotSpread(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		slow := &slowStore{Store: idem.NewMemory(nil)}
		e := started(t, slow, nil)
		var runs effect
		req, wrong := request("k"), request("k")
		wrong.Fingerprint[0] = 1
		gives(t, "x")(e.Do(t.Context(), req, runs.returning("x")))
		slow.claim = time.Second
		go func() { refuses(t, idem.ErrConflict)(e.Do(t.Context(), wrong, never(t))) }()
		synctest.Wait()
		gives(t, "x")(e.Do(t.Context(), req, never(t)))
		time.Sleep(time.Second)
		runs.want(t, 1)
	})
}

// slowStore takes its time for claims.
type slowStore struct {
	idem.Store
	claim time.Duration
}

func (s *slowStore) Claim(ctx context.Context, c idem.Claim) (idem.Record, error) {
	time.Sleep(s.claim)
	return s.Store.Claim(ctx, c)
}

func TestResultsAreTheCallersOwn(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		e := started(t, idem.NewMemory(nil), nil)
		var runs effect
		for range 3 {
			go func() {
				out := gives(t, "result")(e.Do(t.Context(), request("k"), runs.lasting(time.Second, "result")))
				copy(out.Result, "XXXXXX")
			}()
		}
		time.Sleep(2 * time.Second)
		out := gives(t, "result")(e.Do(t.Context(), request("k"), never(t)))
		copy(out.Result, "YYYYYY")
		gives(t, "result")(e.Do(t.Context(), request("k"), never(t)))
	})
}

func TestTooLargeAResultLeavesATombstone(t *testing.T) {
	t.Parallel()
	e := started(t, idem.NewMemory(nil), &idem.Options{MaxResult: 10})
	var runs effect
	large := strings.Repeat("x", 11)
	gives(t, large)(e.Do(t.Context(), request("k"), runs.returning(large)))
	out, err := e.Do(t.Context(), request("k"), never(t))
	if err != nil || !out.Tombstone || !out.Replayed || len(out.Result) != 0 {
		t.Errorf("the replay is %+v, error %v; want a tombstone", out, err)
	}
	fits := large[1:]
	gives(t, fits)(e.Do(t.Context(), request("l"), runs.returning(fits)))
	gives(t, fits)(e.Do(t.Context(), request("l"), never(t)))
	runs.want(t, 2)
}

func TestRunSeesItsAttemptAndTheCallersValues(t *testing.T) {
	t.Parallel()
	type valueKey struct{}
	e := started(t, idem.NewMemory(nil), nil)
	ctx := context.WithValue(t.Context(), valueKey{}, "value")
	if _, ok := idem.AttemptFrom(ctx); ok {
		t.Error("there is an attempt outside of a run")
	}
	req := request("k")
	keys := map[string]bool{}
	for range 2 {
		refuses(t, errFailed)(e.Do(ctx, req, func(ctx context.Context) ([]byte, error) {
			a, ok := idem.AttemptFrom(ctx)
			if !ok || a.Key != req.Key || a.Fence == 0 {
				t.Errorf("the attempt is %+v, %t; want that of %+v", a, ok, req.Key)
			}
			if ctx.Value(valueKey{}) != "value" {
				t.Error("the context of run lost the caller's values")
			}
			keys[a.DownstreamKey()] = true
			keys[a.DownstreamKeyFor("")] = true
			if a.DownstreamKeyFor("charge") == a.DownstreamKeyFor("mail") {
				t.Error("two steps have one downstream key")
			}
			return nil, errFailed
		}))
	}
	if len(keys) != 1 {
		t.Errorf("two attempts have the downstream keys %v, want one", keys)
	}
	req.Fingerprint[0] = 1
	refuses(t, errFailed)(e.Do(ctx, req, func(ctx context.Context) ([]byte, error) {
		a, _ := idem.AttemptFrom(ctx)
		if keys[a.DownstreamKey()] {
			t.Error("other arguments have the same downstream key")
		}
		return nil, errFailed
	}))
}

func TestAFlightThatEndedIsLetGo(t *testing.T) {
	t.Parallel()
	e := started(t, idem.NewMemory(nil), nil)
	gone := make(chan struct{})
	func() {
		big := new([1 << 20]byte)
		runtime.AddCleanup(big, func(struct{}) { close(gone) }, struct{}{})
		gives(t, "x")(e.Do(t.Context(), request("k"), func(context.Context) ([]byte, error) {
			big[0] = 1
			return []byte("x"), nil
		}))
	}()
	for deadline := time.Now().Add(3 * time.Second); ; { // before anything else would be due
		runtime.GC() //nolint:revive // it is what the test is about
		select {
		case <-gone:
			return
		default:
		}
		if time.Now().After(deadline) {
			t.Fatal("what the run refers to is still held")
		}
	}
}

func TestNothingIsLeftBehind(t *testing.T) {
	t.Parallel()
	store := idem.NewMemory(nil)
	e := started(t, store, nil)
	const keys = 100_000
	var group sync.WaitGroup
	for w := range 8 {
		group.Go(func() {
			for i := range keys / 8 {
				run := func(context.Context) ([]byte, error) { return nil, errFailed }
				if _, err := e.Do(t.Context(), request(fmt.Sprint(w, ":", i)), run); !errors.Is(err, errFailed) {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	if err := e.Shutdown(t.Context()); err != nil { // no flight, no renewal, no ghost is left
		t.Error(err)
	}
	if n := store.Len(); n != 0 {
		t.Errorf("%d keys are left in the store, want none", n)
	}
}

package idem_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/asixto/go-sdk/idem"
)

// stalledLine delivers its first claim late, and after its caller has given up.
type stalledLine struct {
	idem.Store
	stall time.Duration
	first bool
}

func (s *stalledLine) Claim(ctx context.Context, c idem.Claim) (idem.Record, error) {
	if s.first {
		return s.Store.Claim(ctx, c)
	}
	s.first = true
	time.AfterFunc(s.stall, func() { _, _ = s.Store.Claim(context.WithoutCancel(ctx), c) })
	<-ctx.Done()
	return idem.Record{}, ctx.Err()
}

// A claim that arrives when its ghost was released already is released too, so
// that the key of an operation that never ran is not in doubt.
func TestALateClaimIsNoGhost(t *testing.T) {
	t.Parallel()
	for _, stall := range []time.Duration{6 * time.Second, 10 * time.Second, 19 * time.Second} {
		synctest.Test(t, func(t *testing.T) {
			memory := idem.NewMemory(nil)
			e := mustNew(t, &stalledLine{Store: memory, stall: stall}, nil)
			refuses(t, idem.ErrStore)(e.Do(t.Context(), request("k"), never(t)))
			time.Sleep(time.Minute)
			gives(t, "x")(e.Do(t.Context(), request("k"), new(effect).returning("x")))
			if err := e.Shutdown(t.Context()); err != nil {
				t.Errorf("Shutdown: %v", err)
			}
		})
	}
}

// A shutdown waits for no second look: it takes it at once.
func TestAShutdownDoesNotWaitForGhosts(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		memory := idem.NewMemory(nil)
		e := mustNew(t, &stalledLine{Store: memory, stall: 6 * time.Second}, nil)
		refuses(t, idem.ErrStore)(e.Do(t.Context(), request("k"), never(t)))
		time.Sleep(2 * time.Second)
		begin := time.Now()
		if err := e.Shutdown(t.Context()); err != nil {
			t.Errorf("Shutdown: %v", err)
		}
		if took := time.Since(begin); took > 0 {
			t.Errorf("Shutdown took %v", took)
		}
		if n := memory.Len(); n != 0 {
			t.Errorf("%d keys are left, want none", n)
		}
	})
}

// A new ghost is not kept waiting by one that is sought later.
func TestGhostsAreReleasedAtOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		memory := idem.NewMemory(nil)
		e := mustNew(t, &lostReplies{memory}, nil)
		for _, key := range []string{"a", "b"} {
			refuses(t, idem.ErrStore)(e.Do(t.Context(), request(key), never(t)))
			synctest.Wait()
			if n := memory.Len(); n != 0 {
				t.Errorf("after %s: %d keys are left, want none", key, n)
			}
			time.Sleep(time.Second)
		}
		if err := e.Shutdown(t.Context()); err != nil {
			t.Errorf("Shutdown: %v", err)
		}
	})
}

// lostReplies claims, and tells nobody.
type lostReplies struct{ idem.Store }

func (s *lostReplies) Claim(ctx context.Context, c idem.Claim) (idem.Record, error) {
	_, _ = s.Store.Claim(ctx, c)
	return idem.Record{}, context.DeadlineExceeded
}

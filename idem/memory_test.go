package idem_test

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/asixto/go-sdk/idem"
	"github.com/asixto/go-sdk/idem/idemtest"
)

const week = 7 * 24 * time.Hour

// clock is a store's clock.
type clock struct{ passed atomic.Int64 }

func (c *clock) now() time.Time {
	return time.Date(2026, 7, 28, 9, 0, 0, 0, time.UTC).Add(time.Duration(c.passed.Load()))
}

func (c *clock) pass(d time.Duration) { c.passed.Add(int64(d)) }

// numbered is a claim on the key of a number, with a token of its own.
func numbered(i int) idem.Claim {
	c := claimOf(request(fmt.Sprint(i)))
	copy(c.Token[:], fmt.Sprint(i))
	return c
}

func fillWith(t testing.TB, m *idem.Memory, from, to int) {
	t.Helper()
	for i := from; i < to; i++ {
		if rec, err := m.Claim(t.Context(), numbered(i)); err != nil || rec.State != idem.StateGranted {
			t.Fatalf("key %d: %v, %v; want it granted", i, rec.State, err)
		}
		if err := m.Complete(t.Context(), numbered(i), idem.Result{Bytes: []byte("x")}); err != nil {
			t.Fatalf("key %d: %v", i, err)
		}
	}
}

func wantDone(t testing.TB, m *idem.Memory, from, to int) {
	t.Helper()
	for i := from; i < to; i++ {
		c := numbered(i)
		c.Token = idem.Token{}
		if rec, err := m.Claim(t.Context(), c); err != nil || rec.State != idem.StateDone || string(rec.Bytes) != "x" {
			t.Fatalf("key %d: %v %q, %v; want it done", i, rec.State, rec.Bytes, err)
		}
	}
}

func TestMemoryIsFull(t *testing.T) {
	t.Parallel()
	for name, opts := range map[string]*idem.MemoryOptions{
		"of keys":  {MaxKeys: 1000},
		"of bytes": {MaxBytes: 1000 * (240 + 1)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var now clock
			opts.Now = now.now
			m := idem.NewMemory(opts)
			fillWith(t, m, 0, 1000)
			for i := range 100 {
				if _, err := m.Claim(t.Context(), numbered(1000+i)); !errors.Is(err, idem.ErrFull) {
					t.Fatalf("the key above the limit: %v, want ErrFull", err)
				}
			}
			wantDone(t, m, 0, 1000) // nothing was evicted
			now.pass(week + time.Minute)
			fillWith(t, m, 1000, 2000) // what has expired makes room
			if n := m.Len(); n != 1000 {
				t.Errorf("%d keys, want 1000", n)
			}
			if _, err := m.Claim(t.Context(), numbered(3000)); !errors.Is(err, idem.ErrFull) {
				t.Errorf("the key above the limit: %v, want ErrFull", err)
			}
			wantDone(t, m, 1000, 2000)
		})
	}
}

// What has expired makes room wherever it is.
func TestMemoryLooksForRoomEverywhere(t *testing.T) {
	t.Parallel()
	var now clock
	m := idem.NewMemory(&idem.MemoryOptions{MaxKeys: 3, Now: now.now})
	for round := range 50 { // so that the new keys are in all kinds of shards
		fillWith(t, m, 3*round, 3*round+3)
		now.pass(week + time.Minute)
	}
	tight := idem.NewMemory(&idem.MemoryOptions{MaxBytes: 2*240 + 10, Now: now.now})
	for round := range 50 {
		a, b := numbered(2*round), numbered(2*round+1)
		for _, c := range []idem.Claim{a, b} {
			if _, err := tight.Claim(t.Context(), c); err != nil {
				t.Fatal(err)
			}
		}
		if err := tight.Complete(t.Context(), a, idem.Result{Bytes: make([]byte, 10)}); err != nil {
			t.Fatal(err)
		}
		now.pass(week) // a has expired, b not yet
		if err := tight.Complete(t.Context(), b, idem.Result{Bytes: make([]byte, 10)}); err != nil {
			t.Fatalf("round %d: %v, want the room of the key that has expired", round, err)
		}
		now.pass(week)
	}
}

func TestMemoryFullOfResults(t *testing.T) {
	t.Parallel()
	m := idem.NewMemory(&idem.MemoryOptions{MaxBytes: 2*240 + 10})
	c := numbered(1)
	if _, err := m.Claim(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	if _, err := m.Claim(t.Context(), numbered(2)); err != nil {
		t.Fatal(err)
	}
	if err := m.Complete(t.Context(), c, idem.Result{Bytes: make([]byte, 11)}); !errors.Is(err, idem.ErrTooLarge) || !errors.Is(err, idem.ErrFull) {
		t.Errorf("a result that does not fit: %v, want ErrTooLarge because of ErrFull", err)
	}
	if err := m.Complete(t.Context(), numbered(2), idem.Result{Bytes: make([]byte, 10)}); err != nil {
		t.Errorf("a result that just fits: %v", err)
	}
	if err := m.Complete(t.Context(), c, idem.Result{Tombstone: true}); err != nil {
		t.Errorf("a tombstone: %v", err)
	}
	if n := m.Bytes(); n != 2*240+10 {
		t.Errorf("%d bytes, want %d", n, 2*240+10)
	}
}

func TestAFullStoreFailsClosed(t *testing.T) {
	t.Parallel()
	releases := 0
	m := idemtest.NewFaults(idem.NewMemory(&idem.MemoryOptions{MaxKeys: 1}), func(op idemtest.Op) {
		if op == idemtest.Release {
			releases++
		}
	})
	e := mustNew(t, m, nil)
	gives(t, "x")(e.Do(t.Context(), request("k"), new(effect).returning("x")))
	err := refusal(t, idem.ErrStore)(e.Do(t.Context(), request("l"), never(t)))
	if !errors.Is(err, idem.ErrFull) {
		t.Errorf("the error is %v, want ErrFull as the cause", err)
	}
	gives(t, "x")(e.Do(t.Context(), request("k"), never(t)))
	if err := e.Shutdown(t.Context()); err != nil || releases != 0 {
		t.Errorf("Shutdown: %v, %d releases of a claim that is known not to be", err, releases)
	}
	tight := started(t, idem.NewMemory(&idem.MemoryOptions{MaxBytes: 250}), nil)
	gives(t, "more than ten bytes")(tight.Do(t.Context(), request("k"), new(effect).returning("more than ten bytes")))
	if got := fateOf(t, tight, request("k")); got != tombstone {
		t.Errorf("the key is %s, want a tombstone", got)
	}
}

func TestMemoryRefusesNegativeLimits(t *testing.T) {
	t.Parallel()
	for _, opts := range []idem.MemoryOptions{{MaxKeys: -1}, {MaxBytes: -1}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("NewMemory(%+v) did not panic", opts)
				}
			}()
			idem.NewMemory(&opts)
		}()
	}
}

func TestMemorySweepsInSmallSteps(t *testing.T) {
	t.Parallel()
	var now clock
	m := idem.NewMemory(&idem.MemoryOptions{Now: now.now})
	const keys = 100_000
	fillWith(t, m, 0, keys)
	now.pass(week + time.Minute)
	claims := 0
	for ; m.Len() > claims; claims++ {
		before := m.Len()
		if _, err := m.Claim(t.Context(), numbered(keys+claims)); err != nil {
			t.Fatal(err)
		}
		if removed := before + 1 - m.Len(); removed < 0 || removed > 4 {
			t.Fatalf("claim %d removed %d keys, want at most 4", claims, removed)
		}
		if claims > keys {
			t.Fatalf("%d keys are left after as many claims as there were keys", m.Len()-claims)
		}
	}
	if claims < keys/5 {
		t.Errorf("%d claims removed %d keys, which is too many each", claims, keys)
	}
}

func TestMemorySweepHasALimit(t *testing.T) {
	t.Parallel()
	var now clock
	m := idem.NewMemory(&idem.MemoryOptions{Now: now.now})
	fillWith(t, m, 0, 10_000)
	now.pass(week + time.Minute)
	fillWith(t, m, 10_000, 10_100)
	left := m.Len()
	for left > 100 {
		n, err := m.Sweep(t.Context(), 1000)
		if err != nil || n == 0 || n > 1000 {
			t.Fatalf("Sweep removed %d of %d, error %v; want some, at most 1000", n, left, err)
		}
		if left -= n; left != m.Len() {
			t.Fatalf("Sweep said that it removed %d, and %d are left; want %d", n, m.Len(), left)
		}
	}
	wantDone(t, m, 10_000, 10_100)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := m.Sweep(ctx, 1000); !errors.Is(err, context.Canceled) {
		t.Errorf("Sweep with a cancelled context: %v, want Canceled", err)
	}
}

func TestMemoryFencesGrowAcrossProcesses(t *testing.T) {
	t.Parallel()
	var now clock
	var last uint64
	for range 3 { // each with nothing in its memory
		m := idem.NewMemory(&idem.MemoryOptions{Now: now.now})
		for range 3 {
			rec, err := m.Claim(t.Context(), numbered(1))
			if err != nil || rec.Fence <= last {
				t.Fatalf("the fence is %d, error %v; want one above %d", rec.Fence, err, last)
			}
			last = rec.Fence
			if err := m.Release(t.Context(), numbered(1)); err != nil {
				t.Fatal(err)
			}
		}
		now.pass(time.Second)
	}
	early := idem.NewMemory(&idem.MemoryOptions{Now: func() time.Time { return time.Time{} }})
	if rec, err := early.Claim(t.Context(), numbered(1)); err != nil || rec.Fence < 1 || rec.Fence >= 1<<53 {
		t.Errorf("the fence of a clock before 1970 is %d, error %v", rec.Fence, err)
	}
}

// TestMemoryKeepsCount plays random calls on a store that is nearly full: what lives stays, and the counts are right.
func TestMemoryKeepsCount(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var now clock
		const maxKeys, maxBytes = 6, 6*240 + 40
		m := idem.NewMemory(&idem.MemoryOptions{MaxKeys: maxKeys, MaxBytes: maxBytes, Now: now.now})
		type record struct {
			done    bool
			size    int
			expires time.Time
		}
		live := map[int]record{}
		ctx := t.Context()
		for range rapid.IntRange(1, 80).Draw(t, "steps") {
			i := rapid.IntRange(0, 9).Draw(t, "key")
			c := numbered(i)
			r, known := live[i]
			if known = known && now.now().Before(r.expires); !known {
				delete(live, i)
			}
			switch rapid.IntRange(0, 3).Draw(t, "call") {
			case 0:
				rec, err := m.Claim(ctx, c)
				switch {
				case known && (err != nil || r.done != (rec.State == idem.StateDone) || len(rec.Bytes) != r.size):
					t.Fatalf("key %d: %v of %d bytes, %v; want what is there: %+v", i, rec.State, len(rec.Bytes), err, r)
				case !known && err == nil && rec.State == idem.StateGranted:
					r = record{}
				case !known && !errors.Is(err, idem.ErrFull):
					t.Fatalf("key %d: %v, %v; want it granted, or full", i, rec.State, err)
				}
				if err == nil && !r.done {
					live[i] = record{expires: now.now().Add(c.Lease + c.Retention)}
				}
			case 1:
				size := rapid.IntRange(0, 30).Draw(t, "size")
				err := m.Complete(ctx, c, idem.Result{Bytes: make([]byte, size)})
				switch {
				case known && err == nil && !r.done:
					live[i] = record{true, size, now.now().Add(c.Retention)}
				case known && err != nil && !errors.Is(err, idem.ErrTooLarge), !known && !errors.Is(err, idem.ErrLost):
					t.Fatalf("Complete of key %d: %v", i, err)
				}
			case 2:
				if err := m.Release(ctx, c); err == nil {
					delete(live, i)
				} else if !r.done {
					t.Fatalf("Release of key %d: %v", i, err)
				}
			default:
				now.pass(time.Duration(rapid.IntRange(1, 200).Draw(t, "hours")) * time.Hour)
			}
			keys, bytes := 0, int64(0)
			for _, r := range live {
				if now.now().Before(r.expires) {
					keys, bytes = keys+1, bytes+240+int64(r.size)
				}
			}
			if n, b := m.Len(), m.Bytes(); n < keys || n > maxKeys || b < bytes || b > maxBytes || n == keys && b != bytes {
				t.Fatalf("%d keys of %d bytes, want %d live ones of %d and at most %d of %d", n, b, keys, bytes, maxKeys, maxBytes)
			}
		}
	})
}

package idemredis_test

import (
	"context"
	"encoding/binary"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/redis/go-redis/v9"

	"github.com/asixto/go-sdk/idem"
	"github.com/asixto/go-sdk/idem/idemredis"
)

// storeCalls are the five calls of a store, each as an error.
func storeCalls(s idem.Store) map[string]func(context.Context, idem.Claim) error {
	return map[string]func(context.Context, idem.Claim) error{
		"Claim": func(ctx context.Context, c idem.Claim) error {
			_, err := s.Claim(ctx, c)
			return err
		},
		"Renew": s.Renew,
		"Complete": func(ctx context.Context, c idem.Claim) error {
			return s.Complete(ctx, c, idem.Result{Bytes: []byte("x")})
		},
		"Hold":    s.Hold,
		"Release": s.Release,
	}
}

// fixture is a store on the shared server, and a client that looks at what it keeps there.
func fixture(t *testing.T) (*idemredis.Store, *redis.Client) {
	t.Helper()
	addr := sharedAddr(t)
	client := connect(t, clientOptions(addr))
	return open(t, client, &idemredis.Options{Prefix: newPrefix(t, addr)}), client
}

// Processes of different versions share a server: a record of one must be a record for the other.
func TestRecordsKeepTheirForm(t *testing.T) {
	t.Parallel()
	s, client := fixture(t)
	for name, c := range map[string]struct {
		then func(context.Context, idem.Claim) error
		want string // the state, and the result
	}{
		"running":   {func(context.Context, idem.Claim) error { return nil }, "r"},
		"renewed":   {s.Renew, "r"},
		"in doubt":  {s.Hold, "h"},
		"done":      {storeCalls(s)["Complete"], "dx"},
		"tombstone": {func(ctx context.Context, c idem.Claim) error { return s.Complete(ctx, c, idem.Result{Tombstone: true}) }, "t"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			claim := newClaim()
			before := serverTime(t, client)
			fence := finds(t, s, claim, idem.StateGranted).Fence
			ok(t, c.then(t.Context(), claim))
			after := serverTime(t, client)

			record, err := client.Get(t.Context(), idemredis.Key(s, claim.ID)).Result()
			ok(t, err)
			owner := string(claim.Token[:]) + string(claim.Fingerprint[:])
			if diff := cmp.Diff(c.want[:1]+owner+c.want[1:], record[:49]+record[65:]); diff != "" {
				t.Errorf("the record (-want +got):\n%s", diff)
			}
			if got := number(record[49:57]); got != float64(fence) {
				t.Errorf("the record's fence is %f, want the %d that was granted", got, fence)
			}
			lease := claim.Lease.Microseconds()
			if got := int64(number(record[57:65])); got < before+lease || got > after+lease {
				t.Errorf("the lease ends at %d, want %d to %d", got, before+lease, after+lease)
			}
		})
	}
}

func number(b string) float64 { return math.Float64frombits(binary.BigEndian.Uint64([]byte(b))) }

// serverTime is the server's clock in microseconds.
func serverTime(tb testing.TB, client *redis.Client) int64 {
	tb.Helper()
	now, err := client.Time(tb.Context()).Result()
	ok(tb, err)
	return now.UnixMicro()
}

// What a later version, or somebody else, wrote under a key is left alone.
func TestUnknownRecordsAreLeftAlone(t *testing.T) {
	t.Parallel()
	s, client := fixture(t)
	for name, put := range map[string]func(key string) error{
		"a short text":     func(key string) error { return client.Set(t.Context(), key, "x", 0).Err() },
		"an unknown state": func(key string) error { return client.Set(t.Context(), key, strings.Repeat("x", 100), 0).Err() },
		"another type":     func(key string) error { return client.HSet(t.Context(), key, "state", "running").Err() },
	} {
		for call, do := range storeCalls(s) {
			t.Run(name+"/"+call, func(t *testing.T) {
				t.Parallel()
				claim := newClaim()
				claim.TakeOver = true
				key := idemredis.Key(s, claim.ID)
				ok(t, put(key))
				before := client.Dump(t.Context(), key).Val()
				if err := do(t.Context(), claim); err == nil || errors.Is(err, idem.ErrLost) || errors.Is(err, idem.ErrFull) {
					t.Errorf("%s: %v, want an error that says nothing of the claim", call, err)
				}
				if after := client.Dump(t.Context(), key).Val(); after != before || before == "" {
					t.Errorf("the value is %q, want the %q that it was", after, before)
				}
			})
		}
	}
}

func TestRecordsLiveAsLongAsTheyMust(t *testing.T) {
	t.Parallel()
	s, client := fixture(t)
	const lease, retention = time.Minute, time.Hour
	for name, c := range map[string]struct {
		then func(context.Context, idem.Claim) error
		want time.Duration
	}{
		"claimed":       {func(context.Context, idem.Claim) error { return nil }, lease + retention},
		"claimed again": {storeCalls(s)["Claim"], lease + retention},
		"renewed":       {s.Renew, lease + retention},
		"held":          {s.Hold, retention},
		"completed":     {storeCalls(s)["Complete"], retention},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			claim := newClaim()
			claim.Lease, claim.Retention = lease, retention
			before := serverTime(t, client)
			finds(t, s, claim, idem.StateGranted)
			ok(t, c.then(t.Context(), claim))
			left := client.PTTL(t.Context(), idemredis.Key(s, claim.ID)).Val()
			passed := time.Duration(serverTime(t, client)-before)*time.Microsecond + time.Millisecond
			if left > c.want || left < c.want-passed {
				t.Errorf("the record lives for another %v, up to %v after the call; want %v", left, passed, c.want)
			}
		})
	}
}

// Both ways the server's clock decides: what the store said is held against it, however long anything took.
func TestLeasesGoByTheServersClock(t *testing.T) {
	t.Parallel()
	s, client := fixture(t)
	claim := newClaim()
	claim.Lease = 50 * time.Millisecond
	earliest := serverTime(t, client) + claim.Lease.Microseconds()
	finds(t, s, claim, idem.StateGranted)
	latest := serverTime(t, client) + claim.Lease.Microseconds()
	eventually(t, "the end of the lease", func() bool {
		before := serverTime(t, client)
		rec, err := s.Claim(t.Context(), rival(claim))
		ok(t, err)
		after := serverTime(t, client)
		switch {
		case rec.State == idem.StateRunning && before >= latest:
			t.Fatalf("still running at %d, the lease ended by %d", before, latest)
		case rec.State == idem.StateDoubt && after < earliest:
			t.Fatalf("in doubt at %d, the lease lasts until %d", after, earliest)
		}
		return rec.State == idem.StateDoubt
	})
}

func TestTheShortestTimes(t *testing.T) {
	t.Parallel()
	s, _ := fixture(t)
	for name, d := range map[string]time.Duration{"a nanosecond": 1, "none": 0, "less than none": -time.Hour} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			claim := newClaim()
			claim.Lease, claim.Retention = d, d
			finds(t, s, claim, idem.StateGranted)
			eventually(t, "the end of the record", func() bool {
				rec, err := s.Claim(t.Context(), rival(claim))
				ok(t, err)
				return rec.State == idem.StateGranted
			})
		})
	}
	for name, c := range map[string]struct {
		of   []time.Duration
		want int64
	}{
		"exact":               {[]time.Duration{2 * time.Second}, 2000},
		"rounded up":          {[]time.Duration{2*time.Second + 1}, 2001},
		"each":                {[]time.Duration{1, 1}, 2},
		"under a millisecond": {[]time.Duration{1}, 1},
		"none":                {[]time.Duration{0}, 1},
		"negative":            {[]time.Duration{-time.Hour}, 1},
		"the longest":         {[]time.Duration{math.MaxInt64, math.MaxInt64}, 2 * (math.MaxInt64/1_000_000 + 1)},
	} {
		if got := idemredis.Millis(c.of...); got != c.want {
			t.Errorf("%s: %v is %d ms, want %d", name, c.of, got, c.want)
		}
	}
}

// A clock that was set back must not let an owner who was replaced pass for the newer one.
func TestATakeOverHasAGreaterFenceWhateverTheClockSays(t *testing.T) {
	t.Parallel()
	s, client := fixture(t)
	claim := newClaim()
	finds(t, s, claim, idem.StateGranted)
	ok(t, s.Hold(t.Context(), claim))
	var fence [8]byte
	ahead := float64(serverTime(t, client) + time.Hour.Microseconds())
	binary.BigEndian.PutUint64(fence[:], math.Float64bits(ahead))
	ok(t, client.SetRange(t.Context(), idemredis.Key(s, claim.ID), 49, string(fence[:])).Err())
	heir := rival(claim)
	heir.TakeOver = true
	if rec := finds(t, s, heir, idem.StateGranted); rec.Fence <= uint64(ahead) {
		t.Errorf("the fence is %d, want one above the old owner's %.0f", rec.Fence, ahead)
	}
}

func TestALongRetentionIsKept(t *testing.T) {
	t.Parallel()
	s, client := fixture(t)
	claim := newClaim()
	claim.Retention = math.MaxInt64
	finds(t, s, claim, idem.StateGranted)
	finds(t, s, rival(claim), idem.StateRunning)
	ok(t, s.Complete(t.Context(), claim, idem.Result{Bytes: []byte("x")}))
	const year = 365 * 24 * 60 * 60 * 1000 // in milliseconds: a Duration holds no more than the retention itself
	if left, err := client.Do(t.Context(), "pttl", idemredis.Key(s, claim.ID)).Int64(); err != nil || left < 292*year {
		t.Errorf("the record lives for another %d ms, error %v; want 292 years", left, err)
	}
}

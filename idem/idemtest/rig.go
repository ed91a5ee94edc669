package idemtest

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/asixto/go-sdk/idem"
)

// rig is what a check works on: a backend, two handles on it, and short ways to say what is expected.
type rig struct {
	testing.TB
	backend Backend
	ctx     context.Context
	a, b    idem.Store
	unit    time.Duration // of leases and retentions, as long as the clock allows
}

func newRig(tb testing.TB, b Backend) *rig {
	r := &rig{TB: tb, backend: b, ctx: tb.Context(), a: b.Open(tb), b: b.Open(tb), unit: 10 * time.Second}
	if b.Advance == nil {
		r.unit = 100 * time.Millisecond
	}
	return r
}

// claim returns a claim on a key that nobody used: a lease of 4 units, a retention of 12.
func (r *rig) claim() idem.Claim {
	c := idem.Claim{Lease: 4 * r.unit, Retention: 12 * r.unit}
	fill(c.ID[:])
	fill(c.Token[:])
	fill(c.Fingerprint[:])
	return c
}

// rival returns another owner's claim on the same key with the same arguments.
func rival(c idem.Claim) idem.Claim {
	fill(c.Token[:])
	return c
}

// taking is c, allowed to take over.
func taking(c idem.Claim) idem.Claim {
	c.TakeOver = true
	return c
}

// other is c with other arguments.
func other(c idem.Claim) idem.Claim {
	c.Fingerprint[0] ^= 1
	return c
}

func fill(b []byte) { _, _ = rand.Read(b) }

// pass lets the store's clock go on.
func (r *rig) pass(units float64) {
	d := time.Duration(units * float64(r.unit))
	if r.backend.Advance != nil {
		r.backend.Advance(d)
		return
	}
	time.Sleep(d) //nolint:forbidigo // the clock of this store cannot be moved
}

// finds claims and expects a state.
func (r *rig) finds(s idem.Store, c idem.Claim, want idem.State, when string) idem.Record {
	r.Helper()
	rec, err := s.Claim(r.ctx, c)
	if err != nil {
		r.Fatalf("%s: Claim failed: %v", when, err)
	}
	if rec.State != want {
		r.Fatalf("%s: Claim found the key %v, want %v", when, rec.State, want)
	}
	if want == idem.StateGranted && (rec.Fence < 1 || rec.Fence >= 1<<53) {
		r.Fatalf("%s: the fence is %d, want one from 1 to 1<<53-1", when, rec.Fence)
	}
	return rec
}

// owned returns a claim that handle a was granted, and its fence.
func (r *rig) owned() (idem.Claim, uint64) {
	r.Helper()
	c := r.claim()
	return c, r.finds(r.a, c, idem.StateGranted, "a free key").Fence
}

// completed returns a claim that was completed.
func (r *rig) completed(result string) idem.Claim {
	r.Helper()
	c, _ := r.owned()
	r.ok(r.a.Complete(r.ctx, c, bytesOf(result)), "Complete by the owner")
	return c
}

// held returns a claim that was put in doubt.
func (r *rig) held() idem.Claim {
	r.Helper()
	c, _ := r.owned()
	r.ok(r.a.Hold(r.ctx, c), "Hold by the owner")
	return c
}

// replays expects the key done with result, seen from both handles.
func (r *rig) replays(c idem.Claim, want, when string) {
	r.Helper()
	for _, s := range []idem.Store{r.a, r.b} {
		rec := r.finds(s, rival(c), idem.StateDone, when)
		if string(rec.Bytes) != want || rec.Tombstone {
			r.Fatalf("%s: the result is %s (tombstone %t), want %s", when, quote(string(rec.Bytes)), rec.Tombstone, quote(want))
		}
	}
}

func (r *rig) ok(err error, when string) {
	r.Helper()
	if err != nil {
		r.Fatalf("%s: %v, want nil", when, err)
	}
}

func (r *rig) lost(err error, when string) {
	r.Helper()
	if !errors.Is(err, idem.ErrLost) {
		r.Fatalf("%s: %v, want an error that is ErrLost", when, err)
	}
}

func bytesOf(s string) idem.Result { return idem.Result{Bytes: []byte(s)} }

// quote shortens what is too long to be printed.
func quote(s string) string {
	const most = 80
	if len(s) > most {
		return fmt.Sprintf("%q… (%d bytes)", s[:most], len(s))
	}
	return fmt.Sprintf("%q", s)
}

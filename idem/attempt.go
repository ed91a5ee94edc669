package idem

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
)

// Attempt is one owner's try at an operation, as its run and its Resolve see it.
type Attempt struct {
	// Key is the request's key.
	Key Key
	// Fence is greater than that of every owner of the key that this one replaced. A system that keeps the greatest fence it
	// has seen for a key, and refuses a smaller one, cannot be written to by an owner that was replaced.
	Fence uint64

	id          ID
	fingerprint [32]byte
}

// DownstreamKey returns an idempotency key to hand to a system that run calls: the same for every attempt at this operation with
// these arguments, so that the other system recognises a repetition. It has the form of a UUID (version 8) and tells nothing of
// the key it was derived from.
func (a Attempt) DownstreamKey() string { return a.DownstreamKeyFor("") }

// DownstreamKeyFor is DownstreamKey for one of several calls that run makes; step tells them apart.
func (a Attempt) DownstreamKeyFor(step string) string {
	seed := append([]byte("idem downstream\x00"), a.id[:]...)
	seed = append(append(seed, a.fingerprint[:]...), step...)
	sum := sha256.Sum256(seed)
	u := sum[:16]
	u[6] = u[6]&0x0f | 0x80 // version 8: a form of one's own
	u[8] = u[8]&0x3f | 0x80 // the variant of RFC 9562
	digits := hex.EncodeToString(u)
	return digits[:8] + "-" + digits[8:12] + "-" + digits[12:16] + "-" + digits[16:20] + "-" + digits[20:]
}

// AttemptFrom returns the attempt that a run or Resolve was called for, false outside of one.
func AttemptFrom(ctx context.Context) (Attempt, bool) {
	f, ok := ctx.Value(runKey{}).(*flight)
	if !ok {
		return Attempt{}, false
	}
	return f.attempt(), true
}

// runKey finds the flight in the context of its run.
type runKey struct{}

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

	seed [32]byte
}

// DownstreamKey returns an idempotency key to hand to a system that run calls: the same for every attempt at this operation with
// these arguments, so that the other system recognises a repetition. It has the form of a UUID (version 8) and tells nothing of
// the key it was derived from.
func (a Attempt) DownstreamKey() string { return a.DownstreamKeyFor("") }

// DownstreamKeyFor is DownstreamKey for one of several calls that run makes; step tells them apart.
func (a Attempt) DownstreamKeyFor(step string) string {
	sum := sha256.Sum256(append(append([]byte("idem downstream\x00"), a.seed[:]...), step...))
	u := sum[:16]
	u[6] = u[6]&0x0f | 0x80 // version 8: a form of one's own
	u[8] = u[8]&0x3f | 0x80 // the variant of RFC 9562
	var text [36]byte
	hex.Encode(text[0:8], u[0:4])
	hex.Encode(text[9:13], u[4:6])
	hex.Encode(text[14:18], u[6:8])
	hex.Encode(text[19:23], u[8:10])
	hex.Encode(text[24:36], u[10:16])
	text[8], text[13], text[18], text[23] = '-', '-', '-', '-'
	return string(text[:])
}

// AttemptFrom returns the attempt that a run or Resolve was called for, false outside of one.
func AttemptFrom(ctx context.Context) (Attempt, bool) {
	a, ok := ctx.Value(attemptKey{}).(*Attempt)
	if !ok {
		return Attempt{}, false
	}
	return *a, true
}

type attemptKey struct{}

// attemptContext carries an attempt with the values, but not the end, of the context it wraps.
type attemptContext struct {
	context.Context
	attempt Attempt
}

func (c *attemptContext) Value(key any) any {
	if key == (attemptKey{}) {
		return &c.attempt
	}
	return c.Context.Value(key)
}

func newAttempt(r *Request, c *Claim, fence uint64) Attempt {
	a := Attempt{Key: r.Key, Fence: fence}
	digest := sha256.New()
	digest.Write(c.ID[:])
	digest.Write(c.Fingerprint[:])
	digest.Sum(a.seed[:0])
	return a
}

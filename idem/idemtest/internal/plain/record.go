// Package plain says in the plainest way what a store does: a record, and what each call makes of it. The kit's model, its durable
// store and its broken stores are made of it; the stores of package idem share nothing with it.
package plain

import (
	"bytes"
	"time"

	"github.com/asixto/go-sdk/idem"
)

// Record is a key that is not free.
type Record struct {
	State       idem.State // StateRunning, StateDoubt or StateDone
	Fingerprint [32]byte
	Token       idem.Token
	Fence       uint64
	Lease       time.Time // its end
	Expires     time.Time
	Result      idem.Result
}

// At returns r as it is at now: nil if it has expired.
func (r *Record) At(now time.Time) *Record {
	if r == nil || !now.Before(r.Expires) {
		return nil
	}
	return r
}

// Lapsed reports whether r is running on a lease that has ended.
func (r *Record) Lapsed(now time.Time) bool {
	return r.State == idem.StateRunning && !now.Before(r.Lease)
}

// Claim returns what becomes of r and the answer. Fence is what a new owner of a free key gets.
func (r *Record) Claim(c idem.Claim, now time.Time, fence uint64) (*Record, idem.Record) {
	r = r.At(now)
	switch {
	case r == nil:
		return grant(c, now, fence)
	case r.Fingerprint != c.Fingerprint:
		return r, idem.Record{State: idem.StateConflict}
	case r.State == idem.StateDone:
		return r, idem.Record{State: idem.StateDone, Result: clone(r.Result)}
	case r.State == idem.StateRunning && r.Token == c.Token:
		return grant(c, now, r.Fence)
	case r.State == idem.StateRunning && !r.Lapsed(now):
		return r, idem.Record{State: idem.StateRunning}
	case c.TakeOver:
		return grant(c, now, r.Fence+1)
	}
	return r, idem.Record{State: idem.StateDoubt}
}

func grant(c idem.Claim, now time.Time, fence uint64) (*Record, idem.Record) {
	lease := now.Add(c.Lease)
	r := &Record{
		State: idem.StateRunning, Fingerprint: c.Fingerprint, Token: c.Token, Fence: fence,
		Lease: lease, Expires: lease.Add(c.Retention),
	}
	return r, idem.Record{State: idem.StateGranted, Fence: fence}
}

// Renew returns what becomes of r and the answer.
func (r *Record) Renew(c idem.Claim, now time.Time) (*Record, error) {
	r = r.At(now)
	if r == nil || r.Token != c.Token || r.State != idem.StateRunning {
		return r, idem.ErrLost
	}
	next := *r
	next.Lease = now.Add(c.Lease)
	next.Expires = next.Lease.Add(c.Retention)
	return &next, nil
}

// Complete returns what becomes of r and the answer.
func (r *Record) Complete(c idem.Claim, result idem.Result, now time.Time) (*Record, error) {
	r = r.At(now)
	if r == nil || r.Token != c.Token {
		return r, idem.ErrLost
	}
	if r.State == idem.StateDone {
		return r, nil
	}
	next := *r
	next.State, next.Result, next.Expires = idem.StateDone, clone(result), now.Add(c.Retention)
	return &next, nil
}

// Hold returns what becomes of r and the answer.
func (r *Record) Hold(c idem.Claim, now time.Time) (*Record, error) {
	r = r.At(now)
	if r == nil || r.Token != c.Token {
		return r, idem.ErrLost
	}
	if r.State != idem.StateRunning {
		return r, nil
	}
	next := *r
	next.State, next.Expires = idem.StateDoubt, now.Add(c.Retention)
	return &next, nil
}

// Release returns what becomes of r and the answer.
func (r *Record) Release(c idem.Claim, now time.Time) (*Record, error) {
	r = r.At(now)
	if r == nil {
		return nil, nil //nolint:nilnil // a free key has no record
	}
	if r.Token != c.Token || r.State != idem.StateRunning {
		return r, idem.ErrLost
	}
	return nil, nil //nolint:nilnil // the same
}

func clone(r idem.Result) idem.Result {
	return idem.Result{Bytes: bytes.Clone(r.Bytes), Tombstone: r.Tombstone}
}

package idemtest

import (
	"errors"
	"sync"

	"github.com/asixto/go-sdk/idem"
)

const crowd = 16 // goroutines that a check of parallel calls sets on one key

func parallelChecks() []Check {
	return []Check{
		{"parallel/claim", "of parallel claims on a free key one is granted", func(r *rig) {
			for range 20 {
				r.oneOf(r.claim(), idem.StateRunning)
			}
		}},
		{"parallel/takeover", "of parallel take-overs of a key in doubt one is granted", func(r *rig) {
			for range 20 {
				r.oneOf(taking(r.held()), idem.StateRunning)
			}
		}},
		{"parallel/lapsed", "of parallel take-overs of a lapsed key one is granted", func(r *rig) {
			for _, c := range r.lapsed(20) {
				c.Lease *= 10
				r.oneOf(taking(c), idem.StateRunning)
			}
		}},
		{"parallel/arguments", "of parallel claims with different arguments one is granted and the others' are in conflict", func(r *rig) {
			for range 10 {
				c := r.claim()
				r.oneOfMany(idem.StateConflict, func() idem.Claim {
					mine := rival(c)
					fill(mine.Fingerprint[:])
					return mine
				})
			}
		}},
		{"parallel/late", "of a late Complete and a take-over one succeeds", (*rig).lateRaces},
		{"parallel/keys", "claims on many keys at once have no relation", (*rig).manyKeys},
	}
}

// lapsed returns claims whose leases have ended.
func (r *rig) lapsed(n int) []idem.Claim {
	r.Helper()
	claims := make([]idem.Claim, n)
	for i := range claims {
		claims[i], _ = r.owned()
	}
	r.pass(5)
	return claims
}

func (r *rig) lateRaces() {
	for _, c := range r.lapsed(40) {
		var completed, failed error
		var taken idem.Record
		race(
			func() { completed = r.a.Complete(r.ctx, c, bytesOf("late")) },
			func() { taken, failed = r.b.Claim(r.ctx, taking(rival(c))) },
		)
		switch {
		case failed != nil:
			r.Fatalf("the take-over failed: %v", failed)
		case completed == nil && taken.State == idem.StateDone:
		case errors.Is(completed, idem.ErrLost) && taken.State == idem.StateGranted:
		default:
			r.Fatalf("Complete: %v, and the take-over found the key %v; want one of the two to succeed", completed, taken.State)
		}
	}
}

func (r *rig) manyKeys() {
	calls := make([]func(), crowd)
	for i := range calls {
		s := []idem.Store{r.a, r.b}[i%2]
		calls[i] = func() {
			for range 25 {
				c := r.claim()
				rec, err := s.Claim(r.ctx, c)
				if err != nil || rec.State != idem.StateGranted {
					r.Errorf("a key of its own: %v, %v", rec.State, err)
					return
				}
				if err := s.Complete(r.ctx, c, bytesOf("x")); err != nil {
					r.Errorf("Complete: %v", err)
					return
				}
			}
		}
	}
	race(calls...)
}

// oneOf sets a crowd of owners on the key of c and expects one to be granted, and the others to find the key as want says.
func (r *rig) oneOf(c idem.Claim, want idem.State) {
	r.Helper()
	r.oneOfMany(want, func() idem.Claim { return rival(c) })
}

func (r *rig) oneOfMany(want idem.State, claim func() idem.Claim) {
	r.Helper()
	var found [crowd]idem.Record
	var failed [crowd]error
	calls := make([]func(), crowd)
	for i := range calls {
		s, c := []idem.Store{r.a, r.b}[i%2], claim()
		calls[i] = func() { found[i], failed[i] = s.Claim(r.ctx, c) }
	}
	race(calls...)
	granted := 0
	for i, rec := range &found {
		switch {
		case failed[i] != nil:
			r.Fatalf("a parallel claim failed: %v", failed[i])
		case rec.State == idem.StateGranted:
			granted++
		case rec.State != want:
			r.Fatalf("a parallel claim found the key %v, want %v", rec.State, want)
		}
	}
	if granted != 1 {
		r.Fatalf("%d of %d parallel claims were granted, want one", granted, crowd)
	}
}

// race starts all calls at once and waits for them.
func race(calls ...func()) {
	start := make(chan struct{})
	var group sync.WaitGroup
	for _, call := range calls {
		group.Go(func() {
			<-start
			call()
		})
	}
	close(start)
	group.Wait()
}

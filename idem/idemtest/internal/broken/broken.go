// Package broken holds stores that are wrong on purpose, each in one way that was seen in the wild or is close at hand. The kit must
// fail every one of them, by the checks that are named here.
package broken

import (
	"time"

	"github.com/asixto/go-sdk/idem"
	"github.com/asixto/go-sdk/idem/idemtest/internal/plain"
)

// Mutant is a broken store.
type Mutant struct {
	// Name says what is wrong with it.
	Name string
	// Checks must each fail it; others may.
	Checks []string
	// Open returns handles on an empty backend, in the order in which the kit opens them.
	Open func(b *plain.Backend) func() idem.Store
}

// Mutants returns all broken stores.
func Mutants() []Mutant {
	var all []Mutant
	for _, group := range [][]Mutant{
		claimMutants(), fingerprintMutants(), repetitionMutants(), takeOverMutants(), fenceMutants(), keyMutants(),
		ownerMutants(), releaseMutants(), completeMutants(), doubtMutants(), dataMutants(),
		retentionMutants(), leaseMutants(), renewalMutants(), lifeMutants(), sweepMutants(), txMutants(),
	} {
		all = append(all, group...)
	}
	return all
}

// same opens one store again and again.
func same(open func(s plain.Store) idem.Store) func(*plain.Backend) func() idem.Store {
	return func(b *plain.Backend) func() idem.Store {
		s := open(plain.Store{Backend: b})
		return func() idem.Store { return s }
	}
}

// edit changes the record of id, if there is one that has not expired.
func edit(s plain.Store, id idem.ID, change func(r *plain.Record, now time.Time)) {
	s.Edit(id, func(r *plain.Record, now time.Time) *plain.Record {
		if r.At(now) != nil {
			next := *r
			change(&next, now)
			return &next
		}
		return r
	})
}

// look returns a copy of the record of id, the zero Record if there is none.
func look(s plain.Store, id idem.ID) (found plain.Record) {
	edit(s, id, func(r *plain.Record, _ time.Time) { found = *r })
	return found
}

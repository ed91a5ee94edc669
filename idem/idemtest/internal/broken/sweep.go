package broken

import (
	"context"
	"time"

	"github.com/asixto/go-sdk/idem"
	"github.com/asixto/go-sdk/idem/idemtest/internal/plain"
)

// sweeps is a store with another Sweep.
type sweeps struct {
	plain.Store
	drop func(r *plain.Record, now time.Time) bool
	all  bool // whatever the limit
}

func (s sweeps) Sweep(_ context.Context, limit int) (int, error) {
	if s.all {
		limit = -1
	}
	return s.Backend.Sweep(limit, s.drop), nil
}

func sweepMutants() []Mutant {
	expired := func(r *plain.Record, now time.Time) bool { return r.At(now) == nil }
	sweeping := func(drop func(*plain.Record, time.Time) bool, all bool) func(*plain.Backend) func() idem.Store {
		return same(func(s plain.Store) idem.Store { return sweeps{s, drop, all} })
	}
	return []Mutant{
		{"sweep takes lapsed claims", []string{"sweep/lapsed"}, sweeping(func(r *plain.Record, now time.Time) bool {
			return expired(r, now) || r.Lapsed(now)
		}, false)},
		{"sweep takes what is in doubt", []string{"sweep"}, sweeping(func(r *plain.Record, now time.Time) bool {
			return expired(r, now) || r.State == idem.StateDoubt
		}, false)},
		{"sweep without limit", []string{"sweep"}, sweeping(expired, true)},
		{"ping is always well", []string{"ping"}, same(func(s plain.Store) idem.Store { return wellAlways{s} })},
		{"sweep does not come to an end", []string{"sweep"}, same(func(s plain.Store) idem.Store { return boaster{s} })},
	}
}

// wellAlways does not look.
type wellAlways struct{ plain.Store }

func (wellAlways) Ping(context.Context) error { return nil }

// boaster reports what it did not remove.
type boaster struct{ plain.Store }

func (s boaster) Sweep(context.Context, int) (int, error) { return 1, nil }

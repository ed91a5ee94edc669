package idemtest

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/asixto/go-sdk/idem"
)

// Backend is a place for keys that is empty when the kit gets it: a database, a schema or a prefix of its own.
type Backend struct {
	// Open returns a handle on the backend: a client of its own, as another process would have. Every check opens two. Release
	// what it holds with tb.Cleanup.
	Open func(tb testing.TB) idem.Store
	// Advance moves the store's clock. With it the checks of time are exact and take none; without it the kit uses short leases
	// and waits. Leave it nil if the clock is shared with another backend: checks run in parallel.
	Advance func(d time.Duration)
	// MaxResult is the size in bytes above which Complete returns ErrTooLarge, 0 if there is no limit below 1 MiB.
	MaxResult int
	// Write makes an effect within the transaction that the context of a run carries. A Transactional store needs it, and Written.
	Write func(ctx context.Context) error
	// Written counts the effects that are committed.
	Written func(tb testing.TB) int
}

// Run holds a store against everything that package idem promises of one. It calls open for a backend of its own for every check,
// which is a subtest with the name of the check. Checks of what the store cannot do (Sweeper, Pinger, Transactional, a limit, a
// clock that can be moved) are left out, and the log names them.
func Run(t *testing.T, open func(tb testing.TB) Backend) {
	t.Helper()
	probe := open(t)
	store := probe.Open(t)
	for _, c := range Checks() {
		if lack := c.lack(store, &probe); lack != "" {
			t.Logf("%s is left out: %s", c.Name, lack)
			continue
		}
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			c.Run(t, open(t))
		})
	}
}

// Check is one thing that a store must get right.
type Check struct {
	// Name is short and stable, as "claim/conflict".
	Name string
	// Rule says what must hold.
	Rule string

	run func(*rig)
}

// Run runs the check on an empty backend, and fails or skips tb.
func (c Check) Run(tb testing.TB, b Backend) {
	tb.Helper()
	r := newRig(tb, b)
	c.run(r)
	if tb.Failed() {
		tb.Logf("the rule: %s", c.Rule)
	}
}

// lack says what a store or its backend would need for the check to be about it, "" where nothing is missing.
func (c Check) lack(s idem.Store, b *Backend) string {
	group, _, _ := strings.Cut(c.Name, "/")
	_, sweeps := s.(idem.Sweeper)
	_, pings := s.(idem.Pinger)
	_, transacts := s.(idem.Transactional)
	switch {
	case group == "sweep" && !sweeps:
		return "the store is no Sweeper"
	case group == "ping" && !pings:
		return "the store is no Pinger"
	case group == "tx" && !transacts:
		return "the store is not Transactional"
	case c.Name == "data/limit" && b.MaxResult == 0:
		return "the store has no limit"
	case b.Advance == nil && (c.Name == "time/retention/long" || c.Name == "time/lease/fraction"):
		return "the store's clock cannot be moved"
	}
	return ""
}

// Checks returns all checks, in the order in which a new store meets them best.
func Checks() []Check {
	var all []Check
	for _, group := range [][]Check{
		claimChecks(), takeOverChecks(), keyChecks(), conflictChecks(),
		completeChecks(), holdChecks(), releaseChecks(), renewChecks(), lateChecks(), dataChecks(),
		leaseChecks(), renewalChecks(), retentionChecks(), parallelChecks(), modelChecks(), optionalChecks(),
		engineChecks(), faultChecks(), txChecks(),
	} {
		all = append(all, group...)
	}
	return all
}

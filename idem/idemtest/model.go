package idemtest

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/asixto/go-sdk/idem"
	"github.com/asixto/go-sdk/idem/idemtest/internal/plain"
)

func modelChecks() []Check {
	return []Check{{"model", "any sequence of calls has the answers that the rules of idem.Store give", func(r *rig) {
		for seed := range uint64(25) {
			m := newModel(r, seed)
			for range 200 {
				m.step()
			}
		}
	}}}
}

// model plays random calls on a few keys with a few owners each, on the store and on records in the plainest form.
type model struct {
	*rig
	seed    uint64
	random  *rand.Rand
	claims  []idem.Claim // every owner's
	results []string
	records map[idem.ID]*plain.Record
	fences  map[idem.ID]uint64 // the greatest so far
	now     time.Time
	trace   []string
}

func newModel(r *rig, seed uint64) *model {
	m := &model{
		rig: r, seed: seed, random: rand.New(rand.NewPCG(seed, 28)), //nolint:gosec // to be the same every time
		records: map[idem.ID]*plain.Record{}, fences: map[idem.ID]uint64{}, now: time.Unix(0, 0),
	}
	m.results = slices.Sorted(maps.Values(results()))
	for range 2 {
		c := r.claim()
		if r.backend.Advance == nil { // nothing ends on its own
			c.Lease, c.Retention = time.Hour, 24*time.Hour
		}
		m.claims = append(m.claims, c, rival(c), rival(c), other(rival(c)))
	}
	return m
}

func (m *model) step() {
	who := m.random.IntN(len(m.claims))
	if owner := m.owner(who); owner >= 0 && m.random.IntN(2) == 0 {
		who = owner
	}
	c := m.claims[who]
	store := []idem.Store{m.a, m.b}[m.random.IntN(2)]
	r := m.records[c.ID]
	switch m.random.IntN(9) {
	case 0, 1, 2:
		m.claim(store, who, r)
	case 3:
		next, want := r.Renew(c, m.now)
		m.answer("Renew", who, next, want, store.Renew(m.ctx, c))
	case 4:
		result := bytesOf(m.results[m.random.IntN(len(m.results))])
		if m.random.IntN(4) == 0 {
			result = idem.Result{Tombstone: true}
		}
		next, want := r.Complete(c, result, m.now)
		m.answer("Complete", who, next, want, store.Complete(m.ctx, c, result))
	case 5:
		next, want := r.Hold(c, m.now)
		m.answer("Hold", who, next, want, store.Hold(m.ctx, c))
	case 6:
		next, want := r.Release(c, m.now)
		m.answer("Release", who, next, want, store.Release(m.ctx, c))
	default:
		m.goOn()
	}
}

// owner returns who owns the key of a claim, -1 for nobody.
func (m *model) owner(who int) int {
	r := m.records[m.claims[who].ID]
	return slices.IndexFunc(m.claims, func(c idem.Claim) bool { return r != nil && c.Token == r.Token })
}

// goOn moves the clock, never to the very moment at which something ends.
func (m *model) goOn() {
	if m.backend.Advance == nil {
		return
	}
	units := []int{1, 2, 3, 3, 5, 17}[m.random.IntN(6)]
	d := time.Duration(units)*m.unit + 7*time.Millisecond
	m.backend.Advance(d)
	m.now = m.now.Add(d)
	m.logf("%v pass", d)
}

func (m *model) claim(store idem.Store, who int, r *plain.Record) {
	m.Helper()
	c := m.claims[who]
	c.TakeOver = m.random.IntN(2) == 0
	before := r.At(m.now)
	next, want := r.Claim(c, m.now, 0)
	got, err := store.Claim(m.ctx, c)
	m.logf("owner %d claims (take-over %t): %v %v", who, c.TakeOver, got.State, err)
	if err != nil || got.State != want.State || !bytes.Equal(got.Bytes, want.Bytes) || got.Tombstone != want.Tombstone {
		m.failf("Claim: %v %q tombstone %t, error %v; want %v %q tombstone %t",
			got.State, got.Bytes, got.Tombstone, err, want.State, want.Bytes, want.Tombstone)
	}
	if want.State == idem.StateGranted {
		m.fence(c, before, got.Fence)
		next.Fence = got.Fence
	}
	m.records[c.ID] = next
}

func (m *model) fence(c idem.Claim, before *plain.Record, got uint64) {
	m.Helper()
	most := m.fences[c.ID]
	switch {
	case before != nil && before.Token == c.Token && before.State == idem.StateRunning:
		if got != before.Fence {
			m.failf("the fence of a claim repeated is %d, want %d", got, before.Fence)
		}
	case before != nil && got <= before.Fence:
		m.failf("the fence of a take-over is %d, want one above %d", got, before.Fence)
	case got < most:
		m.failf("the fence is %d, want at least the %d that the key had before", got, most)
	}
	m.fences[c.ID] = max(most, got)
}

func (m *model) answer(call string, who int, next *plain.Record, want, got error) {
	m.Helper()
	m.logf("owner %d: %s: %v", who, call, got)
	if (want == nil) != (got == nil) || want != nil && !errors.Is(got, want) {
		m.failf("%s: %v, want %v", call, got, want)
	}
	m.records[m.claims[who].ID] = next
}

func (m *model) logf(format string, args ...any) {
	m.trace = append(m.trace, fmt.Sprintf(format, args...))
}

func (m *model) failf(format string, args ...any) {
	m.Helper()
	last := m.trace[max(0, len(m.trace)-30):]
	m.Fatalf("seed %d: %s\nafter:\n\t%s", m.seed, fmt.Sprintf(format, args...), strings.Join(slices.Clone(last), "\n\t"))
}

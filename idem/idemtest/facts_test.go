package idemtest

import (
	"context"
	"strings"
	"sync"
	"testing"

	"github.com/asixto/go-sdk/idem"
)

func TestFactsInMemory(t *testing.T) {
	t.Parallel()
	store := idem.NewMemory(nil)
	Facts(t, func(testing.TB) FactStore { return idem.NewFacts(store, 0) })
}

// brokenFacts remembers wrongly, in one of several ways.
type brokenFacts struct {
	mu    *sync.Mutex
	facts map[string]bool
	fold  func(string) string
	say   func(bool) bool
	late  bool // whether an ended context is passed over
}

func (b brokenFacts) Remember(ctx context.Context, fact string) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.facts[b.fold(fact)] = true
	if b.late {
		return nil
	}
	return ctx.Err()
}

func (b brokenFacts) Recall(ctx context.Context, fact string) (bool, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.say(b.facts[b.fold(fact)]), ctx.Err()
}

func TestBrokenFactsFail(t *testing.T) {
	t.Parallel()
	same, as := func(s string) string { return s }, func(known bool) bool { return known }
	open := func(fold func(string) string, say func(bool) bool, late bool) func() FactStore {
		b := brokenFacts{&sync.Mutex{}, map[string]bool{}, fold, say, late}
		return func() FactStore { return b }
	}
	tests := map[string]struct {
		open func() FactStore
		fine bool
	}{
		"none":             {open(same, as, false), true},
		"forgets":          {open(same, func(bool) bool { return false }, false), false},
		"believes":         {open(same, func(bool) bool { return true }, false), false},
		"folds case":       {open(strings.ToLower, as, false), false},
		"ends at a zero":   {open(func(s string) string { s, _, _ = strings.Cut(s, "\x00"); return s }, as, false), false},
		"cuts":             {open(func(s string) string { return s[:min(len(s), 500)] }, as, false), false},
		"ignores contexts": {open(same, as, true), false},
		"own to a handle": {func() FactStore {
			return brokenFacts{&sync.Mutex{}, map[string]bool{}, same, as, false}
		}, false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if faults := factFaults(t.Context(), tt.open(), tt.open()); (len(faults) == 0) != tt.fine {
				t.Errorf("faults %q", faults)
			}
		})
	}
}

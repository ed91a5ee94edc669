package idemtest

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
)

// FactStore is what remembers facts: idem.Facts on any store, or one of an author's own.
type FactStore interface {
	// Remember keeps a fact.
	Remember(ctx context.Context, fact string) error
	// Recall reports whether a fact is kept.
	Recall(ctx context.Context, fact string) (bool, error)
}

// Facts holds a store of facts to what the guards of package guard promise with it: a fact that was remembered is recalled, by each of
// the handles, any other is not, parallel calls do not undo each other, and a context that has ended is an error. open returns
// another handle on the same facts each time, as another process has one.
func Facts(t *testing.T, open func(tb testing.TB) FactStore) {
	t.Helper()
	for _, fault := range factFaults(t.Context(), open(t), open(t)) {
		t.Error(fault)
	}
}

// factFaults is all that is wrong with two handles on one store of facts.
func factFaults(ctx context.Context, s, other FactStore) (faults []string) {
	say := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	recalls := func(from FactStore, fact string, want bool, when string) {
		if got, err := from.Recall(ctx, fact); err != nil || got != want {
			say("%s: %s is recalled as %v, %v; want %v", when, quote(fact), got, err, want)
		}
	}
	run := strings.ToLower(quote(string(random(12))))
	facts := []string{run, run + "0", run + "A", run + "ñ€😀", run + "\x00", run + strings.Repeat("x", 2000)}
	others := []string{"", run[1:], run + "1", run + "a", run + "\x00\x00", run + strings.Repeat("x", 2001)}
	for _, fact := range facts {
		recalls(s, fact, false, "before it was remembered")
		for range 2 {
			if err := s.Remember(ctx, fact); err != nil {
				say("Remember: %v", err)
			}
		}
	}
	for _, fact := range facts {
		recalls(s, fact, true, "remembered")
		recalls(other, fact, true, "remembered by another handle")
	}
	for _, fact := range others {
		recalls(other, fact, false, "never remembered")
	}
	faults = append(faults, factRaces(ctx, run, s, other)...)
	ended, cancel := context.WithCancel(ctx)
	cancel()
	if err := s.Remember(ended, run); err == nil {
		say("Remember succeeds after its context has ended")
	}
	if known, err := s.Recall(ended, run); err == nil && !known {
		say("Recall says no after its context has ended")
	}
	return faults
}

// factRaces looks at facts while they are being remembered.
func factRaces(ctx context.Context, run string, s, other FactStore) (faults []string) {
	var mu sync.Mutex
	var wg sync.WaitGroup
	for i := range 10 {
		fact := fmt.Sprintf("%s race %d", run, i)
		for _, from := range []FactStore{s, other} {
			wg.Go(func() { _, _ = other.Recall(ctx, fact) })
			wg.Go(func() {
				err := from.Remember(ctx, fact)
				known, lost := false, err
				if err == nil {
					known, lost = from.Recall(ctx, fact)
				}
				if !known {
					mu.Lock()
					defer mu.Unlock()
					faults = append(faults, fmt.Sprintf("remembered beside others and not recalled: %v", lost))
				}
			})
		}
	}
	wg.Wait()
	return faults
}

func random(n int) []byte {
	b := make([]byte, n)
	fill(b)
	return b
}

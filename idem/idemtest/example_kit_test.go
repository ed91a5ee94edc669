package idemtest_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/asixto/go-sdk/idem"
	"github.com/asixto/go-sdk/idem/idemtest"
)

// The test of a store, here of the one in memory, whose clock the kit moves. Two handles on it are one and the same store.
func ExampleRun() { //nolint:testableexamples // it takes a test
	var t *testing.T // of TestStore

	idemtest.Run(t, func(testing.TB) idemtest.Backend {
		now := time.Now()
		store := idem.NewMemory(&idem.MemoryOptions{Now: func() time.Time { return now }})
		return idemtest.Backend{
			Open:    func(testing.TB) idem.Store { return store },
			Advance: func(d time.Duration) { now = now.Add(d) },
		}
	})
}

// A test that runs some checks only, or one of them again under other settings.
func ExampleCheck_Run() { //nolint:testableexamples // it takes a test
	var t *testing.T // of TestTakeOver

	for _, c := range idemtest.Checks() {
		if c.Name == "claim/takeover" {
			t.Run(c.Name, func(t *testing.T) {
				c.Run(t, idemtest.Backend{Open: func(testing.TB) idem.Store { return idem.NewMemory(nil) }})
			})
		}
	}
}

// Every check has a name, and the rule that it is about.
func ExampleChecks() {
	for _, c := range idemtest.Checks() {
		if c.Name == "engine/duplicates" {
			fmt.Println(c.Rule)
		}
	}
	// Output: parallel duplicates over two engines have one effect and get the same bytes
}

// A store is told to fail before a call reaches the one behind, or after it, when only the reply is lost.
func ExampleFaults_Claim() {
	var seen []idemtest.Op
	store := idemtest.NewFaults(idem.NewMemory(nil), func(op idemtest.Op) { seen = append(seen, op) })
	ctx := context.Background()
	c := idem.Claim{ID: idem.ID{1}, Token: idem.Token{1}, Lease: time.Second, Retention: time.Hour}

	store.Fail(idemtest.Claim, idemtest.After, 1)
	_, err := store.Claim(ctx, c)
	fmt.Println(errors.Is(err, idemtest.ErrFault))
	rec, err := store.Claim(ctx, c) // a claim may be repeated
	fmt.Println(rec.State, err)

	fmt.Println(store.Renew(ctx, c), store.Hold(ctx, c), store.Complete(ctx, c, idem.Result{}))
	fmt.Println(errors.Is(store.Release(ctx, c), idem.ErrLost))
	fmt.Println(seen)
	// Output:
	// true
	// granted <nil>
	// <nil> <nil> <nil>
	// true
	// [claim claim renew hold complete release]
}

// The test of a store that outlives a process. It is started again for the children, so it does nothing else; place is what New
// returned, in every process.
func ExampleCrash() { //nolint:testableexamples // it takes a test
	var t *testing.T // of TestCrash
	var open func(tb testing.TB, dir string) idem.Store

	idemtest.Crash(t, idemtest.Processes{
		New:    func(tb testing.TB) string { return tb.TempDir() },
		Open:   open,
		Rounds: 20,
	})
}

// A crowd of duplicates in two processes.
func ExampleDuplicates() { //nolint:testableexamples // it takes a test
	var t *testing.T // of TestDuplicates
	var open func(tb testing.TB, dir string) idem.Store

	idemtest.Duplicates(t, idemtest.Processes{
		New:  func(tb testing.TB) string { return tb.TempDir() },
		Open: open,
	})
}

// The test of what remembers the facts of a server's guards, here in a store of keys.
func ExampleFacts() { //nolint:testableexamples // it takes a test
	var t *testing.T // of TestFacts

	store := idem.NewMemory(nil)
	idemtest.Facts(t, func(testing.TB) idemtest.FactStore { return idem.NewFacts(store, 0) })
}

package idemtest_test

import (
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/asixto/go-sdk/idem"
	"github.com/asixto/go-sdk/idem/idemtest"
	"github.com/asixto/go-sdk/idem/idemtest/internal/plain"
)

func TestMemory(t *testing.T) {
	t.Parallel()
	inBubble(t, func(testing.TB) idemtest.Backend {
		var mu sync.Mutex
		now := time.Date(2026, 7, 28, 9, 0, 0, 0, time.UTC)
		m := idem.NewMemory(&idem.MemoryOptions{Now: func() time.Time {
			mu.Lock()
			defer mu.Unlock()
			return now
		}})
		return idemtest.Backend{
			Open: func(testing.TB) idem.Store { return m },
			Advance: func(d time.Duration) {
				mu.Lock()
				defer mu.Unlock()
				now = now.Add(d)
			},
		}
	})
}

func TestMemoryOnTheWallClock(t *testing.T) {
	t.Parallel()
	inBubble(t, func(testing.TB) idemtest.Backend {
		m := idem.NewMemory(nil)
		return idemtest.Backend{Open: func(testing.TB) idem.Store { return m }}
	})
}

func TestPlainTransactions(t *testing.T) {
	t.Parallel()
	inBubble(t, func(testing.TB) idemtest.Backend {
		b := &plain.Backend{}
		return withTx(b, func() idem.Store { return plain.TxStore{Store: plain.Store{Backend: b}} })
	})
}

func withTx(b *plain.Backend, open func() idem.Store) idemtest.Backend {
	return idemtest.Backend{
		Open:    func(testing.TB) idem.Store { return open() },
		Advance: b.Advance,
		Write:   plain.Write,
		Written: func(testing.TB) int { return b.Written() },
	}
}

// inBubble is idemtest.Run where waiting takes no time.
func inBubble(t *testing.T, open func(testing.TB) idemtest.Backend) {
	t.Helper()
	for _, c := range idemtest.Checks() {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) { c.Run(t, open(t)) })
		})
	}
}

func TestPlain(t *testing.T) {
	t.Parallel()
	idemtest.Run(t, func(testing.TB) idemtest.Backend {
		b := &plain.Backend{}
		return idemtest.Backend{
			Open:    func(testing.TB) idem.Store { return plain.Store{Backend: b} },
			Advance: b.Advance,
		}
	})
}

//go:build unix

package idemsql

import (
	"testing"
	"time"

	"github.com/asixto/go-sdk/idem"
	"github.com/asixto/go-sdk/idem/idemtest"
)

// processes has engines with leases that leave a busy machine the time for a call of the store, which is a third of one.
func processes(d Dialect, lease time.Duration) idemtest.Processes {
	return idemtest.Processes{
		Lease:  lease,
		New:    func(tb testing.TB) string { return newPlace(tb, d).String() },
		Open:   func(tb testing.TB, text string) idem.Store { return placeAt(tb, text).store(tb) },
		Rounds: *crashRounds,
	}
}

func TestCrash(t *testing.T) {
	t.Parallel()
	for _, d := range dialects {
		t.Run(d.String(), func(t *testing.T) {
			t.Parallel()
			idemtest.Crash(t, processes(d, 3*time.Second))
		})
	}
}

func TestDuplicates(t *testing.T) {
	t.Parallel()
	for _, d := range dialects {
		t.Run(d.String(), func(t *testing.T) {
			t.Parallel()
			idemtest.Duplicates(t, processes(d, 15*time.Second))
		})
	}
}

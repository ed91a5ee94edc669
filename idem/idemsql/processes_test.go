//go:build unix

package idemsql

import (
	"testing"

	"github.com/asixto/go-sdk/idem"
	"github.com/asixto/go-sdk/idem/idemtest"
)

func processes(d Dialect) idemtest.Processes {
	return idemtest.Processes{
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
			idemtest.Crash(t, processes(d))
		})
	}
}

func TestDuplicates(t *testing.T) {
	t.Parallel()
	for _, d := range dialects {
		t.Run(d.String(), func(t *testing.T) {
			t.Parallel()
			idemtest.Duplicates(t, processes(d))
		})
	}
}

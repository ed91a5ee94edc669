//go:build unix

package idemtest_test

import (
	"flag"
	"testing"

	"github.com/asixto/go-sdk/idem"
	"github.com/asixto/go-sdk/idem/idemtest"
	"github.com/asixto/go-sdk/idem/idemtest/internal/filestore"
)

var crashRounds = flag.Int("crash.rounds", 2, "how often a process is killed at each point")

func files() idemtest.Processes {
	return idemtest.Processes{
		New:    func(tb testing.TB) string { return tb.TempDir() },
		Open:   func(_ testing.TB, dir string) idem.Store { return filestore.Store(dir) },
		Rounds: *crashRounds,
	}
}

func TestCrash(t *testing.T) {
	t.Parallel()
	idemtest.Crash(t, files())
}

func TestDuplicates(t *testing.T) {
	t.Parallel()
	idemtest.Duplicates(t, files())
}

func TestFiles(t *testing.T) {
	t.Parallel()
	inBubble(t, func(tb testing.TB) idemtest.Backend {
		dir := tb.TempDir()
		return idemtest.Backend{Open: func(testing.TB) idem.Store { return filestore.Store(dir) }}
	})
}

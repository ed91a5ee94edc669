//go:build unix

package idemredis_test

import (
	"flag"
	"strings"
	"testing"

	"github.com/asixto/go-sdk/idem"
	"github.com/asixto/go-sdk/idem/idemredis"
	"github.com/asixto/go-sdk/idem/idemtest"
)

var crashRounds = flag.Int("crash.rounds", 2, "how often a process is killed at each point")

// processes come to a place that is written as an address, a space and a prefix.
func processes() idemtest.Processes {
	return idemtest.Processes{
		New: func(tb testing.TB) string {
			addr := sharedAddr(tb)
			return addr + " " + newPrefix(tb, addr)
		},
		Open: func(tb testing.TB, place string) idem.Store {
			addr, prefix, _ := strings.Cut(place, " ")
			return open(tb, connect(tb, clientOptions(addr)), &idemredis.Options{Prefix: prefix})
		},
		Rounds: *crashRounds,
	}
}

func TestCrash(t *testing.T) {
	t.Parallel()
	idemtest.Crash(t, processes())
}

func TestDuplicates(t *testing.T) {
	t.Parallel()
	idemtest.Duplicates(t, processes())
}

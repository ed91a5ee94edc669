package idemtest

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/asixto/go-sdk/idem"
)

// Processes says how processes of their own come to a store, for Crash and Duplicates. Both start the test's binary again with only
// the test that calls them, so that test must do nothing else.
type Processes struct {
	// New makes an empty backend and returns where it is, as Open understands it: a directory, a URL with a prefix.
	New func(tb testing.TB) string
	// Open opens a handle on the backend at place; it is called in every process.
	Open func(tb testing.TB, place string) idem.Store
	// Rounds is how often everything is done. Default 1.
	Rounds int
	// Lease is that of the engines: how long the kit has to wait after a crash. Default 300 ms.
	Lease time.Duration
}

// childEnv tells a process that it is a child, and what it has to do.
const childEnv = "ASIXTO_IDEMTEST_CHILD"

// order is what a child has to do.
type order struct {
	Place   string        `json:"place"`   // of the store
	Effects string        `json:"effects"` // the file in which effects are counted
	Key     string        `json:"key"`
	Kind    kind          `json:"kind"`
	Point   point         `json:"point"` // where it kills itself, none for a crowd of duplicates
	Calls   int           `json:"calls"` // of a crowd
	Lease   time.Duration `json:"lease"`
}

// orders returns the order if this process is a child.
func orders(tb testing.TB) (order, bool) {
	text, ok := os.LookupEnv(childEnv)
	if !ok {
		return order{}, false
	}
	var o order
	if err := json.Unmarshal([]byte(text), &o); err != nil {
		tb.Fatalf("%s: %v", childEnv, err)
	}
	return o, true
}

func (p *Processes) withDefaults() {
	if p.Rounds == 0 {
		p.Rounds = 1
	}
	if p.Lease == 0 {
		p.Lease = 300 * time.Millisecond
	}
}

// order returns what children of one round share.
func (p *Processes) order(tb testing.TB) order {
	return order{
		Place: p.New(tb), Effects: filepath.Join(tb.TempDir(), "effects"), Key: newJob().req.Key.Key, Lease: p.Lease,
	}
}

// child returns the command that runs the test of tb again, in a process of its own.
func child(tb testing.TB, test string, o order) *exec.Cmd {
	tb.Helper()
	text, err := json.Marshal(o)
	if err != nil {
		tb.Fatal(err)
	}
	pattern := "^" + strings.ReplaceAll(regexp.QuoteMeta(test), "/", "$/^") + "$" // one for each level of subtests
	//nolint:gosec // the test starts itself
	cmd := exec.CommandContext(tb.Context(), os.Args[0], "-test.run="+pattern, "-test.count=1")
	cmd.Env = append(os.Environ(), childEnv+"="+string(text))
	return cmd
}

// engine opens the store of o and an engine on it, behind what wrap makes of it.
func (p *Processes) engine(tb testing.TB, o order, wrap func(idem.Store) idem.Store) *idem.Engine {
	tb.Helper()
	s := p.Open(tb, o.Place)
	if wrap != nil {
		s = wrap(s)
	}
	e, err := idem.New(s, &idem.Options{Lease: o.Lease})
	if err != nil {
		tb.Fatal(err)
	}
	return e
}

func (o *order) request() idem.Request {
	return idem.Request{Key: idem.Key{Tool: "idemtest", Key: o.Key}, Repeatable: o.Kind == repeatable}
}

// effect counts one effect where all processes see it.
func (o *order) effect() error {
	f, err := os.OpenFile(o.Effects, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	if _, err := f.WriteString("x"); err != nil {
		return err
	}
	return f.Close()
}

func (o *order) effects(tb testing.TB) int {
	tb.Helper()
	data, err := os.ReadFile(o.Effects)
	if err != nil && !os.IsNotExist(err) {
		tb.Fatal(err)
	}
	return len(data)
}

// suicide ends the process at once, as SIGKILL or a power cut does.
func suicide() {
	self, err := os.FindProcess(os.Getpid())
	if err == nil {
		err = self.Kill()
	}
	if err != nil {
		panic(fmt.Sprintf("idemtest: the process cannot kill itself: %v", err))
	}
	select {} // until the signal has come
}

//go:build unix

package idemsql

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"sync"
	"testing"
	"time"

	"github.com/asixto/go-sdk/idem"
)

// point is where a process with a transaction dies.
type point string

const (
	afterClaim   point = "after the claim"
	duringEffect point = "during the effect"
	beforeCommit point = "before the commit"
	afterCommit  point = "after the commit"
	anywhere     point = "anywhere"
	nowhere      point = "nowhere"
	migration    point = "a migration" // which is all that the process does
)

// order is what a child process has to do.
type order struct {
	Place      place    `json:"place"`
	Point      point    `json:"point"`
	Keys       []string `json:"keys"` // one after the other
	Calls      int      `json:"calls"`
	Repeatable bool     `json:"repeatable"`
}

const (
	orderEnv   = "IDEMSQL_TEST_ORDER"
	crashLease = 1500 * time.Millisecond
)

func (o *order) request(key string) idem.Request {
	return idem.Request{Key: idem.Key{Tool: "idemsql", Key: key}, InTx: true, Repeatable: o.Repeatable}
}

// child returns a process that carries out o.
func child(tb testing.TB, o order) *exec.Cmd {
	tb.Helper()
	text, err := json.Marshal(o)
	if err != nil {
		tb.Fatal(err)
	}
	cmd := exec.CommandContext(tb.Context(), os.Args[0], "-test.run=^TestChild$", "-test.count=1")
	cmd.Env = append(os.Environ(), orderEnv+"="+string(text))
	return cmd
}

// TestChild is the child's part.
func TestChild(t *testing.T) {
	t.Parallel()
	text, ok := os.LookupEnv(orderEnv)
	if !ok {
		return // this is no child
	}
	var o order
	if err := json.Unmarshal([]byte(text), &o); err != nil {
		t.Fatal(err)
	}
	l := &ledger{o.Place, o.Place.open(t)}
	if o.Point == migration {
		if err := Migrate(t.Context(), l.db, l.Dialect, l.options()); err != nil {
			t.Error(err)
		}
		_ = l.store(t) // it finds the table
		return
	}
	die := func(at point) {
		if at == o.Point {
			suicide()
		}
	}
	e := engine(t, &deadly{l.store(t), die}, crashLease)
	run := func(ctx context.Context) ([]byte, error) {
		result, err := l.run(ctx)
		die(duringEffect)
		return result, err
	}
	for _, key := range o.Keys {
		var group sync.WaitGroup
		for range max(1, o.Calls) {
			group.Go(func() {
				if out, err := e.Do(t.Context(), o.request(key), run); err != nil || string(out.Result) != answer {
					t.Errorf("%q, error %v; want the answer", out.Result, err)
				}
			})
		}
		group.Wait()
	}
}

// deadly is a store whose process dies around its calls.
type deadly struct {
	*Store
	die func(point)
}

func (s *deadly) Claim(ctx context.Context, c idem.Claim) (idem.Record, error) {
	rec, err := s.Store.Claim(ctx, c)
	s.die(afterClaim)
	return rec, err
}

func (s *deadly) Begin(ctx context.Context, c idem.Claim) (context.Context, idem.Tx, error) {
	ctx, tx, err := s.Store.Begin(ctx, c)
	return ctx, &deadlyTx{tx, s.die}, err
}

type deadlyTx struct {
	idem.Tx
	die func(point)
}

func (t *deadlyTx) Commit(ctx context.Context, r idem.Result) error {
	t.die(beforeCommit)
	err := t.Tx.Commit(ctx, r)
	t.die(afterCommit)
	return err
}

func suicide() {
	self, err := os.FindProcess(os.Getpid())
	if err == nil {
		err = self.Kill()
	}
	if err != nil {
		panic(fmt.Sprintf("the process cannot kill itself: %v", err))
	}
	select {} // until the signal has come
}

// TestCrashInTx kills processes at each point of a run in a transaction: effects are always as many as keys that are done.
func TestCrashInTx(t *testing.T) {
	t.Parallel()
	for _, d := range dialects {
		for _, at := range []point{afterClaim, duringEffect, beforeCommit, afterCommit} {
			for _, repeatable := range []bool{false, true} {
				t.Run(fmt.Sprintf("%v/%s/repeatable=%t", d, at, repeatable), func(t *testing.T) {
					t.Parallel()
					for range *crashRounds {
						crashInTx(t, order{Place: newPlace(t, d), Point: at, Keys: []string{"a"}, Repeatable: repeatable})
					}
				})
			}
		}
	}
}

func crashInTx(t *testing.T, o order) {
	t.Helper()
	l := newLedger(t, o.Place)
	wasKilled(t, child(t, o))
	happened := 0
	if o.Point == afterCommit {
		happened = 1
	}
	l.holds(t, happened, "after the crash")
	l.finish(t, &o)
}

// TestCrashAnywhere kills processes that go from key to key, at a moment of no choice.
func TestCrashAnywhere(t *testing.T) {
	t.Parallel()
	for _, d := range dialects {
		t.Run(d.String(), func(t *testing.T) {
			t.Parallel()
			for range *crashRounds {
				o := order{Place: newPlace(t, d), Point: anywhere}
				for i := range 2000 {
					o.Keys = append(o.Keys, fmt.Sprintf("key %d", i))
				}
				l := newLedger(t, o.Place)
				cmd := child(t, o)
				if err := cmd.Start(); err != nil {
					t.Fatal(err)
				}
				for l.effects(t) == 0 {
					time.Sleep(time.Millisecond)
				}
				time.Sleep(rand.N(100 * time.Millisecond))
				if err := cmd.Process.Kill(); err != nil {
					t.Fatal(err)
				}
				_ = cmd.Wait() // it was killed
				o.Keys = o.Keys[:l.settled(t)+1]
				l.finish(t, &o)
			}
		})
	}
}

// settled returns how many effects there are once no transaction of a dead process is left, as many as keys that are done.
func (l *ledger) settled(tb testing.TB) int {
	tb.Helper()
	var effects int
	for range 100 { // the server may be committing what it was asked to
		done := l.done(tb)
		if effects = l.effects(tb); effects == done {
			return effects
		}
		time.Sleep(20 * time.Millisecond)
	}
	tb.Fatalf("%d effects and %d keys done after the crash", effects, l.done(tb))
	return 0
}

// finish calls every key again, and once more: one effect each.
func (l *ledger) finish(tb testing.TB, o *order) {
	tb.Helper()
	e := engine(tb, l.store(tb), crashLease)
	for range 2 {
		for _, key := range o.Keys {
			succeeds(tb, e, o.request(key), l.run, "after the crash")
		}
		l.holds(tb, len(o.Keys), "after the crash, and another call")
	}
}

// TestMigrateInProcesses starts eight at once, each of which makes the table.
func TestMigrateInProcesses(t *testing.T) {
	t.Parallel()
	for _, d := range dialects {
		t.Run(d.String(), func(t *testing.T) {
			t.Parallel()
			o := order{Place: emptyPlace(t, d), Point: migration}
			var group sync.WaitGroup
			for range 8 {
				group.Go(func() {
					if out, err := child(t, o).CombinedOutput(); err != nil {
						t.Errorf("a process that migrates: %v\n%s", err, out)
					}
				})
			}
			group.Wait()
		})
	}
}

func wasKilled(tb testing.TB, cmd *exec.Cmd) {
	tb.Helper()
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != -1 {
		tb.Fatalf("the child was not killed: %v\n%s", err, out)
	}
}

// TestDuplicatesInTx lets two processes make parallel calls in transactions with one key.
func TestDuplicatesInTx(t *testing.T) {
	t.Parallel()
	for _, d := range dialects {
		t.Run(d.String(), func(t *testing.T) {
			t.Parallel()
			o := order{Place: newPlace(t, d), Point: nowhere, Keys: []string{"a", "b"}, Calls: 500}
			l := newLedger(t, o.Place)
			var group sync.WaitGroup
			for range 2 {
				group.Go(func() {
					if out, err := child(t, o).CombinedOutput(); err != nil {
						t.Errorf("a process with duplicates: %v\n%s", err, out)
					}
				})
			}
			group.Wait()
			l.holds(t, 2, "after the duplicates")
		})
	}
}

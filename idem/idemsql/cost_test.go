package idemsql

import (
	"context"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/asixto/go-sdk/idem"
)

// costs are what a call asks of the database, uncontended and with its statements prepared.
type costs struct{ First, Replay, Running, Failure, InTx int }

var wantCosts = map[Dialect]costs{
	PostgreSQL: {First: 2, Replay: 1, Running: 1, Failure: 2, InTx: 1 + 4},
	MySQL:      {First: 2, Replay: 2, Running: 2, Failure: 2, InTx: 1 + 5}, // the isolation level is a statement of its own
	SQLite:     {First: 3, Replay: 1, Running: 1, Failure: 3, InTx: 2 + 5}, // it looks first; a transaction starts as a writer
}

func TestCosts(t *testing.T) {
	t.Parallel()
	for _, d := range dialects {
		t.Run(d.String(), func(t *testing.T) {
			t.Parallel()
			l := newLedger(t, newPlace(t, d))
			store, asked := l.counted(t)
			e := engine(t, store, 0)
			warmUp(t, e, l)
			var effects counter
			first, inTx, running := request(false), request(true), newClaim()
			got := costs{}
			got.First = spent(asked, func() { succeeds(t, e, first, effects.run, "a first call") })
			got.Replay = spent(asked, func() { succeeds(t, e, first, effects.run, "a replay") })
			claim(t, store, running, idem.StateGranted)
			got.Running = spent(asked, func() { claim(t, store, rival(running), idem.StateRunning) })
			got.Failure = spent(asked, func() {
				fails(t, e, request(false), func(context.Context) ([]byte, error) { return nil, errRun }, errRun, "a failure")
			})
			got.InTx = spent(asked, func() { succeeds(t, e, inTx, l.run, "a first call in a transaction") })
			if diff := cmp.Diff(wantCosts[d], got); diff != "" {
				t.Errorf("the requests of calls (-want +got):\n%s", diff)
			}
		})
	}
}

// warmUp lets every statement be prepared on the one connection that the calls use.
func warmUp(tb testing.TB, e *idem.Engine, l *ledger) {
	tb.Helper()
	var effects counter
	for range 2 {
		req := request(false)
		succeeds(tb, e, req, effects.run, "to warm up")
		succeeds(tb, e, req, effects.run, "to warm up")
		fails(tb, e, request(false), func(context.Context) ([]byte, error) { return nil, errRun }, errRun, "to warm up")
		succeeds(tb, e, request(true), l.run, "to warm up")
	}
}

func spent(asked func() int, do func()) int {
	before := asked()
	do()
	return asked() - before
}

// counted returns a store and how much was asked of its database so far: requests to a server, calls of a library.
func (l *ledger) counted(tb testing.TB) (s *Store, asked func() int) {
	tb.Helper()
	if l.Dialect != SQLite {
		behind, x := l.throughProxy(tb)
		return behind.store(tb), x.count
	}
	var n atomic.Int64
	db := l.hooked(tb, func(string) error {
		n.Add(1)
		return nil
	})
	return l.storeOn(tb, db), func() int { return int(n.Load()) }
}

// TestReplayWritesNothing looks at what a write leaves behind: the version of the row, and a file's.
func TestReplayWritesNothing(t *testing.T) {
	t.Parallel()
	versions := map[Dialect]string{
		PostgreSQL: "SELECT CAST(xmin AS text) || ' ' || CAST(xmax AS text) || ' ' || CAST(ctid AS text) FROM %",
		SQLite:     "PRAGMA data_version",
	}
	for _, d := range []Dialect{PostgreSQL, SQLite} {
		t.Run(d.String(), func(t *testing.T) {
			t.Parallel()
			p := newPlace(t, d)
			s, c := p.store(t), newClaim()
			claim(t, s, c, idem.StateGranted)
			looker := p.open(t)
			looker.SetMaxOpenConns(1)
			version := func() (v string) {
				t.Helper()
				if err := looker.QueryRow(replaceTable(versions[d], p)).Scan(&v); err != nil {
					t.Fatal(err)
				}
				return v
			}
			before := version()
			claim(t, s, rival(c), idem.StateRunning)
			other := rival(c)
			other.Fingerprint[0] ^= 1
			claim(t, s, other, idem.StateConflict)
			if after := version(); after != before {
				t.Errorf("a claim that was not granted wrote: the version is %s, was %s", after, before)
			}
			if err := s.Complete(t.Context(), c, idem.Result{Bytes: []byte("x")}); err != nil {
				t.Fatal(err)
			}
			if before == version() {
				t.Fatal("the version says nothing of a write")
			}
			before = version()
			claim(t, s, rival(c), idem.StateDone)
			if after := version(); after != before {
				t.Errorf("a replay wrote: the version is %s, was %s", after, before)
			}
		})
	}
	t.Run("MySQL", func(t *testing.T) {
		t.Parallel()
		p := newPlace(t, MySQL)
		db := p.open(t)
		db.SetMaxOpenConns(1) // the counts are of a session
		s, c := p.storeOn(t, db), newClaim()
		writes := func() (n int) {
			t.Helper()
			const query = "SELECT SUM(VARIABLE_VALUE) FROM information_schema.SESSION_STATUS " +
				"WHERE VARIABLE_NAME IN ('HANDLER_WRITE', 'HANDLER_UPDATE', 'HANDLER_DELETE')"
			return count(t, db, query)
		}
		idle := writes()
		idle = writes() - idle // the query's own, for its temporary table
		claim(t, s, c, idem.StateGranted)
		if err := s.Complete(t.Context(), c, idem.Result{Bytes: []byte("x")}); err != nil {
			t.Fatal(err)
		}
		before := writes()
		claim(t, s, rival(c), idem.StateDone)
		if n := writes() - before - idle; n > 1 { // the row that it tried to insert
			t.Errorf("a replay made %d writes, want the insert that failed alone", n)
		}
	})
}

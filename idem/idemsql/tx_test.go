package idemsql

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/asixto/go-sdk/idem"
)

func TestTxFromOutsideOfATransaction(t *testing.T) {
	t.Parallel()
	if tx, err := TxFrom(t.Context()); tx != nil || !errors.Is(err, ErrNoTx) {
		t.Errorf("TxFrom = %v, %v; want ErrNoTx", tx, err)
	}
	s := newPlace(t, SQLite).store(t)
	_, err := engine(t, s, time.Second).Do(t.Context(), request(false), func(ctx context.Context) ([]byte, error) {
		_, err := TxFrom(ctx)
		return nil, err
	})
	if !errors.Is(err, ErrNoTx) {
		t.Errorf("in a run without InTx: %v, want ErrNoTx", err)
	}
}

// TestPoolOfOne has one connection for everything that needs no transaction.
func TestPoolOfOne(t *testing.T) {
	t.Parallel()
	for _, d := range dialects {
		t.Run(d.String(), func(t *testing.T) {
			t.Parallel()
			p := emptyPlace(t, d)
			db := p.open(t)
			db.SetMaxOpenConns(1)
			if err := Migrate(t.Context(), db, d, p.options()); err != nil {
				t.Fatal(err)
			}
			s := p.storeOn(t, db)
			e := engine(t, s, 15*time.Second)
			var group sync.WaitGroup
			for range 4 {
				req := request(false)
				for range 4 {
					group.Go(func() {
						out, err := e.Do(t.Context(), req, func(context.Context) ([]byte, error) { return []byte(answer), nil })
						if err != nil || string(out.Result) != answer {
							t.Errorf("a call: %q, error %v; want the answer", out.Result, err)
						}
					})
				}
			}
			group.Wait()
			mustExec(t, db, replaceTable("UPDATE % SET expires = 1, lease_ends = 1", p))
			sweep(t, s, 4)
		})
	}
}

func TestPoolOfOneIsRefused(t *testing.T) {
	t.Parallel()
	for _, d := range dialects {
		t.Run(d.String(), func(t *testing.T) {
			t.Parallel()
			l := newLedger(t, newPlace(t, d))
			db := l.open(t)
			db.SetMaxOpenConns(1)
			_, err := engine(t, l.storeOn(t, db), 3*time.Second).Do(t.Context(), request(true), l.run)
			if !errors.Is(err, idem.ErrStore) || !strings.Contains(err.Error(), "SetMaxOpenConns") {
				t.Errorf("with a pool of one connection: %v, want ErrStore and what to do", err)
			}
			l.holds(t, 0, "after it")
		})
	}
}

// TestCommitLost loses the commit on its way there, or its reply on the way back.
func TestCommitLost(t *testing.T) {
	t.Parallel()
	for _, d := range []Dialect{PostgreSQL, MySQL} {
		t.Run(d.String()+"/request", func(t *testing.T) {
			t.Parallel()
			l := newLedger(t, newPlace(t, d))
			behind, x := l.throughProxy(t)
			behind.Extra = oneTrip(d)
			e, req := engine(t, behind.store(t), 3*time.Second), request(true)
			fails(t, e, req, l.then(func() { x.loseRequest(1) }), idem.ErrStore, "the commit was lost")
			l.holds(t, 0, "after it")
			succeeds(t, e, req, l.run, "the next call")
			l.holds(t, 1, "after all")
		})
		t.Run(d.String()+"/reply", func(t *testing.T) {
			t.Parallel()
			l := newLedger(t, newPlace(t, d))
			behind, x := l.throughProxy(t)
			behind.Extra = oneTrip(d)
			e, req := engine(t, behind.store(t), 3*time.Second), request(true)
			succeeds(t, e, req, l.then(func() { x.loseReply(1) }), "the commit took place")
			l.holds(t, 1, "after it")
			succeeds(t, e, req, l.run, "the replay")
			l.holds(t, 1, "after all")
		})
	}
}

// oneTrip keeps the driver from preparing a statement that it meets for the first time on a connection.
func oneTrip(d Dialect) string {
	if d == PostgreSQL {
		return "&default_query_exec_mode=exec"
	}
	return ""
}

// then is a run that does something after its effect. What follows are two requests: the key's completion and the commit.
func (l *ledger) then(do func()) func(context.Context) ([]byte, error) {
	return func(ctx context.Context) ([]byte, error) {
		defer do()
		return l.run(ctx)
	}
}

func TestOutageInTransaction(t *testing.T) {
	t.Parallel()
	for _, d := range []Dialect{PostgreSQL, MySQL} {
		t.Run(d.String(), func(t *testing.T) {
			t.Parallel()
			l := newLedger(t, newPlace(t, d))
			behind, x := l.throughProxy(t)
			e, req := engine(t, behind.store(t), 3*time.Second), request(true)
			_, err := e.Do(t.Context(), req, l.then(x.cut))
			if err == nil {
				t.Fatal("the server went away before the commit: nil, want an error")
			}
			l.holds(t, 0, "while the server is away")
			x.mend()
			succeeds(t, engine(t, l.store(t), 3*time.Second), req, l.run, "another engine, once the lease has ended")
			l.holds(t, 1, "after all")
		})
	}
}

func TestRunEndsItsTransaction(t *testing.T) {
	t.Parallel()
	for _, d := range dialects {
		t.Run(d.String(), func(t *testing.T) {
			t.Parallel()
			l := newLedger(t, newPlace(t, d))
			var heard []error
			e, err := idem.New(l.store(t), &idem.Options{Observer: idem.Observer{
				StoreDown: func(_ context.Context, e idem.Event) { heard = append(heard, e.Err) },
			}})
			if err != nil {
				t.Fatal(err)
			}
			req := request(true)
			succeeds(t, e, req, func(ctx context.Context) ([]byte, error) {
				tx, err := TxFrom(ctx)
				if err == nil {
					err = errors.Join(l.write(ctx), tx.Commit())
				}
				return []byte(answer), err
			}, "a run that commits")
			l.holds(t, 1, "after it")
			succeeds(t, e, req, l.run, "the replay")
			l.holds(t, 1, "after all")
			if err := errors.Join(heard...); !errors.Is(err, errEnded) {
				t.Errorf("the observer heard %v, want errEnded", err)
			}
			if err := e.Shutdown(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestRunOverstaysItsDeadline(t *testing.T) {
	t.Parallel()
	for _, d := range dialects {
		t.Run(d.String(), func(t *testing.T) {
			t.Parallel()
			l := newLedger(t, newPlace(t, d))
			e, err := idem.New(l.store(t), nil)
			if err != nil {
				t.Fatal(err)
			}
			req, free := request(true), make(chan struct{})
			req.Timeout = 300 * time.Millisecond
			fails(t, e, req, func(ctx context.Context) ([]byte, error) {
				defer func() { <-free }()
				return l.run(ctx)
			}, context.DeadlineExceeded, "a run that stays")
			succeeds(t, e, request(true), l.run, "another call, after the deadline")
			l.holds(t, 1, "after it")
			close(free)
			if err := e.Shutdown(t.Context()); err != nil {
				t.Error(err)
			}
			req.Timeout = 0
			succeeds(t, engine(t, l.store(t), 3*time.Second), req, l.run, "the next call")
			l.holds(t, 2, "after all")
		})
	}
}

// TestRollbackDuringAStatement rolls back while the run is still using the transaction.
func TestRollbackDuringAStatement(t *testing.T) {
	t.Parallel()
	l := newLedger(t, newPlace(t, PostgreSQL))
	s := l.store(t)
	c := newClaim()
	if _, err := s.Claim(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	ctx, tx, err := s.Begin(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	if err := l.write(ctx); err != nil {
		t.Fatal(err)
	}
	held, err := TxFrom(ctx)
	if err != nil {
		t.Fatal(err)
	}
	long, cancel := context.WithCancel(ctx)
	ended := make(chan error, 1)
	go func() {
		_, err := held.ExecContext(long, "SELECT pg_sleep(60), '"+l.Schema+"'")
		ended <- err
	}()
	const active = "SELECT COUNT(*) FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep%' || $1 || '%' AND state = 'active'"
	for count(t, l.db, active, l.Schema) == 0 {
		time.Sleep(time.Millisecond)
	}
	short, stop := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer stop()
	if err := tx.Rollback(short); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("Rollback during a statement that goes on: %v, want the end of its own context", err)
	}
	cancel()
	<-ended
	if err := tx.Rollback(t.Context()); err != nil {
		t.Errorf("Rollback again: %v", err)
	}
	l.holds(t, 0, "after the rollback")
}

// TestTooLargeInTransaction leaves a tombstone beside the effect.
func TestTooLargeInTransaction(t *testing.T) {
	t.Parallel()
	for _, d := range dialects {
		t.Run(d.String(), func(t *testing.T) {
			t.Parallel()
			l := newLedger(t, newPlace(t, d))
			e, err := idem.New(l.store(t), &idem.Options{MaxResult: 2 << 20})
			if err != nil {
				t.Fatal(err)
			}
			req := request(true)
			large := func(ctx context.Context) ([]byte, error) { return make([]byte, 1<<20+1), l.write(ctx) }
			if _, err := e.Do(t.Context(), req, large); err != nil {
				t.Fatal(err)
			}
			l.holds(t, 1, "after a result that the store does not keep")
			if out, err := e.Do(t.Context(), req, large); err != nil || !out.Tombstone {
				t.Errorf("the replay is %d bytes, tombstone %t, error %v; want a tombstone", len(out.Result), out.Tombstone, err)
			}
			l.holds(t, 1, "after all")
			if err := e.Shutdown(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestWaitingDuplicate lets another process's duplicate wait for a transaction, and see the right one of its two ends.
func TestWaitingDuplicate(t *testing.T) {
	t.Parallel()
	for _, d := range dialects {
		for _, commits := range []bool{true, false} {
			name := "/rolled back"
			if commits {
				name = "/committed"
			}
			t.Run(d.String()+name, func(t *testing.T) {
				t.Parallel()
				l := newLedger(t, newPlace(t, d))
				looked := make(chan struct{}, 100)
				here, there := engine(t, l.store(t), 3*time.Second), engine(t, &watched{Store: l.store(t), claims: looked}, 3*time.Second)
				req, written, free := request(true), make(chan struct{}), make(chan struct{})
				first := make(chan error, 1)
				go func() {
					_, err := here.Do(context.WithoutCancel(t.Context()), req, func(ctx context.Context) ([]byte, error) {
						result, err := l.run(ctx)
						close(written)
						<-free
						if !commits {
							err = errRun
						}
						return result, err
					})
					first <- err
				}()
				<-written
				second := make(chan idem.Outcome, 1)
				go func() {
					out, err := there.Do(context.WithoutCancel(t.Context()), req, l.run)
					if err != nil {
						t.Errorf("the duplicate: %v", err)
					}
					second <- out
				}()
				<-looked
				close(free)
				if err := <-first; commits != (err == nil) {
					t.Errorf("the first call: %v", err)
				}
				if out := <-second; out.Replayed != commits || string(out.Result) != answer {
					t.Errorf("the duplicate got %q, replayed %t; want the answer, replayed %t", out.Result, out.Replayed, commits)
				}
				l.holds(t, 1, "after both")
			})
		}
	}
}

// TestTakeOverOfATransaction is SQLite's: an owner in a transaction needs no lease, and who would take its key over has to wait.
func TestTakeOverOfATransaction(t *testing.T) {
	t.Parallel()
	p, advance := newPlace(t, SQLite).moveable(t)
	l := newLedger(t, p)
	hasty := p
	hasty.Extra = "&_busy_timeout=20"
	s, other, c := p.store(t), hasty.store(t), newClaim()
	claim(t, s, c, idem.StateGranted)
	advance(c.Lease)
	ctx, tx, err := s.Begin(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	if err := l.write(ctx); err != nil {
		t.Fatal(err)
	}
	heir := rival(c)
	claim(t, other, heir, idem.StateDoubt)
	heir.TakeOver = true
	claim(t, other, heir, idem.StateRunning)
	if _, err := other.Claim(t.Context(), newClaim()); err == nil || !strings.Contains(err.Error(), "database is locked") {
		t.Errorf("a claim of another key in another process: %v, want an error", err)
	}
	short, stop := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer stop()
	if _, err := s.Claim(short, newClaim()); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a claim of another key in this process: %v, want the end of its context", err)
	}
	if err := tx.Commit(t.Context(), idem.Result{Bytes: []byte(answer)}); err != nil {
		t.Fatal(err)
	}
	claim(t, other, heir, idem.StateDone)
	l.holds(t, 1, "after the commit")
}

// TestRenewedDuringTransaction lets the engine write to the key's row while a transaction is open that will, too.
func TestRenewedDuringTransaction(t *testing.T) {
	t.Parallel()
	for _, d := range []Dialect{PostgreSQL, MySQL} {
		t.Run(d.String(), func(t *testing.T) {
			t.Parallel()
			l := newLedger(t, newPlace(t, d))
			s := &watched{Store: l.store(t), renewals: make(chan struct{}, 100)}
			run := func(ctx context.Context) ([]byte, error) {
				result, err := l.run(ctx)
				for range 4 {
					select {
					case <-s.renewals:
					case <-ctx.Done():
						return nil, context.Cause(ctx)
					}
				}
				return result, err
			}
			succeeds(t, engine(t, s, 900*time.Millisecond), request(true), run, "a run that is longer than its lease")
			l.holds(t, 1, "after it")
		})
	}
}

// watched tells when a claim was answered and when one was renewed.
type watched struct {
	*Store
	claims, renewals chan struct{}
}

func (s *watched) Claim(ctx context.Context, c idem.Claim) (idem.Record, error) {
	defer tell(s.claims)
	return s.Store.Claim(ctx, c)
}

func (s *watched) Renew(ctx context.Context, c idem.Claim) error {
	defer tell(s.renewals)
	return s.Store.Renew(ctx, c)
}

func tell(who chan<- struct{}) {
	select {
	case who <- struct{}{}:
	default:
	}
}

// TestBeginFindsTheClaimTaken is SQLite's: a claim that lapsed before its transaction began may have a new owner.
func TestBeginFindsTheClaimTaken(t *testing.T) {
	t.Parallel()
	p, advance := newPlace(t, SQLite).moveable(t)
	s, c := p.store(t), newClaim()
	claim(t, s, c, idem.StateGranted)
	advance(c.Lease)
	heir := rival(c)
	heir.TakeOver = true
	claim(t, s, heir, idem.StateGranted)
	if _, _, err := s.Begin(t.Context(), c); !errors.Is(err, idem.ErrLost) {
		t.Errorf("Begin by the old owner: %v, want ErrLost", err)
	}
	if n := s.db.Stats().InUse; n != 0 {
		t.Errorf("%d connections are in use after it, want none", n)
	}
}

func claim(tb testing.TB, s idem.Store, c idem.Claim, want idem.State) idem.Record {
	tb.Helper()
	rec, err := s.Claim(tb.Context(), c)
	if err != nil || rec.State != want {
		tb.Fatalf("Claim found the key %v, error %v; want %v", rec.State, err, want)
	}
	return rec
}

package idemsql

import (
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	mysqldriver "github.com/go-sql-driver/mysql"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/asixto/go-sdk/idem"
)

// conflicts are how databases say that a statement was undone because of another one.
var conflicts = []struct {
	name    string
	dialect Dialect
	err     error
}{
	{"deadlock", MySQL, &mysqldriver.MySQLError{Number: 1213, SQLState: [5]byte{'4', '0', '0', '0', '1'}, Message: "Deadlock found"}},
	{"deadlock", PostgreSQL, &pgconn.PgError{Severity: "ERROR", Code: "40P01", Message: "deadlock detected"}},
	{"serialization", PostgreSQL, &pgconn.PgError{Severity: "ERROR", Code: "40001", Message: "could not serialize access"}},
}

// trouble is a hook that lets one of a store's statements fail some times.
type trouble struct {
	mu     sync.Mutex
	query  string
	times  int
	err    error
	failed int
}

func (x *trouble) ask(query string) error {
	x.mu.Lock()
	defer x.mu.Unlock()
	if query != x.query || x.failed >= x.times {
		return nil
	}
	x.failed++
	return x.err
}

func (x *trouble) make(query string, times int) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.query, x.times, x.failed = query, times, 0
}

// failures expects that what was planned took place.
func (x *trouble) failures(tb testing.TB, want int, when string) {
	tb.Helper()
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.failed != want {
		tb.Errorf("%s: the statement was sent to fail %d times, want %d", when, x.failed, want)
	}
}

// TestResend lets each call of a store be the victim of a conflict: twice, of which its caller hears nothing, and each time.
func TestResend(t *testing.T) {
	t.Parallel()
	for _, conflict := range conflicts {
		t.Run(conflict.dialect.String()+"/"+conflict.name, func(t *testing.T) {
			t.Parallel()
			p, x := newPlace(t, conflict.dialect), &trouble{err: conflict.err}
			s := p.storeOn(t, p.hooked(t, x.ask))
			ctx := t.Context()
			for op, do := range map[string]func(c idem.Claim) error{
				"claim": func(c idem.Claim) error {
					_, err := s.Claim(ctx, c)
					return err
				},
				"renew":    func(c idem.Claim) error { return s.Renew(ctx, c) },
				"complete": func(c idem.Claim) error { return s.Complete(ctx, c, idem.Result{Bytes: []byte(answer)}) },
				"hold":     func(c idem.Claim) error { return s.Hold(ctx, c) },
				"release":  func(c idem.Claim) error { return s.Release(ctx, c) },
			} {
				for _, times := range []int{2, tries} {
					c := newClaim()
					claim(t, s, c, idem.StateGranted)
					x.make(s.sql[op].text, times)
					err := do(c)
					x.failures(t, times, op)
					if times < tries && err != nil {
						t.Errorf("%s after %d conflicts: %v", op, times, err)
					}
					if times == tries && !errors.Is(err, conflict.err) {
						t.Errorf("%s after %d conflicts: %v, want the last of them", op, times, err)
					}
				}
			}
		})
	}
}

// TestConflictInTransaction expects no statement to be sent again in a transaction, whose effect was undone by the conflict too.
func TestConflictInTransaction(t *testing.T) {
	t.Parallel()
	for _, conflict := range conflicts {
		t.Run(conflict.dialect.String()+"/"+conflict.name, func(t *testing.T) {
			t.Parallel()
			l, x := newLedger(t, newPlace(t, conflict.dialect)), &trouble{err: conflict.err}
			s := l.storeOn(t, l.hooked(t, x.ask))
			e, req := engine(t, s, 3*time.Second), request(true)
			for _, query := range []string{s.sql["complete"].text, "commit"} {
				x.make(query, 2)
				fails(t, e, req, l.run, idem.ErrStore, "a conflict at the end of a transaction")
				x.failures(t, 1, "in a transaction")
				l.holds(t, 0, "after the conflict")
			}
			x.make("", 0)
			succeeds(t, e, req, l.run, "the next call")
			l.holds(t, 1, "after all")
		})
	}
}

// TestDeadlock makes a claim the victim of a real deadlock: a transaction has locked the end of an index that the claim writes to after its
// row, and then wants the row.
func TestDeadlock(t *testing.T) {
	t.Parallel()
	l := newLedger(t, newPlace(t, MySQL))
	db := l.open(t)
	db.SetMaxOpenConns(1)
	s := l.storeOn(t, db)
	deadlocks := counted(s)
	session := count(t, db, "SELECT CONNECTION_ID()")
	for range 20 { // the claim may be late
		deadlockWith(t, l, s, session)
		if deadlocks.Load() > 0 {
			return
		}
	}
	t.Error("no deadlock took place")
}

// counted counts the conflicts that a store gets to see.
func counted(s *Store) *atomic.Int64 {
	var n atomic.Int64
	known := s.traits.transient
	s.traits.transient = func(err error) bool {
		if !known(err) {
			return false
		}
		n.Add(1)
		return true
	}
	return &n
}

func deadlockWith(t *testing.T, l *ledger, s *Store, session int) {
	t.Helper()
	tx, err := l.db.BeginTx(t.Context(), &sql.TxOptions{Isolation: sql.LevelRepeatableRead})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback() }() // nothing is left to undo after Commit
	do := func(query string, args ...any) error {
		_, err := tx.ExecContext(t.Context(), query, args...)
		return err
	}
	if err := do("INSERT INTO " + l.Schema + ".ledger VALUES ('1'), ('2'), ('3'), ('4'), ('5')"); err != nil { // the victim is who did least
		t.Fatal(err)
	}
	if err := do(replaceTable("UPDATE % FORCE INDEX (keys_settled) SET state = 4 WHERE expires > 0", l.place)); err != nil {
		t.Fatal(err)
	}
	c, claimed := newClaim(), make(chan error, 1)
	go func() {
		rec, err := s.Claim(t.Context(), c)
		if err == nil && rec.State != idem.StateGranted {
			err = fmt.Errorf("the key is %v", rec.State)
		}
		claimed <- err
	}()
	eventually(t, "the claim to wait", 150*time.Millisecond, func() bool { // the table is made anew if it was not read for 100 ms
		return count(t, l.db, "SELECT COUNT(*) FROM information_schema.INNODB_TRX "+
			"WHERE trx_state = 'LOCK WAIT' AND trx_mysql_thread_id = ?", session) > 0
	})
	if err = do(replaceTable("UPDATE % SET state = 4 WHERE id = ?", l.place), c.ID[:]); err == nil {
		err = tx.Commit()
	} else {
		err = tx.Rollback() // it was the victim itself
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := <-claimed; err != nil {
		t.Errorf("the claim: %v, want it to be granted in the end", err)
	}
}

// TestSerializationFailure lets a claim on a connection of a stricter isolation level wait for a row that is changed meanwhile. New
// refuses such connections, but it cannot see all that a pooler has.
func TestSerializationFailure(t *testing.T) {
	t.Parallel()
	l := newLedger(t, newPlace(t, PostgreSQL))
	strict := l.place
	strict.Extra = "&default_transaction_isolation=repeatable%20read"
	s, err := open(strict.open(t), PostgreSQL, l.options())
	if err != nil {
		t.Fatal(err)
	}
	failures := counted(s)
	c := newClaim()
	claim(t, s, c, idem.StateGranted)
	mustExec(t, l.db, replaceTable("UPDATE % SET expires = 1", l.place))
	tx, err := l.db.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback() }() // nothing is left to undo after Commit
	if _, err := tx.ExecContext(t.Context(), replaceTable("UPDATE % SET fence = fence + 1", l.place)); err != nil {
		t.Fatal(err)
	}
	claimed := make(chan error, 1)
	go func() {
		rec, err := s.Claim(t.Context(), rival(c))
		if err == nil && rec.State != idem.StateGranted {
			err = fmt.Errorf("the key is %v", rec.State)
		}
		claimed <- err
	}()
	eventually(t, "the claim to wait", 5*time.Millisecond, func() bool {
		const waiting = "SELECT COUNT(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%' || $1 || '%'"
		return count(t, l.db, waiting, l.Schema) > 0
	})
	if err := tx.Commit(); err != nil {
		t.Fatal(err)
	}
	if err := <-claimed; err != nil || failures.Load() != 1 {
		t.Errorf("the claim: %v after %d failures, want it to be granted after one", err, failures.Load())
	}
}

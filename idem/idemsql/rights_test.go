package idemsql

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"
)

// TestNewRefusesToOnlyRead opens a table that is there for reading.
func TestNewRefusesToOnlyRead(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name    string
		dialect Dialect
		extra   string
	}{
		{"a session", PostgreSQL, "&default_transaction_read_only=on"},
		{"a file", SQLite, "&mode=ro"},
		{"a connection", SQLite, "&_query_only=1"},
	} {
		t.Run(tt.dialect.String()+"/"+tt.name, func(t *testing.T) {
			t.Parallel()
			p := newPlace(t, tt.dialect)
			p.Extra = tt.extra
			_, err := New(t.Context(), p.open(t), tt.dialect, p.options())
			if err == nil || !strings.Contains(err.Error(), "cannot be written") || !strings.Contains(err.Error(), "connect to the primary") {
				t.Errorf("New: %v, want an error with the remedy", err)
			}
		})
	}
}

// TestRights has users with few rights: those that the error of New names suffice for everything but Migrate.
func TestRights(t *testing.T) {
	t.Parallel()
	for _, d := range []Dialect{PostgreSQL, MySQL} {
		t.Run(d.String(), func(t *testing.T) {
			t.Parallel()
			l := newLedger(t, newPlace(t, d))
			reader, writer := l.as(t, "SELECT"), l.as(t, "SELECT, INSERT, UPDATE, DELETE")
			if _, err := New(t.Context(), reader.open(t), d, l.options()); err == nil || !strings.Contains(err.Error(), "cannot be written") {
				t.Errorf("New for a user who may only read: %v, want an error with the remedy", err)
			}
			if err := Migrate(t.Context(), writer.open(t), d, l.options()); err != nil {
				t.Errorf("Migrate where the table is there: %v", err)
			}
			s := writer.store(t)
			e, plain, inTx := engine(t, s, 3*time.Second), request(false), request(true)
			var effects counter
			for _, when := range []string{"a first call", "a replay"} {
				succeeds(t, e, plain, effects.run, when)
				succeeds(t, e, inTx, l.run, when)
			}
			effects.is(t, 1, "after both")
			fails(t, e, request(false), func(context.Context) ([]byte, error) { return nil, errRun }, errRun, "a failure")
			mustExec(t, l.db, replaceTable("UPDATE % SET expires = 1, lease_ends = 1", l.place))
			sweep(t, s, 3)
		})
	}
}

// as returns the place as a user sees it who has some rights to the tables in it.
func (l *ledger) as(tb testing.TB, rights string) place {
	tb.Helper()
	p := l.place
	p.User = fmt.Sprintf("idemsql_%x", random(8))
	create, grants := "CREATE ROLE "+p.User+" LOGIN", []string{"USAGE ON SCHEMA " + p.Schema, rights + " ON ALL TABLES IN SCHEMA " + p.Schema}
	drop := "DROP OWNED BY " + p.User + "; DROP ROLE " + p.User
	if p.Dialect == MySQL {
		create, grants, drop = "CREATE USER "+p.User, []string{rights + " ON " + p.Schema + ".*"}, "DROP USER "+p.User
	}
	l.administer(tb, create)
	tb.Cleanup(func() { l.administer(tb, drop) })
	for _, grant := range grants {
		l.administer(tb, "GRANT "+grant+" TO "+p.User)
	}
	return p
}

package idemsql

import (
	"database/sql"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestNewRefuses(t *testing.T) {
	t.Parallel()
	db, err := sql.Open("sqlite", "file::memory:")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	tests := []struct {
		name    string
		db      *sql.DB
		dialect Dialect
		opts    *Options
		want    string
	}{
		{"no database", nil, SQLite, nil, "the database is nil"},
		{"no dialect", db, 0, nil, "Dialect(0) is no dialect"},
		{"an unknown dialect", db, 4, nil, "Dialect(4) is no dialect"},
		{"a quote in the name", db, SQLite, &Options{Table: `x"; DROP TABLE y`}, "Options.Table"},
		{"two dots", db, SQLite, &Options{Table: "a.b.c"}, "Options.Table"},
		{"a digit first", db, SQLite, &Options{Table: "1a"}, "Options.Table"},
		{"a long name", db, SQLite, &Options{Table: strings.Repeat("a", 49)}, "Options.Table"},
		{"a line break behind the name", db, SQLite, &Options{Table: "a\n"}, "Options.Table"},
		{"a negative limit", db, SQLite, &Options{MaxResult: -1}, "Options.MaxResult"},
		{"a limit beyond the bound", db, SQLite, &Options{MaxResult: 64<<20 + 1}, "Options.MaxResult"},
		{"another database than it says", db, PostgreSQL, nil, "PostgreSQL: New"},
		{"a database in memory", db, SQLite, nil, "journal_mode is memory"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s, err := New(t.Context(), tt.db, tt.dialect, tt.opts)
			if s != nil || err == nil || !strings.HasPrefix(err.Error(), "idemsql: ") || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("New: %v, want an error with %q", err, tt.want)
			}
			if tt.want != "journal_mode is memory" && tt.want != "PostgreSQL: New" && Migrate(t.Context(), tt.db, tt.dialect, tt.opts) == nil {
				t.Error("Migrate: nil, want an error")
			}
		})
	}
}

// TestNewRefusesSettings has everything right but one setting.
func TestNewRefusesSettings(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name    string
		dialect Dialect
		extra   string
		setUp   string // is run on one connection
		limit   int
		want    string
	}{
		{"a commit that is not awaited", PostgreSQL, "&synchronous_commit=off", "", 0, "synchronous_commit is off"},
		{"serializable", PostgreSQL, "&default_transaction_isolation=serializable", "", 0, "default_transaction_isolation is serializable"},
		{"repeatable read", PostgreSQL, "&default_transaction_isolation=repeatable%20read", "", 0, "default_transaction_isolation is repeatable read"},
		{"bytes in a form that the driver cannot read", PostgreSQL, "&default_query_exec_mode=simple_protocol&bytea_output=escape", "", 0,
			"not as it must"},
		{"nothing is committed", MySQL, "?autocommit=0", "", 0, "autocommit is off"},
		{"a small packet", MySQL, "", "", 64 << 20, "max_allowed_packet is"},
		{"no write-ahead log", SQLite, "&_journal_mode=DELETE", "", 0, "journal_mode is delete"},
		{"a commit that does not reach the disk", SQLite, "&_synchronous=NORMAL", "", 0, "synchronous is below full"},
		{"nobody waits", SQLite, "&_busy_timeout=0", "", 0, "busy_timeout is 0"},
		{"one connection waits", SQLite, "&_busy_timeout=0", "PRAGMA busy_timeout = 1000", 0, "busy_timeout is 0"},
	}
	for _, tt := range tests {
		t.Run(tt.dialect.String()+"/"+tt.name, func(t *testing.T) {
			t.Parallel()
			p := emptyPlace(t, tt.dialect)
			p.Extra = tt.extra
			db, opts := p.open(t), p.options()
			if err := Migrate(t.Context(), db, tt.dialect, opts); err != nil {
				t.Fatal(err)
			}
			if tt.setUp != "" {
				mustExec(t, db, tt.setUp)
			}
			if tt.limit != 0 {
				opts.MaxResult = tt.limit
			}
			if _, err := New(t.Context(), db, tt.dialect, opts); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("New: %v, want an error with %q", err, tt.want)
			}
		})
	}
}

func TestAtLeast(t *testing.T) {
	t.Parallel()
	for version, want := range map[string]bool{
		"10.6.0": true, "10.5.27-MariaDB": false, "10.11.6-MariaDB-0+deb12u1": true, "11.4.2-MariaDB": true, "9.9": false, "": false, "x": false,
	} {
		if got := atLeast(version, 10, 6); got != want {
			t.Errorf("atLeast(%q, 10, 6) = %t", version, got)
		}
	}
}

func TestDialectNames(t *testing.T) {
	t.Parallel()
	want := []string{"PostgreSQL", "MySQL", "SQLite", "Dialect(9)"}
	got := []string{PostgreSQL.String(), MySQL.String(), SQLite.String(), Dialect(9).String()}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("names (-want +got):\n%s", diff)
	}
}

func TestNewWithoutTable(t *testing.T) {
	t.Parallel()
	for _, d := range dialects {
		t.Run(d.String(), func(t *testing.T) {
			t.Parallel()
			p := emptyPlace(t, d)
			_, err := New(t.Context(), p.open(t), d, p.options())
			if err == nil || !strings.Contains(err.Error(), p.options().Table) || !strings.Contains(err.Error(), "call Migrate") {
				t.Errorf("New: %v, want an error that names the table and Migrate", err)
			}
		})
	}
}

// TestTablesOfOthers has tables of the right name that Migrate did not make. On one without a primary key MySQL grants a key to everybody.
func TestTablesOfOthers(t *testing.T) {
	t.Parallel()
	for _, d := range dialects {
		t.Run(d.String(), func(t *testing.T) {
			t.Parallel()
			keyless := emptyPlace(t, d)
			all, err := Migrations(d, keyless.options())
			if err != nil {
				t.Fatal(err)
			}
			db := keyless.open(t)
			for statement := range strings.SplitSeq(strings.ReplaceAll(all[0].SQL, "PRIMARY KEY", ""), ";\n") {
				mustExec(t, db, statement)
			}
			if _, err := New(t.Context(), db, d, keyless.options()); err == nil || !strings.Contains(err.Error(), "make it with Migrate") {
				t.Errorf("New on a table without a primary key: %v, want an error with the remedy", err)
			}

			other := emptyPlace(t, d)
			db = other.open(t)
			mustExec(t, db, replaceTable("CREATE TABLE % (id INTEGER, state INTEGER)", other))
			if err := Migrate(t.Context(), db, d, other.options()); err == nil || !strings.Contains(err.Error(), other.options().Table) {
				t.Errorf("Migrate on another table of the name: %v, want an error that names it", err)
			}
			if _, err := New(t.Context(), db, d, other.options()); err == nil || !strings.Contains(err.Error(), "set Options.Table") {
				t.Errorf("New on another table of the name: %v, want an error with the remedy", err)
			}
		})
	}
}

// TestNewLeavesNothing looks for what a rehearsal leaves in the table.
func TestNewLeavesNothing(t *testing.T) {
	t.Parallel()
	for _, d := range dialects {
		t.Run(d.String(), func(t *testing.T) {
			t.Parallel()
			p := newPlace(t, d)
			db := p.open(t)
			db.SetMaxOpenConns(1)
			if _, err := New(t.Context(), db, d, p.options()); err != nil {
				t.Fatal(err)
			}
			if n := count(t, db, replaceTable("SELECT COUNT(*) FROM %", p)); n != 0 {
				t.Errorf("New leaves %d rows", n)
			}
		})
	}
}

// TestMigrate lets many processes make one table, and then all of them use it.
func TestMigrate(t *testing.T) {
	t.Parallel()
	for _, d := range dialects {
		t.Run(d.String(), func(t *testing.T) {
			t.Parallel()
			for range 5 {
				p := emptyPlace(t, d)
				var group sync.WaitGroup
				for range 8 {
					db := p.open(t) // as another process would
					group.Go(func() {
						if err := Migrate(t.Context(), db, d, p.options()); err != nil {
							t.Errorf("Migrate: %v", err)
						}
						if _, err := New(t.Context(), db, d, p.options()); err != nil {
							t.Errorf("New right after Migrate: %v", err)
						}
						_ = db.Close()
					})
				}
				group.Wait()
			}
		})
	}
}

// TestMigrations applies the steps by hand, twice, as a tool that lost its notes would.
func TestMigrations(t *testing.T) {
	t.Parallel()
	for _, d := range dialects {
		t.Run(d.String(), func(t *testing.T) {
			t.Parallel()
			p := emptyPlace(t, d)
			all, err := Migrations(d, p.options())
			if err != nil {
				t.Fatal(err)
			}
			db := p.open(t)
			for range 2 {
				for _, m := range all {
					for statement := range strings.SplitSeq(m.SQL, ";\n") {
						mustExec(t, db, statement)
					}
				}
			}
			if _, err := New(t.Context(), db, d, p.options()); err != nil {
				t.Errorf("New: %v", err)
			}
		})
	}
	for name, d := range map[string]Dialect{"no dialect": 0, "a bad option": SQLite} {
		if _, err := Migrations(d, &Options{MaxResult: -1}); err == nil {
			t.Errorf("Migrations with %s: nil, want an error", name)
		}
	}
}

// TestTableNames makes tables under each form of name: bare, with a schema, reserved, in upper case.
func TestTableNames(t *testing.T) {
	t.Parallel()
	for _, d := range dialects {
		t.Run(d.String(), func(t *testing.T) {
			t.Parallel()
			p := emptyPlace(t, d)
			if d == PostgreSQL {
				p.Extra = "&search_path=" + p.Schema
			}
			db := p.open(t)
			for _, name := range []string{"", "order", "Idem_Keys", p.Schema + ".select", strings.Repeat("a", 48)} {
				opts := &Options{Table: name}
				if err := Migrate(t.Context(), db, d, opts); err != nil {
					t.Fatalf("%q: %v", name, err)
				}
				s, err := New(t.Context(), db, d, opts)
				if err != nil {
					t.Fatalf("%q: %v", name, err)
				}
				c := newClaim()
				claim(t, s, c, 1)
				if err := s.Release(t.Context(), c); err != nil {
					t.Errorf("%q: %v", name, err)
				}
			}
		})
	}
}

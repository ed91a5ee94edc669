package idemsql

import (
	"cmp"
	"crypto/rand"
	"database/sql"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

var dialects = []Dialect{PostgreSQL, MySQL, SQLite}

// place is an empty schema, database or file of a test, with the table in it. It can be told to another process.
type place struct {
	Dialect Dialect `json:"dialect"`
	Addr    string  `json:"addr"` // of the server, or the folder of a file
	Schema  string  `json:"schema"`
	User    string  `json:"user"`  // of the server, if not the one who may all
	Extra   string  `json:"extra"` // of the data source's name
	Clock   bool    `json:"clock"` // the table's clock can be moved
}

// newPlace makes a place and removes it when the test is over.
func newPlace(tb testing.TB, d Dialect) place {
	tb.Helper()
	p := emptyPlace(tb, d)
	db := p.open(tb)
	if err := Migrate(tb.Context(), db, d, p.options()); err != nil {
		tb.Fatal(err)
	}
	_ = db.Close()
	return p
}

// emptyPlace is newPlace without the table.
func emptyPlace(tb testing.TB, d Dialect) place {
	tb.Helper()
	if d == SQLite {
		return place{Dialect: d, Addr: tb.TempDir(), Schema: "main"}
	}
	p := place{Dialect: d, Addr: address(tb, d), Schema: fmt.Sprintf("idemsql_%x", random(8))}
	p.administer(tb, "CREATE SCHEMA "+p.Schema)
	drop := "DROP SCHEMA " + p.Schema
	if d == PostgreSQL {
		drop += " CASCADE"
	}
	tb.Cleanup(func() { p.administer(tb, drop) })
	return p
}

// administer does what cannot be done from within the schema.
func (p place) administer(tb testing.TB, query string) {
	tb.Helper()
	db, err := sql.Open(servers[p.Dialect].driver, servers[p.Dialect].source(p.Addr))
	if err == nil {
		_, err = db.Exec(query)
		_ = db.Close()
	}
	if err != nil {
		tb.Errorf("%s: %v", query, err)
	}
}

func (p place) options() *Options {
	o := &Options{Table: p.Schema + ".keys", MaxResult: 1 << 20}
	if p.Clock {
		o.later = " + (SELECT moved FROM " + p.Schema + ".clock)"
	}
	return o
}

func (p place) source() string {
	switch p.Dialect {
	case PostgreSQL:
		return postgresSource(cmp.Or(p.User, "postgres"), p.Addr) + p.Extra
	case MySQL:
		return cmp.Or(p.User, "root") + "@tcp(" + p.Addr + ")/" + p.Schema + p.Extra
	case SQLite:
		const settings = "&_busy_timeout=10000&_journal_mode=WAL&_synchronous=FULL"
		return "file:" + filepath.Join(p.Addr, "keys.db") + "?cache=private" + p.Extra + settings // of two the first counts
	}
	panic(p.Dialect)
}

func (p place) driver() string {
	if p.Dialect == SQLite {
		return "sqlite"
	}
	return servers[p.Dialect].driver
}

// open opens a pool that is closed when the test is over. It is small, for the servers have other guests.
func (p place) open(tb testing.TB) *sql.DB {
	tb.Helper()
	db, err := sql.Open(p.driver(), p.source())
	if err != nil {
		tb.Fatal(err)
	}
	db.SetMaxOpenConns(4)
	db.SetMaxIdleConns(4)
	db.SetConnMaxIdleTime(time.Second) // a test of many rounds opens many
	tb.Cleanup(func() { _ = db.Close() })
	return db
}

// store returns a store with a pool of its own.
func (p place) store(tb testing.TB) *Store {
	tb.Helper()
	return p.storeOn(tb, p.open(tb))
}

func (p place) storeOn(tb testing.TB, db *sql.DB) *Store {
	tb.Helper()
	s, err := New(tb.Context(), db, p.Dialect, p.options())
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

// moveable returns the place with a clock that can be moved, and what moves it.
func (p place) moveable(tb testing.TB) (place, func(time.Duration)) {
	tb.Helper()
	db := p.open(tb)
	db.SetMaxOpenConns(1)
	mustExec(tb, db, "CREATE TABLE "+p.Schema+".clock (moved BIGINT NOT NULL)")
	mustExec(tb, db, "INSERT INTO "+p.Schema+".clock VALUES (0)")
	p.Clock = true
	return p, func(d time.Duration) {
		tb.Helper()
		mustExec(tb, db, fmt.Sprintf("UPDATE %s.clock SET moved = moved + %d", p.Schema, d.Microseconds()))
	}
}

func (p place) String() string {
	text, err := json.Marshal(p)
	if err != nil {
		panic(err)
	}
	return string(text)
}

func placeAt(tb testing.TB, text string) (p place) {
	tb.Helper()
	if err := json.Unmarshal([]byte(text), &p); err != nil {
		tb.Fatal(err)
	}
	return p
}

func mustExec(tb testing.TB, db *sql.DB, query string, args ...any) {
	tb.Helper()
	if _, err := db.Exec(query, args...); err != nil {
		tb.Fatalf("%s: %v", query, err)
	}
}

func count(tb testing.TB, db *sql.DB, query string, args ...any) (n int) {
	tb.Helper()
	if err := db.QueryRow(query, args...).Scan(&n); err != nil {
		tb.Fatalf("%s: %v", query, err)
	}
	return n
}

func random(n int) []byte {
	b := make([]byte, n)
	_, _ = rand.Read(b)
	return b
}

// replaceTable puts the table's name in the place of a percent sign.
func replaceTable(query string, p place) string {
	return strings.ReplaceAll(query, "%", p.options().Table)
}

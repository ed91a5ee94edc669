package idemsql

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"github.com/asixto/go-sdk/idem"
)

// Store keeps keys in a table of a SQL database. It implements idem.Store, idem.Transactional, idem.Sweeper and idem.Pinger, is safe
// for use by many goroutines, starts none that outlive its calls, and needs no closing: it lives as long as its *sql.DB.
type Store struct {
	db      *sql.DB
	dialect Dialect
	traits  *traits
	opts    *Options
	writer  *writer
	sql     map[string]*statement
	turns   turns
}

var (
	_ idem.Transactional = (*Store)(nil)
	_ idem.Sweeper       = (*Store)(nil)
	_ idem.Pinger        = (*Store)(nil)
)

// New returns a store on a table that Migrate made, or the author's own migrations did. It asks the database for its version and for
// the settings on which a store depends, and rehearses a call in a transaction that it rolls back; its error says what to change: the
// package's overview lists them. It keeps db, and neither configures nor closes it. Unknown dialects and options out of their bounds
// are errors.
func New(ctx context.Context, db *sql.DB, d Dialect, opts *Options) (*Store, error) {
	s, err := open(db, d, opts)
	if err != nil {
		return nil, err
	}
	if err := s.traits.check(ctx, db, s.opts); err != nil {
		return nil, s.failed("New", err)
	}
	if err := s.Ping(ctx); err != nil {
		return nil, fmt.Errorf("%w: where the table is not there yet call Migrate, or apply Migrations; "+
			"where another one has its name set Options.Table", err)
	}
	if err := s.checkTable(ctx); err != nil {
		return nil, err
	}
	if !s.traits.prepares {
		return s, nil
	}
	for _, statement := range s.sql {
		statement.prepared, err = db.PrepareContext(ctx, statement.text)
		if err != nil {
			return nil, s.failed("New", err)
		}
	}
	return s, nil
}

// open is New without a word to the database.
func open(db *sql.DB, d Dialect, opts *Options) (*Store, error) {
	if db == nil {
		return nil, errors.New("idemsql: the database is nil: use sql.Open")
	}
	t, err := d.traits()
	if err != nil {
		return nil, err
	}
	o, err := opts.withDefaults()
	if err != nil {
		return nil, err
	}
	s := &Store{db: db, dialect: d, traits: t, opts: o, writer: newWriter(t, o)}
	if t.locked {
		s.turns = make(turns, 1)
	}
	s.sql, err = s.writer.statements()
	return s, err
}

func (s *Store) failed(op string, err error) error {
	return fmt.Errorf("idemsql: %v: %s: %w", s.dialect, op, err)
}

// tries bounds how often a statement is sent that other ones keep getting in the way of. Two are common under load, three are rare.
const tries = 20

// key is what a row says to who looks at it.
type key struct {
	state int
	same  bool // its fingerprint is that of the call
	mine  bool // its token is that of the call
}

// own runs an owner's statement. Where it changes nothing the call may have been made before, which already knows from the key.
func (s *Store) own(ctx context.Context, tx *sql.Tx, op string, c *call, already func(key) bool) error {
	changed, err := s.change(ctx, tx, op, c)
	if changed {
		return nil
	}
	var k key
	if err == nil {
		err = s.sql["owner"].query(ctx, s.db, tx, c).Scan(&k.state, &k.mine)
	}
	switch {
	case err != nil && !errors.Is(err, sql.ErrNoRows):
		return s.failed(op, err)
	case already(k):
		return nil
	}
	return s.failed(op, idem.ErrLost)
}

// change reports whether the statement changed a row. Inside a transaction a failure has undone more than the statement.
func (s *Store) change(ctx context.Context, tx *sql.Tx, op string, c *call) (bool, error) {
	if tx != nil {
		n, err := affected(s.sql[op].exec(ctx, s.db, tx, c))
		return n > 0, err
	}
	if err := s.turns.take(ctx); err != nil {
		return false, err
	}
	defer s.turns.pass()
	var n int
	var err error
	for range tries {
		n, err = affected(s.sql[op].exec(ctx, s.db, nil, c))
		if err == nil || !s.traits.transient(err) {
			break
		}
	}
	return n > 0, err
}

func affected(result sql.Result, err error) (int, error) {
	if err != nil {
		return 0, err
	}
	n, err := result.RowsAffected()
	return int(n), err
}

// Renew implements idem.Store, in one statement.
func (s *Store) Renew(ctx context.Context, c idem.Claim) error {
	return s.own(ctx, nil, "renew", &call{Claim: c}, func(k key) bool { return k.mine && k.state == running })
}

// Complete implements idem.Store, in one statement. It returns idem.ErrTooLarge for a result above Options.MaxResult.
func (s *Store) Complete(ctx context.Context, c idem.Claim, r idem.Result) error {
	return s.complete(ctx, nil, c, r)
}

func (s *Store) complete(ctx context.Context, tx *sql.Tx, c idem.Claim, r idem.Result) error {
	if len(r.Bytes) > s.opts.MaxResult {
		return fmt.Errorf("idemsql: %d bytes, Options.MaxResult is %d: %w", len(r.Bytes), s.opts.MaxResult, idem.ErrTooLarge)
	}
	return s.own(ctx, tx, "complete", &call{Claim: c, result: r}, func(k key) bool { return k.mine && k.state >= done })
}

// Hold implements idem.Store, in one statement.
func (s *Store) Hold(ctx context.Context, c idem.Claim) error {
	return s.own(ctx, nil, "hold", &call{Claim: c}, func(k key) bool { return k.mine && k.state > running })
}

// Release implements idem.Store, in one statement. The key is free at once; its row stays until its lease would have ended and a
// sweep comes by.
func (s *Store) Release(ctx context.Context, c idem.Claim) error {
	return s.own(ctx, nil, "release", &call{Claim: c}, func(k key) bool { return k.state == free })
}

// Ping implements idem.Pinger: it looks whether the table is there, with all its columns.
func (s *Store) Ping(ctx context.Context) error {
	if err := s.sql["probe"].query(ctx, s.db, nil, nil).Scan(); !errors.Is(err, sql.ErrNoRows) {
		return s.failed("table "+s.opts.Table, err)
	}
	return nil
}

// has reports whether an error speaks of something. Drivers have types of their own for what goes wrong, and this package knows none
// of them.
func has(err error, text string) bool { return strings.Contains(err.Error(), text) }

package idemsql

import (
	"context"
	"database/sql"
	"fmt"
)

// Dialect is the SQL that a database speaks.
type Dialect uint8

// The dialects. The zero Dialect is none, and New refuses it.
const (
	// PostgreSQL is PostgreSQL 13 or newer, under any driver for it.
	PostgreSQL Dialect = iota + 1
	// MySQL is MySQL 8.0 or newer, or MariaDB 10.6 or newer, with InnoDB.
	MySQL
	// SQLite is SQLite 3.35 or newer, in a file with a write-ahead log.
	SQLite
)

// String returns the dialect's name as its makers write it.
func (d Dialect) String() string {
	switch d {
	case PostgreSQL:
		return "PostgreSQL"
	case MySQL:
		return "MySQL"
	case SQLite:
		return "SQLite"
	}
	return fmt.Sprintf("Dialect(%d)", uint8(d))
}

// traits are what tells one dialect from another.
type traits struct {
	folder string // of its SQL
	// now is the time, in microseconds since 1970, and clock the same within a claim, which must not see two times.
	now, clock    string
	row           string // how a claim calls the row that is there
	greatest      string
	quote         string
	indexInSchema bool // an index is named with its schema, and its table without
	numbered      bool // parameters are $1, $2, … instead of question marks
	// prepares says that the store prepares its statements; a driver that does so on its own knows better what a pooler allows.
	prepares bool
	// locked says that a transaction keeps all other writers out from its first write to its end.
	locked    bool
	isolation sql.IsolationLevel
	// claim asks once, in tx unless that is nil. It reports false if the key changed meanwhile, so that it has to be asked again.
	claim func(ctx context.Context, s *Store, tx *sql.Tx, c *call) (found, bool, error)
	sweep func(ctx context.Context, s *Store, limit int) (int, error)
	// check refuses a server or a connection that would lose keys.
	check func(ctx context.Context, db *sql.DB, o *Options) error
	// transient reports whether a statement failed only because of another one, and may be sent again.
	transient func(error) bool
}

func (d Dialect) traits() (*traits, error) {
	switch d {
	case PostgreSQL:
		return postgres(), nil
	case MySQL:
		return mysql(), nil
	case SQLite:
		return sqlite(), nil
	}
	return nil, fmt.Errorf("idemsql: %v is no dialect: use PostgreSQL, MySQL or SQLite", d)
}

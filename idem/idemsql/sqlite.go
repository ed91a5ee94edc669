package idemsql

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

func sqlite() *traits {
	const now = "CAST(round((julianday('now') - 2440587.5) * 86400000) AS INTEGER) * 1000" // it counts in milliseconds
	return &traits{
		folder:        "sqlite",
		now:           now,
		clock:         "{now}",
		row:           "k",
		greatest:      "max",
		quote:         `"`,
		indexInSchema: true,
		prepares:      true,
		locked:        true,
		claim:         claimAfterLook,
		sweep:         sweepAtOnce,
		check:         checkSQLite,
		transient:     func(error) bool { return false },
	}
}

// claimAfterLook looks first: who only looks waits for no writer, and what it finds is mostly the end of the matter.
func claimAfterLook(ctx context.Context, s *Store, tx *sql.Tx, c *call) (found, bool, error) {
	f, err := s.see(ctx, tx, c)
	if err != nil || !f.grantable(c) {
		return f, err == nil, err
	}
	if err := s.turns.take(ctx); err != nil {
		return f, false, err
	}
	defer s.turns.pass()
	err = s.sql["claim"].query(ctx, s.db, tx, c).Scan(&f.fence)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return f, false, nil
	case err != nil && f.state == running && has(err, "database is locked"):
		// Its owner may be in a transaction, which needs no lease while it keeps all others out.
		return found{key: key{state: running, same: true}}, true, nil
	}
	return f, err == nil, err
}

// checkSQLite looks at two connections: what is set with a statement, and not in the name of the data source, holds for one.
func checkSQLite(ctx context.Context, db *sql.DB, _ *Options) error {
	first, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = first.Close() }() // it goes back to the pool
	if err := checkSQLiteConn(ctx, first); err != nil {
		return err
	}
	if db.Stats().MaxOpenConnections == 1 {
		return nil
	}
	second, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = second.Close() }() // the same
	return checkSQLiteConn(ctx, second)
}

func checkSQLiteConn(ctx context.Context, conn *sql.Conn) error {
	var version, journal string
	var synchronous, busy int
	for query, to := range map[string]any{
		"SELECT sqlite_version()": &version, "PRAGMA journal_mode": &journal, "PRAGMA synchronous": &synchronous, "PRAGMA busy_timeout": &busy,
	} {
		if err := conn.QueryRowContext(ctx, query).Scan(to); err != nil {
			return err
		}
	}
	switch {
	case !atLeast(version, 3, 35):
		return fmt.Errorf("the library is version %s: use a driver with 3.35 or newer", version)
	case journal != "wal":
		return fmt.Errorf("journal_mode is %s, so that readers wait for writers: set it to wal in the name of the data source", journal)
	case synchronous < 2:
		return errors.New("synchronous is below full, so that a power cut forgets effects: set it to full in the name of the data source")
	case busy <= 0:
		return errors.New("busy_timeout is 0, so that a second writer fails at once: set it in the name of the data source, " +
			"to some seconds and less than a third of the engine's lease")
	}
	return nil
}

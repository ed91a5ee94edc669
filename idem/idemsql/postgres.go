package idemsql

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

func postgres() *traits {
	return &traits{
		folder:    "postgres",
		now:       "CAST(extract(epoch FROM clock_timestamp()) * 1000000 AS bigint)", // now() stands still in a transaction
		clock:     "(SELECT now FROM clock)",
		row:       "k",
		greatest:  "greatest",
		quote:     `"`,
		numbered:  true,
		isolation: sql.LevelReadCommitted, // above it a renewal by the engine would fail the transaction
		claim:     claimAtOnce,
		sweep:     sweepAtOnce,
		check:     checkPostgres,
		transient: func(err error) bool {
			var e interface{ SQLState() string } // of pgx and pq
			return errors.As(err, &e) && (e.SQLState() == "40001" || e.SQLState() == "40P01")
		},
	}
}

// claimAtOnce is one statement that looks and claims.
func claimAtOnce(ctx context.Context, s *Store, c *call) (f found, ok bool, err error) {
	err = s.sql["claim"].query(ctx, s.db, nil, c).Scan(&f.fence, &f.state, &f.same, &f.mine, &f.lapsed, &f.result)
	if errors.Is(err, sql.ErrNoRows) {
		return f, false, nil
	}
	return f, err == nil, err
}

const leastPostgres = 130000

func checkPostgres(ctx context.Context, db *sql.DB, _ *Options) error {
	var version int
	var commit string
	err := db.QueryRowContext(ctx, "SELECT CAST(current_setting('server_version_num') AS integer), current_setting('synchronous_commit')").
		Scan(&version, &commit)
	switch {
	case err != nil:
		return err
	case version < leastPostgres:
		return fmt.Errorf("the server is version %d: use %d or newer", version/10000, leastPostgres/10000)
	case commit == "off":
		return errors.New("synchronous_commit is off, so that a crash of the server forgets effects: set it to on for these connections")
	}
	return nil
}

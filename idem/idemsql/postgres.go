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
		transient: isConflict,
	}
}

// isConflict reports a deadlock or a serialization failure. A call locks one row at a time, and at READ COMMITTED nothing is serialized:
// only others can bring either about, as who alters the table, or a pooler that hands out connections of another isolation level.
func isConflict(err error) bool {
	var e interface{ SQLState() string } // what the errors of all drivers have in common
	return errors.As(err, &e) && (e.SQLState() == "40P01" || e.SQLState() == "40001")
}

// claimAtOnce is one statement that looks and claims.
func claimAtOnce(ctx context.Context, s *Store, tx *sql.Tx, c *call) (f found, ok bool, err error) {
	err = s.sql["claim"].query(ctx, s.db, tx, c).Scan(&f.fence, &f.state, &f.same, &f.mine, &f.lapsed, &f.result)
	if errors.Is(err, sql.ErrNoRows) {
		return f, false, nil
	}
	return f, err == nil, err
}

const leastPostgres = 130000

func checkPostgres(ctx context.Context, db *sql.DB, _ *Options) error {
	const query = "SELECT CAST(current_setting('server_version_num') AS integer), " +
		"current_setting('synchronous_commit'), current_setting('default_transaction_isolation')"
	var version int
	var commit, isolation string
	err := db.QueryRowContext(ctx, query).Scan(&version, &commit, &isolation)
	switch {
	case err != nil:
		return err
	case version < leastPostgres:
		return fmt.Errorf("the server is version %d: use %d or newer", version/10000, leastPostgres/10000)
	case commit == "off":
		return errors.New("synchronous_commit is off, so that a crash of the server forgets effects: set it to on for these connections")
	case isolation != "read committed":
		return fmt.Errorf("default_transaction_isolation is %s, so that calls fail each other: "+
			"set it to read committed for these connections", isolation)
	}
	return nil
}

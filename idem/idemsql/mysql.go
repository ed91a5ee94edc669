package idemsql

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
)

func mysql() *traits {
	return &traits{
		folder:    "mysql",
		now:       "TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6))", // no zone, no summer time
		clock:     "{now}",
		row:       "{table}",
		greatest:  "GREATEST",
		quote:     "`",
		prepares:  true,
		isolation: sql.LevelReadCommitted, // above it a renewal by the engine may fail the transaction, and gaps are locked
		claim:     claimThenLook,
		sweep:     sweepByID,
		check:     checkMySQL,
		transient: func(err error) bool {
			return has(err, "Error 1213") // a deadlock, of which this statement was the victim
		},
	}
}

// claimThenLook claims, and looks what is there if nothing was granted: there is no RETURNING that both servers know.
func claimThenLook(ctx context.Context, s *Store, tx *sql.Tx, c *call) (found, bool, error) {
	result, err := s.sql["claim"].exec(ctx, s.db, tx, c)
	if err != nil {
		return found{}, false, err
	}
	fence, err := result.LastInsertId()
	if err != nil || fence > 0 {
		return found{fence: fence}, err == nil, err
	}
	f, err := s.see(ctx, tx, c)
	return f, err == nil && !f.grantable(c), err
}

func checkMySQL(ctx context.Context, db *sql.DB, o *Options) error {
	var version string
	var packet, autocommit int
	err := db.QueryRowContext(ctx, "SELECT VERSION(), @@max_allowed_packet, @@autocommit").Scan(&version, &packet, &autocommit)
	mariadb := strings.Contains(version, "MariaDB")
	const overhead = 1 << 10 // the rest of the statement
	switch {
	case err != nil:
		return err
	case mariadb && !atLeast(version, 10, 6):
		return fmt.Errorf("the server is %s: use 10.6 or newer", version)
	case !mariadb && !atLeast(version, 8, 0):
		return fmt.Errorf("the server is MySQL %s: use 8.0 or newer", version)
	case autocommit == 0:
		return errors.New("autocommit is off, so that nobody else sees a claim: turn it on for these connections")
	case packet < o.MaxResult+overhead:
		return fmt.Errorf("max_allowed_packet is %d: raise it, or lower Options.MaxResult, which is %d", packet, o.MaxResult)
	}
	return nil
}

// atLeast reports whether a version, as "10.11.6-MariaDB", is at least major.minor.
func atLeast(version string, major, minor int) bool {
	var a, b int
	if _, err := fmt.Sscanf(version, "%d.%d", &a, &b); err != nil {
		return false
	}
	return a > major || a == major && b >= minor
}

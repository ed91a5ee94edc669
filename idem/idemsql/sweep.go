package idemsql

import (
	"context"
	"strings"
)

// Sweep implements idem.Sweeper. It removes up to limit keys whose retention has ended, those that ended first before the others.
func (s *Store) Sweep(ctx context.Context, limit int) (int, error) {
	n, err := s.traits.sweep(ctx, s, limit)
	if err != nil {
		return 0, s.failed("sweep", err)
	}
	return n, nil
}

func sweepAtOnce(ctx context.Context, s *Store, limit int) (int, error) {
	if err := s.turns.take(ctx); err != nil {
		return 0, err
	}
	defer s.turns.pass()
	return affected(s.sql["sweep"].exec(ctx, s.db, nil, &call{limit: limit}))
}

// sweepByID reads without locks and deletes by primary key, in which order a claim locks too: no two of them wait for each other.
func sweepByID(ctx context.Context, s *Store, limit int) (int, error) {
	ids, err := expired(ctx, s, limit)
	if err != nil || len(ids) == 0 {
		return 0, err
	}
	marks := strings.Repeat(", ?", len(ids))[2:]
	text := s.writer.fill("DELETE FROM {table} WHERE id IN (" + marks + ") AND expires <= {now} AND lease_ends <= {now}")
	return affected(s.db.ExecContext(ctx, text, ids...))
}

func expired(ctx context.Context, s *Store, limit int) (ids []any, err error) {
	statement := s.sql["expired"]
	rows, err := statement.prepared.QueryContext(ctx, statement.args(&call{limit: limit})...)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }() // Err tells what went wrong
	for rows.Next() {
		var id []byte
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, rows.Err()
}

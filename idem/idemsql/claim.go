package idemsql

import (
	"context"
	"database/sql"
	"errors"

	"github.com/asixto/go-sdk/idem"
)

// found is the answer of one claim: a fence if it was granted, else what is there.
type found struct {
	fence int64
	key
	lapsed bool // nobody's lease keeps a take-over away
	result []byte
}

var errUnsteady = errors.New("the key changed each time that it was looked at")

// Claim implements idem.Store. A claim that is granted is one statement on PostgreSQL and MySQL, and two on SQLite; any other is one
// on PostgreSQL and SQLite, and two on MySQL, and writes nothing.
func (s *Store) Claim(ctx context.Context, c idem.Claim) (idem.Record, error) {
	err := errUnsteady
	for range tries {
		f, ok, failed := s.traits.claim(ctx, s, nil, &call{Claim: c})
		switch {
		case ok:
			return f.record(), nil
		case failed != nil && !s.traits.transient(failed):
			return idem.Record{}, s.failed("claim", failed)
		case failed != nil:
			err = failed
		}
	}
	return idem.Record{}, s.failed("claim", err)
}

func (f *found) record() idem.Record {
	switch {
	case f.fence > 0:
		return idem.Record{State: idem.StateGranted, Fence: uint64(f.fence)}
	case !f.same:
		return idem.Record{State: idem.StateConflict}
	case f.state == done:
		return idem.Record{State: idem.StateDone, Result: idem.Result{Bytes: f.result}}
	case f.state == tombstone:
		return idem.Record{State: idem.StateDone, Result: idem.Result{Tombstone: true}}
	case f.lapsed:
		return idem.Record{State: idem.StateDoubt}
	}
	return idem.Record{State: idem.StateRunning}
}

// grantable reports whether c may own what was found.
func (f *found) grantable(c *call) bool {
	return f.state == free || f.same && (f.state == running && f.mine || c.TakeOver && f.state <= doubt && f.lapsed)
}

// see reads the key. A free one has the zero state.
func (s *Store) see(ctx context.Context, tx *sql.Tx, c *call) (f found, err error) {
	err = s.sql["look"].query(ctx, s.db, tx, c).Scan(&f.state, &f.same, &f.mine, &f.lapsed, &f.result)
	if errors.Is(err, sql.ErrNoRows) {
		return found{}, nil
	}
	return f, err
}

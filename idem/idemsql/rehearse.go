package idemsql

import (
	"bytes"
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/asixto/go-sdk/idem"
)

// checkTable refuses a standby, a database that is open for reading, a user who may only read, a table that was not made as Migrate
// makes it, and a driver that does not give bytes back as they were.
func (s *Store) checkTable(ctx context.Context) error {
	var err error
	for range tries {
		if err = s.rehearse(ctx); err == nil || !s.traits.transient(err) {
			break
		}
	}
	if err == nil || has(err, "database is locked") { // by another one's run, so it can be written
		return nil
	}
	return s.failed("New", fmt.Errorf("table %s cannot be written, or not as it must: %w: make it with Migrate or Migrations, and "+
		"connect to the primary, for writing too, as a user with the rights to SELECT, INSERT, UPDATE and DELETE", s.opts.Table, err))
}

var (
	errTwoOwners = errors.New("it has no primary key, so that two owners were granted one key")
	errBytes     = errors.New("a result did not come back as it was")
)

// rehearse lets two owners claim a key that nobody has, and the second get the first one's result. Nothing of it stays.
func (s *Store) rehearse(ctx context.Context) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // what it would say is of no use
	first := &call{Claim: idem.Claim{Lease: time.Minute, Retention: time.Minute}}
	first.result.Bytes = []byte{0, '\\', 'x', '"', 0xff} // as some way of writing bytes as text would not have them
	if _, err := rand.Read(first.ID[:]); err != nil {
		return err
	}
	second := *first
	second.Token = idem.Token{1}
	if err := s.rehearseClaim(ctx, tx, first, idem.StateGranted); err != nil {
		return err
	}
	if err := s.rehearseClaim(ctx, tx, &second, idem.StateRunning); err != nil {
		return err
	}
	if err := s.complete(ctx, tx, first.Claim, first.result); err != nil {
		return err
	}
	return s.rehearseClaim(ctx, tx, &second, idem.StateDone)
}

func (s *Store) rehearseClaim(ctx context.Context, tx *sql.Tx, c *call, want idem.State) error {
	f, _, err := s.traits.claim(ctx, s, tx, c)
	if err != nil {
		return err
	}
	switch r := f.record(); {
	case r.State == idem.StateGranted && want != r.State:
		return errTwoOwners
	case r.State != want:
		return fmt.Errorf("a key is %v, want %v", r.State, want)
	case want == idem.StateDone && !bytes.Equal(r.Bytes, c.result.Bytes):
		return errBytes
	}
	return nil
}

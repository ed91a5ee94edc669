package idemsql

import (
	"context"
	"testing"
	"time"

	"github.com/asixto/go-sdk/idem"
)

// TestReplayWaitsForNoWriter keeps a transaction open that has written, as one of another key with InTx does. On SQLite that takes a
// claim of three statements instead of two: one that may write is a writer from its beginning there, and would wait even for a key
// that is done.
func TestReplayWaitsForNoWriter(t *testing.T) {
	t.Parallel()
	for _, d := range dialects {
		t.Run(d.String(), func(t *testing.T) {
			t.Parallel()
			l, c := newLedger(t, newPlace(t, d)), newClaim()
			s := l.store(t)
			claim(t, s, c, idem.StateGranted)
			if err := s.Complete(t.Context(), c, idem.Result{Bytes: []byte(answer)}); err != nil {
				t.Fatal(err)
			}
			writer, err := l.db.BeginTx(t.Context(), nil)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = writer.Rollback() }() // its end is all that matters
			if _, err := writer.Exec("INSERT INTO " + l.Schema + ".ledger VALUES ('x')"); err != nil {
				t.Fatal(err)
			}
			claim(t, s, rival(c), idem.StateDone)
			patience := 20 * time.Second
			if d == SQLite {
				patience = 300 * time.Millisecond
			}
			ctx, cancel := context.WithTimeout(t.Context(), patience)
			defer cancel()
			_, err = s.sql["claim"].exec(ctx, s.db, nil, &call{Claim: rival(c)})
			if waits := err != nil && ctx.Err() != nil; waits != (d == SQLite) {
				t.Errorf("the statement that claims ended with %v, in %v at most", err, patience)
			}
		})
	}
}

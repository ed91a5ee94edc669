package idemsql

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/asixto/go-sdk/idem"
)

// TestCallsEndWithTheirContext has a row that somebody keeps locked: each call that waits for it ends in time, and may be made again.
func TestCallsEndWithTheirContext(t *testing.T) {
	t.Parallel()
	for _, d := range []Dialect{PostgreSQL, MySQL} {
		t.Run(d.String(), func(t *testing.T) {
			t.Parallel()
			l := newLedger(t, newPlace(t, d))
			s, c := l.store(t), newClaim()
			claim(t, s, c, idem.StateGranted)
			calls := map[string]func(context.Context) error{
				"Claim": func(ctx context.Context) error {
					rec, err := s.Claim(ctx, c)
					if err == nil && rec.State != idem.StateGranted {
						err = errors.New("it is " + rec.State.String())
					}
					return err
				},
				"Renew": func(ctx context.Context) error { return s.Renew(ctx, c) },
				"Hold":  func(ctx context.Context) error { return s.Hold(ctx, c) },
			}
			for _, name := range []string{"Claim", "Renew", "Hold"} { // what each leaves is what the next needs
				tx, err := l.db.BeginTx(t.Context(), nil)
				if err != nil {
					t.Fatal(err)
				}
				if _, err := tx.ExecContext(t.Context(), replaceTable("UPDATE % SET lease_ends = lease_ends + 1", l.place)); err != nil {
					t.Fatal(err)
				}
				short, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
				start := time.Now()
				err = calls[name](short)
				if took := time.Since(start); !errors.Is(err, context.DeadlineExceeded) || took > 5*time.Second {
					t.Errorf("%s of a locked row: %v after %v, want the end of its context", name, err, took)
				}
				cancel()
				if err := tx.Rollback(); err != nil {
					t.Fatal(err)
				}
				if err := calls[name](t.Context()); err != nil {
					t.Errorf("%s again: %v", name, err)
				}
			}
		})
	}
}

package idemsql

import (
	"context"
	"testing"

	"github.com/asixto/go-sdk/idem"
	"github.com/asixto/go-sdk/idem/idemtest"
)

// backend returns a place for the kit, with a clock that the kit moves, and a table for effects.
func backend(tb testing.TB, p place) idemtest.Backend {
	tb.Helper()
	p, advance := p.moveable(tb)
	db := p.open(tb)
	db.SetMaxOpenConns(1)
	mustExec(tb, db, "CREATE TABLE "+p.Schema+".effects (x INTEGER)")
	return idemtest.Backend{
		Open:      func(tb testing.TB) idem.Store { return p.store(tb) },
		Advance:   advance,
		MaxResult: 1 << 20,
		Write: func(ctx context.Context) error {
			tx, err := TxFrom(ctx)
			if err != nil {
				return err
			}
			_, err = tx.ExecContext(ctx, "INSERT INTO "+p.Schema+".effects VALUES (1)")
			return err
		},
		Written: func(tb testing.TB) int { return count(tb, db, "SELECT COUNT(*) FROM "+p.Schema+".effects") },
	}
}

func TestKit(t *testing.T) {
	t.Parallel()
	for _, d := range dialects {
		for _, c := range idemtest.Checks() {
			if d == SQLite && c.Name == "tx/replaced" {
				continue // nobody can be replaced in a transaction that keeps all others out
			}
			t.Run(d.String()+"/"+c.Name, func(t *testing.T) {
				t.Parallel()
				c.Run(t, backend(t, newPlace(t, d)))
			})
		}
	}
}

package idemsql

import (
	"context"
	"database/sql"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"github.com/asixto/go-sdk/idem"
)

var errRun = errors.New("the run failed on purpose")

const answer = `{"b":1,"a":[9007199254740993]}`

func newClaim() idem.Claim {
	c := idem.Claim{Lease: 15 * time.Second, Retention: 7 * 24 * time.Hour}
	copy(c.ID[:], random(32))
	copy(c.Token[:], random(16))
	copy(c.Fingerprint[:], random(32))
	return c
}

// rival is another owner's claim on the same key.
func rival(c idem.Claim) idem.Claim {
	copy(c.Token[:], random(16))
	return c
}

func request(inTx bool) idem.Request {
	return idem.Request{Key: idem.Key{Tool: "idemsql", Key: string(random(16))}, InTx: inTx}
}

func engine(tb testing.TB, s idem.Store, lease time.Duration) *idem.Engine {
	tb.Helper()
	e, err := idem.New(s, &idem.Options{Lease: lease})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(tb.Context()), 20*time.Second)
		defer cancel()
		if err := e.Shutdown(ctx); err != nil {
			tb.Errorf("Shutdown: %v", err)
		}
	})
	return e
}

// ledger is a business table in which each effect leaves a row.
type ledger struct {
	place
	db *sql.DB
}

func newLedger(tb testing.TB, p place) *ledger {
	tb.Helper()
	db := p.open(tb)
	mustExec(tb, db, "CREATE TABLE "+p.Schema+".ledger (entry VARCHAR(64) NOT NULL)")
	return &ledger{p, db}
}

// write makes an effect in the transaction of a run.
func (l *ledger) write(ctx context.Context) error {
	tx, err := TxFrom(ctx)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, "INSERT INTO "+l.Schema+".ledger VALUES ('x')")
	return err
}

func (l *ledger) run(ctx context.Context) ([]byte, error) { return []byte(answer), l.write(ctx) }

func (l *ledger) effects(tb testing.TB) int {
	tb.Helper()
	return count(tb, l.db, "SELECT COUNT(*) FROM "+l.Schema+".ledger")
}

func (l *ledger) done(tb testing.TB) int {
	tb.Helper()
	return count(tb, l.db, "SELECT COUNT(*) FROM "+l.options().Table+" WHERE state >= 3")
}

// holds expects so many effects, and as many keys that are done.
func (l *ledger) holds(tb testing.TB, want int, when string) {
	tb.Helper()
	if effects, done := l.effects(tb), l.done(tb); effects != want || done != want {
		tb.Fatalf("%s: %d effects and %d keys done, want %d of each", when, effects, done, want)
	}
}

func succeeds(tb testing.TB, e *idem.Engine, req idem.Request, run func(context.Context) ([]byte, error), when string) idem.Outcome {
	tb.Helper()
	out, err := e.Do(tb.Context(), req, run)
	if err != nil || string(out.Result) != answer {
		tb.Fatalf("%s: %q, error %v; want the answer", when, out.Result, err)
	}
	return out
}

func fails(tb testing.TB, e *idem.Engine, req idem.Request, run func(context.Context) ([]byte, error), want error, when string) {
	tb.Helper()
	if out, err := e.Do(tb.Context(), req, run); !errors.Is(err, want) {
		tb.Fatalf("%s: %q, error %v; want the error %v", when, out.Result, err, want)
	}
}

// counter is an effect outside of the database.
type counter struct{ atomic.Int64 }

func (n *counter) run(context.Context) ([]byte, error) {
	n.Add(1)
	return []byte(answer), nil
}

func (n *counter) is(tb testing.TB, want int64, when string) {
	tb.Helper()
	if got := n.Load(); got != want {
		tb.Fatalf("%s: %d effects, want %d", when, got, want)
	}
}

// eventually waits until something has happened, and looks so often.
func eventually(tb testing.TB, what string, every time.Duration, happened func() bool) {
	tb.Helper()
	for end := time.Now().Add(20 * time.Second); !happened(); time.Sleep(every) {
		if time.Now().After(end) {
			tb.Fatalf("waited in vain for %s", what)
		}
	}
}

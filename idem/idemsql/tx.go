package idemsql

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/asixto/go-sdk/idem"
)

// ErrNoTx is returned by TxFrom for a context that is not that of a run inside a transaction.
var ErrNoTx = errors.New("idemsql: the context carries no transaction: set InTx on the tool or the request")

// errEnded is what the engine's observer hears of a run that ended its transaction itself.
var errEnded = errors.New("the run ended its transaction itself: leave Commit and Rollback to the store, which commits the key with it")

type txKey struct{}

// TxFrom returns the transaction in which a run of a request with InTx makes its effect. The run writes its rows with it, and nothing
// else; the store commits it together with the key, or rolls it back. So there is no deferred Rollback either: a run that rolled back
// and returns nil is answered as one that was done. It returns ErrNoTx outside of such a run.
func TxFrom(ctx context.Context) (*sql.Tx, error) {
	tx, ok := ctx.Value(txKey{}).(*sql.Tx)
	if !ok {
		return nil, ErrNoTx
	}
	return tx, nil
}

// transaction is one run's.
type transaction struct {
	store *Store
	claim idem.Claim
	tx    *sql.Tx
	ctx   context.Context // the transaction's: it ends with the run's deadline, and not when the run does
	end   context.CancelFunc
}

// Begin implements idem.Transactional. The transaction is READ COMMITTED on PostgreSQL and MySQL. On SQLite it starts as a writer, so
// that nobody takes its claim over, nor writes anything else. At the deadline of ctx it is rolled back. A pool of one connection is
// refused: a run would keep the engine from it.
func (s *Store) Begin(ctx context.Context, c idem.Claim) (context.Context, idem.Tx, error) { //nolint:ireturn // as the interface has it
	if s.db.Stats().MaxOpenConnections == 1 {
		return ctx, nil, s.failed("begin", errors.New("the pool has one connection, and a run in a transaction keeps it for itself: "+
			"call SetMaxOpenConns with 2 or more"))
	}
	t := &transaction{store: s, claim: c}
	t.ctx, t.end = detach(ctx)
	stop := context.AfterFunc(ctx, t.end)
	err := t.begin()
	if !stop() && err == nil {
		err = context.Cause(ctx)
	}
	if err != nil {
		_ = t.Rollback(ctx) // err says more
		return ctx, nil, s.failed("begin", err)
	}
	return context.WithValue(ctx, txKey{}, t.tx), t, nil
}

// detach returns a context with the deadline of ctx and without its cancellation: the engine cancels a run's context once it has
// returned, and commits after that.
func detach(ctx context.Context) (context.Context, context.CancelFunc) {
	detached := context.WithoutCancel(ctx)
	if deadline, ok := ctx.Deadline(); ok {
		return context.WithDeadline(detached, deadline)
	}
	return context.WithCancel(detached)
}

func (t *transaction) begin() (err error) {
	s := t.store
	if err := s.turns.take(t.ctx); err != nil {
		return err
	}
	context.AfterFunc(t.ctx, s.turns.pass) // also where a run overstays its deadline
	if t.tx, err = s.db.BeginTx(t.ctx, &sql.TxOptions{Isolation: s.traits.isolation}); err != nil {
		return err
	}
	if !s.traits.locked {
		return nil
	}
	// The first write takes the lock, and finds out whether the claim was taken over before.
	return s.own(t.ctx, t.tx, "renew", &call{Claim: t.claim}, func(key) bool { return false })
}

// Commit implements idem.Tx.
func (t *transaction) Commit(ctx context.Context, r idem.Result) error {
	stop := context.AfterFunc(ctx, t.end)
	defer stop()
	err := t.store.complete(ctx, t.tx, t.claim, r)
	switch {
	case errors.Is(err, idem.ErrTooLarge):
		return err // a tombstone may follow
	case errors.Is(err, sql.ErrTxDone) && t.ctx.Err() == nil:
		return t.ended(ctx, r)
	case errors.Is(err, sql.ErrTxDone):
		return t.store.failed("commit", fmt.Errorf("it was rolled back: %w", context.Cause(t.ctx)))
	case err != nil:
		_ = t.Rollback(ctx) // err says more
		return err
	}
	defer t.end()
	if err := within(ctx, t.tx.Commit); err != nil {
		return t.store.failed("commit", err)
	}
	return nil
}

// ended completes the key of a run that committed on its own: its effect must not be repeated. Who rolled back and returned nil all
// the same said that it was done.
func (t *transaction) ended(ctx context.Context, r idem.Result) error {
	t.end()
	return t.store.failed("commit", errors.Join(errEnded, t.store.complete(ctx, nil, t.claim, r)))
}

// Rollback implements idem.Tx.
func (t *transaction) Rollback(ctx context.Context) error {
	defer t.end()
	if t.tx == nil {
		return nil
	}
	err := within(ctx, t.tx.Rollback)
	if err == nil || errors.Is(err, sql.ErrTxDone) {
		return nil
	}
	return t.store.failed("rollback", err)
}

// Exclusive implements idem.Tx.
func (t *transaction) Exclusive() bool { return t.store.traits.locked }

// within does what takes no context, and stops waiting for it when ctx ends.
func within(ctx context.Context, do func() error) error {
	result := make(chan error, 1)
	go func() { result <- do() }()
	select {
	case err := <-result:
		return err
	case <-ctx.Done():
		return fmt.Errorf("%w, and how it ended is not known", context.Cause(ctx))
	}
}

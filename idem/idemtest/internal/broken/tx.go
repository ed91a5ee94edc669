package broken

import (
	"context"

	"github.com/asixto/go-sdk/idem"
	"github.com/asixto/go-sdk/idem/idemtest/internal/plain"
)

// transactions is a Transactional store whose transactions are as wrap makes them.
type transactions struct {
	plain.TxStore
	wrap func(s plain.Store, tx *plain.Tx) idem.Tx
}

//nolint:ireturn // idem.Transactional asks for it
func (s transactions) Begin(ctx context.Context, c idem.Claim) (context.Context, idem.Tx, error) {
	tx := &plain.Tx{Backend: s.Backend, Claim: c}
	return plain.WithTx(ctx, tx), s.wrap(s.Store, tx), nil
}

// commits is a transaction with another Commit.
type commits struct {
	*plain.Tx
	commit func(ctx context.Context, r idem.Result) error
}

func (t commits) Commit(ctx context.Context, r idem.Result) error { return t.commit(ctx, r) }

// rollbacks is a transaction with another Rollback.
type rollbacks struct {
	*plain.Tx
	rollback func(ctx context.Context) error
}

func (t rollbacks) Rollback(ctx context.Context) error { return t.rollback(ctx) }

func txMutants() []Mutant {
	wrapping := func(wrap func(plain.Store, *plain.Tx) idem.Tx) func(*plain.Backend) func() idem.Store {
		return same(func(s plain.Store) idem.Store { return transactions{plain.TxStore{Store: s}, wrap} })
	}
	return []Mutant{
		{"commit without token", []string{"tx/replaced"}, wrapping(func(s plain.Store, tx *plain.Tx) idem.Tx {
			return commits{tx, func(ctx context.Context, r idem.Result) error {
				tx.Claim = anyToken(s, tx.Claim)
				return tx.Commit(ctx, r)
			}}
		})},
		{"commit forgets the key", []string{"tx/commit", "tx/duplicates"}, wrapping(func(s plain.Store, tx *plain.Tx) idem.Tx {
			return commits{tx, func(ctx context.Context, r idem.Result) error {
				err := tx.Commit(ctx, r)
				reopen(s, tx.Claim, idem.StateDone)
				return err
			}}
		})},
		{"commit forgets the effect", []string{"tx/commit", "tx/reply"}, wrapping(func(s plain.Store, tx *plain.Tx) idem.Tx {
			return commits{tx, func(ctx context.Context, r idem.Result) error { return s.Complete(ctx, tx.Claim, r) }}
		})},
		{"rollback commits", []string{"tx/rollback"}, wrapping(func(_ plain.Store, tx *plain.Tx) idem.Tx {
			return rollbacks{tx, func(ctx context.Context) error {
				_ = tx.Commit(ctx, idem.Result{Tombstone: true}) // the mistake
				return tx.Rollback(ctx)
			}}
		})},
	}
}

package plain

import (
	"context"
	"errors"
	"time"

	"github.com/asixto/go-sdk/idem"
)

// TxStore is a handle on a Backend that also keeps effects: it counts them.
type TxStore struct{ Store }

// Tx is a transaction of a TxStore.
type Tx struct {
	Backend *Backend
	Claim   idem.Claim
	effects int
	closed  bool
}

type txKey struct{}

// Begin implements idem.Transactional.
//
//nolint:ireturn // the interface asks for it
func (s TxStore) Begin(ctx context.Context, c idem.Claim) (context.Context, idem.Tx, error) {
	tx := &Tx{Backend: s.Backend, Claim: c}
	return WithTx(ctx, tx), tx, nil
}

// WithTx returns a context in which Write finds tx.
func WithTx(ctx context.Context, tx *Tx) context.Context { return context.WithValue(ctx, txKey{}, tx) }

// Write makes an effect within the transaction of ctx.
func Write(ctx context.Context) error {
	tx, ok := ctx.Value(txKey{}).(*Tx)
	if !ok {
		return errors.New("plain: the context carries no transaction")
	}
	tx.effects++
	return ctx.Err()
}

// Written returns the number of effects that are committed.
func (b *Backend) Written() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.written
}

// Commit implements idem.Tx.
func (tx *Tx) Commit(ctx context.Context, result idem.Result) (err error) {
	if tx.closed {
		return errors.New("plain: the transaction is closed")
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	tx.closed = true
	tx.Backend.Edit(tx.Claim.ID, func(r *Record, now time.Time) *Record {
		if r, err = r.Complete(tx.Claim, result, now); err == nil {
			tx.Backend.written += tx.effects
		}
		return r
	})
	return err
}

// Rollback implements idem.Tx.
func (tx *Tx) Rollback(context.Context) error {
	tx.closed = true
	return nil
}

// Exclusive implements idem.Tx.
func (tx *Tx) Exclusive() bool { return false }

package idem_test

import (
	"context"
	"errors"
	"sync"

	"github.com/asixto/go-sdk/idem"
)

// txStore is a Memory whose transactions collect effects and commit them with the key.
type txStore struct {
	*idem.Memory
	mu        sync.Mutex // a commit is atomic
	effects   int
	open      int
	last      idem.Claim // that a transaction was opened for
	exclusive bool
	begin     func() error                // what stands before a transaction, nil for nothing
	commit    func(do func() error) error // stands between the engine and the commit, nil for nothing
	rollback  error
}

func newTxStore() *txStore { return &txStore{Memory: idem.NewMemory(nil)} }

func (s *txStore) committed() (effects, open int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.effects, s.open
}

type memoryTx struct {
	store   *txStore
	claim   idem.Claim
	effects int
	closed  bool
}

type memoryTxKey struct{}

// write makes an effect within the transaction of a run.
func write(ctx context.Context) error {
	tx, ok := ctx.Value(memoryTxKey{}).(*memoryTx)
	if !ok {
		return errors.New("the context carries no transaction")
	}
	tx.store.mu.Lock()
	defer tx.store.mu.Unlock()
	if tx.closed {
		return errors.New("the transaction is closed")
	}
	tx.effects++
	return nil
}

func (s *txStore) Begin(ctx context.Context, c idem.Claim) (context.Context, idem.Tx, error) {
	if s.begin != nil {
		if err := s.begin(); err != nil {
			return nil, nil, err
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open, s.last = s.open+1, c
	tx := &memoryTx{store: s, claim: c}
	return context.WithValue(ctx, memoryTxKey{}, tx), tx, nil
}

// Renew fails where the open transaction locks everybody out, the engine included.
func (s *txStore) Renew(ctx context.Context, c idem.Claim) error {
	if s.exclusive {
		return errors.New("the database is locked")
	}
	return s.Memory.Renew(ctx, c)
}

func (tx *memoryTx) Commit(ctx context.Context, r idem.Result) error {
	if tx.store.commit != nil {
		return tx.store.commit(func() error { return tx.commit(ctx, r) })
	}
	return tx.commit(ctx, r)
}

func (tx *memoryTx) commit(ctx context.Context, r idem.Result) error {
	tx.store.mu.Lock()
	defer tx.store.mu.Unlock()
	if tx.closed {
		return errors.New("the transaction is closed")
	}
	err := tx.store.Complete(ctx, tx.claim, r)
	if errors.Is(err, idem.ErrTooLarge) {
		return err
	}
	if err == nil {
		tx.store.effects += tx.effects
	}
	tx.close()
	return err
}

func (tx *memoryTx) Rollback(context.Context) error {
	tx.store.mu.Lock()
	defer tx.store.mu.Unlock()
	if tx.closed {
		return nil
	}
	tx.close()
	return tx.store.rollback
}

func (tx *memoryTx) close() {
	tx.closed = true
	tx.store.open--
}

func (tx *memoryTx) Exclusive() bool { return tx.store.exclusive }

package idem_test

import (
	"context"
	"errors"
	"runtime"
	"testing"
	"testing/synctest"
	"time"

	"github.com/asixto/go-sdk/idem"
	"github.com/asixto/go-sdk/idem/idemtest"
)

func txRequest(key string) idem.Request {
	req := request(key)
	req.InTx = true
	return req
}

// writing makes an effect and ends as end says.
func writing(t testing.TB, end func(context.Context) ([]byte, error)) func(context.Context) ([]byte, error) {
	return func(ctx context.Context) ([]byte, error) {
		if err := write(ctx); err != nil {
			t.Errorf("the effect: %v", err)
		}
		return end(ctx)
	}
}

func wantTx(t testing.TB, s *txStore, effects int) {
	t.Helper()
	if n, open := s.committed(); n != effects || open != 0 {
		t.Errorf("%d effects are committed and %d transactions open, want %d and none", n, open, effects)
	}
}

func TestEffectAndKeyCommitTogether(t *testing.T) {
	t.Parallel()
	store := newTxStore()
	e, other := started(t, store, nil), started(t, store, nil)
	gives(t, "x")(e.Do(t.Context(), txRequest("k"), writing(t, new(effect).returning("x"))))
	gives(t, "x")(other.Do(t.Context(), txRequest("k"), never(t)))
	refuses(t, errFailed)(e.Do(t.Context(), txRequest("l"), writing(t, new(effect).failing(idem.Done(errFailed)))))
	if got := fateOf(t, other, txRequest("l")); got != tombstone {
		t.Errorf("after Done the key is %s, want a tombstone", got)
	}
	wantTx(t, store, 2)
}

func TestInTxNothingIsInDoubt(t *testing.T) {
	t.Parallel()
	for name, end := range endings() {
		if end.want == tombstone {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				store := newTxStore()
				e := started(t, store, nil)
				_, err := e.Do(t.Context(), txRequest("k"), writing(t, end.run))
				if err == nil || errors.Is(err, idem.ErrInDoubt) && name != "another key's doubt" {
					t.Errorf("the error is %v, want one that is not ErrInDoubt", err)
				}
				time.Sleep(time.Minute)
				wantTx(t, store, 0)
				gives(t, "x")(e.Do(t.Context(), txRequest("k"), writing(t, new(effect).returning("x"))))
				wantTx(t, store, 1)
			})
		})
	}
}

func TestACommitWhoseReplyIsLostIsReRead(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		commit  func(do func() error) error
		want    error
		effects int
	}{
		"it took place":     {func(do func() error) error { _ = do(); return errFailed }, nil, 1},
		"it did not":        {func(func() error) error { return errFailed }, idem.ErrStore, 0},
		"and it took a bit": {func(do func() error) error { time.Sleep(time.Second); _ = do(); return errFailed }, nil, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				store := newTxStore()
				store.commit = c.commit
				e, other := started(t, store, nil), started(t, store, nil)
				out, err := e.Do(t.Context(), txRequest("k"), writing(t, new(effect).returning("x")))
				if !errors.Is(err, c.want) || err == nil && (string(out.Result) != "x" || out.Replayed) {
					t.Errorf("Do: %+v, %v; want the result or %v", out, err, c.want)
				}
				wantTx(t, store, c.effects)
				store.commit = nil
				gives(t, "x")(other.Do(t.Context(), txRequest("k"), writing(t, new(effect).returning("x"))))
				wantTx(t, store, 1)
			})
		})
	}
}

// With the database away at the commit the call cannot be told what happened. The next one can.
func TestADatabaseThatStaysAwayAtTheCommit(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		away    []idemtest.Op
		commits bool
		want    error
		effects int
	}{
		"after the commit":           {[]idemtest.Op{idemtest.Release, idemtest.Claim}, true, idem.ErrInDoubt, 1},
		"after the commit, in part":  {[]idemtest.Op{idemtest.Claim}, true, idem.ErrInDoubt, 1},
		"before the commit":          {[]idemtest.Op{idemtest.Release, idemtest.Claim}, false, idem.ErrInDoubt, 0},
		"before the commit, in part": {[]idemtest.Op{idemtest.Claim}, false, idem.ErrStore, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				store := newTxStore()
				faulty := idemtest.NewFaults(store, nil)
				e, other := started(t, faultyTxStore{faulty, store}, nil), started(t, store, nil)
				store.commit = func(do func() error) error {
					if c.commits {
						_ = do() // the reply is lost
					}
					for _, op := range c.away {
						faulty.Fail(op, idemtest.Before, -1)
					}
					return errFailed
				}
				refuses(t, c.want)(e.Do(t.Context(), txRequest("k"), writing(t, new(effect).returning("x"))))
				wantTx(t, store, c.effects)
				store.commit = nil
				gives(t, "x")(other.Do(t.Context(), txRequest("k"), writing(t, new(effect).returning("x"))))
				wantTx(t, store, 1)
				for _, op := range c.away {
					faulty.Fail(op, 0, 0)
				}
			})
		})
	}
}

// faultyTxStore is a store whose calls fail on demand, and whose transactions do not.
type faultyTxStore struct {
	*idemtest.Faults
	tx *txStore
}

func (s faultyTxStore) Begin(ctx context.Context, c idem.Claim) (context.Context, idem.Tx, error) {
	return s.tx.Begin(ctx, c)
}

func TestALapsedTransactionIsTakenOver(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		store := newTxStore()
		e := started(t, store, nil)
		if _, err := store.Claim(t.Context(), claimOf(txRequest("k"))); err != nil { // by a process that crashed
			t.Fatal(err)
		}
		gives(t, "x")(e.Do(t.Context(), txRequest("k"), writing(t, new(effect).returning("x"))))
		wantTx(t, store, 1)
	})
}

func TestAReplacedTransactionCannotCommit(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		heir func(context.Context) ([]byte, error)
		want error // of the owner that was replaced
	}{
		"by one that is done": {new(effect).returning("new"), nil},
		"by one that runs":    {new(effect).lasting(time.Minute, "new"), idem.ErrInProgress},
		"by one that failed":  {new(effect).failing(errFailed), idem.ErrInProgress},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				jump := time.Duration(0) // of the store's clock
				store := &txStore{Memory: idem.NewMemory(&idem.MemoryOptions{Now: func() time.Time { return time.Now().Add(jump) }})}
				e, other := started(t, store, nil), started(t, store, nil)
				commit := make(chan struct{})
				told := make(chan error, 1)
				go func() {
					out, err := e.Do(t.Context(), txRequest("k"), writing(t, func(context.Context) ([]byte, error) {
						<-commit
						return []byte("old"), nil
					}))
					if err == nil && string(out.Result) != "new" {
						t.Errorf("the owner that was replaced got %q, want the new owner's answer", out.Result)
					}
					told <- err
				}()
				synctest.Wait()
				jump = 20 * time.Second
				go func() { _, _ = other.Do(t.Context(), txRequest("k"), writing(t, c.heir)) }()
				synctest.Wait()
				close(commit)
				if err := <-told; !errors.Is(err, c.want) {
					t.Errorf("the owner that was replaced got %v, want %v", err, c.want)
				}
				time.Sleep(2 * time.Minute)
				effects, _ := store.committed()
				if effects > 1 {
					t.Errorf("%d effects are committed, want at most one", effects)
				}
				out, err := other.Do(t.Context(), txRequest("k"), writing(t, new(effect).returning("new")))
				gives(t, "new")(out, err)
				wantTx(t, store, 1)
			})
		})
	}
}

// The look of an owner that was replaced may find the key free, and then holds it itself for a moment.
func TestAReplacedTransactionLeavesTheKeyFree(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		store := newTxStore()
		e, other := started(t, store, nil), started(t, store, nil)
		store.commit = func(do func() error) error {
			if err := store.Release(t.Context(), store.last); err != nil { // as a new owner does whose run failed
				t.Error(err)
			}
			return do()
		}
		refuses(t, idem.ErrInProgress)(e.Do(t.Context(), txRequest("k"), writing(t, new(effect).returning("old"))))
		time.Sleep(time.Second)
		store.commit = nil
		after(t, 0, func() {
			gives(t, "new")(other.Do(t.Context(), txRequest("k"), writing(t, new(effect).returning("new"))))
		})
		wantTx(t, store, 1)
	})
}

func TestATransactionThatNeverEndsIsRolledBack(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		store := newTxStore()
		opts := &idem.Options{Cap: time.Minute, Wait: time.Hour}
		e, other := started(t, store, opts), started(t, store, opts)
		go func() {
			refuses(t, context.DeadlineExceeded)(e.Do(t.Context(), txRequest("k"), writing(t, func(context.Context) ([]byte, error) {
				time.Sleep(2 * time.Minute)
				return []byte("late"), nil
			})))
		}()
		synctest.Wait()
		after(t, time.Minute, func() {
			if _, err := e.Do(t.Context(), txRequest("k"), never(t)); err == nil || errors.Is(err, idem.ErrInDoubt) {
				t.Errorf("the duplicate got %v, want an error that is not ErrInDoubt", err)
			}
		})
		gives(t, "x")(other.Do(t.Context(), txRequest("k"), writing(t, new(effect).returning("x"))))
		time.Sleep(2 * time.Minute)
		wantTx(t, store, 1)
		gives(t, "x")(e.Do(t.Context(), txRequest("k"), never(t)))
	})
}

func TestAnExclusiveTransactionIsNotRenewed(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		store := newTxStore()
		store.exclusive = true
		lost := 0
		e := started(t, store, &idem.Options{Observer: idem.Observer{Lost: func(context.Context, idem.Event) { lost++ }}})
		req := txRequest("k")
		req.Timeout = 10 * time.Minute
		gives(t, "x")(e.Do(t.Context(), req, writing(t, func(ctx context.Context) ([]byte, error) {
			time.Sleep(5 * time.Minute)
			return []byte("x"), ctx.Err()
		})))
		if lost != 0 {
			t.Errorf("the claim was lost %d times, want never", lost)
		}
		wantTx(t, store, 1)
	})
}

func TestATransactionThatCannotBegin(t *testing.T) {
	t.Parallel()
	store := newTxStore()
	e := started(t, store, nil)
	store.begin = func() error { return errFailed }
	refuses(t, idem.ErrStore)(e.Do(t.Context(), txRequest("k"), never(t)))
	store.begin = func() error { panic("on purpose") }
	var p *idem.PanicError
	if _, err := e.Do(t.Context(), txRequest("k"), never(t)); !errors.As(err, &p) || errors.Is(err, idem.ErrInDoubt) {
		t.Errorf("a Begin that panics: %v, want its panic, and no doubt", err)
	}
	store.begin = nil
	gives(t, "x")(e.Do(t.Context(), txRequest("k"), writing(t, new(effect).returning("x"))))
	wantTx(t, store, 1)
}

// A transaction that is opened when the run was given up already must not stay open.
func TestATransactionThatBeginsTooLate(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		store := newTxStore()
		store.begin = func() error { time.Sleep(2 * time.Minute); return nil }
		e := started(t, store, &idem.Options{Cap: time.Minute})
		refuses(t, context.DeadlineExceeded)(e.Do(t.Context(), txRequest("k"), never(t)))
		time.Sleep(5 * time.Minute)
		wantTx(t, store, 0)
		store.begin = nil
		gives(t, "x")(e.Do(t.Context(), txRequest("k"), writing(t, new(effect).returning("x"))))
		wantTx(t, store, 1)
	})
}

func TestARollbackThatFailsIsReported(t *testing.T) {
	t.Parallel()
	store := newTxStore()
	store.rollback = errFailed
	var events []idem.Event
	e := started(t, store, &idem.Options{Observer: idem.Observer{
		StoreDown: func(_ context.Context, ev idem.Event) { events = append(events, ev) },
	}})
	_, _ = e.Do(t.Context(), txRequest("k"), writing(t, func(context.Context) ([]byte, error) { runtime.Goexit(); return nil, nil }))
	if len(events) != 1 || events[0].Op != "rollback" || !errors.Is(events[0].Err, errFailed) {
		t.Errorf("the events are %+v, want the rollback's", events)
	}
	gives(t, "x")(e.Do(t.Context(), txRequest("k"), writing(t, new(effect).returning("x"))))
	wantTx(t, store, 1)
}

func TestALargeResultInTxLeavesATombstone(t *testing.T) {
	t.Parallel()
	store := newTxStore()
	e := started(t, store, &idem.Options{MaxResult: 3})
	gives(t, "large")(e.Do(t.Context(), txRequest("k"), writing(t, new(effect).returning("large"))))
	if got := fateOf(t, e, txRequest("k")); got != tombstone {
		t.Errorf("the key is %s, want a tombstone", got)
	}
	small := &txStore{Memory: idem.NewMemory(&idem.MemoryOptions{MaxBytes: 250})}
	e = started(t, small, nil)
	large := "more than the ten bytes that are left"
	gives(t, large)(e.Do(t.Context(), txRequest("k"), writing(t, new(effect).returning(large))))
	if got := fateOf(t, e, txRequest("k")); got != tombstone {
		t.Errorf("the key is %s, want a tombstone", got)
	}
	wantTx(t, small, 1)
}

package idem

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"strconv"
	"time"
)

// DefaultFactTTL is how long a fact is kept where nothing else is said.
const DefaultFactTTL = 24 * time.Hour

// Facts remembers that something was so, in any Store: that a conversation has identified a customer, that a code was used. It is a
// set of texts that forgets, no more; with a store that processes share they share the facts, in the same table or under the same
// prefix as the keys, which needs no setting up.
//
// Its methods are safe for concurrent use. Nothing of a text is stored but a digest. A fact that is remembered costs Recall one or three
// calls of the store, one that is not four; Remember costs two, or one where the fact is known. A store that is full refuses.
type Facts struct {
	store Store
	ttl   time.Duration
	now   func() time.Time
}

// NewFacts returns the facts in store; the keys of operations there have no relation to them. A fact is kept for at least ttl after
// it was last remembered, and at most twice as long; 0 stands for DefaultFactTTL. All processes must say the same ttl. In Disabled
// every call fails. It panics on a nil store and on a ttl below a second.
func NewFacts(store Store, ttl time.Duration) *Facts {
	if ttl == 0 {
		ttl = DefaultFactTTL
	}
	if store == nil || ttl < time.Second {
		panic(fmt.Sprintf("idem: NewFacts: store %T, ttl %v: use a store and at least a second", store, ttl))
	}
	return &Facts{store: store, ttl: ttl, now: time.Now}
}

const (
	factTries = 20
	factLook  = 10 * time.Second // how long a look that died may leave a trace
)

// Remember keeps the fact. It may be remembered again, which keeps it longer.
func (f *Facts) Remember(ctx context.Context, fact string) error {
	c := f.claim(fact, 0)
	c.TakeOver, c.Retention = true, 2*f.ttl
	for range factTries {
		rec, err := f.store.Claim(ctx, c)
		if err != nil {
			return fmt.Errorf("idem: remembering a fact: %w", err)
		}
		if rec.State == StateDone {
			return nil
		}
		if rec.State != StateGranted {
			continue
		}
		err = f.store.Complete(ctx, c, Result{})
		if err == nil {
			return nil
		}
		if !errors.Is(err, ErrLost) { // else a look at the fact has just freed it
			return fmt.Errorf("idem: remembering a fact: %w", err)
		}
	}
	return fmt.Errorf("idem: remembering a fact: %w: others kept getting in the way", ErrStore)
}

// Recall reports whether the fact is remembered.
func (f *Facts) Recall(ctx context.Context, fact string) (bool, error) {
	for _, age := range [2]int64{0, 1} {
		c := f.claim(fact, age)
		rec, err := f.store.Claim(ctx, c)
		if err != nil {
			return false, fmt.Errorf("idem: recalling a fact: %w", err)
		}
		if rec.State == StateDone {
			return true, nil
		}
		if rec.State != StateGranted {
			continue
		}
		// Looking leaves a trace, which goes at once.
		if err := f.store.Release(ctx, c); err != nil && !errors.Is(err, ErrLost) {
			return false, fmt.Errorf("idem: recalling a fact: %w", err)
		}
	}
	return false, nil
}

// claim is that of a fact in the period of that age. A record cannot be prolonged, so each period has its own. Whoever speaks of a
// fact is the same owner to the store, and does not shut others out.
func (f *Facts) claim(fact string, age int64) Claim {
	period := f.now().UnixNano()/int64(f.ttl) - age
	text := append(make([]byte, 0, 128), "fact "...)
	text = append(strconv.AppendInt(text, int64(f.ttl), 10), ' ')
	text = append(strconv.AppendInt(text, period, 10), ' ')
	digest := sha256.Sum256(append(text, fact...))
	c := Claim{ID: sha256.Sum256(digest[:]), Fingerprint: digest, Lease: factLook, Retention: factLook}
	copy(c.Token[:], digest[:])
	return c
}

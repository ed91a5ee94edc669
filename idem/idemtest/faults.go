package idemtest

import (
	"context"
	"errors"
	"sync"

	"github.com/asixto/go-sdk/idem"
)

// Op is a call of a Store.
type Op string

// The calls of a Store.
const (
	Claim    Op = "claim"
	Renew    Op = "renew"
	Complete Op = "complete"
	Hold     Op = "hold"
	Release  Op = "release"
)

// Fault is a way in which a call fails.
type Fault uint8

// The ways.
const (
	// Before: the call does not reach the store; the error comes at once.
	Before Fault = iota + 1
	// After: the store does its work and an error comes back.
	After
	// Lost: the store does its work and no reply comes, until the context of the call ends.
	Lost
)

// String returns the fault's name in lower case.
func (f Fault) String() string {
	switch f {
	case Before:
		return "before"
	case After:
		return "after"
	case Lost:
		return "lost"
	}
	return "none"
}

// ErrFault is what a call fails with. A Lost one fails with the error of its context.
var ErrFault = errors.New("idemtest: a fault on purpose")

// Faults is a Store whose calls fail on demand. It is safe for use by many goroutines.
type Faults struct {
	store idem.Store
	seen  func(Op)

	mu    sync.Mutex
	plans map[Op]plan
}

type plan struct {
	fault Fault
	calls int // that are still to fail, negative for all
}

// NewFaults returns a store that works as s until it is told otherwise. Seen, if it is not nil, is called before every call.
func NewFaults(s idem.Store, seen func(Op)) *Faults {
	return &Faults{store: s, seen: seen, plans: map[Op]plan{}}
}

// Fail makes the next calls of op fail, all of them where calls is negative, none where it is zero.
func (f *Faults) Fail(op Op, fault Fault, calls int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.plans[op] = plan{fault, calls}
}

func (f *Faults) next(op Op) Fault {
	if f.seen != nil {
		f.seen(op)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	p := f.plans[op]
	if p.calls == 0 {
		return 0
	}
	p.calls = max(-1, p.calls-1)
	f.plans[op] = p
	return p.fault
}

func (f *Faults) call(ctx context.Context, op Op, do func() error) error {
	switch f.next(op) {
	case Before:
		return ErrFault
	case After:
		_ = do() // the caller is not to know
		return ErrFault
	case Lost:
		_ = do() // the same
		<-ctx.Done()
		return ctx.Err()
	}
	return do()
}

// Claim implements idem.Store.
func (f *Faults) Claim(ctx context.Context, c idem.Claim) (idem.Record, error) {
	var rec idem.Record
	err := f.call(ctx, Claim, func() (err error) {
		rec, err = f.store.Claim(ctx, c)
		return err
	})
	if err != nil {
		return idem.Record{}, err
	}
	return rec, nil
}

// Renew implements idem.Store.
func (f *Faults) Renew(ctx context.Context, c idem.Claim) error {
	return f.call(ctx, Renew, func() error { return f.store.Renew(ctx, c) })
}

// Complete implements idem.Store.
func (f *Faults) Complete(ctx context.Context, c idem.Claim, r idem.Result) error {
	return f.call(ctx, Complete, func() error { return f.store.Complete(ctx, c, r) })
}

// Hold implements idem.Store.
func (f *Faults) Hold(ctx context.Context, c idem.Claim) error {
	return f.call(ctx, Hold, func() error { return f.store.Hold(ctx, c) })
}

// Release implements idem.Store.
func (f *Faults) Release(ctx context.Context, c idem.Claim) error {
	return f.call(ctx, Release, func() error { return f.store.Release(ctx, c) })
}

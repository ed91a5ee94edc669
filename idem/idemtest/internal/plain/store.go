package plain

import (
	"context"
	"sync"
	"time"

	"github.com/asixto/go-sdk/idem"
)

// Backend is where the records are, with the clock they go by. The zero Backend is empty and ready, at a fixed time of day.
type Backend struct {
	mu      sync.Mutex
	records map[idem.ID]*Record
	fence   uint64
	passed  time.Duration
	written int
}

// Now returns the backend's time.
func (b *Backend) Now() time.Time {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.now()
}

func (b *Backend) now() time.Time { return time.Date(2026, 7, 28, 9, 0, 0, 0, time.UTC).Add(b.passed) }

// Advance moves the backend's clock.
func (b *Backend) Advance(d time.Duration) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.passed += d
}

// Edit gives f the record of id, nil for none, and keeps what it returns. It is atomic.
func (b *Backend) Edit(id idem.ID, f func(r *Record, now time.Time) *Record) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if r := f(b.records[id], b.now()); r != nil {
		if b.records == nil {
			b.records = map[idem.ID]*Record{}
		}
		b.records[id] = r
	} else {
		delete(b.records, id)
	}
}

// Sweep removes up to limit records that drop says can go.
func (b *Backend) Sweep(limit int, drop func(r *Record, now time.Time) bool) (removed int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for id, r := range b.records {
		if removed == limit {
			break
		}
		if drop(r, b.now()) {
			delete(b.records, id)
			removed++
		}
	}
	return removed
}

// nextFence returns a number above all before; mu is held.
func (b *Backend) nextFence() uint64 {
	b.fence++
	return b.fence
}

// Store is a handle on a Backend.
type Store struct{ *Backend }

// Claim implements idem.Store.
func (s Store) Claim(ctx context.Context, c idem.Claim) (found idem.Record, err error) {
	if ctx.Err() != nil {
		return found, ctx.Err()
	}
	s.Edit(c.ID, func(r *Record, now time.Time) *Record {
		r, found = r.Claim(c, now, s.nextFence())
		s.fence = max(s.fence, found.Fence)
		return r
	})
	return found, nil
}

// Renew implements idem.Store.
func (s Store) Renew(ctx context.Context, c idem.Claim) error {
	return s.change(ctx, c, func(r *Record, now time.Time) (*Record, error) { return r.Renew(c, now) })
}

// Complete implements idem.Store.
func (s Store) Complete(ctx context.Context, c idem.Claim, result idem.Result) error {
	return s.change(ctx, c, func(r *Record, now time.Time) (*Record, error) { return r.Complete(c, result, now) })
}

// Hold implements idem.Store.
func (s Store) Hold(ctx context.Context, c idem.Claim) error {
	return s.change(ctx, c, func(r *Record, now time.Time) (*Record, error) { return r.Hold(c, now) })
}

// Release implements idem.Store.
func (s Store) Release(ctx context.Context, c idem.Claim) error {
	return s.change(ctx, c, func(r *Record, now time.Time) (*Record, error) { return r.Release(c, now) })
}

// Sweep implements idem.Sweeper.
func (s Store) Sweep(_ context.Context, limit int) (int, error) {
	return s.Backend.Sweep(limit, func(r *Record, now time.Time) bool { return r.At(now) == nil }), nil
}

// Ping implements idem.Pinger.
func (s Store) Ping(ctx context.Context) error { return ctx.Err() }

func (s Store) change(ctx context.Context, c idem.Claim, do func(*Record, time.Time) (*Record, error)) (err error) {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	s.Edit(c.ID, func(r *Record, now time.Time) *Record {
		r, err = do(r, now)
		return r
	})
	return err
}

package broken

import (
	"context"
	"time"

	"github.com/asixto/go-sdk/idem"
	"github.com/asixto/go-sdk/idem/idemtest/internal/plain"
)

func retentionMutants() []Mutant {
	return []Mutant{
		{"expiry by the caller's clock", []string{"time/clock"}, func(b *plain.Backend) func() idem.Store {
			handles := 0
			return func() idem.Store {
				handles++
				return callerClock{plain.Store{Backend: b}, time.Duration(handles) * time.Hour}
			}
		}},
		{"truncated retention", []string{"time/retention/long"}, stretching(func(d time.Duration) time.Duration {
			return time.Duration(int32(d/time.Millisecond)) * time.Millisecond //nolint:gosec // 24.8 days at most: the mistake
		})},
		{"retention in whole minutes", []string{"time/retention/done"}, stretching(func(d time.Duration) time.Duration {
			return d.Truncate(time.Minute) - time.Minute
		})},
		{"no retention", []string{"time/retention/done", "time/retention/lapsed"}, stretching(
			func(time.Duration) time.Duration { return time.Second })},
		{"kept for ever", []string{"time/retention/done", "time/retention/doubt", "time/retention/lapsed"}, stretching(
			func(d time.Duration) time.Duration { return 1000 * d })},
	}
}

func leaseMutants() []Mutant {
	return []Mutant{
		{"lease in whole seconds", []string{"time/lease/fraction"}, leasing(
			func(d time.Duration) time.Duration { return d.Truncate(time.Second) })},
		{"lease rounded up to seconds", []string{"time/lease/fraction"}, leasing(func(d time.Duration) time.Duration {
			return (d + time.Second - 1).Truncate(time.Second)
		})},
		{"lease without end", []string{"time/lease", "time/lease/short", "engine/crash"}, leasing(
			func(time.Duration) time.Duration { return 1000 * time.Hour })},
		{"any claim prolongs the lease", []string{"time/lease/others"}, claiming(
			func(ctx context.Context, s plain.Store, c idem.Claim) (idem.Record, error) {
				edit(s, c.ID, func(r *plain.Record, now time.Time) {
					if r.State == idem.StateRunning && !r.Lapsed(now) {
						r.Lease = now.Add(c.Lease)
					}
				})
				return s.Claim(ctx, c)
			})},
		{"repetition keeps the lease", []string{"time/lease/repeat"}, claiming(
			func(ctx context.Context, s plain.Store, c idem.Claim) (idem.Record, error) {
				before := look(s, c.ID)
				rec, err := s.Claim(ctx, c)
				if before.State == idem.StateRunning && before.Token == c.Token {
					edit(s, c.ID, func(r *plain.Record, _ time.Time) { r.Lease = before.Lease })
				}
				return rec, err
			})},
	}
}

func renewalMutants() []Mutant {
	return []Mutant{
		{"renewal does nothing", []string{"time/renew", "late/renew"}, owning(owners{
			renew: func(ctx context.Context, s plain.Store, c idem.Claim) error {
				before := look(s, c.ID)
				err := s.Renew(ctx, c)
				edit(s, c.ID, func(r *plain.Record, _ time.Time) { r.Lease = before.Lease })
				return err
			},
		})},
		{"renewal adds to the lease", []string{"time/renew"}, owning(owners{
			renew: func(ctx context.Context, s plain.Store, c idem.Claim) error {
				before := look(s, c.ID)
				err := s.Renew(ctx, c)
				edit(s, c.ID, func(r *plain.Record, now time.Time) {
					if err == nil && before.Lease.After(now) {
						r.Lease = before.Lease.Add(c.Lease)
					}
				})
				return err
			},
		})},
		{"renewal forgets the record's life", []string{"time/renew/life"}, owning(owners{
			renew: func(ctx context.Context, s plain.Store, c idem.Claim) error {
				before := look(s, c.ID)
				err := s.Renew(ctx, c)
				edit(s, c.ID, func(r *plain.Record, _ time.Time) { r.Expires = before.Expires })
				return err
			},
		})},
	}
}

func lifeMutants() []Mutant {
	return []Mutant{
		{"record dies with its lease", []string{"time/lease", "time/retention/lapsed", "late/complete"}, claiming(
			func(ctx context.Context, s plain.Store, c idem.Claim) (idem.Record, error) {
				rec, err := s.Claim(ctx, c)
				if rec.State == idem.StateGranted {
					edit(s, c.ID, func(r *plain.Record, _ time.Time) { r.Expires = r.Lease })
				}
				return rec, err
			})},
		{"completion keeps the claim's expiry", []string{"time/retention/done"}, owning(owners{
			complete: func(ctx context.Context, s plain.Store, c idem.Claim, r idem.Result) error {
				before := look(s, c.ID)
				err := s.Complete(ctx, c, r)
				if before.State == idem.StateRunning {
					edit(s, c.ID, func(r *plain.Record, _ time.Time) { r.Expires = before.Expires })
				}
				return err
			},
		})},
		{"doubt dies with its lease", []string{"time/retention/doubt"}, owning(owners{
			hold: func(ctx context.Context, s plain.Store, c idem.Claim) error {
				before := look(s, c.ID)
				err := s.Hold(ctx, c)
				edit(s, c.ID, func(r *plain.Record, _ time.Time) { r.Expires = before.Lease })
				return err
			},
		})},
	}
}

// callerClock is a store on a machine whose clock is ahead: it compares the times of the record with its own.
type callerClock struct {
	plain.Store
	ahead time.Duration
}

func (s callerClock) Claim(ctx context.Context, c idem.Claim) (idem.Record, error) {
	s.shift(c.ID, -s.ahead) // what the record says, against a clock that is ahead
	rec, err := s.Store.Claim(ctx, c)
	s.shift(c.ID, s.ahead)
	return rec, err
}

func (s callerClock) shift(id idem.ID, d time.Duration) {
	s.Edit(id, func(r *plain.Record, _ time.Time) *plain.Record {
		if r == nil {
			return nil
		}
		next := *r
		next.Lease, next.Expires = next.Lease.Add(d), next.Expires.Add(d)
		return &next
	})
}

// leasing is a store with a lease of its own idea.
func leasing(change func(time.Duration) time.Duration) func(*plain.Backend) func() idem.Store {
	return claiming(func(ctx context.Context, s plain.Store, c idem.Claim) (idem.Record, error) {
		c.Lease = change(c.Lease)
		return s.Claim(ctx, c)
	})
}

// stretching is a store with a retention of its own idea.
func stretching(change func(time.Duration) time.Duration) func(*plain.Backend) func() idem.Store {
	return same(func(s plain.Store) idem.Store { return stretched{s, change} })
}

type stretched struct {
	plain.Store
	change func(time.Duration) time.Duration
}

func (s stretched) with(c idem.Claim) idem.Claim {
	c.Retention = s.change(c.Retention)
	return c
}

func (s stretched) Claim(ctx context.Context, c idem.Claim) (idem.Record, error) {
	return s.Store.Claim(ctx, s.with(c))
}

func (s stretched) Renew(ctx context.Context, c idem.Claim) error {
	return s.Store.Renew(ctx, s.with(c))
}

func (s stretched) Hold(ctx context.Context, c idem.Claim) error { return s.Store.Hold(ctx, s.with(c)) }

func (s stretched) Complete(ctx context.Context, c idem.Claim, r idem.Result) error {
	return s.Store.Complete(ctx, s.with(c), r)
}

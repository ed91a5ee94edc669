package broken

import (
	"context"
	"time"

	"github.com/asixto/go-sdk/idem"
	"github.com/asixto/go-sdk/idem/idemtest/internal/plain"
)

// owners is a store whose owner's calls look at what they should not, or do not look at what they should. A nil one is as it
// should be.
type owners struct {
	plain.Store
	renew, hold, release func(context.Context, plain.Store, idem.Claim) error
	complete             func(context.Context, plain.Store, idem.Claim, idem.Result) error
}

func (s owners) Renew(ctx context.Context, c idem.Claim) error {
	if s.renew == nil {
		return s.Store.Renew(ctx, c)
	}
	return s.renew(ctx, s.Store, c)
}

func (s owners) Hold(ctx context.Context, c idem.Claim) error {
	if s.hold == nil {
		return s.Store.Hold(ctx, c)
	}
	return s.hold(ctx, s.Store, c)
}

func (s owners) Release(ctx context.Context, c idem.Claim) error {
	if s.release == nil {
		return s.Store.Release(ctx, c)
	}
	return s.release(ctx, s.Store, c)
}

func (s owners) Complete(ctx context.Context, c idem.Claim, r idem.Result) error {
	if s.complete == nil {
		return s.Store.Complete(ctx, c, r)
	}
	return s.complete(ctx, s.Store, c, r)
}

func owning(o owners) func(*plain.Backend) func() idem.Store {
	return same(func(s plain.Store) idem.Store {
		o.Store = s
		return o
	})
}

// anyToken is c with the token that is there.
func anyToken(s plain.Store, c idem.Claim) idem.Claim {
	if r := look(s, c.ID); r.State != 0 {
		c.Token = r.Token
	}
	return c
}

// reopen makes a key that is done or in doubt a running one again.
func reopen(s plain.Store, c idem.Claim, from idem.State) {
	edit(s, c.ID, func(r *plain.Record, _ time.Time) {
		if r.State == from && r.Token == c.Token {
			r.State = idem.StateRunning
		}
	})
}

func ownerMutants() []Mutant {
	return []Mutant{
		{"release without token", []string{"owner/release/stranger", "late/replaced"}, owning(owners{
			release: func(ctx context.Context, s plain.Store, c idem.Claim) error { return s.Release(ctx, anyToken(s, c)) },
		})},
		{"complete without token", []string{"owner/complete/stranger", "late/replaced"}, owning(owners{
			complete: func(ctx context.Context, s plain.Store, c idem.Claim, r idem.Result) error {
				return s.Complete(ctx, anyToken(s, c), r)
			},
		})},
		{"renew without token", []string{"owner/renew/stranger", "late/replaced"}, owning(owners{
			renew: func(ctx context.Context, s plain.Store, c idem.Claim) error { return s.Renew(ctx, anyToken(s, c)) },
		})},
		{"hold without token", []string{"owner/hold/stranger", "late/replaced"}, owning(owners{
			hold: func(ctx context.Context, s plain.Store, c idem.Claim) error { return s.Hold(ctx, anyToken(s, c)) },
		})},
	}
}

func releaseMutants() []Mutant {
	return []Mutant{
		{"release of a done key", []string{"owner/release/done"}, owning(owners{
			release: func(ctx context.Context, s plain.Store, c idem.Claim) error {
				reopen(s, c, idem.StateDone)
				return s.Release(ctx, c)
			},
		})},
		{"release of a key in doubt", []string{"owner/release/doubt"}, owning(owners{
			release: func(ctx context.Context, s plain.Store, c idem.Claim) error {
				reopen(s, c, idem.StateDoubt)
				return s.Release(ctx, c)
			},
		})},
		{"release not repeatable", []string{"owner/release"}, owning(owners{
			release: func(ctx context.Context, s plain.Store, c idem.Claim) error {
				if look(s, c.ID).State == 0 {
					return idem.ErrLost
				}
				return s.Release(ctx, c)
			},
		})},
	}
}

func completeMutants() []Mutant {
	return []Mutant{
		{"second result overwrites the first", []string{"owner/complete/first"}, owning(owners{
			complete: func(ctx context.Context, s plain.Store, c idem.Claim, r idem.Result) error {
				reopen(s, c, idem.StateDone)
				return s.Complete(ctx, c, r)
			},
		})},
		{"complete not repeatable", []string{"owner/complete"}, owning(owners{
			complete: func(ctx context.Context, s plain.Store, c idem.Claim, r idem.Result) error {
				if look(s, c.ID).State == idem.StateDone {
					return idem.ErrLost
				}
				return s.Complete(ctx, c, r)
			},
		})},
		{"complete of a free key", []string{"owner/complete/free", "time/retention/gone"}, owning(owners{
			complete: func(ctx context.Context, s plain.Store, c idem.Claim, r idem.Result) error {
				if look(s, c.ID).State == 0 {
					if _, err := s.Claim(ctx, c); err != nil {
						return err
					}
				}
				return s.Complete(ctx, c, r)
			},
		})},
	}
}

func doubtMutants() []Mutant {
	return []Mutant{
		{"doubt is final", []string{"owner/complete/doubt"}, owning(owners{
			complete: func(ctx context.Context, s plain.Store, c idem.Claim, r idem.Result) error {
				if look(s, c.ID).State == idem.StateDoubt {
					return idem.ErrLost
				}
				return s.Complete(ctx, c, r)
			},
		})},
		{"hold forgets that it is done", []string{"owner/hold/done"}, owning(owners{
			hold: func(ctx context.Context, s plain.Store, c idem.Claim) error {
				reopen(s, c, idem.StateDone)
				return s.Hold(ctx, c)
			},
		})},
		{"late owner refused", []string{"late/complete", "late/hold", "late/release", "late/renew"}, owning(owners{
			renew:   unlessLapsed(plain.Store.Renew),
			hold:    unlessLapsed(plain.Store.Hold),
			release: unlessLapsed(plain.Store.Release),
			complete: func(ctx context.Context, s plain.Store, c idem.Claim, r idem.Result) error {
				return unlessLapsed(func(s plain.Store, ctx context.Context, c idem.Claim) error { return s.Complete(ctx, c, r) })(ctx, s, c)
			},
		})},
		{"renewal revives what has ended", []string{"owner/renew/ended"}, owning(owners{
			renew: func(ctx context.Context, s plain.Store, c idem.Claim) error {
				reopen(s, c, idem.StateDoubt)
				return s.Renew(ctx, c)
			},
		})},
	}
}

func unlessLapsed(call func(plain.Store, context.Context, idem.Claim) error) func(context.Context, plain.Store, idem.Claim) error {
	return func(ctx context.Context, s plain.Store, c idem.Claim) error {
		if r := look(s, c.ID); r.State == idem.StateRunning && !s.Now().Before(r.Lease) {
			return idem.ErrLost
		}
		return call(s, ctx, c)
	}
}

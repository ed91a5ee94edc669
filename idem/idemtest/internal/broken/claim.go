package broken

import (
	"context"
	"time"

	"github.com/asixto/go-sdk/idem"
	"github.com/asixto/go-sdk/idem/idemtest/internal/plain"
)

// claims is a store with another Claim.
type claims struct {
	plain.Store
	claim func(ctx context.Context, s plain.Store, c idem.Claim) (idem.Record, error)
}

func (s claims) Claim(ctx context.Context, c idem.Claim) (idem.Record, error) {
	return s.claim(ctx, s.Store, c)
}

func claiming(claim func(context.Context, plain.Store, idem.Claim) (idem.Record, error)) func(*plain.Backend) func() idem.Store {
	return same(func(s plain.Store) idem.Store { return claims{s, claim} })
}

func claimMutants() []Mutant {
	return []Mutant{
		{"get-then-set", []string{"parallel/claim", "engine/duplicates"}, claiming(getThenSet(idem.StateGranted))},
		{"get-then-set on a take-over", []string{"parallel/takeover", "parallel/lapsed"}, claiming(getThenSet(idem.StateDoubt))},
		{"overwrite of a live claim", []string{"claim/running", "parallel/claim"}, claiming(
			func(ctx context.Context, s plain.Store, c idem.Claim) (idem.Record, error) {
				if look(s, c.ID).State == idem.StateRunning {
					edit(s, c.ID, func(r *plain.Record, _ time.Time) { r.Token = c.Token })
				}
				return s.Claim(ctx, c)
			})},
	}
}

func fingerprintMutants() []Mutant {
	return []Mutant{
		{"lost fingerprint", []string{"conflict/running", "conflict/done", "conflict/doubt", "conflict/takenover", "engine/conflict"}, claiming(
			func(ctx context.Context, s plain.Store, c idem.Claim) (idem.Record, error) {
				c.Fingerprint = [32]byte{}
				return s.Claim(ctx, c)
			})},
		{"fingerprint of a lapsed claim overwritten", []string{"conflict/lapsed"}, claiming(
			func(ctx context.Context, s plain.Store, c idem.Claim) (idem.Record, error) {
				edit(s, c.ID, func(r *plain.Record, now time.Time) {
					if r.Lapsed(now) {
						r.Fingerprint = c.Fingerprint
					}
				})
				return s.Claim(ctx, c)
			})},
		{"fingerprint not compared on a take-over", []string{"conflict/doubt"}, claiming(
			func(ctx context.Context, s plain.Store, c idem.Claim) (idem.Record, error) {
				if r := look(s, c.ID); c.TakeOver && r.State == idem.StateDoubt {
					c.Fingerprint = r.Fingerprint
				}
				return s.Claim(ctx, c)
			})},
	}
}

func repetitionMutants() []Mutant {
	return []Mutant{
		{"repetition refused", []string{"claim/repeat"}, claiming(
			func(ctx context.Context, s plain.Store, c idem.Claim) (idem.Record, error) {
				if r := look(s, c.ID); r.State == idem.StateRunning && r.Token == c.Token {
					return idem.Record{State: idem.StateRunning}, nil
				}
				return s.Claim(ctx, c)
			})},
		{"repetition fenced anew", []string{"claim/repeat", "claim/takeover/repeat"}, claiming(
			func(ctx context.Context, s plain.Store, c idem.Claim) (idem.Record, error) {
				edit(s, c.ID, func(r *plain.Record, _ time.Time) {
					if r.State == idem.StateRunning && r.Token == c.Token {
						r.Fence++
					}
				})
				return s.Claim(ctx, c)
			})},
	}
}

func takeOverMutants() []Mutant {
	return []Mutant{
		{"lapsed is free", []string{"time/lease", "engine/crash"}, claiming(
			func(ctx context.Context, s plain.Store, c idem.Claim) (idem.Record, error) {
				edit(s, c.ID, func(r *plain.Record, now time.Time) {
					if r.Lapsed(now) {
						r.Expires = now
					}
				})
				return s.Claim(ctx, c)
			})},
		{"doubt is free", []string{"claim/doubt", "engine/doubt", "time/retention/doubt"}, claiming(
			func(ctx context.Context, s plain.Store, c idem.Claim) (idem.Record, error) {
				edit(s, c.ID, func(r *plain.Record, now time.Time) {
					if r.State == idem.StateDoubt {
						r.Expires = now
					}
				})
				return s.Claim(ctx, c)
			})},
		{"take-over of a running claim", []string{"claim/running", "time/lease/others"}, claiming(
			func(ctx context.Context, s plain.Store, c idem.Claim) (idem.Record, error) {
				edit(s, c.ID, func(r *plain.Record, now time.Time) {
					if c.TakeOver && r.Token != c.Token {
						r.Lease = now
					}
				})
				return s.Claim(ctx, c)
			})},
		{"take-over of a done key", []string{"claim/done"}, claiming(
			func(ctx context.Context, s plain.Store, c idem.Claim) (idem.Record, error) {
				edit(s, c.ID, func(r *plain.Record, _ time.Time) {
					if c.TakeOver && r.State == idem.StateDone {
						r.State = idem.StateDoubt
					}
				})
				return s.Claim(ctx, c)
			})},
	}
}

func fenceMutants() []Mutant {
	return []Mutant{
		{"take-over keeps the fence", []string{"claim/takeover", "late/fence"}, claiming(
			func(ctx context.Context, s plain.Store, c idem.Claim) (idem.Record, error) {
				before := look(s, c.ID)
				rec, err := s.Claim(ctx, c)
				if before.Fence != 0 && rec.State == idem.StateGranted {
					edit(s, c.ID, func(r *plain.Record, _ time.Time) { r.Fence = before.Fence })
					rec.Fence = before.Fence
				}
				return rec, err
			})},
		{"fence starts anew", []string{"claim/fence"}, claiming(
			func(ctx context.Context, s plain.Store, c idem.Claim) (idem.Record, error) {
				before := look(s, c.ID)
				rec, err := s.Claim(ctx, c)
				if before.Fence == 0 && rec.State == idem.StateGranted {
					edit(s, c.ID, func(r *plain.Record, _ time.Time) { r.Fence = 1 })
					rec.Fence = 1
				}
				return rec, err
			})},
		{"no fence", []string{"claim/free"}, claiming(
			func(ctx context.Context, s plain.Store, c idem.Claim) (idem.Record, error) {
				rec, err := s.Claim(ctx, c)
				rec.Fence = 0
				return rec, err
			})},
	}
}

func keyMutants() []Mutant {
	return []Mutant{
		{"half of the key", []string{"claim/keys"}, claiming(
			func(ctx context.Context, s plain.Store, c idem.Claim) (idem.Record, error) {
				clear(c.ID[16:])
				return s.Claim(ctx, c)
			})},
		{"key ends at a zero byte", []string{"claim/keys/bytes"}, claiming(
			func(ctx context.Context, s plain.Store, c idem.Claim) (idem.Record, error) {
				for i, b := range c.ID {
					if b == 0 {
						clear(c.ID[i:])
						break
					}
				}
				return s.Claim(ctx, c)
			})},
		{"key in lower case", []string{"claim/keys/bytes"}, claiming(
			func(ctx context.Context, s plain.Store, c idem.Claim) (idem.Record, error) {
				for i, b := range c.ID {
					if 'A' <= b && b <= 'Z' {
						c.ID[i] = b | 0x20
					}
				}
				return s.Claim(ctx, c)
			})},
		{"context ignored", []string{"claim/context"}, claiming(
			func(ctx context.Context, s plain.Store, c idem.Claim) (idem.Record, error) {
				return s.Claim(context.WithoutCancel(ctx), c)
			})},
	}
}

// getThenSet reads, and writes what it decided afterwards, where the key is free or in the state that is to be taken over.
func getThenSet(when idem.State) func(context.Context, plain.Store, idem.Claim) (idem.Record, error) {
	return func(ctx context.Context, s plain.Store, c idem.Claim) (idem.Record, error) {
		before := look(s, c.ID)
		seen := before.State
		switch {
		case seen == 0:
			seen = idem.StateGranted // it could be
		case seen == idem.StateRunning && c.TakeOver && !s.Now().Before(before.Lease):
			seen = idem.StateDoubt
		}
		if seen != when {
			return s.Claim(ctx, c)
		}
		time.Sleep(time.Microsecond) //nolint:forbidigo // the way to the server and back
		edit(s, c.ID, func(r *plain.Record, now time.Time) {
			if seen == idem.StateGranted || c.TakeOver {
				r.Expires = now
			}
		})
		return s.Claim(ctx, c)
	}
}

package idemtest

import (
	"context"

	"github.com/asixto/go-sdk/idem"
)

func claimChecks() []Check {
	return []Check{
		{"claim/free", "a free key is granted, with a fence from 1 to 1<<53-1", func(r *rig) {
			r.owned()
		}},
		{"claim/running", "a running key is StateRunning for everybody else, on every handle", func(r *rig) {
			c, _ := r.owned()
			r.finds(r.a, rival(c), idem.StateRunning, "another owner on the same handle")
			r.finds(r.b, rival(c), idem.StateRunning, "another owner on another handle")
			r.finds(r.b, taking(rival(c)), idem.StateRunning, "a take-over before the lease has ended")
			r.ok(r.a.Renew(r.ctx, c), "Renew by the owner afterwards")
		}},
		{"claim/repeat", "a claim repeated with its token, because its reply was lost, is granted again with the same fence", func(r *rig) {
			c, fence := r.owned()
			for _, s := range []idem.Store{r.a, r.b} {
				if again := r.finds(s, c, idem.StateGranted, "the claim repeated").Fence; again != fence {
					r.Fatalf("the claim repeated has the fence %d, want %d", again, fence)
				}
			}
			r.ok(r.b.Complete(r.ctx, c, bytesOf("x")), "Complete after the repetition")
		}},
		{"claim/done", "a done key is StateDone for everybody, also for a take-over and for its own token", func(r *rig) {
			c := r.completed("done")
			r.replays(c, "done", "after Complete")
			r.finds(r.b, taking(rival(c)), idem.StateDone, "a take-over")
			r.finds(r.a, c, idem.StateDone, "its own token")
			r.replays(c, "done", "after those")
		}},
	}
}

func takeOverChecks() []Check {
	return []Check{
		{"claim/doubt", "a key in doubt is StateDoubt for everybody who does not take it over, its own token included", func(r *rig) {
			c := r.held()
			r.finds(r.a, rival(c), idem.StateDoubt, "another owner on the same handle")
			r.finds(r.b, rival(c), idem.StateDoubt, "another owner on another handle")
			r.finds(r.b, c, idem.StateDoubt, "its own token")
		}},
		{"claim/takeover", "a take-over of a key in doubt is granted with a greater fence", func(r *rig) {
			c, fence := r.owned()
			r.ok(r.a.Hold(r.ctx, c), "Hold by the owner")
			heir := taking(rival(c))
			if next := r.finds(r.b, heir, idem.StateGranted, "a take-over").Fence; next <= fence {
				r.Fatalf("the new owner has the fence %d, want one above the old owner's %d", next, fence)
			}
			r.finds(r.a, rival(c), idem.StateRunning, "after the take-over")
			r.ok(r.b.Complete(r.ctx, heir, bytesOf("new")), "Complete by the new owner")
			r.replays(c, "new", "after that")
		}},
		{"claim/takeover/repeat", "a take-over repeated with its token is granted again with the same fence", func(r *rig) {
			c := r.held()
			heir := taking(rival(c))
			fence := r.finds(r.a, heir, idem.StateGranted, "a take-over").Fence
			if again := r.finds(r.b, heir, idem.StateGranted, "the take-over repeated").Fence; again != fence {
				r.Fatalf("the take-over repeated has the fence %d, want %d", again, fence)
			}
		}},
		{"claim/fence", "no claim's fence is below one that its key had before, also after the key was freed", func(r *rig) {
			c := r.held()
			heir := taking(rival(c))
			fence := r.finds(r.a, heir, idem.StateGranted, "a take-over").Fence
			r.ok(r.a.Release(r.ctx, heir), "Release by the new owner")
			if next := r.finds(r.b, rival(c), idem.StateGranted, "the freed key").Fence; next < fence {
				r.Fatalf("the fence after the key was freed is %d, want at least the %d that it had before", next, fence)
			}
		}},
	}
}

func keyChecks() []Check {
	return []Check{
		{"claim/keys", "keys that differ in one bit have no relation", func(r *rig) {
			first := r.completed("first")
			for _, bit := range []int{0, 7, 8, 63, 64, 127, 128, 200, 255} {
				c := rival(first)
				c.ID[bit/8] ^= 1 << (bit % 8)
				r.finds(r.a, c, idem.StateGranted, "a key that differs in one bit")
			}
			r.replays(first, "first", "after the claims of keys that differ in one bit")
		}},
		{"claim/keys/bytes", "an ID is 32 bytes of any value, zeros, separators, upper and lower case included", func(r *rig) {
			for _, start := range []string{
				"\x00", "\x00\x01", "a", "A", "a:b", "a\x00b", "a\nb", "a ", " a", "%", "{", "\xff\xfe", "é", "e\u0301",
			} {
				c := r.claim()
				c.ID = idem.ID{31: 1}
				copy(c.ID[:], start)
				r.finds(r.a, c, idem.StateGranted, "the key "+quote(start))
			}
		}},
		{"claim/context", "a call whose context has ended returns an error", (*rig).endedContexts},
	}
}

func conflictChecks() []Check {
	refused := func(r *rig, c idem.Claim, when string) {
		r.Helper()
		for _, s := range []idem.Store{r.a, r.b} {
			r.finds(s, other(rival(c)), idem.StateConflict, when)
			r.finds(s, taking(other(rival(c))), idem.StateConflict, when+", with a take-over")
			r.finds(s, other(c), idem.StateConflict, when+", with its own token")
		}
	}
	return []Check{
		{"conflict/running", "a running key with another fingerprint is StateConflict", func(r *rig) {
			c, _ := r.owned()
			refused(r, c, "other arguments for a running key")
			r.ok(r.a.Renew(r.ctx, c), "Renew by the owner afterwards")
		}},
		{"conflict/done", "a done key with another fingerprint is StateConflict", func(r *rig) {
			c := r.completed("x")
			refused(r, c, "other arguments for a done key")
			r.replays(c, "x", "after the conflicts")
		}},
		{"conflict/doubt", "a key in doubt with another fingerprint is StateConflict", func(r *rig) {
			c := r.held()
			refused(r, c, "other arguments for a key in doubt")
			r.finds(r.a, rival(c), idem.StateDoubt, "after the conflicts")
		}},
		{"conflict/lapsed", "a lapsed key with another fingerprint is StateConflict, and is not taken over", func(r *rig) {
			c, _ := r.owned()
			r.pass(5)
			refused(r, c, "other arguments for a lapsed key")
			r.ok(r.a.Complete(r.ctx, c, bytesOf("late")), "Complete by the late owner whom nobody replaced")
		}},
		{"conflict/takenover", "a key that was taken over keeps its fingerprint", func(r *rig) {
			c := r.held()
			r.finds(r.a, taking(rival(c)), idem.StateGranted, "a take-over")
			refused(r, c, "other arguments for a key that was taken over")
		}},
		{"conflict/freed", "a freed key forgets its fingerprint", func(r *rig) {
			c, _ := r.owned()
			r.ok(r.a.Release(r.ctx, c), "Release by the owner")
			r.finds(r.b, other(rival(c)), idem.StateGranted, "a freed key with other arguments")
		}},
	}
}

func (r *rig) endedContexts() {
	c, _ := r.owned()
	ctx, cancel := context.WithCancel(r.ctx)
	cancel()
	if _, err := r.a.Claim(ctx, r.claim()); err == nil {
		r.Errorf("Claim with a cancelled context: nil, want an error")
	}
	for name, call := range map[string]func() error{
		"Renew":    func() error { return r.a.Renew(ctx, c) },
		"Complete": func() error { return r.a.Complete(ctx, c, bytesOf("x")) },
		"Hold":     func() error { return r.a.Hold(ctx, c) },
		"Release":  func() error { return r.a.Release(ctx, c) },
	} {
		if call() == nil {
			r.Errorf("%s with a cancelled context: nil, want an error", name)
		}
	}
}

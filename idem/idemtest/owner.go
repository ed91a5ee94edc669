package idemtest

import "github.com/asixto/go-sdk/idem"

func completeChecks() []Check {
	return []Check{
		{"owner/complete", "Complete makes the key done, from any handle, and repeated it answers nil", func(r *rig) {
			c, _ := r.owned()
			r.ok(r.b.Complete(r.ctx, c, bytesOf("x")), "Complete by the owner on another handle")
			r.ok(r.a.Complete(r.ctx, c, bytesOf("x")), "Complete repeated")
			r.replays(c, "x", "after both")
		}},
		{"owner/complete/first", "a second Complete with the same token keeps the first result", func(r *rig) {
			c := r.completed("first")
			r.ok(r.a.Complete(r.ctx, c, bytesOf("second")), "Complete with another result")
			r.ok(r.a.Complete(r.ctx, c, idem.Result{Tombstone: true}), "Complete with a tombstone")
			r.replays(c, "first", "after all")
		}},
		{"owner/complete/stranger", "Complete with another token is ErrLost and changes nothing", func(r *rig) {
			c, _ := r.owned()
			r.lost(r.b.Complete(r.ctx, rival(c), bytesOf("stranger")), "Complete by a stranger of a running key")
			r.ok(r.a.Complete(r.ctx, c, bytesOf("owner")), "Complete by the owner")
			r.lost(r.b.Complete(r.ctx, rival(c), bytesOf("stranger")), "Complete by a stranger of a done key")
			r.replays(c, "owner", "after both strangers")
		}},
		{"owner/complete/free", "Complete of a free key is ErrLost and leaves nothing behind", func(r *rig) {
			c := r.claim()
			r.lost(r.a.Complete(r.ctx, c, bytesOf("x")), "Complete of a free key")
			r.finds(r.b, rival(c), idem.StateGranted, "after it")
		}},
		{"owner/complete/doubt", "Complete with the owner's token makes a key in doubt done", func(r *rig) {
			c := r.held()
			r.ok(r.b.Complete(r.ctx, c, bytesOf("after all")), "Complete of a key in doubt by its owner")
			r.replays(c, "after all", "after it")
		}},
	}
}

func holdChecks() []Check {
	return []Check{
		{"owner/hold", "Hold puts the key in doubt, and repeated it answers nil", func(r *rig) {
			c := r.held()
			r.ok(r.b.Hold(r.ctx, c), "Hold repeated")
			r.finds(r.a, rival(c), idem.StateDoubt, "after both")
		}},
		{"owner/hold/done", "Hold leaves a key done that its token completed, and answers nil", func(r *rig) {
			c := r.completed("x")
			r.ok(r.b.Hold(r.ctx, c), "Hold after Complete")
			r.replays(c, "x", "after Hold")
		}},
		{"owner/hold/stranger", "Hold with another token, or of a free key, is ErrLost and changes nothing", func(r *rig) {
			c, _ := r.owned()
			r.lost(r.b.Hold(r.ctx, rival(c)), "Hold by a stranger of a running key")
			r.finds(r.a, rival(c), idem.StateRunning, "after it")
			free := r.claim()
			r.lost(r.a.Hold(r.ctx, free), "Hold of a free key")
			r.finds(r.a, rival(free), idem.StateGranted, "after that")
		}},
	}
}

func releaseChecks() []Check {
	return []Check{
		{"owner/release", "Release frees the key, leaves nothing, and repeated it answers nil", func(r *rig) {
			c, _ := r.owned()
			r.ok(r.b.Release(r.ctx, c), "Release by the owner on another handle")
			r.ok(r.a.Release(r.ctx, c), "Release repeated")
			r.lost(r.a.Complete(r.ctx, c, bytesOf("x")), "Complete after Release")
			r.lost(r.a.Renew(r.ctx, c), "Renew after Release")
			r.finds(r.a, rival(c), idem.StateGranted, "after Release")
			r.ok(r.a.Release(r.ctx, r.claim()), "Release of a key that never was")
		}},
		{"owner/release/stranger", "Release with another token is ErrLost and changes nothing", func(r *rig) {
			c, _ := r.owned()
			r.lost(r.b.Release(r.ctx, rival(c)), "Release by a stranger of a running key")
			r.finds(r.b, rival(c), idem.StateRunning, "after it")
			r.ok(r.a.Complete(r.ctx, c, bytesOf("x")), "Complete by the owner")
			r.lost(r.b.Release(r.ctx, rival(c)), "Release by a stranger of a done key")
			r.replays(c, "x", "after both strangers")
		}},
		{"owner/release/done", "a done key is never freed: Release with its token is ErrLost", func(r *rig) {
			c := r.completed("x")
			r.lost(r.a.Release(r.ctx, c), "Release after Complete")
			r.replays(c, "x", "after Release")
		}},
		{"owner/release/doubt", "a key in doubt is never freed: Release with its token is ErrLost", func(r *rig) {
			c := r.held()
			r.lost(r.a.Release(r.ctx, c), "Release after Hold")
			r.finds(r.b, rival(c), idem.StateDoubt, "after Release")
		}},
	}
}

func renewChecks() []Check {
	return []Check{
		{"owner/renew/stranger", "Renew with another token is ErrLost and does not prolong the lease", func(r *rig) {
			c, _ := r.owned()
			r.pass(3)
			r.lost(r.b.Renew(r.ctx, rival(c)), "Renew by a stranger")
			r.pass(2)
			r.finds(r.b, rival(c), idem.StateDoubt, "after the owner's lease has ended")
		}},
		{"owner/renew/ended", "Renew of a key that is done, in doubt or free is ErrLost and changes nothing", func(r *rig) {
			c := r.completed("x")
			r.lost(r.a.Renew(r.ctx, c), "Renew of a done key")
			r.replays(c, "x", "after it")
			c = r.held()
			r.lost(r.a.Renew(r.ctx, c), "Renew of a key in doubt")
			r.finds(r.a, rival(c), idem.StateDoubt, "after it")
			c = r.claim()
			r.lost(r.a.Renew(r.ctx, c), "Renew of a free key")
			r.finds(r.a, rival(c), idem.StateGranted, "after it")
		}},
	}
}

// lateChecks are about owners whose lease has ended.
func lateChecks() []Check {
	late := func(r *rig) idem.Claim {
		r.Helper()
		c, _ := r.owned()
		r.pass(5)
		return c
	}
	return []Check{
		{"late/complete", "an owner whose lease has ended and whom nobody replaced may complete", func(r *rig) {
			c := late(r)
			r.ok(r.a.Complete(r.ctx, c, bytesOf("late")), "Complete by the late owner")
			r.replays(c, "late", "after it")
		}},
		{"late/hold", "an owner whose lease has ended and whom nobody replaced may hold", func(r *rig) {
			c := late(r)
			r.ok(r.a.Hold(r.ctx, c), "Hold by the late owner")
			r.finds(r.b, rival(c), idem.StateDoubt, "after it")
		}},
		{"late/release", "an owner whose lease has ended and whom nobody replaced may release", func(r *rig) {
			c := late(r)
			r.ok(r.a.Release(r.ctx, c), "Release by the late owner")
			r.finds(r.b, rival(c), idem.StateGranted, "after it")
		}},
		{"late/renew", "an owner whose lease has ended and whom nobody replaced may renew", func(r *rig) {
			c := late(r)
			r.ok(r.a.Renew(r.ctx, c), "Renew by the late owner")
			r.finds(r.b, rival(c), idem.StateRunning, "after it")
		}},
		{"late/repeat", "an owner whose lease has ended and whom nobody replaced may claim again with its token", func(r *rig) {
			c, fence := r.owned()
			r.pass(5)
			if again := r.finds(r.b, c, idem.StateGranted, "the late owner's token").Fence; again != fence {
				r.Fatalf("the fence is %d, want the %d that the owner had", again, fence)
			}
			r.finds(r.a, rival(c), idem.StateRunning, "after it")
		}},
		{"late/replaced", "an owner who was replaced gets ErrLost from every call, and the new owner's record is untouched", func(r *rig) {
			c := late(r)
			heir := taking(rival(c))
			r.finds(r.b, heir, idem.StateGranted, "a take-over of a lapsed key")
			r.lost(r.a.Renew(r.ctx, c), "Renew by the old owner")
			r.lost(r.a.Complete(r.ctx, c, bytesOf("old")), "Complete by the old owner")
			r.lost(r.a.Hold(r.ctx, c), "Hold by the old owner")
			r.lost(r.a.Release(r.ctx, c), "Release by the old owner")
			r.finds(r.a, c, idem.StateRunning, "a claim with the old owner's token")
			r.ok(r.b.Complete(r.ctx, heir, bytesOf("new")), "Complete by the new owner")
			r.lost(r.a.Complete(r.ctx, c, bytesOf("old")), "Complete by the old owner after the new one")
			r.lost(r.a.Release(r.ctx, c), "Release by the old owner after the new one's Complete")
			r.replays(c, "new", "after all")
		}},
		{"late/fence", "a take-over of a lapsed key has a greater fence", func(r *rig) {
			c, fence := r.owned()
			r.pass(5)
			if next := r.finds(r.b, taking(rival(c)), idem.StateGranted, "a take-over of a lapsed key").Fence; next <= fence {
				r.Fatalf("the new owner has the fence %d, want one above the old owner's %d", next, fence)
			}
		}},
	}
}

package idemtest

import (
	"time"

	"github.com/asixto/go-sdk/idem"
)

func leaseChecks() []Check {
	return []Check{
		{"time/lease", "a lease holds until its end, and then the key is in doubt for who does not take it over", func(r *rig) {
			c, _ := r.owned()
			r.pass(3)
			r.finds(r.b, rival(c), idem.StateRunning, "before the end of the lease")
			r.pass(2)
			r.finds(r.a, rival(c), idem.StateDoubt, "after the end of the lease")
			r.finds(r.b, rival(c), idem.StateDoubt, "after the end of the lease, on the other handle")
		}},
		{"time/lease/others", "a claim that is not granted does not prolong the lease", func(r *rig) {
			c, _ := r.owned()
			r.pass(3)
			long := rival(c)
			long.Lease *= 10
			r.finds(r.b, long, idem.StateRunning, "another owner")
			r.finds(r.b, taking(long), idem.StateRunning, "a take-over")
			r.finds(r.b, other(long), idem.StateConflict, "other arguments")
			r.pass(2)
			r.finds(r.a, rival(c), idem.StateDoubt, "after the end of the first lease")
		}},
		{"time/lease/fraction", "a lease is not rounded to seconds", func(r *rig) {
			if r.backend.Advance == nil {
				r.Skip("the other checks use fractions of a second already")
			}
			c := r.claim()
			c.Lease = 1500 * time.Millisecond
			r.finds(r.a, c, idem.StateGranted, "a free key")
			r.backend.Advance(1300 * time.Millisecond)
			r.finds(r.b, rival(c), idem.StateRunning, "1.3 s of 1.5 s")
			r.backend.Advance(400 * time.Millisecond)
			r.finds(r.b, rival(c), idem.StateDoubt, "1.7 s of 1.5 s")
		}},
		{"time/lease/short", "a lease of a millisecond is granted and ends", func(r *rig) {
			c := r.claim()
			c.Lease = time.Millisecond
			r.finds(r.a, c, idem.StateGranted, "a free key")
			r.pass(1)
			r.finds(r.b, rival(c), idem.StateDoubt, "after a millisecond")
		}},
		{"time/lease/repeat", "a claim repeated with its token starts the lease anew", func(r *rig) {
			c, _ := r.owned()
			r.pass(3)
			r.finds(r.a, c, idem.StateGranted, "the claim repeated")
			r.pass(2)
			r.finds(r.b, rival(c), idem.StateRunning, "before the end of the new lease")
		}},
		{"time/clock", "the store's clock decides, whatever the caller's machine says", func(r *rig) {
			for range 2 {
				c, _ := r.owned()
				r.finds(r.b, rival(c), idem.StateRunning, "from another machine")
				r.finds(r.b, taking(rival(c)), idem.StateRunning, "a take-over from another machine")
				r.ok(r.b.Renew(r.ctx, c), "Renew from another machine")
				r.finds(r.a, rival(c), idem.StateRunning, "after it was renewed from another machine")
				r.ok(r.b.Complete(r.ctx, c, bytesOf("x")), "Complete from another machine")
				r.replays(c, "x", "after it was completed from another machine")
				r.a, r.b = r.b, r.a
			}
		}},
	}
}

func renewalChecks() []Check {
	return []Check{
		{"time/renew", "Renew starts the lease anew from now, on every handle", func(r *rig) {
			c, _ := r.owned()
			r.pass(3)
			r.ok(r.b.Renew(r.ctx, c), "Renew")
			r.pass(2)
			r.finds(r.a, rival(c), idem.StateRunning, "before the end of the new lease")
			r.ok(r.a.Renew(r.ctx, c), "Renew again")
			r.ok(r.a.Renew(r.ctx, c), "Renew repeated")
			r.pass(5)
			r.finds(r.a, rival(c), idem.StateDoubt, "after the end of the last lease")
		}},
		{"time/renew/life", "a claim that is renewed lives on beyond its first lease and retention", func(r *rig) {
			c, _ := r.owned()
			for range 7 {
				r.pass(3)
				r.ok(r.a.Renew(r.ctx, c), "Renew")
			}
			r.finds(r.b, rival(c), idem.StateRunning, "after seven renewals")
			r.pass(10)
			r.finds(r.b, rival(c), idem.StateDoubt, "within the retention after the last one")
		}},
	}
}

func retentionChecks() []Check {
	return []Check{
		{"time/retention/done", "a done key stays for its retention after Complete, and is free after that", func(r *rig) {
			c, _ := r.owned()
			r.pass(3)
			r.ok(r.a.Complete(r.ctx, c, bytesOf("x")), "Complete")
			r.pass(11)
			r.replays(c, "x", "11 of 12 units after Complete")
			r.pass(1.5)
			r.finds(r.b, other(rival(c)), idem.StateGranted, "12.5 of 12 units after Complete")
		}},
		{"time/retention/doubt", "a key in doubt stays for its retention after Hold, and is free after that", func(r *rig) {
			c, _ := r.owned()
			r.pass(3)
			r.ok(r.a.Hold(r.ctx, c), "Hold")
			r.pass(11)
			r.finds(r.b, rival(c), idem.StateDoubt, "11 of 12 units after Hold")
			r.pass(1.5)
			r.finds(r.b, rival(c), idem.StateGranted, "12.5 of 12 units after Hold")
		}},
		{"time/retention/lapsed", "a lapsed key stays for its retention after the end of its lease, and is free after that", func(r *rig) {
			c, _ := r.owned()
			r.pass(15)
			r.finds(r.b, rival(c), idem.StateDoubt, "11 of 12 units after the end of the lease")
			r.pass(1.5)
			r.finds(r.b, rival(c), idem.StateGranted, "12.5 of 12 units after the end of the lease")
		}},
		{"time/retention/gone", "an owner whose record has expired has lost it", func(r *rig) {
			c, _ := r.owned()
			r.pass(17)
			r.lost(r.a.Renew(r.ctx, c), "Renew")
			r.lost(r.a.Complete(r.ctx, c, bytesOf("x")), "Complete")
			r.lost(r.a.Hold(r.ctx, c), "Hold")
			r.ok(r.a.Release(r.ctx, c), "Release of what is free")
			r.finds(r.b, rival(c), idem.StateGranted, "after all")
		}},
		{"time/retention/long", "a retention of 60 days is kept", func(r *rig) {
			if r.backend.Advance == nil {
				r.Skip("the store's clock cannot be moved")
			}
			const day = 24 * time.Hour
			c := r.claim()
			c.Lease, c.Retention = 15*time.Second, 60*day
			r.finds(r.a, c, idem.StateGranted, "a free key")
			r.ok(r.a.Complete(r.ctx, c, bytesOf("x")), "Complete")
			r.backend.Advance(59 * day)
			r.replays(c, "x", "after 59 of 60 days")
			r.backend.Advance(2 * day)
			r.finds(r.b, rival(c), idem.StateGranted, "after 61 of 60 days")
		}},
	}
}

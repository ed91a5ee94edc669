package idemtest

import (
	"context"

	"github.com/asixto/go-sdk/idem"
)

func optionalChecks() []Check {
	return []Check{
		{"sweep", "Sweep removes expired records, no others, and no more than its limit", func(r *rig) {
			sweeper, ok := r.a.(idem.Sweeper)
			if !ok {
				r.Skip("the store is no Sweeper")
			}
			for range 5 {
				r.completed("old")
				r.held()
				r.owned()
			}
			r.pass(17)
			done, doubt := r.completed("new"), r.held()
			running, _ := r.owned()
			if n, err := sweeper.Sweep(r.ctx, 4); err != nil || n > 4 {
				r.Fatalf("Sweep with a limit of 4 removed %d, error %v", n, err)
			}
			for range 20 {
				if _, err := sweeper.Sweep(r.ctx, 100); err != nil {
					r.Fatalf("Sweep: %v", err)
				}
			}
			if n, err := sweeper.Sweep(r.ctx, 100); err != nil || n != 0 {
				r.Fatalf("Sweep removed %d after all that had expired were removed, error %v", n, err)
			}
			r.replays(done, "new", "a done key after Sweep")
			r.finds(r.b, rival(doubt), idem.StateDoubt, "a key in doubt after Sweep")
			r.finds(r.b, rival(running), idem.StateRunning, "a running key after Sweep")
		}},
		{"sweep/lapsed", "Sweep leaves lapsed claims within their retention", func(r *rig) {
			sweeper, ok := r.a.(idem.Sweeper)
			if !ok {
				r.Skip("the store is no Sweeper")
			}
			c, _ := r.owned()
			r.pass(5)
			if _, err := sweeper.Sweep(r.ctx, 100); err != nil {
				r.Fatalf("Sweep: %v", err)
			}
			r.finds(r.b, rival(c), idem.StateDoubt, "a lapsed key after Sweep")
		}},
		{"ping", "Ping answers nil, and an error where its context has ended", func(r *rig) {
			pinger, ok := r.a.(idem.Pinger)
			if !ok {
				r.Skip("the store is no Pinger")
			}
			r.ok(pinger.Ping(r.ctx), "Ping")
			ctx, cancel := context.WithCancel(r.ctx)
			cancel()
			if pinger.Ping(ctx) == nil {
				r.Errorf("Ping with a cancelled context: nil, want an error")
			}
		}},
	}
}

package idemredis_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/asixto/go-sdk/idem"
	"github.com/asixto/go-sdk/idem/idemredis"
)

// Calls of a server that does not reply end with their contexts, whatever the client was told: its own limit is beyond
// what a test would wait.
func TestCallsEndWithTheirContext(t *testing.T) {
	t.Parallel()
	const readTimeout = 5 * time.Second
	for name, punctual := range map[string]bool{"a client as it is recommended": true, "a client as it comes": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := startProxy(t, sharedAddr(t))
			opts := clientOptions(p.addr)
			opts.ContextTimeoutEnabled, opts.ReadTimeout, opts.PoolSize = punctual, readTimeout, 100
			client := connect(t, opts)
			s := open(t, client, &idemredis.Options{Prefix: newPrefix(t, p.server)})
			calls := storeCalls(s)
			calls["Ping"] = func(ctx context.Context, _ idem.Claim) error { return s.Ping(ctx) }
			calls["New"] = func(ctx context.Context, _ idem.Claim) error {
				_, err := idemredis.New(ctx, client, nil)
				return err
			}
			p.judgeBy(func([]byte) verdict { return stall })
			for call, do := range calls {
				ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
				start := time.Now()
				if err := do(ctx, newClaim()); err == nil || time.Since(start) >= readTimeout {
					t.Fatalf("%s: %v after %v, want an error at its deadline", call, err, time.Since(start))
				}
				cancel()
			}
			gone := errors.New("the caller has gone")
			for call, do := range calls {
				ctx, cancel := context.WithCancelCause(t.Context())
				p.judgeBy(func([]byte) verdict {
					cancel(gone) // the request is under way
					return stall
				})
				if err := do(ctx, newClaim()); !errors.Is(err, gone) {
					t.Fatalf("%s: %v after it was cancelled, want the cause", call, err)
				}
			}
		})
	}
}

// A call that outlives its context works on bytes of its own.
func TestResultsAreNotSharedWithACallThatGoesOn(t *testing.T) {
	t.Parallel()
	addr := sharedAddr(t)
	prefix := newPrefix(t, addr)
	direct := open(t, connect(t, clientOptions(addr)), &idemredis.Options{Prefix: prefix})
	claim := newClaim()
	finds(t, direct, claim, idem.StateGranted)

	p := startProxy(t, addr)
	opts := clientOptions(p.addr)
	opts.ContextTimeoutEnabled = false
	s := open(t, connect(t, opts), &idemredis.Options{Prefix: prefix})
	ctx, cancel := context.WithCancel(t.Context())
	arrived, goOn := make(chan struct{}), make(chan struct{})
	p.judgeBy(func([]byte) verdict {
		p.judgeBy(nil)
		cancel()
		close(arrived)
		<-goOn
		return pass
	})
	result := make([]byte, 8<<20) // more than fits on the way
	if err := s.Complete(ctx, claim, idem.Result{Bytes: result}); !errors.Is(err, context.Canceled) {
		t.Fatalf("Complete: %v, want that it was cancelled", err)
	}
	<-arrived
	for i := range result {
		result[i] = 'X'
	}
	close(goOn)
	eventually(t, "the end of the call", func() bool {
		rec, err := direct.Claim(t.Context(), rival(claim))
		ok(t, err)
		for _, b := range rec.Bytes {
			if b != 0 {
				t.Fatal("the caller changed what is stored")
			}
		}
		return rec.State == idem.StateDone
	})
}

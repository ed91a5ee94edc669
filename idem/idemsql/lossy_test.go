package idemsql

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/asixto/go-sdk/idem"
	"github.com/asixto/go-sdk/idem/idemtest"
)

// insistent repeats each call that failed, as a caller does whose replies are lost.
type insistent struct{ *Store }

func insist[T any](ctx context.Context, call func() (T, error)) (v T, err error) {
	for range 30 {
		v, err = call()
		if err == nil || ctx.Err() != nil || errors.Is(err, idem.ErrLost) || errors.Is(err, idem.ErrTooLarge) {
			break
		}
	}
	return v, err
}

func insistOn(ctx context.Context, call func() error) error {
	_, err := insist(ctx, func() (struct{}, error) { return struct{}{}, call() })
	return err
}

func (s insistent) Claim(ctx context.Context, c idem.Claim) (idem.Record, error) {
	return insist(ctx, func() (idem.Record, error) { return s.Store.Claim(ctx, c) })
}

func (s insistent) Renew(ctx context.Context, c idem.Claim) error {
	return insistOn(ctx, func() error { return s.Store.Renew(ctx, c) })
}

func (s insistent) Complete(ctx context.Context, c idem.Claim, r idem.Result) error {
	return insistOn(ctx, func() error { return s.Store.Complete(ctx, c, r) })
}

func (s insistent) Hold(ctx context.Context, c idem.Claim) error {
	return insistOn(ctx, func() error { return s.Store.Hold(ctx, c) })
}

func (s insistent) Release(ctx context.Context, c idem.Claim) error {
	return insistOn(ctx, func() error { return s.Store.Release(ctx, c) })
}

func (s insistent) Sweep(ctx context.Context, limit int) (int, error) {
	return insist(ctx, func() (int, error) { return s.Store.Sweep(ctx, limit) })
}

func (s insistent) Ping(ctx context.Context) error {
	return insistOn(ctx, func() error { return s.Store.Ping(ctx) })
}

// TestKitWithLostReplies loses many replies after the server has acted.
func TestKitWithLostReplies(t *testing.T) {
	t.Parallel()
	for _, c := range idemtest.Checks() {
		if strings.HasPrefix(c.Name, "tx/") {
			continue // a transaction whose connection is lost is not repeated by its store: see TestCommitReplyLost
		}
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			p := newPlace(t, PostgreSQL)
			b := backend(t, p)
			lossy, x := p.throughProxy(t)
			lossy.Clock = true
			odds := 5
			switch group, _, _ := strings.Cut(c.Name, "/"); group {
			case "engine", "fault":
				odds = 20 // an engine waits for a call a third of its short lease, and each loss takes a new connection
			case "model":
				odds = 50 // of its thousands of calls
			}
			x.loseOneOf(odds)
			b.Open = func(tb testing.TB) idem.Store {
				s, err := open(lossy.open(tb), PostgreSQL, lossy.options()) // New fails if one of its many replies is lost
				if err != nil {
					tb.Fatal(err)
				}
				return insistent{s}
			}
			c.Run(t, b)
		})
	}
}

package idem_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"github.com/asixto/go-sdk/idem"
)

var errFailed = errors.New("the run failed")

func mustNew(tb testing.TB, store idem.Store, opts *idem.Options) *idem.Engine {
	tb.Helper()
	e, err := idem.New(store, opts)
	if err != nil {
		tb.Fatal(err)
	}
	return e
}

// started returns an engine that is shut down with the test, and must have nothing left to do by then.
func started(t testing.TB, store idem.Store, opts *idem.Options) *idem.Engine {
	t.Helper()
	e := mustNew(t, store, opts)
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(t.Context()), time.Hour)
		defer cancel()
		if err := e.Shutdown(ctx); err != nil {
			t.Errorf("Shutdown: %v", err)
		}
	})
	return e
}

func request(key string) idem.Request {
	return idem.Request{Key: idem.Key{Client: "asixto", Company: "cmp_1", Tool: "abrir_caso", Key: key}}
}

// effect counts runs.
type effect struct{ count atomic.Int64 }

func (f *effect) returning(result string) func(context.Context) ([]byte, error) {
	return func(context.Context) ([]byte, error) {
		f.count.Add(1)
		return []byte(result), nil
	}
}

func (f *effect) failing(err error) func(context.Context) ([]byte, error) {
	return func(context.Context) ([]byte, error) {
		f.count.Add(1)
		return nil, err
	}
}

// lasting takes d and ignores its context.
func (f *effect) lasting(d time.Duration, result string) func(context.Context) ([]byte, error) {
	return func(context.Context) ([]byte, error) {
		f.count.Add(1)
		time.Sleep(d)
		return []byte(result), nil
	}
}

func (f *effect) want(t testing.TB, n int64) {
	t.Helper()
	if got := f.count.Load(); got != n {
		t.Errorf("%d effects, want %d", got, n)
	}
}

// gives expects a result.
func gives(t testing.TB, want string) func(idem.Outcome, error) idem.Outcome {
	t.Helper()
	return func(out idem.Outcome, err error) idem.Outcome {
		t.Helper()
		if err != nil || string(out.Result) != want || out.Tombstone {
			t.Errorf("Do: %q, tombstone %t, error %v; want the result %q", out.Result, out.Tombstone, err, want)
		}
		return out
	}
}

// refuses expects an error.
func refuses(t testing.TB, want error) func(idem.Outcome, error) {
	t.Helper()
	return func(out idem.Outcome, err error) {
		t.Helper()
		_ = refusal(t, want)(out, err)
	}
}

// refusal expects an error, and returns it.
func refusal(t testing.TB, want error) func(idem.Outcome, error) error {
	t.Helper()
	return func(out idem.Outcome, err error) error {
		t.Helper()
		if !errors.Is(err, want) {
			t.Errorf("Do: %q, error %v; want the error %v", out.Result, err, want)
		}
		return err
	}
}

func never(t testing.TB) func(context.Context) ([]byte, error) {
	return func(context.Context) ([]byte, error) {
		t.Error("run was called, want it not to be")
		return nil, nil
	}
}

func claimOf(req idem.Request) idem.Claim {
	return idem.Claim{
		ID: req.Key.ID(), Token: idem.Token{1}, Fingerprint: req.Fingerprint,
		Lease: 15 * time.Second, Retention: 7 * 24 * time.Hour,
	}
}

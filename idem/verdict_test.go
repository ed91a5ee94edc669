package idem_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"runtime"
	"testing"
	"testing/synctest"
	"time"

	"github.com/asixto/go-sdk/idem"
)

// fate is what a later call finds.
type fate string

const (
	freed     fate = "freed"
	doubtful  fate = "in doubt"
	tombstone fate = "a tombstone"
)

// endings are the ways in which a run ends badly, and what becomes of the key unless the request is repeatable.
func endings() map[string]struct {
	run  func(context.Context) ([]byte, error)
	want fate
} {
	type ending = struct {
		run  func(context.Context) ([]byte, error)
		want fate
	}
	of := func(err error, want fate) ending {
		return ending{func(context.Context) ([]byte, error) { return []byte("ignored"), err }, want}
	}
	wrap := func(err error) error { return fmt.Errorf("wrapped: %w", err) }
	return map[string]ending{
		"an error":                    of(errFailed, freed),
		"a broken connection":         of(io.ErrUnexpectedEOF, freed),
		"a deadline":                  of(context.DeadlineExceeded, doubtful),
		"a cancellation":              of(context.Canceled, doubtful),
		"a deadline, wrapped":         of(wrap(context.DeadlineExceeded), doubtful),
		"a deadline among others":     of(errors.Join(errFailed, wrap(context.Canceled)), doubtful),
		"a deadline of the system":    of(os.ErrDeadlineExceeded, doubtful),
		"a time-out of the network":   of(&net.OpError{Op: "read", Err: os.ErrDeadlineExceeded}, doubtful),
		"an error that is a deadline": of(slowError{}, doubtful),
		"another key's doubt":         of(wrap(idem.ErrInDoubt), doubtful),
		"InDoubt":                     of(idem.InDoubt(errFailed), doubtful),
		"InDoubt, wrapped":            of(wrap(idem.InDoubt(errFailed)), doubtful),
		"InDoubt among others":        of(errors.Join(errFailed, idem.InDoubt(errFailed)), doubtful),
		"NotDone":                     of(idem.NotDone(errFailed), freed),
		"NotDone of a deadline":       of(idem.NotDone(context.DeadlineExceeded), freed),
		"NotDone, wrapped":            of(wrap(idem.NotDone(wrap(context.Canceled))), freed),
		"NotDone beside InDoubt":      of(errors.Join(idem.NotDone(errFailed), idem.InDoubt(errFailed)), doubtful),
		"InDoubt beside NotDone":      of(errors.Join(idem.InDoubt(errFailed), idem.NotDone(errFailed)), doubtful),
		"Done beside NotDone":         of(errors.Join(idem.Done(errFailed), idem.NotDone(errFailed)), tombstone),
		"NotDone beside a deadline":   of(errors.Join(idem.NotDone(errFailed), context.DeadlineExceeded), doubtful),
		"InDoubt inside NotDone":      of(idem.NotDone(wrap(idem.InDoubt(errFailed))), freed),
		"NotDone inside InDoubt":      of(idem.InDoubt(wrap(idem.NotDone(errFailed))), doubtful),
		"Done":                        of(idem.Done(errFailed), tombstone),
		"Done of a deadline":          of(wrap(idem.Done(context.DeadlineExceeded)), tombstone),
		"Done beside InDoubt":         of(errors.Join(idem.InDoubt(errFailed), idem.Done(errFailed)), tombstone),
		"a panic":                     {func(context.Context) ([]byte, error) { panic("on purpose") }, doubtful},
		"a panic with nil":            {func(context.Context) ([]byte, error) { panic(nil) }, doubtful}, //nolint:govet // the case
		"Goexit":                      {func(context.Context) ([]byte, error) { runtime.Goexit(); return nil, nil }, doubtful},
		"an error after the deadline": {func(ctx context.Context) ([]byte, error) { <-ctx.Done(); return nil, errFailed }, doubtful},
		"NotDone after the deadline":  {func(ctx context.Context) ([]byte, error) { <-ctx.Done(); return nil, idem.NotDone(errFailed) }, freed},
	}
}

// slowError says that it is a deadline by a method, as errors of net/http do.
type slowError struct{}

func (slowError) Error() string        { return "slow" }
func (slowError) Is(target error) bool { return target == context.DeadlineExceeded }

func TestWhatBecomesOfTheKey(t *testing.T) {
	t.Parallel()
	for name, end := range endings() {
		for _, repeatable := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s/repeatable %t", name, repeatable), func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					store := idem.NewMemory(nil)
					e, other := started(t, store, nil), started(t, store, nil)
					req := request("k")
					req.Repeatable = repeatable
					want := end.want
					if repeatable && want == doubtful {
						want = freed
					}
					_, err := e.Do(t.Context(), req, end.run)
					if err == nil {
						t.Error("Do: nil, want the error")
					}
					time.Sleep(time.Minute) // a run that overstayed has ended
					if got := errors.Is(err, idem.ErrInDoubt); got != (want == doubtful) && !errors.Is(err, context.DeadlineExceeded) && name != "another key's doubt" {
						t.Errorf("the error is %v; is it ErrInDoubt: %t, want %t", err, got, want == doubtful)
					}
					for _, engine := range []*idem.Engine{e, other} {
						if got := fateOf(t, engine, req); got != want {
							t.Errorf("a later call finds the key %s, want %s", got, want)
						}
					}
				})
			})
		}
	}
}

// fateOf looks at a key and leaves it as it is.
func fateOf(t testing.TB, e *idem.Engine, req idem.Request) fate {
	t.Helper()
	errLook := errors.New("only a look")
	out, err := e.Do(t.Context(), req, func(context.Context) ([]byte, error) { return nil, idem.NotDone(errLook) })
	switch {
	case errors.Is(err, errLook):
		return freed
	case errors.Is(err, idem.ErrInDoubt):
		return doubtful
	case err == nil && out.Tombstone:
		return tombstone
	}
	return fate(fmt.Sprintf("with %q, error %v", out.Result, err))
}

func TestTheRunsErrorIsFound(t *testing.T) {
	t.Parallel()
	e := started(t, idem.NewMemory(nil), nil)
	for name, mark := range map[string]func(error) error{"InDoubt": idem.InDoubt, "NotDone": idem.NotDone, "Done": idem.Done} {
		marked := mark(errFailed)
		if marked.Error() != errFailed.Error() || !errors.Is(marked, errFailed) {
			t.Errorf("%s: %v, want a mark that is not seen", name, marked)
		}
		if mark(nil) != nil {
			t.Errorf("%s(nil) is not nil", name)
		}
		refuses(t, errFailed)(e.Do(t.Context(), request(name), new(effect).failing(marked)))
	}
	_, err := e.Do(t.Context(), request("panic"), func(context.Context) ([]byte, error) { panic("on purpose") })
	var p *idem.PanicError
	if !errors.As(err, &p) || p.Value != "on purpose" || len(p.Stack) == 0 || !errors.Is(err, idem.ErrInDoubt) {
		t.Errorf("the error of a panic is %v, want a PanicError with its stack, in doubt", err)
	}
}

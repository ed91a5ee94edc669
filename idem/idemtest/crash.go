package idemtest

import (
	"context"
	"errors"
	"os/exec"
	"testing"

	"github.com/asixto/go-sdk/idem"
)

// point is where a child is killed.
type point string

const (
	beforeClaim  point = "before the claim"
	afterClaim   point = "after the claim"
	duringEffect point = "during the effect"
	afterEffect  point = "after the effect"
	afterSave    point = "after the save"
)

// kind is what the request of a child is.
type kind string

const (
	ordinary   kind = "ordinary"
	repeatable kind = "repeatable"
	resolved   kind = "resolved"
)

// Crash kills a process at each point of an operation and holds what the next process finds against the contract: never two effects
// unless the request is Repeatable, and the answer is the stored result, or that of a run where nothing had happened, or ErrInDoubt.
func Crash(t *testing.T, p Processes) {
	t.Helper()
	p.withDefaults()
	if o, ok := orders(t); ok {
		p.crash(t, o)
		return
	}
	test := t.Name()
	for _, k := range []kind{ordinary, repeatable, resolved} {
		for _, at := range []point{beforeClaim, afterClaim, duringEffect, afterEffect, afterSave} {
			t.Run(string(k)+"/"+string(at), func(t *testing.T) {
				t.Parallel()
				for range p.Rounds {
					o := p.order(t)
					o.Kind, o.Point = k, at
					p.afterCrash(t, test, o)
				}
			})
		}
	}
}

// crash is the child: it kills itself on the way.
func (p *Processes) crash(tb testing.TB, o order) {
	die := func(at point) {
		if at == o.Point {
			suicide()
		}
	}
	e := p.engine(tb, o, func(s idem.Store) idem.Store { return &deadly{s, die} })
	_, err := e.Do(tb.Context(), o.request(), func(context.Context) ([]byte, error) {
		die(duringEffect)
		if err := o.effect(); err != nil {
			return nil, err
		}
		die(afterEffect)
		return []byte(jobResult), nil
	})
	tb.Fatalf("the process outlived its own death, Do returned: %v", err)
}

// deadly is a store in a process that dies around its calls.
type deadly struct {
	idem.Store
	die func(point)
}

func (s *deadly) Claim(ctx context.Context, c idem.Claim) (idem.Record, error) {
	s.die(beforeClaim)
	rec, err := s.Store.Claim(ctx, c)
	s.die(afterClaim)
	return rec, err
}

func (s *deadly) Complete(ctx context.Context, c idem.Claim, r idem.Result) error {
	err := s.Store.Complete(ctx, c, r)
	s.die(afterSave)
	return err
}

// afterCrash lets a child die and looks at what it left.
func (p *Processes) afterCrash(t *testing.T, test string, o order) {
	t.Helper()
	out, err := child(t, test, o).CombinedOutput()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != -1 {
		t.Fatalf("the child was not killed: %v\n%s", err, out)
	}
	happened := o.effects(t)
	e := p.engine(t, o, nil)
	defer func() { _ = e.Shutdown(t.Context()) }()
	req := o.request()
	if o.Kind == resolved {
		req.Resolve = func(context.Context, idem.Attempt) (idem.Resolution, error) {
			if happened > 0 {
				return idem.ResolvedDone([]byte(jobResult)), nil
			}
			return idem.ResolvedNotDone(), nil
		}
	}
	for call := range 2 { // the second finds what the first found, or left
		answer, err := e.Do(t.Context(), req, func(context.Context) ([]byte, error) { return []byte(jobResult), o.effect() })
		if want := o.expected(); !errors.Is(err, want) || err == nil && string(answer.Result) != jobResult {
			t.Fatalf("call %d after the crash: %q, error %v; want error %v, or the result %q", call+1, answer.Result, err, want, jobResult)
		}
		if n, want := o.effects(t), o.expectedEffects(happened); n != want {
			t.Fatalf("call %d after the crash: %d effects, want %d", call+1, n, want)
		}
	}
}

// expected is the error of the calls after the crash.
func (o *order) expected() error {
	if o.Kind == ordinary && (o.Point == afterClaim || o.Point == duringEffect || o.Point == afterEffect) {
		return idem.ErrInDoubt
	}
	return nil
}

func (o *order) expectedEffects(happened int) int {
	switch {
	case o.Point == afterSave, o.expected() != nil, o.Kind == resolved && happened > 0:
		return happened
	}
	return happened + 1
}

package idem_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/asixto/go-sdk/idem"
)

func TestNewRefusesWhatCannotWork(t *testing.T) {
	t.Parallel()
	memory := idem.NewMemory(nil)
	for name, c := range map[string]struct {
		store idem.Store
		opts  *idem.Options
		want  string
	}{
		"no store":        {nil, nil, "nil"},
		"Disabled":        {idem.Disabled, nil, "Disabled"},
		"negative lease":  {memory, &idem.Options{Lease: -1}, "Lease"},
		"short lease":     {memory, &idem.Options{Lease: time.Millisecond}, "Lease"},
		"negative wait":   {memory, &idem.Options{Wait: -1}, "Wait"},
		"short cap":       {memory, &idem.Options{Lease: time.Minute, Cap: time.Second}, "Cap"},
		"short retention": {memory, &idem.Options{Retention: 7*24*time.Hour - 1}, "Retention"},
		"negative result": {memory, &idem.Options{MaxResult: -1}, "MaxResult"},
		"negative crowd":  {memory, &idem.Options{MaxWaiters: -1}, "MaxWaiters"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if _, err := idem.New(c.store, c.opts); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("New: %v, want an error that names %s", err, c.want)
			}
		})
	}
}

func TestOptionsHaveTheirDefaults(t *testing.T) {
	t.Parallel()
	o := mustNew(t, idem.NewMemory(nil), nil).Options()
	for name, c := range map[string]struct{ got, want any }{
		"Lease":      {o.Lease, 15 * time.Second},
		"Wait":       {o.Wait, 20 * time.Second},
		"Cap":        {o.Cap, 15 * time.Minute},
		"Retention":  {o.Retention, 7 * 24 * time.Hour},
		"MaxResult":  {o.MaxResult, 1 << 20},
		"MaxWaiters": {o.MaxWaiters, 4096},
		"SweepEvery": {o.SweepEvery, time.Minute},
	} {
		if c.got != c.want {
			t.Errorf("the default of %s is %v, want %v", name, c.got, c.want)
		}
	}
}

func TestTheCapIsNoShorterThanTheLease(t *testing.T) {
	t.Parallel()
	if o := mustNew(t, idem.NewMemory(nil), &idem.Options{Lease: time.Hour}).Options(); o.Cap != time.Hour {
		t.Errorf("the default of Cap beside a lease of an hour is %v, want the same", o.Cap)
	}
}

func TestDoRefusesBeforeAnyEffect(t *testing.T) {
	t.Parallel()
	store := idem.NewMemory(nil)
	e := started(t, store, nil)
	edit := func(change func(*idem.Request)) idem.Request {
		req := request("k")
		change(&req)
		return req
	}
	for name, req := range map[string]idem.Request{
		"no tool":          edit(func(r *idem.Request) { r.Key.Tool = "" }),
		"no key":           edit(func(r *idem.Request) { r.Key.Key = "" }),
		"too long a key":   edit(func(r *idem.Request) { r.Key.Key = strings.Repeat("x", idem.MaxKey+1) }),
		"negative timeout": edit(func(r *idem.Request) { r.Timeout = -1 }),
		"timeout over cap": edit(func(r *idem.Request) { r.Timeout = time.Hour }),
		"no transactions":  edit(func(r *idem.Request) { r.InTx = true }),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			refuses(t, idem.ErrRequest)(e.Do(t.Context(), req, never(t)))
		})
	}
	refuses(t, idem.ErrRequest)(e.Do(t.Context(), request("k"), nil))
	if _, err := idem.Do[int](t.Context(), e, request("k"), nil); !errors.Is(err, idem.ErrRequest) {
		t.Errorf("Do[T] without run: %v, want ErrRequest", err)
	}
	if n := store.Len(); n != 0 {
		t.Errorf("%d keys are left in the store, want none", n)
	}
	longest := request(strings.Repeat("x", idem.MaxKey))
	gives(t, "x")(e.Do(t.Context(), longest, new(effect).returning("x")))
}

func TestADeadlineAlreadyPastIsRefused(t *testing.T) {
	t.Parallel()
	store := idem.NewMemory(nil)
	e := started(t, store, nil)
	past, cancel := context.WithDeadline(t.Context(), time.Now().Add(-time.Second))
	defer cancel()
	refuses(t, context.DeadlineExceeded)(e.Do(past, request("k"), never(t)))
	gone, leave := context.WithCancelCause(t.Context())
	leave(errFailed)
	refuses(t, errFailed)(e.Do(gone, request("k"), never(t)))
	if n := store.Len(); n != 0 {
		t.Errorf("%d keys are left in the store, want none", n)
	}
}

func TestDisabledKeepsNothing(t *testing.T) {
	t.Parallel()
	s, c := idem.Disabled, claimOf(request("k"))
	_, err := s.Claim(t.Context(), c)
	for name, err := range map[string]error{
		"Claim": err, "Renew": s.Renew(t.Context(), c), "Complete": s.Complete(t.Context(), c, idem.Result{}),
		"Hold": s.Hold(t.Context(), c), "Release": s.Release(t.Context(), c),
	} {
		if err == nil {
			t.Errorf("Disabled.%s: nil, want an error", name)
		}
	}
}

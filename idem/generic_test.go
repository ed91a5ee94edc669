package idem_test

import (
	"context"
	"errors"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/asixto/go-sdk/idem"
)

type payment struct {
	ID     int64          `json:"id"`
	Notes  []string       `json:"notes"`
	Labels map[string]int `json:"labels,omitempty"`
	hidden int
}

func TestDoOfATypeGivesEveryCallTheSameValue(t *testing.T) {
	t.Parallel()
	e := started(t, idem.NewMemory(nil), nil)
	want := payment{ID: 9007199254740993, Notes: []string{"<&>", "é"}, Labels: map[string]int{"b": 1, "a": 2}}
	runs := 0
	for range 3 {
		got, err := idem.Do(t.Context(), e, request("k"), func(context.Context) (payment, error) {
			runs++
			made := want
			made.hidden = 1 // JSON does not keep it, so nobody is to see it
			return made, nil
		})
		if diff := cmp.Diff(want, got, cmp.AllowUnexported(payment{})); err != nil || diff != "" {
			t.Errorf("Do: %v, the value (-want +got):\n%s", err, diff)
		}
	}
	if runs != 1 {
		t.Errorf("%d runs, want 1", runs)
	}
}

func TestDoOfATypeReturnsErrors(t *testing.T) {
	t.Parallel()
	e := started(t, idem.NewMemory(nil), nil)
	_, err := idem.Do(t.Context(), e, request("k"), func(context.Context) (int, error) { return 1, errFailed })
	refuses(t, errFailed)(idem.Outcome{}, err)
	got, err := idem.Do(t.Context(), e, request("k"), func(context.Context) (int, error) { return 2, nil })
	if got != 2 || err != nil {
		t.Errorf("Do after a failure: %d, %v; want 2", got, err)
	}
	_, err = idem.Do(t.Context(), e, request("k"), func(context.Context) ([]string, error) { return nil, nil })
	refuses(t, idem.ErrNoResult)(idem.Outcome{}, err) // stored as another type
}

type explosive struct{}

func (explosive) MarshalJSON() ([]byte, error) { panic("on purpose") }

func TestAValueThatCannotBeEncodedIsDone(t *testing.T) {
	t.Parallel()
	for name, value := range map[string]any{"NaN": math.NaN(), "a channel": make(chan int), "a panic": explosive{}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := started(t, idem.NewMemory(nil), nil)
			runs := 0
			run := func(context.Context) (any, error) { runs++; return value, nil }
			if _, err := idem.Do(t.Context(), e, request("k"), run); err == nil || errors.Is(err, idem.ErrNoResult) {
				t.Errorf("the first call: %v, want what is wrong with the value", err)
			}
			_, err := idem.Do(t.Context(), e, request("k"), run)
			refuses(t, idem.ErrNoResult)(idem.Outcome{}, err)
			if runs != 1 {
				t.Errorf("%d runs, want 1", runs)
			}
		})
	}
}

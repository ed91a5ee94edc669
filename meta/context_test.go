package meta_test

import (
	"context"
	"testing"

	"github.com/asixto/go-sdk/meta"
)

func TestContextCarriesTheCall(t *testing.T) {
	t.Parallel()
	if got := meta.From(t.Context()); got != (meta.Call{}) {
		t.Errorf("From of a bare context = %v, want the zero Call", got)
	}
	outer := meta.New(meta.Values{RequestID: "req_1"})
	inner := meta.New(meta.Values{RequestID: "req_2"})
	ctx := meta.NewContext(t.Context(), outer)
	nested, cancel := context.WithCancel(meta.NewContext(ctx, inner))
	defer cancel()
	if got := meta.From(ctx); got != outer {
		t.Errorf("From = %q, want %q", got.RequestID(), outer.RequestID())
	}
	if got := meta.From(context.WithoutCancel(nested)); got != inner {
		t.Errorf("From of the nested context = %q, want %q", got.RequestID(), inner.RequestID())
	}
}

package asixtotest_test

import (
	"context"
	"testing"

	"github.com/asixto/go-sdk/asixto/asixtotest"
	"github.com/asixto/go-sdk/meta"
)

func TestReadOnly(t *testing.T) {
	t.Parallel()
	c := newCourier()
	client := asixtotest.New(t, server(t, c, nil))
	mustPass(t, func(tb testing.TB) { asixtotest.ReadOnly(tb, client, look, consultaIn{"123456"}, c.Count) })
	mustPass(t, func(tb testing.TB) { asixtotest.ReadOnly(tb, client, look, consultaIn{"123456"}, c.Copy) })
	mustFail(t, func(tb testing.TB) { asixtotest.ReadOnly(tb, client, book, pickup(), c.Count) },
		"readOnlyHint is not true", "it wrote", "asixto.Write")
	mustFail(t, func(tb testing.TB) { asixtotest.ReadOnly(tb, client, "borrar_todo", nil, c.Count) }, "is not offered")
	mustFail(t, func(tb testing.TB) { asixtotest.ReadOnly(tb, client, look, `{}`, c.Count) }, "want a success")
}

// A read that writes in one case alone is found in that one.
func TestReadOnlyFindsHiddenWrites(t *testing.T) {
	t.Parallel()
	seen := make(map[string]bool)
	tests := map[string]struct {
		writes func(meta.Call) bool
		says   string
	}{
		"in voice":      {func(c meta.Call) bool { return c.Channel() == meta.Voice }, "in voice: it wrote"},
		"chat, no key":  {func(c meta.Call) bool { return c.Channel() == meta.Chat && c.IdempotencyKey() == "" }, "in chat, without a key: it wrote"},
		"without a key": {func(c meta.Call) bool { return c.IdempotencyKey() == "" }, "without a key: it wrote"},
		"at once":       {func(meta.Call) bool { return true }, "in chat: it wrote"},
		"the second one": {func(c meta.Call) bool {
			again := seen[c.IdempotencyKey()]
			seen[c.IdempotencyKey()] = true
			return again
		}, "with the same key again: it wrote"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			log := map[string]int{}
			client := asixtotest.Tool(t, lookTool(), func(ctx context.Context, in consultaIn) (consultaOut, error) {
				if tt.writes(meta.From(ctx)) {
					log[in.Guia]++
				}
				return consultaOut{}, nil
			})
			mustFail(t, func(tb testing.TB) {
				asixtotest.ReadOnly(tb, client, look, consultaIn{"123456"}, func() map[string]int { return log }) // no copy, and seen all the same
			}, tt.says)
		})
	}
}

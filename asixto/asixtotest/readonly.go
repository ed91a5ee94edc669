package asixtotest

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"github.com/asixto/go-sdk/meta"
)

// ReadOnly proves that a tool which says that it reads writes nothing: the probe
// shows the same state before and after the tool is called in chat and in voice,
// with a key, with that key again, and without one, and after a connection that
// is cut. Each call must succeed. probe returns what could have changed, a count
// or a copy of the records; it is asked only while no call is running.
func ReadOnly[S any](tb testing.TB, c *Client, tool string, in any, probe func() S, opts ...CallOption) {
	tb.Helper()
	if err := c.saysItReads(tb, tool); err != nil {
		tb.Error(err)
	}
	key := Key(c.next("key"))
	steps := []struct {
		name string
		opts []CallOption
	}{
		{"in chat", []CallOption{Chat(), key}},
		{"in chat, with the same key again", []CallOption{Chat(), key}},
		{"in voice", []CallOption{Voice()}},
		{"in voice, without a key", []CallOption{Voice(), Without(meta.KeyIdempotencyKey)}},
		{"in chat, without a key", []CallOption{Chat(), Without(meta.KeyIdempotencyKey)}},
		{"in chat, with a cut connection", []CallOption{Chat(), Cut()}},
	}
	for _, s := range steps {
		before := see(probe())
		succeeded(tb, c, tool, in, slices.Concat(opts, s.opts))
		if after := see(probe()); !before.same(after) {
			tb.Errorf("asixtotest: tool %q: %s: it wrote: the probe showed %s, then %s: "+
				"a tool that writes is asixto.Write or asixto.Destructive", tool, s.name, before.shown, after.shown)
			return
		}
	}
}

func (c *Client) saysItReads(tb testing.TB, tool string) error {
	tb.Helper()
	defs, err := c.list(tb.Context())
	if err != nil {
		return err
	}
	for _, d := range defs {
		if d.Name != tool {
			continue
		}
		if d.Annotations.ReadOnly == nil || !*d.Annotations.ReadOnly {
			return fmt.Errorf("asixtotest: tool %q: readOnlyHint is not true: it is none of those that only read", tool)
		}
		return nil
	}
	return fmt.Errorf("asixtotest: tool %q is not offered", tool)
}

// sight is what a probe showed; shown is kept since the value may change later.
type sight struct {
	value any
	shown string
}

func see(value any) sight { return sight{value, fmt.Sprintf("%+v", value)} }

func (s sight) same(other sight) bool {
	return s.shown == other.shown && reflect.DeepEqual(s.value, other.value)
}

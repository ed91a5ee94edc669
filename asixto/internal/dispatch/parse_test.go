package dispatch

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/asixto/go-sdk/meta"
)

func parsed(body string, deepest int) (*parser, *Error) {
	p := new(parser)
	p.buf.WriteString(body)
	err := p.parse(deepest)
	return p, err
}

// sayings compares calls by what they say.
var sayings = cmp.Transformer("sayings", func(c meta.Call) []string {
	list, _ := c.PriceListID()
	out := []string{
		c.IdempotencyKey(), c.ConversationID(), c.RequestID(), string(c.Channel()),
		c.CompanyID(), list, c.Currency(), c.Timezone(),
	}
	for i, key := range noted[:8] {
		out[i] = fmt.Sprintf("%s (%v)", out[i], c.State(key))
	}
	return out
})

// TestParseAnySpelling draws a message with its members in any order, among
// others, with or without escapes and space, and reads it back.
func TestParseAnySpelling(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		name, key := rapid.String().Draw(t, "name"), rapid.String().Draw(t, "key")
		trace := Trace{Parent: "00-a-b-01", State: rapid.String().Draw(t, "state"), Baggage: "x=1"}
		arguments := object(t, map[string]string{"n": "9007199254740993"})
		body := object(t, map[string]string{
			"jsonrpc": `"2.0"`, "id": "17", "method": quoted(t, methodCall),
			"params": object(t, map[string]string{
				"name": quoted(t, name), "arguments": arguments,
				"_meta": object(t, map[string]string{
					keyVersion: quoted(t, Revision), keyCapabilities: "{}",
					"traceparent": quoted(t, trace.Parent), "tracestate": quoted(t, trace.State), "baggage": quoted(t, trace.Baggage),
					meta.KeyIdempotencyKey: quoted(t, key), meta.KeyPriceListID: "null", meta.KeyChannel: "5",
				}),
			}),
		})

		p, err := parsed(body, 64)
		if err != nil || !p.env.served() || p.env.validate() != nil {
			t.Fatalf("%s\nis not served: %v", body, err)
		}
		want := request{
			method: methodCall, name: name, arguments: jsontext.Value(arguments), trace: trace,
			call: meta.FromMap(map[string]any{meta.KeyIdempotencyKey: key, meta.KeyPriceListID: nil, meta.KeyChannel: 5}),
		}
		if diff := cmp.Diff(want, p.request(), cmp.AllowUnexported(request{}), sayings); diff != "" {
			t.Fatalf("%s\n(-want +got):\n%s", body, diff)
		}
		if id := string(p.env.replyID()); id != "17" {
			t.Fatalf("%s\nhas the id %s", body, id)
		}
	})
}

// object writes members in a drawn order beside a stranger.
func object(t *rapid.T, members map[string]string) string {
	members["otro"] = rapid.SampledFrom([]string{"null", `{"id":[{}]}`, `["\"}"]`, `"_meta"`, "-1e9"}).Draw(t, "stranger")
	space := rapid.SampledFrom([]string{"", " ", "\n\t"}).Draw(t, "space")
	var parts []string
	for _, name := range rapid.Permutation(slices.Sorted(maps.Keys(members))).Draw(t, "order") {
		parts = append(parts, space+quoted(t, name)+space+":"+space+members[name]+space)
	}
	return "{" + strings.Join(parts, ",") + "}"
}

// quoted spells a string plainly or with each ASCII character escaped.
func quoted(t *rapid.T, s string) string {
	plain := string(appendQuote(nil, s))
	if !rapid.Bool().Draw(t, "escaped") {
		return plain
	}
	var b strings.Builder
	for _, r := range s {
		if r < 0x80 {
			fmt.Fprintf(&b, `\u%04x`, r)
		} else {
			b.WriteRune(r)
		}
	}
	return `"` + b.String() + `"`
}

// TestLoneSurrogate: two keys that are no text must not become one.
func TestLoneSurrogate(t *testing.T) {
	t.Parallel()
	p, err := parsed(strings.Replace(gatewayCall, "9f2a7c", `k\ud800`, 1), 64)
	if err != nil {
		t.Fatal(err)
	}
	if got := p.request().call.State(meta.KeyIdempotencyKey); got != meta.WrongType {
		t.Errorf("an idempotency key with a lone surrogate is %v, want %v", got, meta.WrongType)
	}
}

func TestDepth(t *testing.T) {
	t.Parallel()
	nested := func(levels int) string {
		return `{"params":` + strings.Repeat(`{"a":[`, levels/2) + strings.Repeat(`]}`, levels/2) + `}`
	}
	for _, c := range []struct {
		name, body string
		limit      int
		deeper     bool
	}{
		{"at the limit", nested(8), 9, false},
		{"beyond the limit", nested(8), 8, true},
		{"wide but flat", `[` + strings.Repeat(`{},[],`, 50) + `0]`, 2, false},
		{"brackets in strings", `["[[[{{{\"[[[","\\",[]]`, 2, false},
		{"escaped backslash before a quote", `["\\",[[]]]`, 2, true},
		{"closed before opened", `]]]][[[[`, 3, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if got := deeper([]byte(c.body), c.limit); got != c.deeper {
				t.Errorf("deeper(%s, %d) = %v", c.body, c.limit, got)
			}
		})
	}
}

func TestRequestID(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		message(methodList, ""):                                              `"r1"`,
		`{"jsonrpc":"2.0","method":"x","id":9007199254740993}`:               "9007199254740993",
		`{"id":"a\u00e9","params":5}`:                                        `"a\u00e9"`,
		strings.Repeat(`{"id":1,"a":`, 100) + `0` + strings.Repeat(`}`, 100): "1",
		`{"id":1,"id":2}`:                                                    "",
		`{"id":null}`:                                                        "",
		`{"id":1.5}`:                                                         "",
		`{"id":{}}`:                                                          "",
		`{"id":1`:                                                            "",
		`[{"id":1}]`:                                                         "",
		"":                                                                   "",
	} {
		if got := string(RequestID([]byte(body))); got != want {
			t.Errorf("RequestID(%s) = %s, want %s", body, got, want)
		}
	}
}

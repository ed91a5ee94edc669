package meta_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/asixto/go-sdk/meta"
)

// wireKeys are the eight keys in the contract's order.
var wireKeys = []string{
	"com.asixto/idempotencyKey", "com.asixto/conversationId", "com.asixto/requestId", "com.asixto/channel",
	"com.asixto/companyId", "com.asixto/priceListId", "com.asixto/currency", "com.asixto/timezone",
}

// contractCall is the example of the contract page.
const contractCall = `{
	"com.asixto/idempotencyKey": "9f2a7c",
	"com.asixto/conversationId": "cnv_77b",
	"com.asixto/requestId": "req_c41",
	"com.asixto/channel": "voice",
	"com.asixto/companyId": "cmp_31a",
	"com.asixto/priceListId": "pl_mayorista",
	"com.asixto/currency": "COP",
	"com.asixto/timezone": "America/Bogota",
	"io.modelcontextprotocol/protocolVersion": "2026-07-28"
}`

// seen is all that a Call says, in one comparable value.
type seen struct {
	IdempotencyKey, ConversationID, RequestID, CompanyID string
	Channel                                              meta.Channel
	PriceList                                            string
	HasPriceList                                         bool
	Currency, Timezone, Location                         string
}

func see(c meta.Call) seen {
	list, ok := c.PriceListID()
	return seen{
		c.IdempotencyKey(), c.ConversationID(), c.RequestID(), c.CompanyID(),
		c.Channel(), list, ok, c.Currency(), c.Timezone(), c.Location().String(),
	}
}

var silent = seen{Channel: meta.Chat, Location: "UTC"}

func TestFromMapReadsTheContractsExample(t *testing.T) {
	t.Parallel()
	var m map[string]any
	if err := json.Unmarshal([]byte(contractCall), &m); err != nil {
		t.Fatal(err)
	}
	call := meta.FromMap(m)
	want := seen{
		IdempotencyKey: "9f2a7c", ConversationID: "cnv_77b", RequestID: "req_c41", CompanyID: "cmp_31a",
		Channel: meta.Voice, PriceList: "pl_mayorista", HasPriceList: true,
		Currency: "COP", Timezone: "America/Bogota", Location: "America/Bogota",
	}
	if diff := cmp.Diff(want, see(call)); diff != "" {
		t.Errorf("the call (-want +got):\n%s", diff)
	}
	for _, key := range wireKeys {
		if got := call.State(key); got != meta.Present {
			t.Errorf("State(%s) = %s, want present", key, got)
		}
	}
	if problems := call.Problems(); problems != nil {
		t.Errorf("Problems() = %v, want none", problems)
	}
}

func TestACallThatSaidNothing(t *testing.T) {
	t.Parallel()
	foreign := map[string]any{"channel": "voice", "com.asixto/": "x", "com.asixto/Channel": "voice", "": nil}
	calls := map[string]meta.Call{
		"zero": {}, "New": meta.New(meta.Values{}), "nil map": meta.FromMap(nil), "keys of others": meta.FromMap(foreign),
	}
	for name, call := range calls {
		if diff := cmp.Diff(silent, see(call)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		if problems := call.Problems(); problems != nil {
			t.Errorf("%s: Problems() = %v, want none", name, problems)
		}
		for _, key := range append(wireKeys, "channel", "", "com.asixto/verb") {
			if got := call.State(key); got != meta.Missing {
				t.Errorf("%s: State(%q) = %s, want missing", name, key, got)
			}
		}
	}
}

func TestStates(t *testing.T) {
	t.Parallel()
	const missing = "missing"
	tests := []struct {
		key   string
		value any
		want  meta.State
	}{
		{meta.KeyIdempotencyKey, "k", meta.Present},
		{meta.KeyIdempotencyKey, strings.Repeat("k", 256), meta.Present},
		{meta.KeyIdempotencyKey, "k\uFFFD", meta.Invalid},
		{meta.KeyIdempotencyKey, "k\xff", meta.Invalid},
		{meta.KeyIdempotencyKey, strings.Repeat("k", 257), meta.Invalid},
		{meta.KeyIdempotencyKey, strings.Repeat("é", 128), meta.Present},
		{meta.KeyIdempotencyKey, strings.Repeat("é", 128) + "k", meta.Invalid},
		{meta.KeyIdempotencyKey, "", meta.Invalid},
		{meta.KeyIdempotencyKey, nil, meta.Null},
		{meta.KeyIdempotencyKey, 7.0, meta.WrongType},
		{meta.KeyIdempotencyKey, []any{"k"}, meta.WrongType},
		{meta.KeyConversationID, "cnv_77b", meta.Present},
		{meta.KeyConversationID, "", meta.Invalid},
		{meta.KeyConversationID, map[string]any{}, meta.WrongType},
		{meta.KeyRequestID, "req_c41", meta.Present},
		{meta.KeyRequestID, "", meta.Invalid},
		{meta.KeyRequestID, true, meta.WrongType},
		{meta.KeyChannel, "chat", meta.Present},
		{meta.KeyChannel, "voice", meta.Present},
		{meta.KeyChannel, "Voice", meta.Invalid},
		{meta.KeyChannel, "fax", meta.Invalid},
		{meta.KeyChannel, "", meta.Invalid},
		{meta.KeyChannel, meta.Voice, meta.WrongType}, // a Go type that JSON never gives
		{meta.KeyCompanyID, "cmp_31a", meta.Present},
		{meta.KeyCompanyID, "", meta.Invalid},
		{meta.KeyPriceListID, "pl_mayorista", meta.Present},
		{meta.KeyPriceListID, nil, meta.Null},
		{meta.KeyPriceListID, "", meta.Invalid},
		{meta.KeyPriceListID, 3.0, meta.WrongType},
		{meta.KeyCurrency, "COP", meta.Present},
		{meta.KeyCurrency, "cop", meta.Invalid},
		{meta.KeyCurrency, "CO", meta.Invalid},
		{meta.KeyCurrency, "COPS", meta.Invalid},
		{meta.KeyCurrency, "C0P", meta.Invalid},
		{meta.KeyCurrency, "CÑ", meta.Invalid}, // three bytes, two letters
		{meta.KeyCurrency, nil, meta.Null},
		{meta.KeyTimezone, "America/Bogota", meta.Present},
		{meta.KeyTimezone, "UTC", meta.Present},
		{meta.KeyTimezone, "Etc/GMT+5", meta.Present},
		{meta.KeyTimezone, "America/Argentina/Buenos_Aires", meta.Present},
		{meta.KeyTimezone, "America/Macondo", meta.Invalid},
		{meta.KeyTimezone, "america/bogota", meta.Invalid},
		{meta.KeyTimezone, "", meta.Invalid},
		{meta.KeyTimezone, "Local", meta.Invalid},
		{meta.KeyTimezone, "localtime", meta.Invalid},
		{meta.KeyTimezone, "../../etc/passwd", meta.Invalid},
		{meta.KeyTimezone, "/usr/share/zoneinfo/UTC", meta.Invalid},
		{meta.KeyTimezone, "America/../UTC", meta.Invalid},
		{meta.KeyTimezone, "America/Bogota\x00", meta.Invalid},
		{meta.KeyTimezone, "A" + strings.Repeat("a", 1<<16), meta.Invalid},
		{meta.KeyTimezone, "GMT-05:00", meta.Invalid},
		{meta.KeyTimezone, missing, meta.Invalid},
	}
	for _, test := range tests {
		call := meta.FromMap(map[string]any{test.key: test.value})
		if got := call.State(test.key); got != test.want {
			t.Errorf("State(%s) of %.40q = %s, want %s", test.key, test.value, got, test.want)
		}
		problems := call.Problems()
		fine := test.want == meta.Present || test.want == meta.Null && test.key == meta.KeyPriceListID
		switch {
		case fine && problems != nil:
			t.Errorf("%s of %.40q: problems %v, want none", test.key, test.value, problems)
		case !fine && !cmp.Equal(problems, []meta.Problem{{Key: test.key, State: test.want}}):
			t.Errorf("%s of %.40q: problems %v, want one that is %s", test.key, test.value, problems, test.want)
		}
		if test.want != meta.Present {
			if diff := cmp.Diff(silent, see(call)); diff != "" {
				t.Errorf("%s of %.40q is %s and yet says (-want +got):\n%s", test.key, test.value, test.want, diff)
			}
		}
	}
}

func TestProblemsComeInTheContractsOrder(t *testing.T) {
	t.Parallel()
	m := make(map[string]any)
	var want []meta.Problem
	for _, key := range wireKeys {
		m[key] = 7
		want = append(want, meta.Problem{Key: key, State: meta.WrongType})
	}
	if diff := cmp.Diff(want, meta.FromMap(m).Problems()); diff != "" {
		t.Errorf("Problems() (-want +got):\n%s", diff)
	}
}

func TestProblemString(t *testing.T) {
	t.Parallel()
	tests := []struct {
		problem meta.Problem
		want    string
	}{
		{meta.Problem{Key: meta.KeyIdempotencyKey, State: meta.Null}, "com.asixto/idempotencyKey is null: expected a string of 1 to 256 bytes"},
		{meta.Problem{Key: meta.KeyChannel, State: meta.Invalid}, `com.asixto/channel is invalid: expected "chat" or "voice"`},
		{meta.Problem{Key: meta.KeyPriceListID, State: meta.WrongType}, "com.asixto/priceListId is of the wrong type: expected a string that is not empty, or null"},
		{meta.Problem{Key: "x", State: 99}, "x is State(99): expected one of the keys of the contract"},
	}
	for _, test := range tests {
		if got := test.problem.String(); got != test.want {
			t.Errorf("got %q, want %q", got, test.want)
		}
	}
	for _, key := range wireKeys {
		if s := (meta.Problem{Key: key}).String(); strings.HasSuffix(s, "expected ") || strings.HasSuffix(s, "of the contract") {
			t.Errorf("%s has no expectation: %q", key, s)
		}
	}
	if got := meta.Missing.String() + " " + meta.Present.String(); got != "missing present" {
		t.Errorf("states read %q", got)
	}
}

func TestNewKeepsWhatItIsGiven(t *testing.T) {
	t.Parallel()
	call := meta.New(meta.Values{
		IdempotencyKey: "k", ConversationID: "c", RequestID: "r", Channel: meta.Voice,
		CompanyID: "e", PriceListID: "p", Currency: "USD", Timezone: "America/Lima",
	})
	want := seen{"k", "c", "r", "e", meta.Voice, "p", true, "USD", "America/Lima", "America/Lima"}
	if diff := cmp.Diff(want, see(call)); diff != "" {
		t.Errorf("the call (-want +got):\n%s", diff)
	}
	if got := meta.New(meta.Values{Channel: "fax"}).State(meta.KeyChannel); got != meta.Invalid {
		t.Errorf("New let a fax through as %s", got)
	}
}

func TestLocationGivesTheTenantsOffset(t *testing.T) {
	t.Parallel()
	noon := time.Date(2026, 7, 28, 12, 0, 0, 0, time.UTC)
	for zone, want := range map[string]string{
		"America/Bogota":      "2026-07-28T07:00:00-05:00",
		"America/Mexico_City": "2026-07-28T06:00:00-06:00",
		"":                    "2026-07-28T12:00:00Z",
		"America/Macondo":     "2026-07-28T12:00:00Z",
	} {
		got := noon.In(meta.New(meta.Values{Timezone: zone}).Location()).Format(time.RFC3339)
		if got != want {
			t.Errorf("noon in %q is %s, want %s", zone, got, want)
		}
	}
}

func TestLookupIsAskedOncePerKey(t *testing.T) {
	t.Parallel()
	var asked []string
	meta.FromLookup(func(key string) (string, meta.State) {
		asked = append(asked, key)
		return "", meta.Missing
	})
	if diff := cmp.Diff(wireKeys, asked); diff != "" {
		t.Errorf("keys asked for (-want +got):\n%s", diff)
	}
}

// anyValue draws what a decoder of JSON may find under a key, and more.
var anyValue = rapid.OneOf(
	rapid.Just[any](nil),
	rapid.Map(rapid.String(), func(s string) any { return s }),
	rapid.Map(rapid.SampledFrom([]string{"", "chat", "voice", "COP", "America/Bogota", "Local", "\xff"}), func(s string) any { return s }),
	rapid.Map(rapid.Float64(), func(f float64) any { return f }),
	rapid.Map(rapid.Bool(), func(b bool) any { return b }),
	rapid.SampledFrom([]any{[]any{}, map[string]any{}, []byte("x"), (*string)(nil), json.Number("1"), func() {}, struct{}{}}),
)

func TestAnyMapIsReadWithoutPanic(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		m := rapid.MapOf(rapid.OneOf(rapid.SampledFrom(wireKeys), rapid.String()), anyValue).Draw(t, "meta")
		call := meta.FromMap(m)
		problems := make(map[string]meta.State)
		for _, p := range call.Problems() {
			problems[p.Key] = p.State
		}
		for _, key := range wireKeys {
			value, there := m[key]
			text, isText := value.(string)
			state := call.State(key)
			switch {
			case !there && state != meta.Missing,
				there && value == nil && state != meta.Null,
				there && value != nil && !isText && state != meta.WrongType,
				isText && state != meta.Present && state != meta.Invalid,
				isText && text == "" && state != meta.Invalid:
				t.Errorf("%s of %#v (there: %t) is %s", key, value, there, state)
			}
			bad := state != meta.Missing && state != meta.Present && (state != meta.Null || key != meta.KeyPriceListID)
			if got, listed := problems[key]; listed != bad || listed && got != state {
				t.Errorf("%s is %s; listed as a problem: %t, %s", key, state, listed, got)
			}
		}
		if c := call.Channel(); c != meta.Chat && c != meta.Voice {
			t.Errorf("channel %q", c)
		}
		if call.Location() == nil {
			t.Error("no location")
		}
		if call != meta.FromMap(m) {
			t.Error("the same map read twice differs")
		}
	})
}

func TestNewAndFromMapAgree(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var texts [8]string
		m := make(map[string]any)
		for i, key := range wireKeys {
			texts[i] = rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"", "voice", "USD", "America/Lima"})).Draw(t, key)
			if texts[i] != "" {
				m[key] = texts[i]
			}
		}
		v := meta.Values{
			IdempotencyKey: texts[0], ConversationID: texts[1], RequestID: texts[2], Channel: meta.Channel(texts[3]),
			CompanyID: texts[4], PriceListID: texts[5], Currency: texts[6], Timezone: texts[7],
		}
		if meta.New(v) != meta.FromMap(m) {
			t.Errorf("New(%+v) differs from FromMap(%v)", v, m)
		}
	})
}

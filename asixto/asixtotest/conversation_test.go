package asixtotest_test

import (
	"context"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/asixto/go-sdk/asixto"
	"github.com/asixto/go-sdk/asixto/asixtotest"
	toolerrors "github.com/asixto/go-sdk/errors"
	"github.com/asixto/go-sdk/idem"
	"github.com/asixto/go-sdk/meta"
)

func TestConversation(t *testing.T) {
	t.Parallel()
	c := newCourier()
	client := asixtotest.New(t, server(t, c, nil))
	conv := asixtotest.NewConversation(client, asixtotest.Voice())
	if conv.Heard() != "" {
		t.Errorf("heard %q before the first call", conv.Heard())
	}
	asixtotest.Call[recogidaOut](t, conv, book, pickup())
	asixtotest.Call[recogidaOut](t, conv, book, `{"franja":"tarde", "nota":null, "guia":"123456"}`) // the model repeats itself
	if got, want := conv.Heard(), "La recogida quedó programada con el radicado REC-1001."; got != want {
		t.Errorf("heard %q, want %q", got, want)
	}
	conv.Retry(t)
	asixtotest.Fails(t, conv, book, recogidaIn{Guia: "000000", Franja: "tarde"}, toolerrors.KindNotFound, "")
	if got, want := conv.Heard(), "No encontré un envío con esa guía."; got != want {
		t.Errorf("heard %q, want %q", got, want)
	}
	if n := c.Count(); n != 1 {
		t.Errorf("%d pickups, want 1: equal calls of a conversation are one", n)
	}
	asixtotest.Call[recogidaOut](t, asixtotest.NewConversation(client), book, pickup())
	if n := c.Count(); n != 2 {
		t.Errorf("%d pickups, want 2: another conversation is another operation", n)
	}
	want := `→ programar_recogida {"guia":"123456","franja":"tarde","nota":null}
← La recogida quedó programada con el radicado REC-1001.
→ programar_recogida {"franja":"tarde","nota":null,"guia":"123456"}
← La recogida quedó programada con el radicado REC-1001.
→ programar_recogida {"franja":"tarde","nota":null,"guia":"123456"} (otra vez)
← La recogida quedó programada con el radicado REC-1001.
→ programar_recogida {"guia":"000000","franja":"tarde","nota":null}
← NOT_FOUND: No encontré un envío con esa guía.
`
	if diff := cmp.Diff(want, conv.Transcript()); diff != "" {
		t.Error(diff)
	}
}

func TestConversationRetryFindsAnotherAnswer(t *testing.T) {
	t.Parallel()
	mustFail(t, func(tb testing.TB) {
		conv := asixtotest.NewConversation(asixtotest.New(tb, server(tb, newCourier(), &asixto.ServerOptions{Store: idem.Disabled})))
		asixtotest.Call[recogidaOut](tb, conv, book, pickup())
		conv.Retry(tb)
	}, "a retry has another answer", "REC-1001", "REC-1002")
	mustFail(t, func(tb testing.TB) {
		asixtotest.NewConversation(asixtotest.New(tb, server(tb, newCourier(), nil))).Retry(tb)
	}, "has no call yet")
	mustFail(t, func(tb testing.TB) {
		asixtotest.NewConversation(asixtotest.New(tb, server(tb, newCourier(), nil))).Do(tb, book, 5)
	}, "no JSON object")
}

// A call that is cut off runs once, and its repetition gets the answer.
func TestCut(t *testing.T) {
	t.Parallel()
	c := newCourier()
	client := asixtotest.New(t, server(t, c, nil))
	for _, caller := range []asixtotest.Caller{client, asixtotest.NewConversation(client)} {
		before := c.Count()
		asixtotest.Call[recogidaOut](t, caller, book, pickup(), asixtotest.Cut())
		if n := c.Count() - before; n != 1 {
			t.Errorf("%T: %d effects, want 1", caller, n)
		}
	}
}

// What is sent again is a new request of the same operation.
func TestCutIsSentAgain(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	var calls []meta.Call
	client := asixtotest.Tool(t, lookTool(), func(ctx context.Context, _ consultaIn) (consultaOut, error) {
		mu.Lock()
		defer mu.Unlock()
		calls = append(calls, meta.From(ctx))
		return consultaOut{}, nil
	})
	conv := asixtotest.NewConversation(client)
	asixtotest.Call[consultaOut](t, conv, look, consultaIn{"123456"}, asixtotest.Cut())
	conv.Retry(t)
	if len(calls) != 3 {
		t.Fatalf("%d calls, want the one that is lost, its repetition and the retry", len(calls))
	}
	requests := map[string]bool{}
	for _, c := range calls {
		requests[c.RequestID()] = true
		if c.IdempotencyKey() != calls[0].IdempotencyKey() || c.ConversationID() != conv.ID() {
			t.Errorf("key %q in %q", c.IdempotencyKey(), c.ConversationID())
		}
	}
	if len(requests) != 3 {
		t.Errorf("%d request ids, want 3", len(requests))
	}
}

// Everything the Gateway says of a call arrives, and each option changes its own.
func TestCallOptions(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	var got meta.Call
	client := asixtotest.Tool(t, lookTool(), func(ctx context.Context, _ consultaIn) (consultaOut, error) {
		mu.Lock()
		defer mu.Unlock()
		got = meta.From(ctx)
		return consultaOut{}, nil
	})
	tests := map[string]struct {
		opts []asixtotest.CallOption
		want string // channel, company, list, currency, zone
	}{
		"default": {nil, "chat cmp_prueba - COP America/Bogota"},
		"all": {[]asixtotest.CallOption{
			asixtotest.Voice(), asixtotest.CompanyID("cmp_1"), asixtotest.PriceListID("pl_1"), asixtotest.Currency("USD"), asixtotest.Timezone("Europe/Madrid"),
		}, "voice cmp_1 pl_1 USD Europe/Madrid"},
		"later wins": {[]asixtotest.CallOption{asixtotest.Voice(), asixtotest.Chat()}, "chat cmp_prueba - COP America/Bogota"},
		"odd": {[]asixtotest.CallOption{asixtotest.With(meta.KeyCurrency, 7), asixtotest.Without(meta.KeyTimezone), asixtotest.With(meta.KeyChannel, nil)},
			"chat cmp_prueba -  "},
	}
	for name, tt := range tests {
		asixtotest.Call[consultaOut](t, client, look, consultaIn{"123456"}, tt.opts...)
		list, ok := got.PriceListID()
		if !ok {
			list = "-"
		}
		if said := string(got.Channel()) + " " + got.CompanyID() + " " + list + " " + got.Currency() + " " + got.Timezone(); said != tt.want {
			t.Errorf("%s: %q, want %q", name, said, tt.want)
		}
	}
	asixtotest.Call[consultaOut](t, client, look, consultaIn{"123456"},
		asixtotest.Key("k1"), asixtotest.ConversationID("cnv_1"), asixtotest.RequestID("req_1"))
	if got.IdempotencyKey() != "k1" || got.ConversationID() != "cnv_1" || got.RequestID() != "req_1" {
		t.Errorf("%q %q %q", got.IdempotencyKey(), got.ConversationID(), got.RequestID())
	}
	if problems := got.Problems(); problems != nil {
		t.Errorf("%v", problems)
	}
}

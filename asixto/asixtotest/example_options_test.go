package asixtotest_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/asixto/go-sdk/asixto/asixtotest"
	"github.com/asixto/go-sdk/meta"
)

// What the Gateway says about a call, as a tool gets it. Options of the client
// hold for every call.
func ExampleCallOption() {
	say := func(ctx context.Context, _ consultaIn) (consultaOut, error) {
		call := meta.From(ctx)
		list, _ := call.PriceListID()
		fmt.Println(call.Channel(), call.CompanyID(), list, call.Currency(), call.Timezone(), call.Problems())
		return consultaOut{}, nil
	}
	outside(func(t testing.TB) { // t is that of a test
		c := asixtotest.Tool(t, lookTool(), say)
		in := consultaIn{Guia: "123456"}
		c.Do(t, "consultar_recogida", in)
		c.Do(t, "consultar_recogida", in, asixtotest.Voice(), asixtotest.CompanyID("cmp_norte"),
			asixtotest.PriceListID("pl_mayorista"), asixtotest.Currency("USD"), asixtotest.Timezone("Europe/Madrid"))
		c.Do(t, "consultar_recogida", in, asixtotest.Chat(), asixtotest.With(meta.KeyCurrency, 7), asixtotest.Without(meta.KeyTimezone))
	})
	// Output:
	// chat cmp_prueba  COP America/Bogota []
	// voice cmp_norte pl_mayorista USD Europe/Madrid []
	// chat cmp_prueba    [com.asixto/currency is of the wrong type: expected three capital letters of ISO 4217, such as COP]
}

// The ids of a call may be named, its idempotency key for instance, to send the
// same operation twice by hand.
func ExampleKey() {
	outside(func(t testing.TB) {
		system := newCourier()
		c := asixtotest.New(t, newServer(t, system))
		for range 2 {
			c.Do(t, "programar_recogida", recogidaIn{Guia: "123456", Franja: "tarde"},
				asixtotest.Key("k1"), asixtotest.ConversationID("cnv_1"), asixtotest.RequestID("req_1"))
		}
		fmt.Println(system.Count())
	})
	// Output: 1
}

// The bytes of an answer, and what a customer hears of a failure.
func ExampleAnswer() {
	outside(func(t testing.TB) {
		c := asixtotest.New(t, newServer(t, newCourier()))
		a := c.Do(t, "programar_recogida", recogidaIn{Guia: "000000", Franja: "tarde"})
		fmt.Println(a.Structured)
		fmt.Println(a.Err.Kind(), a.Heard())
	})
	// Output:
	// {"error":{"error_type":"NOT_FOUND","user_message":"No encontré un envío con esa guía."}}
	// NOT_FOUND No encontré un envío con esa guía.
}

// A request that no Gateway sends goes through the client as an http.RoundTripper.
func ExampleClient_RoundTrip() {
	outside(func(t testing.TB) {
		c := asixtotest.New(t, newServer(t, newCourier()))
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "https://asixto.test/mcp", strings.NewReader(`{"jsonrpc":`))
		if err != nil {
			t.Fatal(err)
		}
		res, err := c.RoundTrip(req)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		_, _ = io.Copy(io.Discard, res.Body)
		fmt.Println(res.Status, res.Header.Get("WWW-Authenticate") != "")
	})
	// Output: 401 Unauthorized true
}

// Nothing is written, real arguments show a success, and a recommendation is
// taken as seriously as a rule.
func ExampleContractOption() {
	outside(func(t testing.TB) {
		system := newCourier()
		asixtotest.Contract(t, newServer(t, system), asixtotest.ReadsOnly(), asixtotest.Strict(),
			asixtotest.Arguments("consultar_recogida", consultaIn{Guia: "123456"}))
		fmt.Println("pickups:", system.Count())
	})
	// Output: pickups: 0
}

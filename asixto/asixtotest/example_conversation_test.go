package asixtotest_test

import (
	"fmt"
	"testing"

	"github.com/asixto/go-sdk/asixto/asixtotest"
	toolerrors "github.com/asixto/go-sdk/errors"
)

// A telephone call. The model repeats itself, the connection is cut, the Gateway
// tries again: it stays one pickup.
func ExampleConversation() {
	outside(func(t testing.TB) { // t is that of a test
		system := newCourier()
		c := asixtotest.New(t, newServer(t, system))
		in := recogidaIn{Guia: "123456", Franja: "tarde"}

		conv := asixtotest.NewConversation(c, asixtotest.Voice())
		asixtotest.Call[recogidaOut](t, conv, "programar_recogida", in)
		asixtotest.Call[recogidaOut](t, conv, "programar_recogida", in, asixtotest.Cut())
		conv.Retry(t)
		fmt.Println(conv.Heard())
		fmt.Println("pickups:", system.Count())

		in.Guia = "000000"
		asixtotest.Fails(t, conv, "programar_recogida", in, toolerrors.KindNotFound, "")
		fmt.Print(conv.Transcript())
	})
	// Output:
	// La recogida quedó programada con el radicado REC-1001.
	// pickups: 1
	// → programar_recogida {"guia":"123456","franja":"tarde","nota":null}
	// ← La recogida quedó programada con el radicado REC-1001.
	// → programar_recogida {"guia":"123456","franja":"tarde","nota":null}
	// ← La recogida quedó programada con el radicado REC-1001.
	// → programar_recogida {"guia":"123456","franja":"tarde","nota":null} (otra vez)
	// ← La recogida quedó programada con el radicado REC-1001.
	// → programar_recogida {"guia":"000000","franja":"tarde","nota":null}
	// ← NOT_FOUND: No encontré un envío con esa guía.
}

// The transcript of a conversation is a golden file that a person can read.
func ExampleConversation_Golden() { //nolint:testableexamples // it takes a test
	conv := asixtotest.NewConversation(asixtotest.New(t, newServer(t, newCourier())))
	asixtotest.Call[recogidaOut](t, conv, "programar_recogida", recogidaIn{Guia: "123456", Franja: "tarde"})
	conv.Golden(t, "testdata/recogida.txt")
}

// The id, for what the system keeps by conversation.
func ExampleConversation_ID() {
	outside(func(t testing.TB) {
		c := asixtotest.New(t, newServer(t, newCourier()))
		one, other := asixtotest.NewConversation(c), asixtotest.NewConversation(c)
		fmt.Println(one.ID() == other.ID())
	})
	// Output: false
}

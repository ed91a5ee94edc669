package asixtotest_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/asixto/go-sdk/asixto"
	"github.com/asixto/go-sdk/asixto/asixtotest"
	toolerrors "github.com/asixto/go-sdk/errors"
)

// What the examples are about: a server, and the system behind it.
var (
	newServer = func(t testing.TB, c *courier) *asixto.Server { return server(t, c, nil) }
	t         *testing.T // of the test around an example
)

// Every rule, and what the certification does, in one line.
func ExampleContract() { //nolint:testableexamples // it takes a test
	srv := newServer(t, newCourier())
	asixtotest.Contract(t, srv, asixtotest.Arguments("programar_recogida", recogidaIn{Guia: "123456", Franja: "tarde"}))
}

// The author's own handler, with all that stands before the tools.
func ExampleClient_Contract() { //nolint:testableexamples // it takes a test
	var mux *http.ServeMux // where the server is mounted
	asixtotest.Through(t, mux, "/mcp", "s3cr3t").Contract(t)
}

// A success, in the author's own type.
func ExampleCall() { //nolint:testableexamples // it takes a test
	c := asixtotest.New(t, newServer(t, newCourier()))
	out := asixtotest.Call[recogidaOut](t, c, "programar_recogida", recogidaIn{Guia: "123456", Franja: "tarde"}, asixtotest.Voice())
	if out.Estado != "programada" {
		t.Errorf("the pickup is %s", out.Estado)
	}
}

// A business failure, with a piece of the sentence that the customer hears.
func ExampleFails() { //nolint:testableexamples // it takes a test
	c := asixtotest.New(t, newServer(t, newCourier()))
	in := recogidaIn{Guia: "000000", Franja: "tarde"}
	asixtotest.Fails(t, c, "programar_recogida", in, toolerrors.KindNotFound, "No encontré un envío")
}

// The text that is read aloud.
func ExampleSpoken() { //nolint:testableexamples // it takes a test
	c := asixtotest.New(t, newServer(t, newCourier()))
	text := asixtotest.Spoken(t, c, "programar_recogida", `{"guia": "123456", "franja": "tarde"}`)
	if text != "La recogida quedó programada con el radicado REC-1001." {
		t.Errorf("it says %q", text)
	}
}

// Each scene has a world of its own: a fresh system, a server before it, and a
// probe that counts.
func ExampleIdempotent() { //nolint:testableexamples // it takes a test
	asixtotest.Idempotent(t, func(tb testing.TB) asixtotest.Write {
		system := newCourier()
		return asixtotest.Write{
			Client: asixtotest.New(tb, newServer(tb, system)), Tool: "programar_recogida",
			In:      recogidaIn{Guia: "123456", Franja: "tarde"},
			Other:   recogidaIn{Guia: "123456", Franja: "manana"},
			Effects: system.Count,
		}
	})
}

// The probe may return anything that shows the state, here a copy of all records.
func ExampleReadOnly() { //nolint:testableexamples // it takes a test
	system := newCourier()
	c := asixtotest.New(t, newServer(t, system))
	asixtotest.ReadOnly(t, c, "consultar_recogida", consultaIn{Guia: "123456"}, system.Copy)
}

// A tool that no server offers yet.
func ExampleTool() { //nolint:testableexamples // it takes a test
	system := newCourier()
	c := asixtotest.Tool(t, bookTool(), system.book)
	asixtotest.Call[recogidaOut](t, c, "programar_recogida", recogidaIn{Guia: "123456", Franja: "tarde"})
}

// A client that may see less: what it is shown depends on its token.
func ExampleThrough() { //nolint:testableexamples // it takes a test
	verifier, err := asixto.Tokens("gateway:s3cr3t")
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	if err := newServer(t, newCourier()).Mount(mux, "/mcp", &asixto.HandlerOptions{Verifier: verifier}); err != nil {
		t.Fatal(err)
	}
	fmt.Println(asixtotest.Through(t, mux, "/mcp", "s3cr3t").Tools(t))
}

// The catalogue as the model sees it; UPDATE_GOLDEN=1 writes the file.
func ExampleGolden() { //nolint:testableexamples // it takes a test
	asixtotest.Golden(t, newServer(t, newCourier()), "testdata/catalogue.json")
}

package asixtotest_test

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/asixto/go-sdk/asixto"
	"github.com/asixto/go-sdk/asixto/asixtotest"
	"github.com/asixto/go-sdk/idem"
)

func TestContract(t *testing.T) {
	t.Parallel()
	c := newCourier()
	r := try(t, func(tb testing.TB) { asixtotest.Contract(tb, server(tb, c, nil), asixtotest.Strict()) })
	if r.failed {
		t.Errorf("fails a good server:\n%s", r.said())
	}
	if c.Count() == 0 {
		t.Error("no write was called")
	}
	c = newCourier()
	mustPass(t, func(tb testing.TB) { asixtotest.Contract(tb, server(tb, c, nil), asixtotest.ReadsOnly()) })
	if n := c.Count(); n != 0 {
		t.Errorf("%d writes under ReadsOnly", n)
	}
}

// Arguments that make a success possible replace those that are made up, which
// are told of.
func TestContractWithArguments(t *testing.T) {
	t.Parallel()
	c := newCourier()
	picky := func(ctx context.Context, in recogidaIn) (recogidaOut, error) {
		if strings.HasPrefix(in.Guia, "X") {
			in.Guia = "000000"
		}
		return c.book(ctx, in)
	}
	s := quiet(idem.NewMemory(nil))
	if err := asixto.AddTool(s, bookTool(), picky); err != nil {
		t.Fatal(err)
	}
	r := try(t, func(tb testing.TB) { asixtotest.Contract(tb, s) })
	if r.failed || !strings.Contains(r.said(), "no success was seen") {
		t.Errorf("failed %t, said:\n%s", r.failed, r.said())
	}
	if c.Count() != 0 {
		t.Errorf("%d pickups of parcels that do not exist", c.Count())
	}
	r = try(t, func(tb testing.TB) { asixtotest.Contract(tb, s, asixtotest.Arguments(book, pickup())) })
	if r.failed || strings.Contains(r.said(), "no success was seen") || c.Count() == 0 {
		t.Errorf("failed %t, %d pickups, said:\n%s", r.failed, c.Count(), r.said())
	}
	mustFail(t, func(tb testing.TB) { asixtotest.Contract(tb, s, asixtotest.Arguments("otra", pickup())) }, `"otra", which is no tool`)
	mustFail(t, func(tb testing.TB) { asixtotest.Contract(tb, s, asixtotest.Arguments(book, "[]")) }, "no JSON object")
}

type looseOut struct {
	Total int `json:"total"`
}

// What registration, the wire and the behaviour break is all found through the
// same door.
func TestContractFindsViolations(t *testing.T) {
	t.Parallel()
	counting := 0
	t.Run("registration", func(t *testing.T) {
		t.Parallel()
		s := quiet(nil)
		bad := bookTool()
		bad.Verb = ""
		_ = asixto.AddTool(s, bad, newCourier().book) // the server keeps it
		mustFail(t, func(tb testing.TB) { asixtotest.Contract(tb, s) }, "does not start", "verb", "store of idempotency keys")
	})
	t.Run("effects", func(t *testing.T) {
		t.Parallel()
		s := quiet(idem.Disabled)
		if err := asixto.AddTool(s, bookTool(), func(context.Context, recogidaIn) (looseOut, error) {
			counting++
			return looseOut{counting}, nil
		}); err != nil {
			t.Fatal(err)
		}
		mustFail(t, func(tb testing.TB) { asixtotest.Contract(tb, s) }, "idempotent-same")
	})
	t.Run("warning", func(t *testing.T) {
		t.Parallel()
		wordy := lookTool()
		wordy.Description = "Dice cuántas recogidas tiene un envío."
		s := quiet(nil)
		if err := asixto.AddTool(s, wordy, newCourier().look); err != nil {
			t.Fatal(err)
		}
		r := try(t, func(tb testing.TB) { asixtotest.Contract(tb, s) })
		if r.failed || !strings.Contains(r.said(), "description-when-not") {
			t.Errorf("failed %t, said:\n%s", r.failed, r.said())
		}
		mustFail(t, func(tb testing.TB) { asixtotest.Contract(tb, s, asixtotest.Strict()) }, "description-when-not")
	})
	t.Run("types", func(t *testing.T) { // what shows in Go alone
		t.Parallel()
		type longIn struct {
			Numero int64 `json:"numero" doc:"Número de guía del envío"`
		}
		s := quiet(nil)
		if err := asixto.AddTool(s, lookTool(), func(context.Context, longIn) (consultaOut, error) { return consultaOut{}, nil }); err != nil {
			t.Fatal(err)
		}
		mustFail(t, func(tb testing.TB) { asixtotest.Contract(tb, s, asixtotest.Strict()) }, s.Warnings()[0].Rule, `"numero"`)
	})
	t.Run("provider", func(t *testing.T) {
		t.Parallel()
		type choiceIn struct {
			Orden *string `json:"orden" validate:"oneof=fecha guia" doc:"Orden de la lista"`
		}
		s := quiet(nil)
		if err := asixto.AddTool(s, lookTool(), func(context.Context, choiceIn) (consultaOut, error) { return consultaOut{}, nil }); err != nil {
			t.Fatal(err)
		}
		r := try(t, func(tb testing.TB) { asixtotest.Contract(tb, s, asixtotest.Strict()) })
		if r.failed || !strings.Contains(r.said(), "Gemini") {
			t.Errorf("failed %t, said:\n%s", r.failed, r.said())
		}
	})
	t.Run("lifted", func(t *testing.T) {
		t.Parallel()
		wordy := lookTool()
		wordy.Description = "Dice cuántas recogidas tiene un envío."
		wordy.Allow = map[string]string{"description-when-not": "no hay otra herramienta parecida"}
		s := quiet(nil)
		if err := asixto.AddTool(s, wordy, newCourier().look); err != nil {
			t.Fatal(err)
		}
		r := try(t, func(tb testing.TB) { asixtotest.Contract(tb, s, asixtotest.Strict()) })
		if r.failed || !strings.Contains(r.said(), "no hay otra herramienta parecida") {
			t.Errorf("failed %t, said:\n%s", r.failed, r.said())
		}
	})
}

// A server that is so slow that the time runs out is not passed.
func TestContractThatDoesNotEnd(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		h, token := mounted(t, server(t, newCourier(), nil))
		slow := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			select {
			case <-time.After(15 * time.Second):
				h.ServeHTTP(w, r)
			case <-r.Context().Done():
			}
		})
		mustFail(t, func(tb testing.TB) { asixtotest.Through(tb, slow, "/mcp", token).Contract(tb) }, "not examined to the end", "left out: ")
	})
}

// mounted is a server's own endpoint, with a token.
func mounted(t testing.TB, s *asixto.Server) (h http.Handler, token string) {
	t.Helper()
	verifier, err := asixto.Tokens("gateway:tk-bueno")
	if err != nil {
		t.Fatal(err)
	}
	h, err = s.Handler(&asixto.HandlerOptions{Verifier: verifier})
	if err != nil {
		t.Fatal(err)
	}
	return h, "tk-bueno"
}

// The author's own handler is examined with all that stands before the tools.
func TestContractOfAHandler(t *testing.T) {
	t.Parallel()
	h, err := server(t, newCourier(), nil).Handler(nil)
	if err != nil {
		t.Fatal(err)
	}
	open := func(tb testing.TB) { asixtotest.Through(tb, h, "/mcp", "").Contract(tb) }
	mustFail(t, open, "auth-challenge")

	broken := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "hola") })
	mustFail(t, func(tb testing.TB) { asixtotest.Through(tb, broken, "/", "tk").Contract(tb) }, "left out: tools/list, twice", "transport-answer")
	panics := http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("uy") })
	mustFail(t, func(tb testing.TB) { asixtotest.Through(tb, panics, "/", "tk").Contract(tb) }, "the handler panicked: uy")
}

package asixtotest_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/asixto/go-sdk/asixto"
	"github.com/asixto/go-sdk/asixto/asixtotest"
	"github.com/asixto/go-sdk/asixto/speak"
	toolerrors "github.com/asixto/go-sdk/errors"
	"github.com/asixto/go-sdk/meta"
)

func TestCall(t *testing.T) {
	t.Parallel()
	c := asixtotest.New(t, server(t, newCourier(), nil))
	for name, in := range map[string]any{
		"struct": pickup(), "pointer": new(pickup()), "text": `{"guia":"123456","franja":"tarde"}`,
		"map": map[string]any{"guia": "123456", "franja": "tarde", "nota": nil},
	} {
		if out := asixtotest.Call[recogidaOut](t, c, book, in); !strings.HasPrefix(out.Radicado, "REC-") || out.Estado != "programada" {
			t.Errorf("%s: %+v", name, out)
		}
	}
	if got := asixtotest.Call[consultaOut](t, c, look, consultaIn{"123456"}, asixtotest.Currency("USD")); got != (consultaOut{4, "USD"}) {
		t.Errorf("%+v, want 4 pickups in USD: every call is an operation of its own", got)
	}
}

func TestCallIsStrict(t *testing.T) {
	t.Parallel()
	c := asixtotest.New(t, server(t, newCourier(), nil))
	mustFail(t, func(tb testing.TB) {
		asixtotest.Call[struct {
			Radicado string `json:"radicado"`
		}](tb, c, book, pickup())
	}, "does not fit", `it keeps only {"radicado":"REC-`)
	mustFail(t, func(tb testing.TB) {
		asixtotest.Call[struct {
			Radicado string `json:"radicado"`
			Estado   int    `json:"estado"`
		}](tb, c, book, pickup())
	}, "does not fit", "estado")
	mustFail(t, func(tb testing.TB) {
		asixtotest.Call[struct {
			Radicado string `json:"radicado"`
			Estado   string `json:"estado"`
			Total    int    `json:"total"`
		}](tb, c, book, pickup())
	}, "does not fit", "total")
	mustFail(t, func(tb testing.TB) { asixtotest.Call[int](tb, c, book, pickup()) }, "does not fit int")
	mustFail(t, func(tb testing.TB) { asixtotest.Call[recogidaOut](tb, c, book, `{"guia":"000000","franja":"tarde"}`) },
		`failed with NOT_FOUND, "No encontré un envío con esa guía."`)
	mustFail(t, func(tb testing.TB) { asixtotest.Call[recogidaOut](tb, c, "borrar_todo", nil) }, "-32602", "borrar_todo")
	mustFail(t, func(tb testing.TB) { asixtotest.Call[recogidaOut](tb, c, book, "no json") }, "no JSON object")
	mustFail(t, func(tb testing.TB) { asixtotest.Call[recogidaOut](tb, c, book, make(chan int)) }, "cannot be encoded")
}

// spanOut has what encoding/json would read in another way.
type spanOut struct {
	Espera time.Duration `json:"espera" asixto:"unit=minutes"`
	Precio speak.Money   `json:"precio"`
	Desde  time.Time     `json:"desde"`
	Claves []string      `json:"claves"`
	Nota   *string       `json:"nota"`
	Dueno  string        `json:"dueno" asixto:"strip"`
}

func TestCallReadsTheTypesOfTheSchema(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, time.May, 4, 9, 0, 0, 0, time.FixedZone("", -5*60*60))
	want := spanOut{Espera: 90 * time.Minute, Precio: speak.NewMoney(5730000, "COP"), Desde: at, Claves: []string{}}
	c := asixtotest.Tool(t, lookTool(), func(context.Context, consultaIn) (spanOut, error) {
		out := want
		out.Dueno = "CC1032456789"
		return out, nil
	})
	got := asixtotest.Call[spanOut](t, c, look, consultaIn{"123456"})
	if diff := cmp.Diff(want, got, cmp.Comparer(time.Time.Equal), cmp.Comparer(func(a, b speak.Money) bool { return a == b })); diff != "" {
		t.Error(diff)
	}
}

func TestFails(t *testing.T) {
	t.Parallel()
	c := asixtotest.New(t, server(t, newCourier(), nil))
	unknown := recogidaIn{Guia: "000000", Franja: "tarde"}
	err := asixtotest.Fails(t, c, book, unknown, toolerrors.KindNotFound, "con esa guía").Err
	if !errors.Is(err, toolerrors.KindNotFound) || err.UserMessage() != "No encontré un envío con esa guía." {
		t.Errorf("got %v", err)
	}
	asixtotest.Fails(t, c, book, `{}`, toolerrors.KindValidation, "")
	mustFail(t, func(tb testing.TB) { asixtotest.Fails(tb, c, book, pickup(), toolerrors.KindNotFound, "") }, "succeeded with", "want NOT_FOUND")
	mustFail(t, func(tb testing.TB) { asixtotest.Fails(tb, c, book, unknown, toolerrors.KindBlocker, "") }, "want BLOCKER")
	mustFail(t, func(tb testing.TB) { asixtotest.Fails(tb, c, book, unknown, toolerrors.KindNotFound, "suspendida") }, `saying "suspendida"`)
}

type markedOut struct {
	Lista string `json:"lista"`
}

func (o markedOut) Spoken(meta.Call) string { return "Tiene **dos** envíos: " + o.Lista }

func TestSpoken(t *testing.T) {
	t.Parallel()
	c := asixtotest.New(t, server(t, newCourier(), nil))
	if got, want := asixtotest.Spoken(t, c, book, pickup()), "La recogida quedó programada con el radicado REC-1001."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	marked := asixtotest.Tool(t, lookTool(), func(context.Context, consultaIn) (markedOut, error) { return markedOut{"uno, dos"}, nil })
	mustFail(t, func(tb testing.TB) { asixtotest.Spoken(tb, marked, look, consultaIn{"123456"}) }, `"**"`)
	mustFail(t, func(tb testing.TB) { asixtotest.Spoken(tb, c, book, `{}`) }, "want a success")
}

type wideOut struct {
	Texto string `json:"texto"`
	Desde string `json:"desde"`
}

// Every answer is held to the rules about answers, whoever asks for it.
func TestEveryAnswerIsHeldToTheRules(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		texto, desde string
		opt          asixtotest.CallOption
		says         string
	}{
		"trace":       {"panic: runtime error: index out of range", "", asixtotest.Chat(), "answer-trace"},
		"secret":      {"Bearer abcdefghijklmnopqrst", "", asixtotest.Chat(), "answer-secret"},
		"good answer": {"en camino", "2026-05-04T09:00:00-05:00", asixtotest.Voice(), ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := asixtotest.Tool(t, lookTool(), func(context.Context, consultaIn) (wideOut, error) { return wideOut{tt.texto, tt.desde}, nil })
			f := func(tb testing.TB) { c.Do(tb, look, consultaIn{"123456"}, tt.opt) }
			if tt.says == "" {
				mustPass(t, f)
			} else {
				mustFail(t, f, tt.says)
			}
		})
	}
}

func TestToolRefusesWhatNoServerWouldOffer(t *testing.T) {
	t.Parallel()
	bad := lookTool()
	bad.Verb, bad.Capabilities = "", nil
	c := newCourier()
	mustFail(t, func(tb testing.TB) { asixtotest.Tool(tb, bad, c.look) }, "the tool is refused", "verb", "capability")
	type needy struct {
		CitaID string `json:"cita_id" validate:"max=20" doc:"Código de cita" asixto:"from=consultar_cliente.cita_id"`
	}
	mustFail(t, func(tb testing.TB) {
		asixtotest.Tool(tb, lookTool(), func(context.Context, needy) (consultaOut, error) { return consultaOut{}, nil })
	}, "add both to a server of the test", "consultar_cliente.cita_id")
}

// A test that fails shows the server's log, which has the cause.
func TestToolShowsTheLogOfAFailure(t *testing.T) {
	t.Parallel()
	down := func(context.Context, consultaIn) (consultaOut, error) {
		return consultaOut{}, errors.New("crm is down")
	}
	mustFail(t, func(tb testing.TB) {
		c := asixtotest.Tool(tb, lookTool(), down)
		asixtotest.Call[consultaOut](tb, c, look, consultaIn{"123456"})
	}, "UNKNOWN", "crm is down")
}

func TestNewRefusesAServerThatDoesNotStart(t *testing.T) {
	t.Parallel()
	mustFail(t, func(tb testing.TB) { asixtotest.New(tb, asixto.NewServer("", "", nil)) }, "does not start", "name and a version")
}

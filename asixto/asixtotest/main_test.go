package asixtotest_test

import (
	"context"
	"fmt"
	"log/slog"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"go.uber.org/goleak"

	"github.com/asixto/go-sdk/asixto"
	toolerrors "github.com/asixto/go-sdk/errors"
	"github.com/asixto/go-sdk/idem"
	"github.com/asixto/go-sdk/meta"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// A courier is the system behind the tools of these tests.
type courier struct {
	mu      sync.Mutex
	pickups map[string]string
}

func newCourier() *courier { return &courier{pickups: make(map[string]string)} }

// Count is how many pickups there have been.
func (c *courier) Count() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.pickups)
}

// Copy is the state, for a probe.
func (c *courier) Copy() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return fmt.Sprint(c.pickups)
}

type recogidaIn struct {
	Guia   string  `json:"guia" validate:"min=6,max=20" doc:"Número de guía del envío, sin espacios"`
	Franja string  `json:"franja" validate:"oneof=manana tarde" doc:"Parte del día en la que se recoge"`
	Nota   *string `json:"nota" validate:"max=200" doc:"Indicaciones para el mensajero"`
}

type recogidaOut struct {
	Radicado string `json:"radicado"`
	Estado   string `json:"estado" validate:"oneof=programada en_espera"`
}

func (o recogidaOut) Spoken(call meta.Call) string {
	if call.Channel() != meta.Voice {
		return ""
	}
	return "La recogida quedó programada con el radicado " + o.Radicado + "."
}

const (
	book = "programar_recogida"
	look = "consultar_recogida"
)

func bookTool() asixto.Tool {
	return asixto.Tool{
		Name: book, Title: "Programar recogida",
		Description:  "Programa la recogida de un envío que ya tiene guía. No la uses para consultar dónde está un envío.",
		Verb:         "programar una recogida",
		Capabilities: []meta.Capability{meta.Agenda},
		Access:       asixto.Write,
	}
}

// book books a pickup: each run is one more.
func (c *courier) book(_ context.Context, in recogidaIn) (recogidaOut, error) {
	if in.Guia == "000000" {
		return recogidaOut{}, toolerrors.NotFound("No encontré un envío con esa guía.")
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	radicado := fmt.Sprintf("REC-%d", 1001+len(c.pickups))
	c.pickups[radicado] = in.Guia
	return recogidaOut{Radicado: radicado, Estado: "programada"}, nil
}

type consultaIn struct {
	Guia string `json:"guia" validate:"min=6,max=20" doc:"Número de guía del envío, sin espacios"`
}

type consultaOut struct {
	Recogidas int    `json:"recogidas"`
	Moneda    string `json:"moneda,omitempty"`
}

func lookTool() asixto.Tool {
	return asixto.Tool{
		Name: look, Title: "Consultar recogida",
		Description:  "Dice cuántas recogidas tiene un envío. No la uses para programar una recogida.",
		Verb:         "consultar una recogida",
		Capabilities: []meta.Capability{meta.ConsultaEstado},
		Access:       asixto.Read,
	}
}

func (c *courier) look(ctx context.Context, _ consultaIn) (consultaOut, error) {
	return consultaOut{Recogidas: c.Count(), Moneda: meta.From(ctx).Currency()}, nil
}

// server has both tools; opts may be nil.
func server(t testing.TB, c *courier, opts *asixto.ServerOptions) *asixto.Server {
	t.Helper()
	o := asixto.ServerOptions{Store: idem.NewMemory(nil)}
	if opts != nil {
		o = *opts
	}
	o.Logger = slog.New(slog.DiscardHandler)
	s := asixto.NewServer("mensajeria", "1.0.0", &o)
	if err := asixto.AddTool(s, bookTool(), c.book); err != nil {
		t.Fatal(err)
	}
	if err := asixto.AddTool(s, lookTool(), c.look); err != nil {
		t.Fatal(err)
	}
	return s
}

// quiet is a server without tools whose log nobody reads.
func quiet(store idem.Store) *asixto.Server {
	return asixto.NewServer("mensajeria", "1.0.0", &asixto.ServerOptions{Store: store, Logger: slog.New(slog.DiscardHandler)})
}

func pickup() recogidaIn { return recogidaIn{Guia: "123456", Franja: "tarde"} }

// recorder is a testing.TB that keeps its verdict to itself. Without a TB of its
// own it is for an example, which has no test.
type recorder struct {
	testing.TB
	ctx      context.Context
	mu       sync.Mutex
	failed   bool
	cleanups []func()
	log      []string
}

// try runs a helper and returns what it would have said.
func try(t testing.TB, f func(tb testing.TB)) *recorder {
	ctx, cancel := context.WithCancel(context.Background()) //nolint:usetesting // it ends with the helper, and an example has none
	r := &recorder{TB: t, ctx: ctx}
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer func() {
			cancel()
			for _, f := range slices.Backward(r.cleanups) {
				f()
			}
		}()
		f(r)
	}()
	<-done
	return r
}

// mustPass fails the test where the helper would have failed one.
func mustPass(t *testing.T, f func(tb testing.TB)) {
	t.Helper()
	if r := try(t, f); r.failed {
		t.Errorf("fails what is right:\n%s", r.said())
	}
}

// mustFail fails the test where the helper would have passed, or for another
// reason than every one of says.
func mustFail(t *testing.T, f func(tb testing.TB), says ...string) {
	t.Helper()
	r := try(t, f)
	if !r.failed {
		t.Errorf("passes what is broken; it said:\n%s", r.said())
	}
	for _, s := range says {
		if !strings.Contains(r.said(), s) {
			t.Errorf("does not say %q but:\n%s", s, r.said())
		}
	}
}

func (r *recorder) said() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return strings.Join(r.log, "\n")
}

func (r *recorder) add(s string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.log = append(r.log, s)
}

// outside is for an example: it prints what a test would log.
func outside(f func(t testing.TB)) {
	if r := try(nil, f); r.failed {
		fmt.Println(r.said())
	}
}

func (r *recorder) Helper() {}

func (r *recorder) Context() context.Context { return r.ctx }

func (r *recorder) Cleanup(f func()) { r.cleanups = append(r.cleanups, f) }

func (r *recorder) Failed() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.failed
}

func (r *recorder) Fail() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.failed = true
}

func (r *recorder) FailNow() {
	r.Fail()
	runtime.Goexit()
}

func (r *recorder) Log(args ...any)                   { r.add(fmt.Sprint(args...)) }
func (r *recorder) Logf(format string, args ...any)   { r.add(fmt.Sprintf(format, args...)) }
func (r *recorder) Error(args ...any)                 { r.Log(args...); r.Fail() }
func (r *recorder) Errorf(format string, args ...any) { r.Logf(format, args...); r.Fail() }
func (r *recorder) Fatal(args ...any)                 { r.Log(args...); r.FailNow() }
func (r *recorder) Fatalf(format string, args ...any) { r.Logf(format, args...); r.FailNow() }

package guard_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"github.com/asixto/go-sdk/asixto"
	"github.com/asixto/go-sdk/asixto/guard"
	toolerrors "github.com/asixto/go-sdk/errors"
	"github.com/asixto/go-sdk/idem"
	"github.com/asixto/go-sdk/idem/idemtest"
	"github.com/asixto/go-sdk/meta"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const laura, andres = "CC1032456789", "CC52890111"

type clienteIn struct {
	Documento string `json:"documento" validate:"min=5,max=20" doc:"Documento del cliente"`
}

type clienteOut struct {
	Nombre    string `json:"nombre"`
	Documento string `json:"-"`
}

type citaIn struct {
	Codigo     string           `json:"codigo" validate:"max=20" doc:"Código público de la cita"`
	Confirmado asixto.Confirmed `json:"confirmado" doc:"La decisión del cliente: confirmó que quiere cancelar"`
}

type citaOut struct {
	Estado string `json:"estado"`
}

// A desk is two tools over a map of appointments, one for each client.
type desk struct {
	handler http.Handler
	mu      sync.Mutex
	citas   map[string]string // state by owner
	runs    int
}

// newDesk serves a desk whose lookups are remembered in store, to two clients, by
// middleware or in the handlers.
func newDesk(t *testing.T, store guard.Store, keys idem.Store, middleware bool) *desk {
	t.Helper()
	d := &desk{citas: map[string]string{laura: "programada", andres: "programada"}}
	owners := guard.NewOwnership(store, nil)
	opts := &asixto.ServerOptions{Store: keys, Logger: slog.New(slog.DiscardHandler)}
	if middleware {
		opts.Middleware = []asixto.Middleware{
			guard.After(func(ctx context.Context, out clienteOut) error { return owners.Resolve(ctx, out.Documento) }),
			guard.Before(func(ctx context.Context, in citaIn) error { return owners.Require(ctx, in.Codigo) }),
		}
	}
	s := asixto.NewServer("citas", "1.0.0", opts)
	err := errors.Join(
		asixto.AddTool(s, asixto.Tool{
			Name: "consultar_cliente", Title: "Consultar cliente", Verb: "consultar un cliente", Access: asixto.Read,
			Description: "Consulta un cliente. No la use para cancelar.", Capabilities: []meta.Capability{meta.Agenda},
		}, func(ctx context.Context, in clienteIn) (clienteOut, error) {
			if _, ok := d.citas[in.Documento]; !ok {
				return clienteOut{}, toolerrors.NotFound("No encontré ese cliente.")
			}
			out := clienteOut{Nombre: "Laura", Documento: in.Documento}
			if middleware {
				return out, nil
			}
			return out, owners.Resolve(ctx, in.Documento)
		}),
		asixto.AddTool(s, asixto.Tool{
			Name: "cancelar_cita", Title: "Cancelar cita", Verb: "cancelar una cita", Access: asixto.Destructive,
			Description: "Cancela una cita. No la use para consultar.", Capabilities: []meta.Capability{meta.Cancelacion},
		}, func(ctx context.Context, in citaIn) (citaOut, error) {
			if !middleware {
				if err := owners.Require(ctx, in.Codigo); err != nil {
					return citaOut{}, err
				}
			}
			d.mu.Lock()
			defer d.mu.Unlock()
			if err := guard.NotFinal("La cita", d.citas[in.Codigo], "cancelada", "no_asistida"); err != nil {
				return citaOut{}, err
			}
			d.runs++
			d.citas[in.Codigo] = "cancelada"
			return citaOut{"cancelada"}, nil
		}),
	)
	if err != nil {
		t.Fatal(err)
	}
	verifier, err := asixto.Tokens("uno:token-de-la-pasarela-uno,dos:token-de-la-pasarela-dos")
	if err != nil {
		t.Fatal(err)
	}
	if d.handler, err = s.Handler(&asixto.HandlerOptions{Verifier: verifier}); err != nil {
		t.Fatal(err)
	}
	return d
}

// from is where a call comes from; "" leaves a value out.
type from struct{ client, company, conversation, channel, key string }

func (d *desk) call(t *testing.T, f from, tool, args string) (answer, kind string) {
	t.Helper()
	md := map[string]any{"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": map[string]any{}}
	for key, value := range map[string]string{
		meta.KeyCompanyID: f.company, meta.KeyConversationID: f.conversation, meta.KeyChannel: f.channel, meta.KeyIdempotencyKey: f.key,
	} {
		if value != "" {
			md[key] = value
		}
	}
	body, err := json.Marshal(map[string]any{
		"jsonrpc": "2.0", "id": "1", "method": "tools/call", "params": map[string]any{"name": tool, "arguments": json.RawMessage(args), "_meta": md},
	})
	if err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/mcp", strings.NewReader(string(body)))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer token-de-la-pasarela-"+f.client)
	w := httptest.NewRecorder()
	d.handler.ServeHTTP(w, r)
	var got struct {
		Result struct {
			Structured json.RawMessage `json:"structuredContent"`
		} `json:"result"`
	}
	var failure struct {
		Error struct {
			Type string `json:"error_type"`
		} `json:"error"`
	}
	if err := errors.Join(json.Unmarshal(w.Body.Bytes(), &got), json.Unmarshal(got.Result.Structured, &failure)); err != nil {
		t.Fatalf("%v: %s", err, w.Body)
	}
	return string(got.Result.Structured), failure.Error.Type
}

func (d *desk) cancel(t *testing.T, f from, codigo string) (answer, kind string) {
	t.Helper()
	return d.call(t, f, "cancelar_cita", fmt.Sprintf(`{"codigo":%q,"confirmado":true}`, codigo))
}

func (d *desk) lookUp(t *testing.T, f from, documento string) {
	t.Helper()
	if answer, kind := d.call(t, f, "consultar_cliente", fmt.Sprintf(`{"documento":%q}`, documento)); kind != "" {
		t.Fatalf("lookup: %s", answer)
	}
}

// everyDesk runs a test on each way to write the guards, in each channel.
func everyDesk(t *testing.T, test func(t *testing.T, d *desk, a from)) {
	t.Helper()
	for _, middleware := range []bool{false, true} {
		for _, channel := range []string{"chat", "voice"} {
			t.Run(fmt.Sprintf("middleware %v, %s", middleware, channel), func(t *testing.T) {
				t.Parallel()
				test(t, newDesk(t, guard.NewMemory(nil), idem.NewMemory(nil), middleware), from{"uno", "cmp_1", "cnv_a", channel, "k1"})
			})
		}
	}
}

func TestOwnershipIsOfOneConversation(t *testing.T) {
	t.Parallel()
	everyDesk(t, func(t *testing.T, d *desk, a from) {
		t.Helper()
		if answer, kind := d.cancel(t, a, laura); kind != "PERMISSION" || !strings.Contains(answer, "Primero hay que consultar") {
			t.Errorf("before the lookup: %s", answer)
		}
		d.lookUp(t, a, laura)
		for name, f := range map[string]from{
			"another conversation": {a.client, a.company, "cnv_b", a.channel, "k2"},
			"another company":      {a.client, "cmp_2", a.conversation, a.channel, "k3"},
			"another client":       {"dos", a.company, a.conversation, a.channel, "k4"},
			"no conversation":      {a.client, a.company, "", a.channel, "k5"},
			"no company":           {a.client, "", a.conversation, a.channel, "k6"},
		} {
			if answer, kind := d.cancel(t, f, laura); kind != "PERMISSION" {
				t.Errorf("%s: %s", name, answer)
			}
		}
		if answer, kind := d.cancel(t, a, andres); kind != "PERMISSION" {
			t.Errorf("another customer: %s", answer)
		}
		if d.runs != 0 {
			t.Fatalf("%d cancellations", d.runs)
		}
		if answer, kind := d.cancel(t, a, laura); kind != "" {
			t.Errorf("after the lookup: %s", answer)
		}
		// A conversation may be about several customers, and a lookup that failed resolves nobody.
		d.lookUp(t, a, andres)
		a.key = "k7"
		if answer, kind := d.cancel(t, a, andres); kind != "" {
			t.Errorf("the second customer: %s", answer)
		}
		if _, kind := d.call(t, a, "consultar_cliente", `{"documento":"CC999999"}`); kind != "NOT_FOUND" {
			t.Errorf("nobody: %s", kind)
		}
		a.key = "k8"
		if answer, kind := d.cancel(t, a, "CC999999"); kind != "PERMISSION" {
			t.Errorf("nobody's: %s", answer)
		}
	})
}

// A lookup without a conversation works, and opens nothing.
func TestLookupWithoutConversation(t *testing.T) {
	t.Parallel()
	everyDesk(t, func(t *testing.T, d *desk, a from) {
		t.Helper()
		a.conversation = ""
		d.lookUp(t, a, laura)
		if answer, kind := d.cancel(t, a, laura); kind != "PERMISSION" {
			t.Error(answer)
		}
	})
}

// The retry of what worked gets the same bytes, whatever the guards would say now.
func TestReplaysMeetNoGuard(t *testing.T) {
	t.Parallel()
	for _, middleware := range []bool{false, true} {
		clock := time.Date(2026, time.May, 4, 9, 0, 0, 0, time.UTC)
		store := guard.NewMemory(&guard.MemoryOptions{TTL: time.Minute, Now: func() time.Time { return clock }})
		d := newDesk(t, store, idem.NewMemory(nil), middleware)
		a := from{"uno", "cmp_1", "cnv_a", "voice", "k1"}
		d.lookUp(t, a, laura)
		first, kind := d.cancel(t, a, laura)
		if kind != "" {
			t.Fatal(first)
		}
		clock = clock.Add(time.Hour) // nobody is known any more, and the state is final
		if again, _ := d.cancel(t, a, laura); again != first {
			t.Errorf("middleware %v: first %s, then %s", middleware, first, again)
		}
		a.key = "k2"
		if answer, kind := d.cancel(t, a, laura); kind != "PERMISSION" {
			t.Errorf("middleware %v: another call: %s", middleware, answer)
		}
		d.lookUp(t, a, laura)
		a.key = "k3"
		answer, kind := d.cancel(t, a, laura)
		if kind != "VALIDATION" || !strings.Contains(answer, "La cita ya está cancelada y no se puede cambiar.") {
			t.Errorf("middleware %v: a final state: %s", middleware, answer)
		}
		if d.runs != 1 {
			t.Errorf("middleware %v: %d effects", middleware, d.runs)
		}
	}
}

// Several servers on one store of keys are one desk.
func TestServersShareTheStoreOfKeys(t *testing.T) {
	t.Parallel()
	keys := idem.NewMemory(nil)
	one := newDesk(t, idem.NewFacts(keys, 0), keys, true)
	two := newDesk(t, idem.NewFacts(keys, 0), keys, false)
	a := from{"uno", "cmp_1", "cnv_a", "chat", "k1"}
	one.lookUp(t, a, laura)
	b := a
	b.conversation, b.key = "cnv_b", "k2"
	if answer, kind := two.cancel(t, b, laura); kind != "PERMISSION" {
		t.Errorf("conversation B: %s", answer)
	}
	if answer, kind := two.cancel(t, a, laura); kind != "" {
		t.Errorf("conversation A: %s", answer)
	}
}

type downStore struct{}

var errDown = errors.New("the store is down")

func (downStore) Remember(context.Context, string) error       { return errDown }
func (downStore) Recall(context.Context, string) (bool, error) { return false, errDown }

func TestStoreThatIsDownOpensNothing(t *testing.T) {
	t.Parallel()
	d := newDesk(t, downStore{}, idem.NewMemory(nil), false)
	a := from{"uno", "cmp_1", "cnv_a", "chat", "k1"}
	if answer, kind := d.call(t, a, "consultar_cliente", `{"documento":"`+laura+`"}`); kind != "SYSTEM" || strings.Contains(answer, "down") {
		t.Errorf("lookup: %s", answer)
	}
	if answer, kind := d.cancel(t, a, laura); kind != "SYSTEM" {
		t.Errorf("cancellation: %s", answer)
	}
}

// noted keeps what it is told to remember.
type noted []string

func (n *noted) Remember(_ context.Context, fact string) error { *n = append(*n, fact); return nil }
func (*noted) Recall(context.Context, string) (bool, error)    { return false, nil }

// What earlier versions resolved must be found by later ones.
func TestFactsArePinned(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ kind, company, conversation, identity, want string }{
		{"", "cmp_1", "cnv_a", "ABC123", "9b75c4c11afe080c7e62072ccfdcd258823e189a42cd11403cdeaaa52766e57e"},
		{"vehiculo", "", "cnv_a", "ñandú %d", "a623fe60e6dd9ea37f516723268a8576e0a3ada4ea92c90be0e88d628542e9f9"},
		{"vehiculo", strings.Repeat("c", 100), strings.Repeat("v", 100), strings.Repeat("i", 100), "c933aa4c0dfb662ea81bf531a4f314908593f8a352c3e497a1b1be56b6bd8ae7"},
	} {
		var store noted
		ctx := meta.NewContext(t.Context(), meta.New(meta.Values{CompanyID: tt.company, ConversationID: tt.conversation}))
		if err := guard.NewOwnership(&store, &guard.Options{Kind: tt.kind}).Resolve(ctx, tt.identity); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(noted{tt.want}, store); diff != "" {
			t.Errorf("%q of %q (-want +got):\n%s", tt.identity, tt.kind, diff)
		}
	}
}

func TestOwnershipOptions(t *testing.T) {
	t.Parallel()
	ctx := meta.NewContext(t.Context(), meta.New(meta.Values{ConversationID: "cnv_a"}))
	store := guard.NewMemory(nil)
	clients, cars := guard.NewOwnership(store, nil), guard.NewOwnership(store, &guard.Options{Kind: "vehiculo", Message: "Primero hay que buscar la placa."})
	if err := clients.Resolve(ctx, "ABC123"); err != nil {
		t.Fatal(err)
	}
	err := cars.Require(ctx, "ABC123")
	if !errors.Is(err, toolerrors.KindPermission) || toolerrors.From(err).UserMessage() != "Primero hay que buscar la placa." {
		t.Errorf("another kind: %v", err)
	}
	if err := clients.Resolve(ctx, ""); !errors.Is(err, toolerrors.KindSystem) {
		t.Errorf("resolving nobody: %v", err)
	}
	if err := clients.Require(ctx, ""); !errors.Is(err, toolerrors.KindPermission) {
		t.Errorf("requiring nobody: %v", err)
	}
	if err := guard.NewOwnership(nil, nil).Require(ctx, "ABC123"); !errors.Is(err, toolerrors.KindPermission) {
		t.Errorf("a store of its own: %v", err)
	}
}

func TestMemory(t *testing.T) {
	t.Parallel()
	m := guard.NewMemory(nil)
	idemtest.Facts(t, func(testing.TB) idemtest.FactStore { return m })

	now := time.Unix(0, 0)
	m = guard.NewMemory(&guard.MemoryOptions{MaxFacts: 2, TTL: time.Minute, Now: func() time.Time { return now }})
	knows := func(fact string, want bool) {
		t.Helper()
		if got, err := m.Recall(t.Context(), fact); err != nil || got != want {
			t.Errorf("%s: %v, %v, want %v", fact, got, err, want)
		}
	}
	remember := func(fact string) {
		t.Helper()
		if err := m.Remember(t.Context(), fact); err != nil {
			t.Error(err)
		}
	}
	remember("a")
	remember("b")
	remember("a") // the youngest again
	remember("c")
	knows("a", true)
	knows("b", false)
	now = now.Add(59 * time.Second)
	remember("c")
	now = now.Add(time.Second)
	knows("a", false)
	knows("c", true)
	now = now.Add(time.Minute)
	remember("d")
	if n := m.Len(); n != 1 {
		t.Errorf("%d facts are kept, want the one that has not expired", n)
	}

	defer func() {
		if v := recover(); v == nil || !strings.Contains(fmt.Sprint(v), "use positive values") {
			t.Errorf("panic %v", v)
		}
	}()
	guard.NewMemory(&guard.MemoryOptions{MaxFacts: -1})
}

type conPuntero struct{ documento string }

func (c *conPuntero) Titular() string { return c.documento }

// A method with a pointer receiver leaves no tool unguarded.
func TestGuardsFindPointerReceivers(t *testing.T) {
	t.Parallel()
	var seen []string
	next := func(context.Context, asixto.Tool, any) (any, error) { return conPuntero{"out"}, nil }
	note := func(_ context.Context, who interface{ Titular() string }) error {
		seen = append(seen, who.Titular())
		return nil
	}
	h := guard.Before(note)(guard.After(note)(next))
	for _, in := range []any{conPuntero{"value"}, &conPuntero{"pointer"}, citaIn{}, nil} {
		if _, err := h(t.Context(), asixto.Tool{}, in); err != nil {
			t.Error(err)
		}
	}
	if got := strings.Join(seen, " "); got != "value out pointer out out out" {
		t.Errorf("seen %q", got)
	}
}

type estado string

func TestNotFinal(t *testing.T) {
	t.Parallel()
	if err := guard.NotFinal("La cita", estado("programada"), "cancelada", "atendida"); err != nil {
		t.Error(err)
	}
	err := guard.NotFinal("El caso", estado("cerrado_sin_solucion"), "cerrado", "cerrado_sin_solucion")
	if !errors.Is(err, toolerrors.KindValidation) || toolerrors.From(err).UserMessage() != "El caso ya está cerrado sin solucion y no se puede cambiar." {
		t.Error(err)
	}
}

// A guard that is after a write cannot take its effect back.
func TestAfterAWrite(t *testing.T) {
	t.Parallel()
	next := func(context.Context, asixto.Tool, any) (any, error) { return citaOut{"cancelada"}, nil }
	fails := guard.After(func(context.Context, citaOut) error { return errDown })(next)
	if _, err := fails(t.Context(), asixto.Tool{}, citaIn{}); !errors.Is(err, errDown) {
		t.Errorf("error %v", err)
	}
	// By an interface, and not for what does not implement it.
	other := guard.After(func(context.Context, interface{ Titular() string }) error { return errDown })(next)
	if out, err := other(t.Context(), asixto.Tool{}, citaIn{}); err != nil || out != any(citaOut{"cancelada"}) {
		t.Errorf("%v, %v", out, err)
	}
	failing := guard.After(func(context.Context, citaOut) error { t.Error("recorded a failure"); return nil })(
		func(context.Context, asixto.Tool, any) (any, error) { return citaOut{}, errDown })
	if _, err := failing(t.Context(), asixto.Tool{}, citaIn{}); !errors.Is(err, errDown) {
		t.Errorf("error %v", err)
	}
}

package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/asixto/go-sdk/asixto/asixtotest"
	toolerrors "github.com/asixto/go-sdk/errors"
	"github.com/asixto/go-sdk/meta"
)

func TestBadArgumentsAreNamed(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	long := strings.Repeat("x", 401)
	tests := []struct {
		name, tool, args string
		fields           []string
	}{
		{"unknown field", consultar, `{"documento":"CC1032456789","clave":"1"}`, []string{"clave"}},
		{"another case", consultar, `{"Documento":"CC1032456789"}`, []string{"documento"}},
		{"missing", abrir, `{"documento":"CC1032456789"}`, []string{"tipo", "descripcion"}},
		{"no arguments", consultar, `{}`, []string{"documento"}},
		{"null for a required one", consultar, `{"documento":null}`, []string{"documento"}},
		{"number for a text", consultar, `{"documento":1032456789}`, []string{"documento"}},
		{"text for a number", buscar, `{"texto":"plan","limit":"5"}`, []string{"limit"}},
		{"half a number", buscar, `{"texto":"plan","limit":1.5}`, []string{"limit"}},
		{"list for a text", buscar, `{"texto":["plan"]}`, []string{"texto"}},
		{"below the limit", buscar, `{"texto":"plan","limit":0,"offset":-1}`, []string{"limit", "offset"}},
		{"above the limit", buscar, `{"texto":"plan","limit":26}`, []string{"limit"}},
		{"outside the enum", abrir, `{"documento":"CC1032456789","tipo":"queja","descripcion":"No tengo servicio"}`, []string{"tipo"}},
		{"optional outside the enum", abrir, `{"documento":"CC1032456789","tipo":"falla","descripcion":"No tengo servicio","prioridad":"urgente"}`, []string{"prioridad"}},
		{"too long", abrir, `{"documento":"CC1032456789","tipo":"falla","descripcion":"` + long + `"}`, []string{"descripcion"}},
		{"too short", abrir, `{"documento":"CC","tipo":"falla","descripcion":"no"}`, []string{"documento", "descripcion"}},
		{"not confirmed", cancelar, `{"documento":"CC1032456789","cita_id":"CITA-7781","confirmado":false}`, []string{"confirmado"}},
		{"confirmation missing", cancelar, `{"documento":"CC1032456789","cita_id":"CITA-7781"}`, []string{"confirmado"}},
		{"confirmation as text", cancelar, `{"documento":"CC1032456789","cita_id":"CITA-7781","confirmado":"true"}`, []string{"confirmado"}},
		{"no address", actualizar, `{"documento":"CC1032456789","correo":"laura"}`, []string{"correo"}},
		{"not the holder's to change", actualizar, `{"documento":"CC1032456789","nombre":"Otra","estado":"activo"}`, []string{"nombre", "estado"}},
		{"three at once", abrir, `{"documento":7,"tipo":null,"descripcion":"` + long + `","extra":true}`, []string{"documento", "tipo", "descripcion", "extra"}},
	}
	labels := map[string]string{"confirmado": "decision del cliente", "offset": "posicion del primer resultado"} // by their descriptions
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			err := asixtotest.Fails(t, d, tt.tool, tt.args, toolerrors.KindValidation, "").Err
			said, details := err.UserMessage(), err.Details()
			for _, field := range tt.fields {
				if !strings.Contains(said+details, field) {
					t.Errorf("%q, %q do not name %s", said, details, field)
				}
			}
			if len(tt.fields) <= 3 {
				for _, field := range tt.fields {
					if !strings.Contains(folded(said), cmp.Or(labels[field], folded(field))) {
						t.Errorf("the sentence %q does not name %s", said, field)
					}
				}
			}
			if strings.Contains(said, long) {
				t.Errorf("the sentence repeats what was sent: %q", said)
			}
		})
	}
	t.Cleanup(func() {
		if got := d.backend.Efectos(); got != (efectos{}) {
			t.Errorf("bad calls had effects: %+v", got)
		}
	})
}

// folded is a text as the search compares it: a sentence says a field's name
// with its accents, or begins with it.
func folded(s string) string { return strings.Join(plegar(s), " ") }

func TestProtocolErrors(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	call := func(name string) string {
		return request(t, "r1", "tools/call", map[string]any{"name": name, "arguments": map[string]any{}, "_meta": gatewayMeta()})
	}
	tests := []struct {
		name, method, tool, body string
		over                     map[string]string
		status, code             int
	}{
		{"unknown tool", "tools/call", "borrar_todo", call("borrar_todo"), nil, 0, -32602},
		{"unknown method", "tools/borrar", "-", request(t, "r1", "tools/borrar", nil), nil, http.StatusNotFound, -32601},
		{"malformed", "tools/list", "-", `{"jsonrpc":"2.0",`, nil, http.StatusBadRequest, -32700},
		{"empty", "tools/list", "-", "", nil, http.StatusBadRequest, -32700},
		{"no request", "tools/list", "-", `"hola"`, nil, http.StatusBadRequest, 0},
		{"another method in the header", "tools/list", "-", call(consultar), nil, http.StatusBadRequest, -32020},
		{"another tool in the header", "tools/call", buscar, call(consultar), nil, http.StatusBadRequest, -32020},
		{
			"another version in the header", "tools/list", "-", request(t, "r1", "tools/list", nil),
			map[string]string{"Mcp-Protocol-Version": "2025-11-25"}, http.StatusBadRequest, -32020,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			res := d.post(t, tt.method, tt.tool, tt.body, tt.over)
			if tt.status != 0 && res.status != tt.status {
				t.Errorf("status %d, want %d; body %s", res.status, tt.status, res.body)
			}
			env := decode[envelope](t, res.body)
			if env.Error == nil {
				t.Fatalf("no protocol error: %s", res.body)
			}
			if tt.code != 0 && env.Error.Code != tt.code {
				t.Errorf("code %d, want %d; body %s", env.Error.Code, tt.code, res.body)
			}
		})
	}
}

// A value of _meta that is missing or of another type never breaks a call.
func TestOddMetadata(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	for _, key := range []string{
		meta.KeyConversationID, meta.KeyRequestID, meta.KeyChannel, meta.KeyCompanyID, meta.KeyPriceListID, meta.KeyCurrency, meta.KeyTimezone,
	} {
		odd := []asixtotest.CallOption{asixtotest.Without(key)}
		for _, value := range []any{nil, 7, true, []any{"x"}, map[string]any{"x": 1}, "", "¿?"} {
			odd = append(odd, asixtotest.With(key, value))
		}
		for i, opt := range odd {
			t.Run(fmt.Sprint(key, i), func(t *testing.T) {
				t.Parallel()
				asixtotest.Call[ConsultarClienteOut](t, d, consultar, ConsultarClienteIn{docLaura}, opt)
				d.Do(t, buscar, busca("plan", 0, 0), opt)
			})
		}
	}
}

// A price list or a currency that cannot be read is no reason to quote the public price
// or pesos.
func TestUnreadablePrices(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	for key, values := range map[string][]any{
		meta.KeyPriceListID: {7, "pl_otra", []any{"pl_mayorista"}},
		meta.KeyCurrency:    {7, "usd", "dólares", ""},
	} {
		for _, value := range values {
			asixtotest.Fails(t, d, buscar, busca("plan", 0, 0), toolerrors.KindBlocker, "No hay precios", asixtotest.With(key, value))
		}
	}
}

// What fails below the tools is told in a fixed sentence; the cause is for the
// log, and the call may be repeated with the same key.
func TestBackendFailures(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		err  error
		kind toolerrors.Kind
	}{
		{"foreign", errors.New("dial tcp 10.0.0.7: password=hunter2"), toolerrors.KindUnknown},
		{"time-out", fmt.Errorf("crm: %w", context.DeadlineExceeded), toolerrors.KindSystem},
	}
	calls := touching(docLaura)
	calls[consultar], calls[buscar], calls[abrir] = ConsultarClienteIn{docLaura}, busca("plan", 0, 0), unCaso()
	for _, tt := range tests {
		for tool, in := range calls {
			t.Run(tt.name+"/"+tool, func(t *testing.T) {
				t.Parallel()
				var down atomic.Bool
				d := startDesk(t, func(context.Context, string) error {
					if down.Load() {
						return tt.err
					}
					return nil
				})
				d.identify(t, d, docLaura)
				down.Store(true)
				first := asixtotest.Fails(t, d, tool, in, tt.kind, "", asixtotest.Key("una"))
				second := asixtotest.Fails(t, d, tool, in, tt.kind, "", asixtotest.Key("una"))
				if first.Structured != second.Structured {
					t.Errorf("first %s, then %s", first.Structured, second.Structured)
				}
				if !strings.Contains(d.log.String(), tt.err.Error()) {
					t.Error("the cause is not in the log")
				}
			})
		}
	}
}

func TestFailureIsNotKept(t *testing.T) {
	t.Parallel()
	fail := true
	d := startDesk(t, func(context.Context, string) error {
		if fail {
			return errors.New("the ticket desk is down")
		}
		return nil
	})
	conv := asixtotest.NewConversation(d.Client)
	asixtotest.Fails(t, conv, abrir, unCaso(), toolerrors.KindUnknown, "")
	fail = false
	asixtotest.Call[AbrirCasoOut](t, conv, abrir, unCaso())
	conv.Retry(t)
	if n := d.backend.Casos(); n != 1 {
		t.Errorf("%d cases, want 1", n)
	}
}

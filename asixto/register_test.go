package asixto

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/invopop/jsonschema"

	"github.com/asixto/go-sdk/idem"
	"github.com/asixto/go-sdk/meta"
)

// add registers a tool with arguments of type In and an empty handler.
func add[In any](change func(*Tool)) func(*Server) error {
	return func(s *Server) error {
		tool := echoTool("consultar_texto", Read)
		if change != nil {
			change(&tool)
		}
		return AddTool(s, tool, func(context.Context, In) (echoOut, error) { return echoOut{}, nil })
	}
}

type (
	noLimitIn struct {
		Texto string `json:"texto" doc:"Texto libre"`
	}
	deepNoLimitIn struct {
		Lineas []struct {
			Nota string `json:"nota" doc:"Nota de la línea"`
		} `json:"lineas" validate:"max=5" doc:"Líneas del pedido"`
	}
	longDocIn struct {
		Texto string `json:"texto" validate:"max=9" doc:"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"`
	}
	operationsIn struct {
		Accion string `json:"accion" validate:"oneof=crear cancelar consultar" doc:"Qué hacer"`
	}
	dataIn struct {
		Accion string `json:"accion" validate:"oneof=block flag log" doc:"Qué hace la regla"`
	}
	reasonedIn struct {
		Accion string `json:"accion" validate:"oneof=crear cancelar consultar" doc:"Tipo de trámite ya radicado" asixto:"allow=one-operation: los valores son tipos de trámite, no operaciones"`
	}
	uuidIn struct {
		PedidoID string `json:"pedido_id" validate:"uuid" doc:"Identificador del pedido"`
	}
	badRuleIn struct {
		Texto string `json:"texto" validate:"maxx=5" doc:"Texto libre"`
	}
	upperIn struct {
		Texto string `json:"Texto" validate:"max=5" doc:"Texto libre"`
	}
)

// What the certification refuses is refused by AddTool, by name, with what to
// write instead; and the server does not start, even where the author did not
// look at the error.
func TestRefusals(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		add   func(*Server) error
		rule  string
		field string
		fix   string
	}{
		{"name with capitals", add[echoIn](func(t *Tool) { t.Name = "ConsultarTexto" }), "name-pattern", "", "a-z, 0-9 and _"},
		{"name of 41", add[echoIn](func(t *Tool) { t.Name = "consultar_" + strings.Repeat("a", 31) }), "name-length", "", "40"},
		{"the Gateway's prefix", add[echoIn](func(t *Tool) { t.Name = "ext__consultar" }), "name-prefix", "", "ext__"},
		{"no description", add[echoIn](func(t *Tool) { t.Description = "" }), "description-present", "", "Description"},
		{"description of 702 units", add[echoIn](func(t *Tool) { t.Description = strings.Repeat("😀", 351) }), "description-length", "", "700"},
		{"no capability", add[echoIn](func(t *Tool) { t.Capabilities = nil }), "capability-present", "", "Capabilities"},
		{"an invented capability", add[echoIn](func(t *Tool) { t.Capabilities = []meta.Capability{"magia"} }), "capability-known", "", "meta."},
		{"no verb", add[echoIn](func(t *Tool) { t.Verb = "" }), "verb-present", "", "Verb"},
		{"free text without a limit", add[noLimitIn](nil), "text-max-length", "texto", `max=`},
		{"free text without a limit, deep", add[deepNoLimitIn](nil), "text-max-length", "lineas[].nota", `max=`},
		{"parameter description of 201", add[longDocIn](nil), "property-description-length", "texto", "200"},
		{"several operations in one tool", add[operationsIn](nil), "one-operation", "accion", "asixto.AddTool"},
		{"a required UUID of nobody's", add[uuidIn](nil), "required-uuid", "pedido_id", "from="},
		{"a parameter in capitals", add[upperIn](nil), "go-type", "Texto", "a-z"},
		{"a misspelt rule", add[badRuleIn](nil), "go-type", "texto", "maxx"},
		{"arguments that are no struct", add[string](nil), "go-type", "", "struct"},
		{"no access", add[echoIn](func(t *Tool) { t.Access = 0 }), "", "", "asixto.Read"},
		{"an unknown access", add[echoIn](func(t *Tool) { t.Access = 9 }), "", "", "asixto.Read"},
		{"a map in the arguments", add[struct {
			Datos map[string]int `json:"datos" validate:"max=3" doc:"Datos del pedido"`
		}](nil), "object-closed", "datos", "additionalProperties"},
		{"an optional that does not accept null", add[struct {
			Envio strictObject `json:"envio" doc:"Datos del envío"`
		}](nil), "optional-nullable", "envio.nivel", "null"},
		{"the mark of an event stream", add[echoIn](func(t *Tool) { t.Description = "Repite data: un texto. No la use para más." }), "event-stream-text", "", "data"},
		{"a time-out beyond the hold of a key", add[echoIn](func(t *Tool) { t.Access, t.Timeout = Write, time.Hour }), "", "", "Cap"},
		{"negative time-out", add[echoIn](func(t *Tool) { t.Timeout = -1 }), "", "", "positive"},
		{"an exception without a reason", add[echoIn](func(t *Tool) { t.Allow = map[string]string{"required-few": " "} }), "exception-valid", "", "reason"},
		{"an exception that certification does not take", add[noLimitIn](func(t *Tool) { t.Allow = map[string]string{"text-max-length": "así está bien"} }), "text-max-length", "texto", "max="},
		{"nil handler", func(s *Server) error {
			return AddTool[echoIn, echoOut](s, echoTool("consultar_texto", Read), nil)
		}, "", "", "func(context.Context"},
		{"a read with a resolver", func(s *Server) error {
			return AddTool(s, echoTool("consultar_texto", Read), echo, Resolver(func(context.Context, echoIn, idem.Attempt) (echoOut, bool, error) {
				return echoOut{}, true, nil
			}))
		}, "", "", "Resolver"},
		{"the same name twice", func(s *Server) error {
			return errors.Join(add[echoIn](nil)(s), add[echoIn](nil)(s))
		}, "", "", "unique"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := testServer(t, nil)
			err := tt.add(s)
			var refused *RegistrationError
			if !errors.As(err, &refused) {
				t.Fatalf("AddTool: %v", err)
			}
			i := slices.IndexFunc(refused.Violations, func(v Violation) bool { return v.Rule == tt.rule && v.Field == tt.field })
			if i < 0 {
				t.Fatalf("no violation of %q at %q in:\n%v", tt.rule, tt.field, err)
			}
			v := refused.Violations[i]
			line := v.String()
			if !strings.Contains(line, tt.fix) || !strings.HasPrefix(line, `asixto: tool "`) || !strings.Contains(line, tt.field) {
				t.Errorf("the message does not name tool, field and what to write (%q):\n%s", tt.fix, line)
			}
			if v.Warning || strings.Contains(line, "\n") {
				t.Errorf("warning %v, message %q", v.Warning, line)
			}
			if mountErr := s.Mount(http.NewServeMux(), "/mcp", nil); mountErr == nil || !strings.Contains(mountErr.Error(), line) {
				t.Errorf("Mount: %v", mountErr)
			}
		})
	}
}

func TestAWriteNeedsAStore(t *testing.T) {
	t.Parallel()
	s := NewServer("prueba", "1.0.0", &ServerOptions{Logger: testServer(t, nil).log})
	err := add[echoIn](func(t *Tool) { t.Access = Write })(s)
	if err == nil || !strings.Contains(err.Error(), "idem.NewMemory(nil)") || !strings.Contains(err.Error(), "idem.Disabled") {
		t.Errorf("AddTool: %v", err)
	}
	if err := s.Mount(http.NewServeMux(), "/mcp", nil); err == nil {
		t.Error("Mount starts all the same")
	}
}

// idem.Disabled is a decision, and the annotation tells of it.
func TestDisabledIdempotencyIsDeclared(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		access Access
		store  idem.Store
		want   string
	}{
		{"read", Read, idem.NewMemory(nil), `"annotations":{"readOnlyHint":true,"destructiveHint":false,"idempotentHint":true}`},
		{"write", Write, idem.NewMemory(nil), `"annotations":{"readOnlyHint":false,"destructiveHint":false,"idempotentHint":true}`},
		{"destructive", Destructive, idem.NewMemory(nil), `"annotations":{"readOnlyHint":false,"destructiveHint":true,"idempotentHint":true}`},
		{"write without keys", Write, idem.Disabled, `"annotations":{"readOnlyHint":false,"destructiveHint":false,"idempotentHint":false}`},
		{"read without keys", Read, idem.Disabled, `"annotations":{"readOnlyHint":true,"destructiveHint":false,"idempotentHint":true}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := testServer(t, &ServerOptions{Store: tt.store})
			runs := 0
			mustAdd(t, s, echoTool("mover_texto", tt.access), func(_ context.Context, in echoIn) (echoOut, error) {
				runs++
				return echoOut{in.Texto}, nil
			})
			h := handlerOf(t, s, nil)
			if body := post(t, h, listBody, nil).Body; !strings.Contains(body, tt.want) {
				t.Errorf("tools/list: %s", body)
			}
			for range 2 {
				callTool(t, h, "mover_texto", map[string]any{"texto": "x"}, withKey("k"))
			}
			if want := map[bool]int{true: 1, false: 2}[tt.access.Writes() && tt.store != idem.Disabled]; runs != want {
				t.Errorf("%d runs, want %d", runs, want)
			}
		})
	}
}

func TestEveryViolationAtOnce(t *testing.T) {
	t.Parallel()
	type in struct {
		Texto  string `json:"texto" doc:"Texto libre"`
		Accion string `json:"accion" validate:"oneof=crear cancelar" doc:"Qué hacer"`
	}
	err := add[in](func(t *Tool) {
		t.Name, t.Verb, t.Capabilities, t.Access = "Malo", "", nil, 0
	})(testServer(t, nil))
	var refused *RegistrationError
	if !errors.As(err, &refused) {
		t.Fatal(err)
	}
	var got []string
	for _, v := range refused.Violations {
		got = append(got, v.Rule+" "+v.Field)
	}
	slices.Sort(got)
	want := []string{" ", "capability-present ", "name-pattern ", "one-operation accion", "text-max-length texto", "verb-present "}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("violations (-want +got):\n%s\n%v", diff, err)
	}
}

// A type that does not compile hides nothing else.
func TestBrokenTypeAndBrokenNameTogether(t *testing.T) {
	t.Parallel()
	type in struct {
		A any    `json:"a" doc:"Algo"`
		B string `json:"b" validate:"max=x" doc:"Otro"`
	}
	err := add[in](func(t *Tool) { t.Name = "Malo" })(testServer(t, nil))
	for _, want := range []string{`field "a"`, `field "b"`, "name-pattern"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s is not in:\n%v", want, err)
		}
	}
}

func TestDataThatLooksLikeOperationsPasses(t *testing.T) {
	t.Parallel()
	for _, add := range []func(*Server) error{add[dataIn](nil), add[reasonedIn](nil)} {
		if err := add(testServer(t, nil)); err != nil {
			t.Error(err)
		}
	}
}

func TestServerFaults(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		s    *Server
		want string
	}{
		{"no name", NewServer("", "1.0.0", nil), "name and a version"},
		{"no version", NewServer("prueba", "", nil), "name and a version"},
		{"bad idempotency options", NewServer("prueba", "1", &ServerOptions{Store: idem.NewMemory(nil), Idempotency: &idem.Options{Retention: 1}}), "Retention"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			err := tt.s.Mount(http.NewServeMux(), "/mcp", nil)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("Mount: %v", err)
			}
		})
	}
}

// A tool that comes while the server is serving is held to the same rules; a
// bad one is not offered, a good one is at once.
func TestToolsAddedWhileServing(t *testing.T) {
	t.Parallel()
	s := testServer(t, nil)
	mustAdd(t, s, echoTool("consultar_texto", Read), echo)
	h := handlerOf(t, s, nil)
	names := func() int { return len(post(t, h, listBody, nil).Result.Tools) }
	if n := names(); n != 1 {
		t.Fatalf("%d tools", n)
	}
	type fromNowhere struct {
		Cita string `json:"cita" validate:"max=9" doc:"Código de la cita" asixto:"from=consultar_citas.citas"`
	}
	err := AddTool(s, echoTool("mover_cita", Read), func(context.Context, fromNowhere) (echoOut, error) { return echoOut{}, nil })
	if err == nil || names() != 1 {
		t.Errorf("a tool that depends on one that is not there: %v, %d tools", err, names())
	}
	mustAdd(t, s, echoTool("buscar_texto", Read), echo)
	if n := names(); n != 2 {
		t.Errorf("%d tools after a good one", n)
	}
	if got := callTool(t, h, "buscar_texto", map[string]any{"texto": "x"}, metaOf(nil)); got.Result.IsError {
		t.Error(got.Body)
	}
}

// strictObject states a schema of its own whose optional property refuses null.
type strictObject map[string]string

func (strictObject) JSONSchema() *jsonschema.Schema {
	properties := jsonschema.NewProperties()
	properties.Set("nivel", &jsonschema.Schema{Type: "string", Enum: []any{"alto", "bajo"}})
	return &jsonschema.Schema{Type: "object", Properties: properties, AdditionalProperties: jsonschema.FalseSchema}
}

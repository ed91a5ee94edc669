package asixto

import (
	"slices"
	"strings"
	"testing"
)

type (
	identifierIn struct {
		ClienteID string `json:"cliente_id" validate:"max=20" doc:"Identificador del cliente"`
	}
	listedIn struct {
		Prioridad string `json:"prioridad" validate:"max=20" doc:"Prioridad: alta, normal o baja"`
	}
	undescribedIn struct {
		Texto string `json:"texto" validate:"max=20"`
	}
	nestedIn struct {
		Direccion struct {
			Calle string `json:"calle" validate:"max=20" doc:"Calle y número"`
		} `json:"direccion" doc:"Dirección de entrega"`
	}
	manyRequiredIn struct {
		A string `json:"a" validate:"max=2" doc:"Dato a"`
		B string `json:"b" validate:"max=2" doc:"Dato b"`
		C string `json:"c" validate:"max=2" doc:"Dato c"`
		D string `json:"d" validate:"max=2" doc:"Dato d"`
		E string `json:"e" validate:"max=2" doc:"Dato e"`
		F string `json:"f" validate:"max=2" doc:"Dato f"`
		G string `json:"g" validate:"max=2" doc:"Dato g"`
		H string `json:"h" validate:"max=2" doc:"Dato h"`
		I string `json:"i" validate:"max=2" doc:"Dato i"`
		J string `json:"j" validate:"max=2" doc:"Dato j"`
	}
)

// What only a person can decide is a warning: it is kept, logged at the start
// with the rule's name, and lifted by a written reason.
func TestWarnings(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		rule  string
		field string
		add   func(change func(*Tool)) func(*Server) error
		tool  func(*Tool)
	}{
		{name: "long required", rule: "required-few", add: add[manyRequiredIn]},
		{name: "a closed set in words", rule: "closed-set-enum", field: "prioridad", add: add[listedIn]},
		{name: "a required internal identifier", rule: "required-identifier", field: "cliente_id", add: add[identifierIn]},
		{name: "a parameter without description", rule: "property-described", field: "texto", add: add[undescribedIn]},
		{name: "nested arguments", rule: "flat-input", field: "direccion", add: add[nestedIn]},
		{name: "a number that JavaScript rounds", rule: "int64-text", field: "cuenta", add: add[struct {
			Cuenta int64 `json:"cuenta" validate:"min=1" doc:"Número de cuenta"`
		}]},
		{name: "null in an enum", rule: "null-in-enum", field: "nivel", add: add[struct {
			Nivel *string `json:"nivel" validate:"oneof=alto bajo" doc:"Nivel del servicio"`
		}]},
		{name: "verb not in the infinitive", rule: "verb-infinitive", add: add[echoIn], tool: func(t *Tool) { t.Verb = "consulta un texto" }},
		{name: "a read named like a write", rule: "read-only-name", add: add[echoIn], tool: func(t *Tool) { t.Name = "crear_texto" }},
		{name: "a name without an entity", rule: "name-verb-entity", add: add[echoIn], tool: func(t *Tool) { t.Name = "consultar" }},
		{name: "destructive without confirmation", rule: "destructive-confirmation", add: add[echoIn], tool: func(t *Tool) { t.Name, t.Access = "cancelar_texto", Destructive }},
		{name: "no word on when not to use it", rule: "description-when-not", add: add[echoIn], tool: func(t *Tool) { t.Description = "Repite el texto recibido." }},
		{name: "tone", rule: "description-tone", add: add[echoIn], tool: func(t *Tool) { t.Description += " Responda siempre amablemente." }},
		{name: "volatile data", rule: "description-volatile", add: add[echoIn], tool: func(t *Tool) { t.Description += " Cuesta $25.000 y atiende de 8:00 a 18:00." }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			log, lines := logBuffer()
			s := testServer(t, &ServerOptions{Logger: log})
			if err := tt.add(tt.tool)(s); err != nil {
				t.Fatalf("AddTool: %v", err)
			}
			found := func(v Violation) bool { return v.Rule == tt.rule && v.Field == tt.field && v.Warning }
			if !slices.ContainsFunc(s.Warnings(), found) {
				t.Fatalf("no warning of %q at %q in %v", tt.rule, tt.field, s.Warnings())
			}
			handlerOf(t, s, nil)
			if !strings.Contains(lines.String(), tt.rule) {
				t.Errorf("the start does not log it:\n%s", lines)
			}

			lifted := testServer(t, nil)
			err := tt.add(func(tool *Tool) {
				if tt.tool != nil {
					tt.tool(tool)
				}
				tool.Allow = map[string]string{tt.rule: "acordado con el equipo del agente"}
			})(lifted)
			if err != nil || slices.ContainsFunc(lifted.Warnings(), found) {
				t.Errorf("a written reason does not lift it: %v, %v", err, lifted.Warnings())
			}
		})
	}
}

func TestAGoodToolHasNoWarnings(t *testing.T) {
	t.Parallel()
	s := testServer(t, nil)
	mustAdd(t, s, echoTool("consultar_texto", Read), echo)
	if w := s.Warnings(); len(w) != 0 {
		t.Errorf("warnings: %v", w)
	}
}

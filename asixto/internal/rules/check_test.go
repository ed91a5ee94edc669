package rules_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/asixto/go-sdk/asixto/internal/rules"
	"github.com/asixto/go-sdk/schema"
)

func catalogue(t *testing.T, members []member) []*rules.Tool {
	t.Helper()
	var tools []*rules.Tool
	for _, m := range members {
		parsed := tool(t, m.patch)
		annotate(t, parsed, m.notes)
		tools = append(tools, parsed)
	}
	return tools
}

func TestEveryCatalogueExample(t *testing.T) {
	t.Parallel()
	for _, e := range catalogueExamples {
		findings := rules.CheckCatalogue(catalogue(t, e.bad))
		var got []string
		for _, f := range findings {
			got = append(got, strings.TrimSpace(f.Rule.ID+" "+f.Tool+" "+f.Field))
		}
		if diff := cmp.Diff([]string{strings.TrimSpace(e.rule + " " + e.where)}, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", e.rule, diff)
		}
		if findings := rules.CheckCatalogue(catalogue(t, e.good)); findings != nil {
			t.Errorf("%s: the counterexample breaks %v", e.rule, findings)
		}
	}
}

func TestEveryFlowExample(t *testing.T) {
	t.Parallel()
	tools := catalogue(t, []member{bare, searches})
	for _, e := range flowExamples {
		if diff := cmp.Diff([]string{e.rule}, told(rules.CheckFlow(e.bad, tools))); diff != "" {
			t.Errorf("%q (-want +got):\n%s", e.bad, diff)
		}
		if findings := rules.CheckFlow(e.good, tools); findings != nil {
			t.Errorf("%q breaks %v", e.good, findings)
		}
	}
}

func TestAllViolationsAreToldAtOnceAndInOrder(t *testing.T) {
	t.Parallel()
	broken := parse(t, `{
		"name": "Crear Caso",
		"inputSchema": {
			"type": "object",
			"properties": {
				"texto": {"type": "string", "description": "El texto"},
				"accion": {"enum": ["crear", "borrar", null], "description": "Qué hacer"},
				"cliente": {
					"type": "object", "description": "El cliente",
					"properties": {"nombre": {"type": ["string", "null"], "description": "Su nombre"}}
				}
			},
			"required": ["cliente"]
		},
		"outputSchema": {"type": "string", "description": "data:", "properties": {"foto": {"type": "string"}, "clave": {"type": "string"}}},
		"annotations": {"readOnlyHint": false, "destructiveHint": false},
		"_meta": {"com.asixto/capability": "sales"}
	}`)
	want := []string{
		"name-pattern", "description-present", "capability-known", "verb-present", "annotations-explicit", "output-object",
		"object-closed",
		"optional-nullable texto", "text-max-length texto",
		"one-operation accion",
		"object-closed cliente", "flat-input cliente",
		"text-max-length cliente.nombre",
		"event-stream-text", "output-media foto", "output-secret clave",
	}
	if diff := cmp.Diff(want, told(rules.CheckTool(broken))); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
}

func TestFindingString(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		patch string
		want  string
	}{
		"a field": {
			text(``),
			`tool "consultar_caso": field "campo": every free text has a maxLength, also inside lists and maps: ` +
				"write, for example, `validate:\"max=200\"`, in a list `validate:\"dive,max=200\"`, in JSON \"maxLength\": 200 [text-max-length]",
		},
		"the tool, with a detail": {
			described(emoji351),
			`tool "consultar_caso": the description of a tool has at most 700 UTF-16 units (701 > 700): ` +
				`write, for example, Description: "Una o dos frases", in JSON "description": "Una o dos frases" [description-length]`,
		},
		"the answer": {
			answer("clave", `{"type": "string"}`),
			`tool "consultar_caso": answer field "clave": an answer holds no token and no password: it enters the model's context and stays in the trace: ` +
				"write, for example, Estado string `json:\"estado\"`, in JSON \"estado\": {\"type\": \"string\"} [output-secret]",
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			findings := rules.CheckTool(tool(t, test.patch))
			if len(findings) != 1 {
				t.Fatalf("findings %v, want one", findings)
			}
			if diff := cmp.Diff(test.want, findings[0].String()); diff != "" {
				t.Errorf("String() (-want +got):\n%s", diff)
			}
			spanish := findings[0].TextES()
			if !strings.HasPrefix(spanish, findings[0].Rule.ES) || !strings.Contains(spanish, "escriba, por ejemplo, "+findings[0].Rule.Fix.Go) {
				t.Errorf("TextES() = %q", spanish)
			}
		})
	}
}

// contractTool is the example of the contract page, with the classification
// that the page adds to it.
const contractTool = `{
	"name": "abrir_caso_soporte",
	"title": "Abrir caso de soporte",
	"description": "Registra un caso de soporte para un cliente identificado y devuelve su número de radicado. Úsala solo cuando el cliente ya describió el problema. No la uses para consultar el estado de un caso existente.",
	"inputSchema": {
		"type": "object",
		"additionalProperties": false,
		"required": ["documento", "tipo", "descripcion"],
		"properties": {
			"documento":   { "type": "string", "maxLength": 20 },
			"tipo":        { "enum": ["falla", "instalacion", "cobro"] },
			"descripcion": { "type": "string", "maxLength": 400 },
			"prioridad":   { "type": ["string", "null"], "enum": ["alta", "normal", null] }
		}
	},
	"outputSchema": {
		"type": "object",
		"required": ["radicado", "estado"],
		"properties": {
			"radicado":  { "type": "string" },
			"estado":    { "enum": ["abierto", "en_cola"] },
			"sla_horas": { "type": "integer" }
		}
	},
	"annotations": { "readOnlyHint": false, "destructiveHint": false, "idempotentHint": true },
	"_meta": { "com.asixto/capabilities": ["pqr", "soporte", "garantia"], "com.asixto/verb": "abrir un caso de soporte" }
}`

func TestTheContractsOwnExampleIsNotBlocked(t *testing.T) {
	t.Parallel()
	want := []string{
		"property-described documento", "property-described tipo", "property-described descripcion", "property-described prioridad",
	}
	if diff := cmp.Diff(want, told(rules.CheckTool(parse(t, contractTool)))); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
}

func TestLiftedListsWhatWasLeftOut(t *testing.T) {
	t.Parallel()
	waived := tool(t, optional(`{"type": ["object", "null"]}`))
	waived.Allow = map[string]string{"flat-input": "  la dirección es una sola cosa  "}
	waived.Input.Annotate("campo", rules.Annotation{Allow: map[string]string{"object-closed": "los campos los define el cliente"}})
	holder := tool(t, searches.patch)
	annotate(t, holder, receipt.notes)

	tools := []*rules.Tool{waived, holder}
	if findings := append(rules.CheckTool(waived), rules.CheckCatalogue(tools)...); len(findings) != 0 {
		t.Fatalf("findings %v, want none", findings)
	}
	var got []string
	for _, e := range rules.Lifted(tools) {
		got = append(got, e.Finding.Tool+" "+e.Finding.Field+" "+e.Finding.Rule.ID+": "+e.Reason)
	}
	want := []string{
		"consultar_caso campo object-closed: los campos los define el cliente",
		"consultar_caso campo flat-input: la dirección es una sola cosa",
		"buscar_citas citas[].cita_id output-identifier: está en el recibo del cliente",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Lifted (-want +got):\n%s", diff)
	}
}

func TestWhatBlocksIsLiftedOnTheFieldOnly(t *testing.T) {
	t.Parallel()
	choosing := tool(t, choice(`"crear", "borrar"`))
	choosing.Allow = map[string]string{"one-operation": "en toda la herramienta"}
	want := []string{"exception-valid", "one-operation campo"}
	if diff := cmp.Diff(want, told(rules.CheckTool(choosing))); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
}

func TestFreeJSONIsNotLookedInto(t *testing.T) {
	t.Parallel()
	open := tool(t, optional(`{
		"type": ["object", "null"],
		"properties": {"Otro": {"type": "string"}, "lista": {"type": "array"}, "accion": {"enum": ["crear", "borrar"]}},
		"required": ["nadie"]
	}`))
	annotate(t, open, notes{"campo": {Free: "lo llena otro sistema"}})
	if findings := rules.CheckTool(open); findings != nil {
		t.Errorf("findings %v", findings)
	}
	lifted := rules.Lifted([]*rules.Tool{open})
	if len(lifted) != 1 || lifted[0].Finding.Rule.ID != "object-closed" || lifted[0].Finding.Field != "campo" || lifted[0].Reason != "lo llena otro sistema" {
		t.Errorf("the exception is not listed with its reason: %v", lifted)
	}
}

// Every hint of the schema package is a rule like any other, worded once.
func TestHintsAreRules(t *testing.T) {
	t.Parallel()
	for _, h := range schema.Hints() {
		r, found := rules.ByID(h.Rule)
		if !found || r.Level != rules.Warning || !r.Liftable || r.Section == "" || r.EN != h.EN || r.ES != h.ES || r.Provider != h.Provider {
			t.Errorf("%s: %t, %+v", h.Rule, found, r)
		}
	}
}

func TestAnnotate(t *testing.T) {
	t.Parallel()
	nested := tool(t, optional(`{"type": ["array", "null"], "items": {"anyOf": [
		{"type": "object", "properties": {"a": {"type": "integer"}}},
		{"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "object", "additionalProperties": {"properties": {"c": {}}}}}}
	]}}`))
	for path, want := range map[string]bool{
		"documento": true, "campo": true, "campo[].a": true, "campo[].b": true, "campo[].b.*.c": true,
		"": false, "campo[]": false, "a": false, "campo.a": false, "estado": false,
	} {
		if got := nested.Input.Annotate(path, rules.Annotation{}); got != want {
			t.Errorf("Annotate(%q) = %t, want %t", path, got, want)
		}
	}
	if !nested.Output.Annotate("estado", rules.Annotation{}) {
		t.Error("the answer has no estado")
	}
	var empty rules.Schema
	if empty.Annotate("x", rules.Annotation{}) {
		t.Error("an empty schema has an x")
	}
}

func TestDetailsNameTheWorst(t *testing.T) {
	t.Parallel()
	list := `{"type": "integer"}`
	for range 5 {
		list = `{"type": "array", "items": ` + list + `}`
	}
	deep := rules.CheckTool(tool(t, input(`{"properties": {
		"campo": {"type": ["integer", "null"], "description": "x"},
		"una": {"anyOf": [`+list+`, {"type": "null"}], "description": "x"},
		"otra": {"anyOf": [`+list+`, {"type": "null"}], "description": "x"}
	}}`)))
	unions := rules.CheckCatalogue(catalogue(t, []member{
		{patch: `{"name": "ver_poco", "x": 0}`},
		{patch: strings.Replace(optionals(10, `{"type": ["integer", "null"]}`), "{", `{"name": "ver_mucho", `, 1)},
		{patch: strings.Replace(optionals(10, `{"type": ["integer", "null"]}`), "{", `{"name": "ver_igual", `, 1)},
	}))
	got := make([]string, 0, 2)
	for _, f := range append(deep, unions...) {
		got = append(got, f.Rule.ID+" "+f.Field+" "+f.Detail)
	}
	want := []string{"provider-depth otra[][][][] 6 > 5", `provider-unions  20 > 16, "ver_mucho": 10`}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
}

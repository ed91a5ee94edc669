package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"
)

// This file reads the contract a second time, without the SDK's own rules, so
// that one wrong reading does not confirm itself.

type definition struct {
	Name        string         `json:"name"`
	Title       string         `json:"title"`
	Description string         `json:"description"`
	Input       map[string]any `json:"inputSchema"`
	Output      map[string]any `json:"outputSchema"`
	Annotations map[string]any `json:"annotations"`
	Meta        map[string]any `json:"_meta"`
}

// catalogueOf runs tools/list and returns the definitions as they came.
func catalogueOf(t *testing.T, d *desk) []definition {
	t.Helper()
	return decode[struct {
		Tools []definition `json:"tools"`
	}](t, d.rpc(t, "tools/list", "-", nil)).Tools
}

func TestCatalogueIsClean(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	want := []string{abrir, actualizar, buscar, cancelar, consultar, consultarDiagnostico, iniciar}
	if diff := cmp.Diff(want, d.Tools(t)); diff != "" {
		t.Error(diff)
	}
	for _, tool := range catalogueOf(t, d) {
		for _, v := range tool.violations() {
			t.Error(v)
		}
	}
}

var scenarios = strings.Fields(`actualizacion_datos agenda busqueda_web cambio_plan cancelacion consulta_estado emergencia
	encuestas_satisfaccion facturacion felicitacion garantia general informacion_empresa informacion_productos
	informacion_servicios lead notificaciones pqr reactivacion reclamo_calidad renovacion reporte_fraude
	seguimiento_postventa solicitud_documentos soporte ventas`)

var (
	toolName   = regexp.MustCompile(`^[a-z0-9_]{1,40}$`)
	verbPhrase = regexp.MustCompile(`^[a-záéíóúñ]+[aeií]r(se)?( |$)`)
	operations = regexp.MustCompile(`^(accion|acción|operacion|action|operation)$`)
)

// violations are all that the contract has against one tool.
func (d definition) violations() []string {
	var v []string
	add := func(format string, args ...any) { v = append(v, d.Name+": "+fmt.Sprintf(format, args...)) }
	if !toolName.MatchString(d.Name) || strings.HasPrefix(d.Name, "ext__") || !strings.Contains(d.Name, "_") {
		add("name")
	}
	if n := utf16Len(d.Description); n < 1 || n > 700 {
		add("description has %d units", n)
	}
	if !strings.Contains(d.Description, "No la uses") {
		add("description does not say when not to use it")
	}
	v = append(v, d.classification()...)
	v = append(v, d.hints()...)
	for _, key := range []string{"oneOf", "anyOf", "allOf", "$ref"} {
		if _, ok := d.Input[key]; ok {
			add("%s at the root", key)
		}
	}
	inputViolations(d.Input, "", add)
	if d.Output["type"] != "object" {
		add("outputSchema is no object")
	}
	return v
}

func (d definition) classification() []string {
	var v []string
	one, single := d.Meta["com.asixto/capability"].(string)
	many, list := d.Meta["com.asixto/capabilities"].([]any)
	if single == list {
		v = append(v, d.Name+": neither one capability nor a list of them")
	}
	keys := many
	if single {
		keys = []any{one}
	}
	for _, k := range keys {
		if s, _ := k.(string); !slices.Contains(scenarios, s) {
			v = append(v, fmt.Sprintf("%s: capability %v", d.Name, k))
		}
	}
	if verb, _ := d.Meta["com.asixto/verb"].(string); !verbPhrase.MatchString(verb) {
		v = append(v, d.Name+": verb "+verb)
	}
	return v
}

func (d definition) hints() []string {
	var v []string
	for _, hint := range []string{"readOnlyHint", "destructiveHint", "idempotentHint"} {
		if _, stated := d.hint(hint); !stated {
			v = append(v, d.Name+": "+hint+" is not explicit")
		}
	}
	if destructive, _ := d.hint("destructiveHint"); !destructive {
		return v
	}
	if readOnly, stated := d.hint("readOnlyHint"); readOnly || !stated {
		v = append(v, d.Name+": destructive and read-only")
	}
	props := object(d.Input["properties"])
	for _, name := range requiredOf(d.Input) {
		if onlyTrue(object(props[name])) {
			return v
		}
	}
	return append(v, d.Name+": destructive without a confirmation that only accepts true")
}

func onlyTrue(p map[string]any) bool {
	values, _ := p["enum"].([]any)
	return len(values) == 1 && cmp.Equal(values[0], any(true))
}

// inputViolations walks an input schema to every depth.
func inputViolations(s map[string]any, path string, add func(string, ...any)) {
	types := typesOf(s)
	if slices.Contains(types, "object") {
		if open, stated := s["additionalProperties"].(bool); open || !stated {
			add("%q is open", path)
		}
		required := requiredOf(s)
		props := object(s["properties"])
		for _, name := range required {
			if props[name] == nil {
				add("%s is required and not declared", name)
			}
		}
		for name, raw := range props {
			p := object(raw)
			if !slices.Contains(required, name) && !nullable(p) {
				add("%s.%s is optional and refuses null", path, name)
			}
			if operations.MatchString(name) {
				add("%s chooses among operations", name)
			}
			inputViolations(p, path+"."+name, add)
		}
	}
	leafViolations(s, types, path, add)
	for _, key := range []string{"anyOf", "oneOf"} {
		branches, _ := s[key].([]any)
		for _, b := range branches {
			inputViolations(object(b), path, add)
		}
	}
}

func leafViolations(s map[string]any, types []string, path string, add func(string, ...any)) {
	text, _ := s["description"].(string)
	if n := utf16Len(text); n > 200 {
		add("%s: description has %d units", path, n)
	}
	_, closed := s["enum"]
	if _, ok := s["const"]; ok {
		closed = true
	}
	if slices.Contains(types, "string") && !closed && s["maxLength"] == nil {
		add("%s is a free text without maxLength", path)
	}
	if slices.Contains(types, "array") {
		items := object(s["items"])
		if items == nil {
			add("%s is a list without items", path)
			return
		}
		inputViolations(items, path+"[]", add)
	}
	if len(types) == 0 && !closed && s["anyOf"] == nil {
		add("%s has no type", path)
	}
}

func typesOf(s map[string]any) []string {
	switch t := s["type"].(type) {
	case string:
		return []string{t}
	case []any:
		return texts(t)
	}
	return nil
}

func requiredOf(s map[string]any) []string {
	list, _ := s["required"].([]any)
	return texts(list)
}

func texts(list []any) []string {
	var out []string
	for _, v := range list {
		s, _ := v.(string)
		out = append(out, s)
	}
	return out
}

func object(v any) map[string]any {
	m, _ := v.(map[string]any)
	return m
}

// hint is an annotation and whether it is written at all.
func (d definition) hint(name string) (value, stated bool) {
	value, stated = d.Annotations[name].(bool)
	return value, stated
}

func nullable(p map[string]any) bool {
	if branches, ok := p["anyOf"].([]any); ok {
		return slices.ContainsFunc(branches, func(b any) bool { return slices.Contains(typesOf(object(b)), "null") })
	}
	if values, ok := p["enum"].([]any); ok && !slices.Contains(values, nil) {
		return false
	}
	return slices.Contains(typesOf(p), "null")
}

func utf16Len(s string) int { return len(utf16.Encode([]rune(s))) }

// The reading itself must see what it is there to see.
func TestContractReadingFindsViolations(t *testing.T) {
	t.Parallel()
	bad := decode[definition](t, []byte(`{"name":"Abrir","description":"","inputSchema":{"type":"object","required":["z"],"properties":{
		"a":{"type":"string"},"b":{"type":["string","null"],"enum":["x"]},"accion":{"type":["string","null"],"maxLength":3},
		"l":{"type":["array","null"],"items":{"type":"object","properties":{"t":{"type":["string","null"]}}}},"m":{"type":["array","null"]}}},
		"annotations":{"destructiveHint":true},"_meta":{"com.asixto/capability":"otra","com.asixto/verb":"caso"}}`))
	all := strings.Join(bad.violations(), "\n")
	for _, want := range []string{
		"Abrir: name", "0 units", "when not to use", "capability otra", "verb caso", "readOnlyHint", "idempotentHint", "confirmation",
		`"" is open`, "z is required and not declared", ".a is optional and refuses null", ".a is a free text", ".b is optional",
		"accion chooses", `".l[]" is open`, ".l[].t is a free text", ".m is a list without items", "outputSchema",
	} {
		if !strings.Contains(all, want) {
			t.Errorf("no %q among:\n%s", want, all)
		}
	}
}

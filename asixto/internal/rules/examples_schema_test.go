package rules_test

import (
	"fmt"
	"strings"

	"github.com/asixto/go-sdk/asixto/internal/rules"
)

func input(patch string) string { return `{"inputSchema": ` + patch + `}` }

// manyRequired is a patch that adds n required properties to the one there is.
func manyRequired(n int) string {
	var properties []string
	names := []string{`"documento"`}
	for i := range n {
		properties = append(properties, fmt.Sprintf(`"dato_%d": {"type": "integer", "description": "Un dato"}`, i))
		names = append(names, fmt.Sprintf(`"dato_%d"`, i))
	}
	return input(`{"properties": {` + strings.Join(properties, ", ") + `}, "required": [` + strings.Join(names, ", ") + `]}`)
}

const free = `{"type": ["object", "null"]}`

func allow(rule string) notes {
	return notes{"campo": {Allow: map[string]string{rule: "el motivo en palabras"}}}
}

// hinted is a property whose Go type is warned of.
func hinted(rule string) notes {
	return notes{"campo": {Hints: map[string]string{rule: ""}}}
}

// unhinted is one whose author says why.
func unhinted(rule string) notes {
	return notes{"campo": {Hints: map[string]string{rule: ""}, Allow: map[string]string{rule: "el motivo en palabras"}}}
}

// closed is a nested object, which is only warned of.
const closed = `{"type": ["object", "null"], "additionalProperties": false, "properties": {}}`

var schemaExamples = []example{
	{rule: "input-object", bad: `{"inputSchema": null}`, good: input(`{"properties": {"documento": null}, "required": null}`)},
	{rule: "input-object", bad: `{"inputSchema": true}`},
	{rule: "input-object", bad: input(`{"type": ["object"]}`)},
	{rule: "input-object", bad: input(`{"type": "integer"}`)},
	{rule: "root-union", bad: input(`{"anyOf": [{"required": ["documento"]}]}`), good: optional(`{"anyOf": [{"type": "integer"}, {"type": "null"}]}`)},
	{rule: "root-union", bad: input(`{"oneOf": [{"required": ["documento"]}]}`)},
	{rule: "root-union", bad: input(`{"allOf": [{"required": ["documento"]}]}`)},
	{rule: "root-union", bad: input(`{"not": {"required": ["x"]}}`)},
	{rule: "root-union", bad: input(`{"enum": [{}]}`)},
	{rule: "schema-ref", bad: input(`{"$defs": {}}`), good: required(`{"type": "integer"}`)},
	{rule: "schema-ref", bad: input(`{"definitions": {}}`)},
	{rule: "schema-ref", bad: required(`{"type": "integer", "$ref": "#/properties/documento"}`), field: "campo"},
	{rule: "property-type", bad: optional(`{}`), good: optional(`{}`), field: "campo", waive: notes{"campo": {Free: "lo llena otro sistema"}}},
	{rule: "property-type", bad: required(`{"type": "texto"}`), good: required(`{"type": "integer"}`), field: "campo"},
	{rule: "property-type", bad: required(`{"type": []}`), good: required(`{"enum": ["a", 1]}`), field: "campo"},
	{rule: "property-type", bad: required(`{"enum": []}`), good: required(`{"const": 1}`), field: "campo"},
	{rule: "property-type", bad: optional(`{"anyOf": [{}, {"type": "null"}]}`), good: optional(`{"allOf": [{"type": ["integer", "null"]}]}`), field: "campo"},
	{rule: "property-type", bad: optional(`{"type": ["array", "null"], "items": {}}`), good: optional(`{"type": ["array", "null"], "items": {"type": "integer"}}`), field: "campo[]"},
	{rule: "property-type", bad: optional(`{}`), good: optional(`{}`), field: "campo", waive: allow("property-type")},
	{rule: "object-closed", bad: input(`{"additionalProperties": null}`), good: input(`{"additionalProperties": false}`)},
	{rule: "object-closed", bad: input(`{"additionalProperties": true}`)},
	{rule: "object-closed", bad: input(`{"additionalProperties": null, "unevaluatedProperties": false}`)},
	{rule: "object-closed", bad: input(`{"patternProperties": {"^x": {"type": "integer"}}}`)},
	{rule: "object-closed", bad: optional(free), good: optional(closed), field: "campo", notes: allow("flat-input")},
	{rule: "object-closed", bad: optional(free), good: optional(free), field: "campo", notes: allow("flat-input"),
		waive: notes{"campo": {Free: "lo llena otro sistema"}}},
	{rule: "object-closed", bad: optional(free), good: optional(free), field: "campo", notes: allow("flat-input"),
		waive: notes{"campo": {Allow: map[string]string{"flat-input": "es uno", "object-closed": "un mapa de textos"}}}},
	{rule: "object-closed", field: "campo[]", notes: allow("flat-input"),
		bad:  optional(`{"type": ["array", "null"], "items": {"type": "object"}}`),
		good: optional(`{"type": ["array", "null"], "items": {"type": "object", "additionalProperties": false}}`)},
	{rule: "object-closed", field: "campo", notes: allow("flat-input"),
		bad:  optional(`{"anyOf": [{"type": "object"}, {"type": "null"}]}`),
		good: optional(`{"anyOf": [{"type": "object", "additionalProperties": false}, {"type": "null"}]}`)},
	{rule: "object-closed", bad: optional(`{"type": ["object", "null"], "additionalProperties": {"type": "integer"}}`), field: "campo", notes: allow("flat-input")},
	{rule: "optional-nullable", bad: optional(`{"type": "integer"}`), good: optional(`{"type": ["integer", "null"]}`), field: "campo"},
	{rule: "optional-nullable", bad: optional(`{"enum": ["alta"]}`), good: optional(`{"type": ["string", "null"], "enum": ["alta", null]}`), field: "campo"},
	{rule: "optional-nullable", bad: optional(`{"type": ["string", "null"], "enum": ["alta"]}`), good: optional(`{"enum": ["alta", null]}`), field: "campo"},
	{rule: "optional-nullable", bad: optional(`{"anyOf": [{"type": "integer"}]}`), good: optional(`{"oneOf": [{"type": "integer"}, {"type": "null"}]}`), field: "campo"},
	{rule: "optional-nullable", bad: optional(`{"type": "integer", "nullable": true}`), field: "campo"},
	{rule: "optional-nullable", bad: optional(`{"type": "integer", "default": 1}`), field: "campo"},
	{rule: "optional-nullable", field: "campo.otro", notes: allow("flat-input"),
		bad:  optional(`{"type": ["object", "null"], "additionalProperties": false, "properties": {"otro": {"type": "integer", "description": "x"}}}`),
		good: optional(`{"type": ["object", "null"], "additionalProperties": false, "properties": {"otro": {"type": ["integer", "null"], "description": "x"}}}`)},
	{rule: "optional-nullable", field: "campo[].otro", notes: allow("flat-input"),
		bad: optional(`{"type": ["array", "null"], "items": {"type": "object", "additionalProperties": false, "properties": {"otro": {"type": "integer", "description": "x"}}}}`)},
	{rule: "required-declared", bad: input(`{"required": ["documento", "tipo"]}`), good: input(`{"required": ["documento"]}`)},
	{rule: "required-declared", bad: input(`{"properties": {"documento": null}, "required": true}`), good: input(`{"properties": {"documento": null}, "required": []}`)},
	{rule: "required-declared", field: "zona",
		notes: notes{"zona": {Allow: map[string]string{"flat-input": "es una"}}},
		bad:   input(`{"properties": {"zona": {"type": ["object", "null"], "additionalProperties": false, "required": ["x"], "description": "x"}}}`)},
	{rule: "required-few", bad: manyRequired(5), good: manyRequired(4)},
	{rule: "required-few", bad: manyRequired(5), good: manyRequired(5), waive: notes{"": {Allow: map[string]string{"required-few": "lo exige la ley"}}}},
	{rule: "array-items", bad: optional(`{"type": ["array", "null"]}`), good: optional(`{"type": ["array", "null"], "items": {"type": "integer"}}`), field: "campo"},
	{rule: "array-items", bad: optional(`{"type": ["array", "null"], "items": true}`), field: "campo"},
	{rule: "array-items", bad: optional(`{"type": ["array", "null"], "items": [{"type": "integer"}]}`), field: "campo"},
	{rule: "array-items", bad: optional(`{"type": ["array", "null"], "prefixItems": [{"type": "integer"}]}`), field: "campo"},
	{rule: "flat-input", bad: optional(closed), good: optional(`{"type": ["array", "null"], "items": {"type": "integer"}}`), field: "campo"},
	{rule: "flat-input", bad: optional(`{"type": ["array", "null"], "items": ` + strings.Replace(closed, `["object", "null"]`, `"object"`, 1) + `}`), field: "campo[]"},
	{rule: "flat-input", bad: optional(`{"anyOf": [` + closed + `, {"type": "null"}]}`), good: optional(`{"anyOf": [` + closed + `, {"type": "null"}]}`), field: "campo", waive: allow("flat-input")},
	{rule: "flat-input", field: "campo", // the outermost of several only
		bad: optional(`{"type": ["object", "null"], "additionalProperties": false, "properties": {"otro": {"type": ["object", "null"], "additionalProperties": false, "description": "x"}}}`)},
}

// text is an optional text with more keywords.
func text(keywords string) string { return optional(`{"type": ["string", "null"]` + keywords + `}`) }

var textExamples = []example{
	{rule: "text-max-length", bad: text(``), good: text(`, "maxLength": 1`), field: "campo"},
	{rule: "text-max-length", bad: text(`, "maxLength": -1`), good: text(`, "maxLength": 2e2`), field: "campo"},
	{rule: "text-max-length", bad: text(`, "maxLength": "80"`), good: text(`, "format": "date-time"`), field: "campo"},
	{rule: "text-max-length", bad: text(`, "pattern": "^[0-9]{4}$"`), good: text(`, "enum": ["a", null]`), field: "campo"},
	{rule: "text-max-length", bad: text(`, "format": "email"`), good: text(`, "format": "uuid"`), field: "campo"},
	{rule: "text-max-length", bad: text(`, "minLength": 5`), good: text(`, "allOf": [{"maxLength": 5}]`), field: "campo"},
	{rule: "text-max-length", field: "campo[]",
		bad:  optional(`{"type": ["array", "null"], "items": {"type": "string"}}`),
		good: optional(`{"type": ["array", "null"], "items": {"type": "string", "maxLength": 5}}`)},
	{rule: "text-max-length", field: "campo[][]",
		bad: optional(`{"type": ["array", "null"], "items": {"type": "array", "items": {"type": "string"}}}`)},
	{rule: "text-max-length", field: "campo.*",
		notes: notes{"campo": {Allow: map[string]string{"flat-input": "un mapa", "object-closed": "un mapa"}}},
		bad:   optional(`{"type": ["object", "null"], "additionalProperties": {"type": "string"}}`),
		good:  optional(`{"type": ["object", "null"], "additionalProperties": {"type": "string", "maxLength": 5}}`)},
	{rule: "text-max-length", field: "campo",
		bad:  optional(`{"anyOf": [{"type": "string"}, {"type": "null"}]}`),
		good: optional(`{"anyOf": [{"type": "string", "maxLength": 5}, {"type": "null"}]}`)},
	{rule: "text-max-length", field: "campo.otro", notes: allow("flat-input"),
		bad: optional(`{"type": ["object", "null"], "additionalProperties": false, "properties": {"otro": {"type": ["string", "null"], "description": "x"}}}`)},
	{rule: "text-max-length", good: optional(free), waive: notes{"campo": {Free: "lo llena otro sistema"}}},
	{rule: "closed-set-enum", bad: text(listed("Uno de: falla, cobro")), good: text(`, "enum": ["falla", "cobro", null], "description": "Uno de: falla, cobro"`), field: "campo"},
	{rule: "closed-set-enum", bad: text(listed("El tipo (falla, instalacion o cobro)")), good: text(listed("La calle, el número y la ciudad")), field: "campo"},
	{rule: "closed-set-enum", bad: text(listed("falla | cobro")), good: text(listed("La ciudad, el barrio o la calle")), field: "campo"},
	{rule: "closed-set-enum", bad: text(listed("Puede ser 'falla' o 'cobro'")), good: text(listed("Lo que el cliente llama 'falla'")), field: "campo"},
	{rule: "closed-set-enum", bad: text(listed("CODEX, CLAUDE, CUSTOM_MCP")), good: text(listed("Un IVA, RUT o NIT")), field: "campo"},
	{rule: "closed-set-enum", bad: text(listed("Valores permitidos según el caso")), good: text(listed("falla | cobro") + `, "pattern": "^(falla|cobro)$"`), field: "campo"},
	{rule: "closed-set-enum", bad: text(listed("Uno de: falla, cobro")), good: text(listed("Uno de: falla, cobro")), field: "campo", waive: allow("closed-set-enum")},
}

func listed(description string) string {
	return `, "maxLength": 80, "description": "` + description + `"`
}

func parameter(name string) string {
	return input(`{"properties": {"` + name + `": {"type": ["integer", "null"], "description": "x"}}}`)
}

// choice is an optional property with values.
func choice(values string) string { return optional(`{"enum": [` + values + `, null]}`) }

var operation = rules.Annotation{Allow: map[string]string{"one-operation": "es el efecto que se revisa, no lo que se hace"}}

var propertyExamples = []example{
	{rule: "property-name", bad: parameter("fecha-inicio"), good: parameter("fecha_inicio"), field: "fecha-inicio"},
	{rule: "property-name", bad: parameter("fecha.inicio"), good: parameter("_fecha2"), field: "fecha.inicio"},
	{rule: "property-name", bad: parameter("2fecha"), field: "2fecha"},
	{rule: "property-name", bad: parameter("año"), field: "año"},
	{rule: "property-name", bad: parameter(strings.Repeat("a", 65)), good: parameter(strings.Repeat("a", 64)), field: strings.Repeat("a", 65)},
	{rule: "property-name-case", bad: parameter("fechaInicio"), good: parameter("fecha_inicio"), field: "fechaInicio"},
	{rule: "property-name-case", bad: parameter("DNI"), good: parameter("DNI"), field: "DNI",
		waive: notes{"DNI": {Allow: map[string]string{"property-name-case": "así lo llama el sistema"}}}},
	{rule: "property-described", bad: optional(`{"type": ["integer", "null"], "description": ""}`), good: optional(`{"type": ["integer", "null"], "description": "x"}`), field: "campo"},
	{rule: "property-described", bad: optional(`{"type": ["integer", "null"], "description": 7}`), field: "campo"},
	{rule: "property-described", field: "campo.otro", notes: allow("flat-input"),
		bad: optional(`{"type": ["object", "null"], "additionalProperties": false, "properties": {"otro": {"type": ["integer", "null"]}}, "description": "x"}`)},
	{rule: "property-description-length", field: "campo",
		bad:  optional(`{"type": ["integer", "null"], "description": "` + strings.Repeat("👍", 100) + `x"}`),
		good: optional(`{"type": ["integer", "null"], "description": "` + strings.Repeat("👍", 100) + `"}`)},
	{rule: "property-description-length", field: "campo[]",
		bad: optional(`{"type": ["array", "null"], "description": "x", "items": {"type": "integer", "description": "` + strings.Repeat("x", 201) + `"}}`)},
	{rule: "property-description-length", good: input(`{"description": "` + strings.Repeat("x", 201) + `"}`)}, // no parameter's
	{rule: "one-operation", bad: choice(`"crear", "cancelar", "consultar"`), good: choice(`"block", "flag", "log"`), field: "campo"},
	{rule: "one-operation", bad: choice(`"CREATE", "DELETE", "OTHER"`), good: choice(`"falla", "instalacion", "cobro"`), field: "campo"},
	{rule: "one-operation", bad: choice(`"crear_cita", "cancelar_cita"`), good: choice(`"alta", "crear"`), field: "campo"},
	{rule: "one-operation", bad: choice(`"añadir", "quitar"`), good: choice(`"abierto", "cancelado"`), field: "campo"},
	{rule: "one-operation", bad: choice(`"createOrder", "cancelOrder"`), good: choice(`"crear", "CREAR"`), field: "campo"},
	{rule: "one-operation", bad: optional(`{"anyOf": [{"const": "crear"}, {"const": "borrar"}, {"type": "null"}]}`), field: "campo"},
	{rule: "one-operation", bad: optional(`{"type": ["array", "null"], "items": {"enum": ["crear", "borrar"]}}`), field: "campo[]"},
	{rule: "one-operation", bad: choice(`"READ", "SEARCH", "CREATE"`), good: choice(`"READ", "SEARCH", "CREATE"`), field: "campo", waive: notes{"campo": operation}},
}

package rules_test

import (
	"fmt"
	"strconv"
	"strings"
)

// identifier is a patch that adds a required property of that name.
func identifier(name, schema string) string {
	return input(`{"properties": {"` + name + `": ` + schema + `}, "required": ["documento", "` + name + `"]}`)
}

const (
	shortText = `{"type": "string", "maxLength": 36, "description": "x"}`
	uuidText  = `{"type": "string", "format": "uuid", "description": "x"}`
)

func from(path string) notes { return notes{path: {From: "buscar_citas.cita_id"}} }

var identifierExamples = []example{
	{rule: "required-uuid", bad: required(uuidText), good: required(uuidText), field: "campo", waive: from("campo")},
	{rule: "required-uuid", bad: required(uuidText), good: optional(`{"type": ["string", "null"], "format": "uuid"}`), field: "campo"},
	{rule: "required-uuid", bad: identifier("cita_id", uuidText), good: identifier("cita_id", uuidText), field: "cita_id",
		waive: notes{"cita_id": {Allow: map[string]string{"required-uuid": "el cliente lo lee de su recibo"}}}},
	{rule: "required-uuid", field: "campo",
		bad:  required(`{"type": "string", "maxLength": 36, "pattern": "^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$"}`),
		good: required(`{"type": "string", "maxLength": 36, "pattern": "^[A-Z]{4}-[0-9]{4}$"}`)},
	{rule: "required-uuid", bad: required(`{"anyOf": [` + uuidText + `], "description": "x"}`), field: "campo"},
	{rule: "required-identifier", bad: identifier("cita_id", shortText), good: identifier("cita_id", shortText), field: "cita_id", waive: from("cita_id")},
	{rule: "required-identifier", bad: identifier("id", shortText), good: identifier("idioma", shortText), field: "id"},
	{rule: "required-identifier", bad: identifier("id_cliente", shortText), good: identifier("validez", shortText), field: "id_cliente"},
	{rule: "required-identifier", bad: identifier("cita_ids", `{"type": "array", "items": `+shortText+`, "description": "x"}`), field: "cita_ids"},
	{rule: "required-identifier", bad: identifier("uuid", shortText), good: identifier("_", shortText), field: "uuid"},
	{rule: "required-identifier", bad: identifier("access_token", shortText), good: identifier("access_token", shortText), field: "access_token",
		waive: from("access_token")},
	{rule: "required-identifier", bad: required(shortText), good: required(shortText), field: "campo",
		notes: notes{"campo": {Internal: true}}, waive: allow("required-identifier")},
}

var answerExamples = []example{
	{rule: "output-schema", bad: `{"outputSchema": null}`, good: `{"outputSchema": {"type": "object", "properties": null}}`},
	{rule: "output-object", bad: `{"outputSchema": {"type": "array"}}`, good: `{"outputSchema": {"type": "object"}}`},
	{rule: "output-object", bad: `{"outputSchema": {"type": ["object", "null"]}}`},
	{rule: "output-object", bad: `{"outputSchema": true}`},
	{rule: "output-media", bad: answer("portal", `{"type": "string", "format": "uri"}`), good: answer("portal", `{"type": "string"}`), field: "portal"},
	{rule: "output-media", bad: answer("foto", `{"type": "string"}`), good: answer("fotos", `{"type": "integer"}`), field: "foto"},
	{rule: "output-media", bad: answer("imagenes", `{"type": "array", "items": {"type": "string"}}`), good: answer("archivado", `{"type": "string"}`), field: "imagenes"},
	{rule: "output-media", bad: answer("recibo", `{"type": "string", "contentEncoding": "base64"}`), field: "recibo"},
	{rule: "output-media", bad: answer("pagoUrl", `{"type": "string"}`), good: answer("pagoUrl", `{"type": "string"}`), field: "pagoUrl",
		waive: notes{"pagoUrl": {Allow: map[string]string{"output-media": "la agente la dicta por partes"}}}},
	{rule: "output-secret", bad: answer("access_token", `{"type": "string"}`), good: answer("tokens_usados", `{"type": "integer"}`), field: "access_token"},
	{rule: "output-secret", bad: answer("contraseña", `{"type": "string"}`), field: "contraseña"},
	{rule: "output-secret", bad: answer("mcp_access_token", `{"type": "string"}`), good: answer("mcp_access_token", `{"type": "string"}`), field: "mcp_access_token",
		waive: notes{"mcp_access_token": {Allow: map[string]string{"output-secret": "dura un minuto y la próxima herramienta lo pide"}}}},
	{rule: "event-stream-text", bad: described("Los data: del caso." + notFor), good: described("Los data del caso." + notFor)},
	{rule: "event-stream-text", bad: `{"title": "data:"}`, good: `{"title": "metadata : x"}`},
	{rule: "event-stream-text", bad: `{"x-nota": {"y": ["data:"]}}`},
	{rule: "event-stream-text", bad: choice(`"data:image"`), good: choice(`"DATA:image"`), field: "campo"},
	{rule: "event-stream-text", bad: optional(`{"type": ["integer", "null"], "description": "un data:"}`), field: "campo"},
	{rule: "event-stream-text", bad: optional(`{"anyOf": [{"const": "data:"}, {"type": "null"}]}`), field: "campo"},
	{rule: "event-stream-text", bad: answer("data:", `{"type": "string"}`), good: answer("data", `{"type": "string"}`), field: "data:"},
	{rule: "exception-valid", bad: `{}`, good: `{}`,
		notes: notes{"": {Allow: map[string]string{"flat-inputs": "mal escrita"}}}, waive: notes{"": {}}},
	{rule: "exception-valid", bad: `{}`, good: `{}`,
		notes: notes{"": {Allow: map[string]string{"verb-present": "no se puede levantar"}}},
		waive: notes{"": {Allow: map[string]string{"verb-infinitive": "se puede"}}}},
	{rule: "exception-valid", bad: `{}`, good: `{}`,
		notes: notes{"": {Allow: map[string]string{"flat-input": " "}}}, waive: notes{"": {}}},
	{rule: "exception-valid", bad: `{}`, good: `{}`, // blocks, so it is lifted on the field
		notes: notes{"": {Allow: map[string]string{"one-operation": "en toda la herramienta"}}}, waive: notes{"": {}}},
	{rule: "exception-valid", bad: `{}`, good: `{}`, field: "documento",
		notes: notes{"documento": {Allow: map[string]string{"text-max-length": "largo"}}},
		waive: notes{"documento": {Allow: map[string]string{"one-operation": "se puede, aunque no haga falta"}}}},
	{rule: "exception-valid", bad: `{}`, good: `{}`, field: "estado",
		notes: notes{"estado": {Allow: map[string]string{"output-media": ""}}}, waive: notes{"estado": {}}},
}

// levels is a patch with lists in lists down to that many levels, root included.
func levels(n int) string {
	schema := `{"type": "integer"}`
	for range n - 1 {
		schema = `{"type": "array", "items": ` + schema + `}`
	}
	return required(schema)
}

// enumOf is a patch with that many values.
func enumOf(n int) string {
	values := make([]string, n)
	for i := range values {
		values[i] = strconv.Itoa(i)
	}
	return required(`{"enum": [` + strings.Join(values, ", ") + `]}`)
}

// wideEnum is a patch with that many values of that length.
func wideEnum(n, length int) string {
	values := make([]string, n)
	for i := range values {
		values[i] = fmt.Sprintf(`"%0*d"`, length, i)
	}
	return required(`{"enum": [` + strings.Join(values, ", ") + `]}`)
}

// stated is a patch of what the definition says beside its schema.
func stated(notes string) string { return `{"_meta": {"com.asixto.sdk/notes": ` + notes + `}}` }

var providerExamples = []example{
	{rule: "provider-depth", bad: levels(6), good: levels(5), field: "campo[][][][]"},
	{rule: "provider-depth", bad: levels(6), good: levels(6), field: "campo[][][][]", waive: allow("provider-depth")},
	{rule: "provider-enum-values", bad: enumOf(1001), good: enumOf(1000)},
	{rule: "provider-enum-text", bad: wideEnum(251, 60), good: wideEnum(250, 61), field: "campo"},
	{rule: "provider-text", bad: wideEnum(250, 481), good: wideEnum(250, 479)},
	{rule: "exception-valid", bad: stated(`{"input": {"campo": {"internal": true}}}`), good: stated(`{"input": {"documento": {"internal": false}}}`)},
	{rule: "exception-valid", bad: stated(`{"input": {"documento": {"free": true}}}`), good: stated(`{"input": {"documento": {"free": false}}}`)},
	{rule: "exception-valid", bad: stated(`{"input": {"documento": {"free": " "}}}`), good: stated(`{"input": {"documento": {"free": "se copia tal cual"}}}`)},
	{rule: "int64-text", bad: required(`{"type": "integer"}`), field: "campo", notes: hinted("int64-text")},
	{rule: "int64-text", good: required(`{"type": "integer"}`), notes: unhinted("int64-text")},
	{rule: "free-object", bad: required(`{"type": "integer"}`), field: "campo", notes: hinted("free-object")},
	{rule: "free-object", good: required(`{"type": "integer"}`), notes: unhinted("free-object")},
	{rule: "null-in-enum", bad: optional(`{"type": ["string", "null"], "enum": ["a", null]}`), field: "campo", notes: hinted("null-in-enum")},
	{rule: "null-in-enum", good: optional(`{"type": ["string", "null"], "enum": ["a", null]}`), notes: unhinted("null-in-enum")},
	{rule: "rare-keyword", bad: required(`{"type": "array", "uniqueItems": true, "items": {"type": "integer"}}`), field: "campo", notes: hinted("rare-keyword")},
	{rule: "rare-keyword", good: required(`{"type": "array", "items": {"type": "integer"}}`), notes: unhinted("rare-keyword")},
	{rule: "exception-valid", bad: stated(`{"allow": {"flat": "x"}}`), good: stated(`{"allow": {"flat-input": "x"}}`)},
}

// A catalogueExample is a pair of catalogues.
type catalogueExample struct {
	rule      string
	bad, good []member
	where     string // tool and field that bad is told of
}

// A member is one tool of a catalogue.
type member struct {
	patch string
	notes notes
}

// copies are n tools that differ in their names, with one more patch.
func copies(n int, patch string) []member {
	members := make([]member, n)
	for i := range members {
		members[i] = member{patch: strings.Replace(patch, `{`, fmt.Sprintf(`{"name": "ver_caso_%d", `, i), 1)}
	}
	return members
}

// optionals is a patch with n optional properties of several types.
func optionals(n int, schema string) string {
	var properties []string
	for i := range n {
		properties = append(properties, fmt.Sprintf(`"dato_%d": %s`, i, schema))
	}
	return `{"inputSchema": {"properties": {` + strings.Join(properties, ", ") + `}}}`
}

var (
	searches = member{patch: `{"name": "buscar_citas", "outputSchema": {"properties": {
		"citas": {"type": "array", "items": {"type": "object", "properties": {"cita_id": {"type": "string"}}}}
	}}}`}
	receipt = member{patch: searches.patch, notes: notes{
		"citas[].cita_id": {Allow: map[string]string{"output-identifier": "está en el recibo del cliente"}},
	}}
	bare = member{patch: `{"x": 0}`}
)

// takes is a tool whose argument comes from elsewhere.
func takes(source string) member {
	return member{patch: identifier("visita_id", shortText), notes: notes{"visita_id": {From: source}}}
}

var catalogueExamples = []catalogueExample{
	{rule: "name-unique", bad: []member{bare, bare}, good: []member{bare, {patch: name("ver_caso")}}, where: "consultar_caso"},
	{rule: "from-resolves", bad: []member{receipt, takes("buscar_citas.cita")}, good: []member{searches, takes("buscar_citas.cita_id")}, where: "consultar_caso visita_id"},
	{rule: "from-resolves", bad: []member{takes("buscar_cita.cita_id")}, good: []member{searches, takes("buscar_citas.citas[].cita_id")}, where: "consultar_caso visita_id"},
	{rule: "from-resolves", bad: []member{takes("consultar_caso.estado")}, good: []member{searches, takes("buscar_citas.citas.cita_id")}, where: "consultar_caso visita_id"},
	{rule: "from-resolves", bad: []member{takes("consultar_caso")}, where: "consultar_caso visita_id"},
	{rule: "output-identifier", bad: []member{searches}, good: []member{takes("buscar_citas.cita_id"), searches}, where: "buscar_citas citas[].cita_id"},
	{rule: "output-identifier", bad: []member{{patch: answer("ficha", `{"type": "string", "format": "uuid"}`)}}, where: "consultar_caso ficha"},
	{rule: "output-identifier", bad: []member{searches}, where: "buscar_citas citas[].cita_id",
		good: []member{receipt}},
	{rule: "description-tool-exists", bad: []member{{patch: described("Antes usa ver_cliente." + notFor)}},
		good: []member{{patch: described("Antes usa buscar_citas." + notFor)}, receipt}, where: "consultar_caso"},
	{rule: "description-flow", bad: []member{{patch: described("Primero buscar_citas, luego ver_caso." + notFor)}, receipt, {patch: name("ver_caso")}},
		good: []member{{patch: described("Antes consultar_caso, buscar_citas." + notFor)}, receipt}, where: "consultar_caso"},
	{rule: "provider-tools", bad: copies(21, bare.patch), good: copies(20, bare.patch)},
	{rule: "provider-tools", bad: copies(21, bare.patch),
		good: append(copies(20, bare.patch), member{patch: bare.patch, notes: notes{"": {Allow: map[string]string{"provider-tools": "nunca van todas juntas"}}}})},
	{rule: "provider-optionals", bad: copies(5, optionals(5, `{"enum": ["a", null]}`)), good: copies(4, optionals(6, `{"enum": ["a", null]}`))},
	{rule: "provider-unions", bad: copies(1, optionals(17, `{"type": ["integer", "null"]}`)), good: copies(2, optionals(8, `{"type": ["integer", "null"]}`))},
	{rule: "provider-unions", bad: copies(1, optionals(17, `{"anyOf": [{"type": "null"}]}`))},
}

// A flowExample is what instructions say about the tools consultar_caso and
// buscar_citas.
type flowExample struct {
	rule      string
	bad, good string
}

var flowExamples = []flowExample{
	{rule: "flow-tool-exists", bad: "Primero buscar_clientes y luego consultar_caso.", good: "Primero `buscar_citas`, luego consultar_caso."},
	{rule: "flow-tool-exists", bad: "Call get_case first.", good: "Pida el cita_id, next_action y el documento."},
}

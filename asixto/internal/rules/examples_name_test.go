package rules_test

import "strings"

func name(n string) string { return `{"name": "` + n + `"}` }

var (
	emoji350 = strings.Repeat("👍", 350-24) + strings.Repeat("x", 48-19) + " No la uses para x." // 700 units
	emoji351 = strings.Repeat("👍", 350-24) + strings.Repeat("x", 49-19) + " No la uses para x." // 701 units
)

var nameExamples = []example{
	{rule: "name-pattern", bad: name("Ver_caso"), good: name("consultar_caso_2")},
	{rule: "name-pattern", bad: name("consultar-caso")},
	{rule: "name-pattern", bad: name("consultar_situación")},
	{rule: "name-pattern", bad: name("")},
	{rule: "name-pattern", bad: `{"name": null}`},
	{rule: "name-pattern", bad: `{"name": 7}`},
	{rule: "name-length", bad: name("ver_" + strings.Repeat("a", 37)), good: name("ver_" + strings.Repeat("a", 36))},
	{rule: "name-prefix", bad: name("ext__ver_caso"), good: name("ver_ext_caso")},
	{rule: "name-verb-entity", bad: name("caso"), good: name("consultar_caso")},
	{rule: "name-verb-entity", bad: name("consultar")},
	{rule: "name-verb-entity", bad: name("caso_consultar"), good: name("get_mcp_access")},
	{rule: "name-verb-entity", bad: name("consultar__caso")},
	{rule: "name-verb-entity", bad: name("consultar_caso_")},
	{rule: "name-verb-entity", bad: name("soporte"), good: name("soporte"),
		waive: notes{"": {Allow: map[string]string{"name-verb-entity": "así la conocen los clientes"}}}},
}

const notFor = " No la uses para abrir uno."

var descriptionExamples = []example{
	{rule: "description-present", bad: `{"description": null}`, good: described("x. No usar en y.")},
	{rule: "description-present", bad: `{"description": ""}`},
	{rule: "description-present", bad: `{"description": 7}`},
	{rule: "description-length", bad: described(emoji351), good: described(emoji350)},
	{rule: "description-when-not", bad: described("Consulta un caso."), good: described("Consulta un caso. Nunca para abrir uno.")},
	{rule: "description-when-not", bad: described("Consulta un caso. Úsala cuando el cliente lo pida."), good: described("Consulta un caso. No se usa para abrir uno.")},
	{rule: "description-when-not", bad: described("Dice si el cliente no es usuario.")},
	{rule: "description-when-not", bad: described("Dice si el cliente no tiene casos."), good: described("Shows a case. Do not use it to open one.")},
	{rule: "description-when-not", bad: described("Consulta un caso."), good: described("Consulta un caso."),
		waive: notes{"": {Allow: map[string]string{"description-when-not": "es la única herramienta"}}}},
	{rule: "description-sentences", bad: described("Consulta un caso. Dice su estado. Dice su fecha." + notFor), good: described("Consulta un caso. ¿Hay varios? Da el 1.5 más nuevo." + strings.TrimSuffix(notFor, "."))},
	{rule: "description-tone", bad: described("Consulta un caso. Responde amablemente." + notFor), good: described("Consulta un caso y cómo responde el equipo." + notFor)},
	{rule: "description-tone", bad: described("Consulta un caso. Dile al cliente el número." + notFor), good: described("Consulta un caso. Tras la llamada no repitas los datos." + notFor)},
	{rule: "description-tone", bad: described("You are a helpful agent." + notFor), good: described("Consulta el saludo grabado." + notFor)},
	{rule: "description-tone", bad: described("Reply to the customer." + notFor), good: described("Úsala cuando el cliente responda con su documento o diga que ya pagó." + notFor)},
	{rule: "description-brand", bad: described("Consulta un caso de Asixto." + notFor), good: described("Consulta un caso de soporte." + notFor)},
	{rule: "description-brand", bad: described("Consulta un caso de FibraMax®." + notFor)},
	{rule: "description-volatile", bad: described("Agenda una visita de $ 50.000." + notFor), good: described("Agenda una visita y dice su precio." + notFor)},
	{rule: "description-volatile", bad: described("Agenda de lunes a viernes." + notFor), good: described("Agenda un lunes, en menos de 24 horas." + notFor)},
	{rule: "description-volatile", bad: described("Atiende de 8:00 a 17:30." + notFor), good: described("Muestra hasta 10 casos en 2 listas." + notFor)},
	{rule: "description-volatile", bad: described("Da el 20 % de descuento." + notFor)},
	{rule: "description-volatile", bad: described("Cuesta 59900 COP." + notFor)},
}

func verb(v string) string { return `{"_meta": {"com.asixto/verb": ` + v + `}}` }

func scenarios(one, several string) string {
	return `{"_meta": {"com.asixto/capability": ` + one + `, "com.asixto/capabilities": ` + several + `}}`
}

var classificationExamples = []example{
	{rule: "capability-present", bad: scenarios(`null`, `null`), good: scenarios(`"soporte"`, `null`)},
	{rule: "capability-form", bad: scenarios(`"soporte"`, `["soporte"]`), good: scenarios(`null`, `["soporte"]`)},
	{rule: "capability-form", bad: scenarios(`["soporte"]`, `null`)},
	{rule: "capability-form", bad: scenarios(`null`, `"soporte"`)},
	{rule: "capability-form", bad: scenarios(`null`, `[]`)},
	{rule: "capability-form", bad: scenarios(`null`, `["soporte", 7]`)},
	{rule: "capability-form", bad: scenarios(`null`, `["soporte", "soporte"]`), good: scenarios(`null`, `["soporte", "pqr"]`)},
	{rule: "capability-known", bad: scenarios(`"sales"`, `null`), good: scenarios(`"ventas"`, `null`)},
	{rule: "capability-known", bad: scenarios(`null`, `["pqr", "Soporte"]`)},
	{rule: "capability-known", bad: scenarios(`""`, `null`)},
	{rule: "verb-present", bad: verb(`null`), good: verb(`"ver"`)},
	{rule: "verb-present", bad: verb(`" "`)},
	{rule: "verb-present", bad: verb(`["ver"]`)},
	{rule: "verb-infinitive", bad: verb(`"consulta de un caso"`), good: verb(`"quejarse del servicio"`)},
	{rule: "verb-infinitive", bad: verb(`"abre un caso"`), good: verb(`"oír un mensaje"`)},
	{rule: "verb-infinitive", bad: verb(`"get a case"`), good: verb(`"decírselo al técnico"`)},
}

func hints(readOnly, destructive, idempotent string) string {
	return `{"annotations": {"readOnlyHint": ` + readOnly + `, "destructiveHint": ` + destructive + `, "idempotentHint": ` + idempotent + `}}`
}

// destructive is a patch that makes a destructive tool with one more property.
func destructive(required, confirmado string) string {
	return `{
		"annotations": {"readOnlyHint": false, "destructiveHint": true},
		"inputSchema": {
			"properties": {"confirmado": ` + confirmado + `},
			"required": ` + required + `
		}
	}`
}

const (
	both    = `["documento", "confirmado"]`
	onlyOne = `["documento"]`
)

var annotationExamples = []example{
	{rule: "annotations-explicit", bad: hints(`null`, `false`, `true`), good: hints(`false`, `false`, `true`)},
	{rule: "annotations-explicit", bad: hints(`true`, `null`, `true`), good: hints(`false`, `false`, `true`)},
	{rule: "annotations-explicit", bad: hints(`true`, `false`, `"yes"`)},
	{rule: "annotations-coherent", bad: hintsWithConfirmation(`true`), good: hintsWithConfirmation(`false`)},
	{rule: "write-idempotent", bad: hints(`false`, `false`, `false`), good: hints(`true`, `false`, `false`)},
	{rule: "read-only-name", bad: `{"name": "abrir_caso"}`, good: `{"name": "abrir_caso", "annotations": {"readOnlyHint": false}}`},
	{rule: "read-only-name", bad: `{"name": "delete_case"}`, good: `{"name": "revisar_caso"}`},
	{rule: "read-only-name", bad: verb(`"cancelarle una cita"`), good: verb(`"consultar si se puede cancelar"`)},
	{rule: "destructive-confirmation", bad: `{"annotations": {"readOnlyHint": false, "destructiveHint": true}}`, good: destructive(both, `{"description": "Sí", "enum": [true]}`)},
	{rule: "destructive-confirmation", bad: destructive(both, `{"description": "Sí", "type": "boolean"}`), good: destructive(both, `{"description": "Sí", "const": true}`)},
	{rule: "destructive-confirmation", bad: destructive(both, `{"description": "Sí", "enum": [true, false]}`)},
	{rule: "destructive-confirmation", bad: destructive(onlyOne, `{"description": "Sí", "enum": [true, null]}`)},
}

func hintsWithConfirmation(readOnly string) string {
	return `{
		"annotations": {"readOnlyHint": ` + readOnly + `, "destructiveHint": true},
		"inputSchema": {"properties": {"confirmado": {"description": "Sí", "enum": [true]}}, "required": ["documento", "confirmado"]}
	}`
}

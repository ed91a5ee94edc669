package rules

import "regexp"

var textRules = []Rule{
	{
		ID: "text-max-length", Level: Blocking, Section: secSchema,
		EN:  "every free text has a maxLength, also inside lists and maps",
		ES:  "todo texto libre tiene maxLength, también dentro de listas y mapas",
		Fix: Fix{JSON: `"maxLength": 200`, Go: "`validate:\"max=200\"`, in a list `validate:\"dive,max=200\"`"},
		check: func(t *Tool, say say) {
			for p := range t.Input.slots() {
				if p.note.Free == "" && typed(p.node) && freeText(p.node) {
					say(p, "")
				}
			}
		},
	},
	{
		ID: "closed-set-enum", Level: Warning, Liftable: true, Section: secSchema,
		EN:  "a closed set of values is an enum: what is not listed there, the model guesses",
		ES:  "un conjunto cerrado de valores es un enum: lo que no está enumerado, el modelo lo adivina",
		Fix: Fix{JSON: `"enum": ["falla", "instalacion", "cobro"]`, Go: "`validate:\"oneof=falla instalacion cobro\"`"},
		check: func(t *Tool, say say) {
			for p := range t.Input.properties() {
				open := saysType(p.node, "string") && len(enumerated(p.node)) == 0 && !p.node.has("format") && !p.node.has("pattern")
				if open && listsValues.MatchString(p.description()) {
					say(p, listsValues.FindString(p.description()))
				}
			}
		},
	},
}

// listsValues recognises a description that lists what the text may be: "uno
// de: a, b", "(a, b o c)", "a | b", two quoted words, three in capitals.
var listsValues = regexp.MustCompile(
	`(?i:\b(un[oa]s? de( (estos|estas|los siguientes|las siguientes))?( valores)?:|valores (posibles|permitidos|válidos)|opciones:` +
		`|one of:|one of the following|(possible|allowed|valid) values))` +
		`|[:(]\s*[\p{L}\d_]+(,\s*[\p{L}\d_]+)+,?\s+(o|u|or)\s+[\p{L}\d_]+` +
		`|[\p{L}\d_]+\s*\|\s*[\p{L}\d_]+` +
		"|[\"'`“«][\\p{L}\\d_-]+[\"'`”»](,| o| u| y| or| and)\\s*[\"'`“«][\\p{L}\\d_-]+[\"'`”»]" +
		`|\b[A-Z][A-Z_]{2,}(,\s*[A-Z][A-Z_]{2,}){2}`)

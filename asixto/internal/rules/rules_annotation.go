package rules

import (
	"fmt"
)

var annotationRules = []Rule{
	{
		ID: "annotations-explicit", Level: Blocking, Section: secAnnotations,
		EN: "the three hints are written out, false included: what is absent counts as the most restrictive case",
		ES: "las tres anotaciones van escritas, también las que son false: lo ausente cuenta como el caso más restrictivo",
		Fix: Fix{
			JSON: `"annotations": {"readOnlyHint": false, "destructiveHint": false, "idempotentHint": true}`,
			Go:   `Access: asixto.Write`,
		},
		check: func(t *Tool, say say) {
			for _, name := range []string{"readOnlyHint", "destructiveHint", "idempotentHint"} {
				if !t.hint(name).isBool() {
					say(nil, name)
				}
			}
		},
	},
	{
		ID: "annotations-coherent", Level: Blocking, Section: secAnnotations,
		EN:  "a tool that only reads destroys nothing",
		ES:  "una herramienta de solo lectura no destruye nada",
		Fix: Fix{JSON: `"readOnlyHint": true, "destructiveHint": false`, Go: `Access: asixto.Read`},
		check: func(t *Tool, say say) {
			if t.readOnly() && t.destructive() {
				say(nil, "readOnlyHint + destructiveHint")
			}
		},
	},
	{
		ID: "write-idempotent", Level: Warning, Liftable: true, Section: secGuarantees,
		EN:  "a write keeps its idempotency keys, and says so: one key has one effect",
		ES:  "una escritura guarda sus claves de idempotencia, y lo dice: una clave, un efecto",
		Fix: Fix{JSON: `"idempotentHint": true`, Go: `ServerOptions{Store: idem.NewMemory(nil)}`},
		check: func(t *Tool, say say) {
			if t.hint("readOnlyHint").isFalse() && t.hint("idempotentHint").isFalse() {
				say(nil, "")
			}
		},
	},
	{
		ID: "read-only-name", Level: Warning, Liftable: true, Section: secAnnotations,
		EN:  "a tool that only reads is not named after a verb that writes: to declare a write as a read blocks certification",
		ES:  "una herramienta de solo lectura no lleva nombre de escritura: declarar de solo lectura una que escribe bloquea la certificación",
		Fix: Fix{JSON: `"annotations": {"readOnlyHint": false, …}`, Go: `Access: asixto.Write`},
		check: func(t *Tool, say say) {
			if !t.readOnly() {
				return
			}
			for _, phrase := range []string{t.Name, t.verb()} {
				if words := segments(phrase); len(words) > 0 && isWritingVerb(withoutPronouns(words[0])) {
					say(nil, fmt.Sprintf("%q", words[0]))
					return
				}
			}
		},
	},
	{
		ID: "destructive-confirmation", Level: Warning, Liftable: true, Section: secAnnotations,
		EN: "a destructive tool requires a confirmation that accepts only true",
		ES: "una herramienta destructiva exige una confirmación que solo acepta true",
		Fix: Fix{
			JSON: `"required": ["confirmado"], "properties": {"confirmado": {"enum": [true]}}`,
			Go:   "Confirmado bool `json:\"confirmado\" validate:\"eq=true\"`",
		},
		check: func(t *Tool, say say) {
			if !t.destructive() {
				return
			}
			for p := range t.Input.properties() {
				if p.required && p.parent.role == root && onlyTrue(p.node) {
					return
				}
			}
			say(nil, "")
		},
	},
}

// onlyTrue reports whether a schema takes no value but true.
func onlyTrue(n *node) bool {
	values := enumerated(n)
	for _, v := range values {
		if !v.isTrue() {
			return false
		}
	}
	return len(values) > 0
}

package rules

import (
	"fmt"
	"regexp"
	"strings"
)

var propertyName = regexp.MustCompile(`^[a-zA-Z_][a-zA-Z0-9_]{0,63}$`)

var propertyRules = []Rule{
	{
		ID: "property-name", Level: Blocking, Section: secNames,
		EN:  "the name of a parameter is 1 to 64 of a-z, 0-9 and _ without a leading digit: for another providers refuse everything",
		ES:  "el nombre de un parámetro lleva de 1 a 64 de a-z, 0-9 y _ sin dígito inicial: por otro los proveedores rechazan todo",
		Fix: Fix{JSON: `"fecha_inicio": {…}`, Go: "`json:\"fecha_inicio\"`"},
		check: func(t *Tool, say say) {
			for p := range t.Input.properties() {
				if !propertyName.MatchString(p.name) {
					say(p, "")
				}
			}
		},
	},
	{
		ID: "property-name-case", Level: Blocking, Liftable: true, Section: secNames,
		EN:  "the name of a parameter is in lower case",
		ES:  "el nombre de un parámetro va en minúsculas",
		Fix: Fix{JSON: `"fecha_inicio": {…}`, Go: "`json:\"fecha_inicio\"`"},
		check: func(t *Tool, say say) {
			for p := range t.Input.properties() {
				if propertyName.MatchString(p.name) && strings.ToLower(p.name) != p.name {
					say(p, "")
				}
			}
		},
	},
	{
		ID: "property-described", Level: Warning, Liftable: true, Section: secNames,
		EN:  "a parameter says what it takes",
		ES:  "un parámetro dice qué recibe",
		Fix: Fix{JSON: `"description": "Número de documento, sin puntos"`, Go: "`doc:\"Número de documento, sin puntos\"`"},
		check: func(t *Tool, say say) {
			for p := range t.Input.properties() {
				if strings.TrimSpace(p.description()) == "" {
					say(p, "")
				}
			}
		},
	},
	{
		ID: "property-description-length", Level: Blocking, Section: secNames,
		EN:  "the description of a parameter has at most 200 UTF-16 units",
		ES:  "la descripción de un parámetro tiene como máximo 200 unidades UTF-16",
		Fix: Fix{JSON: `"description": "Una frase"`, Go: "`doc:\"Una frase\"`"},
		check: func(t *Tool, say say) {
			for p := range t.Input.all() {
				if n := units(p.description()); p.role != root && n > maxParameterDescription {
					say(p, over(n, maxParameterDescription))
				}
			}
		},
	},
}

var operationRules = []Rule{
	{
		ID: "one-operation", Level: Blocking, Liftable: true, Section: secSchema,
		EN: "a tool does one operation: a parameter that chooses among several blurs the model's choice of a tool",
		ES: "una herramienta hace una operación: un parámetro que escoge entre varias confunde al modelo al elegir la herramienta",
		Fix: Fix{
			JSON: `"name": "crear_cita" and "name": "cancelar_cita"`,
			Go:   `asixto.AddTool(s, asixto.Tool{Name: "crear_cita"}, …) and one more for "cancelar_cita"`,
		},
		check: func(t *Tool, say say) {
			for p := range t.Input.slots() {
				if chosen := operationsOf(p.node); len(chosen) > 1 {
					say(p, strings.Join(chosen, ", "))
				}
			}
		},
	},
}

// operationsOf lists the values of a schema that name operations, quoted, each
// operation once.
func operationsOf(n *node) []string {
	var values []string
	seen := make(map[string]bool)
	for _, v := range enumerated(n) {
		if op := operationOf(v.text); v.isString() && op != "" && !seen[op] {
			seen[op] = true
			values = append(values, fmt.Sprintf("%q", v.text))
		}
	}
	return values
}

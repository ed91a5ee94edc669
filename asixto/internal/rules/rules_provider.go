package rules

import (
	"fmt"
	"slices"
	"strconv"
)

// Limits of the providers of models.
const (
	safeLevels    = 5       // objects in objects that every mode of OpenAI takes; the hard limit is 10
	maxEnumValues = 1000    // of one schema, OpenAI
	longEnum      = 250     // values of one enum, OpenAI: beyond it the text counts
	maxEnumText   = 15_000  // of such an enum, OpenAI
	maxSchemaText = 120_000 // of names and closed values of one schema, OpenAI
	maxTools      = 20      // strict ones of one request, Anthropic
	maxOptionals  = 24      // of all strict tools of one request, Anthropic
	maxUnions     = 16      // parameters with a list of types or a union, of all strict tools of one request, Anthropic
)

var providerRules = []Rule{
	{
		ID: "provider-depth", Level: Warning, Liftable: true, Section: secProviders,
		EN:  "a schema has at most 5 levels; OpenAI refuses more than 10",
		ES:  "un esquema tiene como máximo 5 niveles; OpenAI rechaza más de 10",
		Fix: Fix{JSON: `"direccion_ciudad": {…}`, Go: "DireccionCiudad string `json:\"direccion_ciudad\"`"},
		check: func(t *Tool, say say) {
			deepest, levels := t.Input.root(), 0
			for p := range t.Input.all() {
				if n := p.depth() + 1; p.role != branch && (saysType(p.node, "object") || saysType(p.node, "array")) && n > levels {
					deepest, levels = p, n
				}
			}
			if levels > safeLevels {
				say(deepest, over(levels, safeLevels))
			}
		},
	},
	{
		ID: "provider-enum-values", Level: Warning, Liftable: true, Section: secProviders,
		EN:  "the enums of one schema hold at most 1,000 values together, by OpenAI's limit",
		ES:  "los enum de un esquema suman como máximo 1.000 valores, por el límite de OpenAI",
		Fix: Fix{JSON: `"type": "string", "maxLength": 80`, Go: "`validate:\"max=80\"`, and a tool that searches the values"},
		check: func(t *Tool, say say) {
			n := 0
			for p := range t.Input.all() {
				n += len(p.node.get("enum").items)
			}
			if n > maxEnumValues {
				say(nil, over(n, maxEnumValues))
			}
		},
	},
	{
		ID: "provider-enum-text", Level: Warning, Liftable: true, Section: secProviders,
		EN:  "an enum of more than 250 values holds at most 15,000 characters, by OpenAI's limit",
		ES:  "un enum de más de 250 valores suma como máximo 15.000 caracteres, por el límite de OpenAI",
		Fix: Fix{JSON: `"type": "string", "maxLength": 80`, Go: "`validate:\"max=80\"`, and a tool that searches the values"},
		check: func(t *Tool, say say) {
			for p := range t.Input.all() {
				values, n := p.node.get("enum").items, 0
				for _, v := range values {
					n += units(v.text)
				}
				if len(values) > longEnum && n > maxEnumText {
					say(p, over(n, maxEnumText))
				}
			}
		},
	},
	{
		ID: "provider-text", Level: Warning, Liftable: true, Section: secProviders,
		EN:  "the names and closed values of one schema hold at most 120,000 characters, by OpenAI's limit",
		ES:  "los nombres y valores cerrados de un esquema suman como máximo 120.000 caracteres, por el límite de OpenAI",
		Fix: Fix{JSON: `"type": "string", "maxLength": 80`, Go: "`validate:\"max=80\"`, and a tool that searches the values"},
		check: func(t *Tool, say say) {
			n := 0
			for p := range t.Input.all() {
				if p.role == property {
					n += units(p.name)
				}
				for _, v := range slices.Concat(p.node.get("enum").items, []*node{p.node.get("const")}) {
					n += units(v.text)
				}
			}
			if n > maxSchemaText {
				say(nil, over(n, maxSchemaText))
			}
		},
	},
	{
		ID: "provider-tools", Level: Warning, Liftable: true, Section: secProviders,
		EN:  "one request takes at most 20 strict tools, by Anthropic's limit",
		ES:  "una petición admite como máximo 20 herramientas estrictas, por el límite de Anthropic",
		Fix: Fix{JSON: `fewer tools for one scenario`, Go: `fewer tools for one meta.Capability`},
		across: func(tools []*Tool, say sayOf) {
			if len(tools) > maxTools {
				say(nil, nil, over(len(tools), maxTools))
			}
		},
	},
	{
		ID: "provider-optionals", Level: Warning, Liftable: true, Section: secProviders,
		EN:     "the strict tools of one request have at most 24 optional parameters together, by Anthropic's limit",
		ES:     "las herramientas estrictas de una petición suman como máximo 24 parámetros opcionales, por el límite de Anthropic",
		Fix:    Fix{JSON: `fewer optional parameters`, Go: `fewer pointers in the arguments`},
		across: total(maxOptionals, func(p *place) bool { return !p.required }),
	},
	{
		ID: "provider-unions", Level: Warning, Liftable: true, Section: secProviders,
		EN:     "the strict tools of one request have at most 16 parameters of several types together, by Anthropic's limit",
		ES:     "las herramientas estrictas de una petición suman como máximo 16 parámetros de varios tipos, por el límite de Anthropic",
		Fix:    Fix{JSON: `fewer optional parameters`, Go: `fewer pointers in the arguments`},
		across: total(maxUnions, func(p *place) bool { return p.node.get("type").isArray() || p.node.has("anyOf") }),
	},
}

// total says where the properties of all tools that count are more than limit,
// with the tool that has most of them.
func total(limit int, counts func(*place) bool) func([]*Tool, sayOf) {
	return func(tools []*Tool, say sayOf) {
		sum, most, worst := 0, 0, ""
		for _, t := range tools {
			n := 0
			for p := range t.Input.properties() {
				if counts(p) {
					n++
				}
			}
			sum += n
			if n > most {
				most, worst = n, t.Name
			}
		}
		if sum > limit {
			say(nil, nil, fmt.Sprintf("%s, %q: %s", over(sum, limit), worst, strconv.Itoa(most)))
		}
	}
}

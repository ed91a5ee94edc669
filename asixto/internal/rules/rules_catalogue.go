package rules

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

var catalogueRules = []Rule{
	{
		ID: "name-unique", Level: Blocking, Section: secNames,
		EN:  "the name of a tool is unique in its catalogue",
		ES:  "el nombre de una herramienta es único en su catálogo",
		Fix: Fix{JSON: `"name": "abrir_caso_garantia"`, Go: `Name: "abrir_caso_garantia"`},
		across: func(tools []*Tool, say sayOf) {
			seen := make(map[string]bool)
			for _, t := range tools {
				if seen[t.Name] {
					say(t, nil, "")
				}
				seen[t.Name] = true
			}
		},
	},
	{
		ID: "from-resolves", Level: Blocking, Section: secSchema,
		EN:     "what a field is said to come from is a field of another tool's answer",
		ES:     "aquello de donde se dice que viene un campo es un campo de la respuesta de otra herramienta",
		Fix:    Fix{JSON: `"outputSchema": {"properties": {"cita_id": {…}}}`, Go: "`asixto:\"from=buscar_citas.cita_id\"`"},
		across: fromResolves,
	},
	{
		ID: "output-identifier", Level: Warning, Liftable: true, Section: secAnswer,
		EN:     "an answer holds no internal identifier that no other tool asks for",
		ES:     "una respuesta no lleva identificadores internos que ninguna otra herramienta pide",
		Fix:    Fix{JSON: `"radicado": {"type": "string"}`, Go: "`asixto:\"from=buscar_citas.cita_id\"` on the field that takes it"},
		across: outputIdentifier,
	},
	{
		ID: "flow-tool-exists", Level: Warning, Liftable: true, Section: secSDK,
		EN:   "every tool that the server's instructions name exists",
		ES:   "toda herramienta que nombran las instrucciones del servidor existe",
		Fix:  Fix{JSON: `"instructions": "… consultar_cliente …"`, Go: `ServerOptions{Instructions: "… consultar_cliente …"}`},
		flow: flowToolExists,
	},
	{
		ID: "description-tool-exists", Level: Warning, Liftable: true, Section: secSDK,
		EN:     "every tool that a description names exists",
		ES:     "toda herramienta que nombra una descripción existe",
		Fix:    Fix{JSON: `"description": "… antes usa consultar_cliente …"`, Go: `Description: "… antes usa consultar_cliente …"`},
		across: descriptionToolExists,
	},
	{
		ID: "description-flow", Level: Warning, Liftable: true, Section: secSDK,
		EN: "how several tools follow each other is said once, in the server's instructions, not in each description",
		ES: "el orden entre varias herramientas se dice una vez, en las instrucciones del servidor, no en cada descripción",
		Fix: Fix{
			JSON: `"instructions": "Primero consultar_cliente, luego …"`,
			Go:   `ServerOptions{Instructions: "Primero consultar_cliente, luego …"}`,
		},
		across: descriptionFlow,
	},
}

func byName(tools []*Tool) map[string]*Tool {
	m := make(map[string]*Tool, len(tools))
	for _, t := range tools {
		m[t.Name] = t
	}
	return m
}

func fromResolves(tools []*Tool, say sayOf) {
	known := byName(tools)
	for _, t := range tools {
		for p := range t.Input.properties() {
			if p.note.From == "" {
				continue
			}
			tool, field := source(p.note.From)
			if from := known[tool]; from == nil || tool == t.Name || !from.offers(field) {
				say(t, p, fmt.Sprintf("%q", p.note.From))
			}
		}
	}
}

func outputIdentifier(tools []*Tool, say sayOf) {
	known, asked := byName(tools), make(map[*place]bool)
	for _, t := range tools {
		for p := range t.Input.properties() {
			tool, field := source(p.note.From)
			if from := known[tool]; from != nil && from != t && field != "" {
				for _, given := range from.offered(field) {
					asked[given] = true
				}
			}
		}
	}
	for _, t := range tools {
		for p := range t.Output.properties() {
			if p.identifier() && !asked[p] {
				say(t, p, "")
			}
		}
	}
}

// word is what a text may name a tool by.
var word = regexp.MustCompile(`[\p{L}\d_]+`)

// knownNames are those of the tools and of their properties.
func knownNames(tools []*Tool) map[string]bool {
	known := make(map[string]bool)
	for _, t := range tools {
		known[t.Name] = true
		for _, s := range []*Schema{&t.Input, &t.Output} {
			for p := range s.properties() {
				known[p.name] = true
			}
		}
	}
	return known
}

// unknownTools are the words of a text in the form of a tool's name, verb and
// entity, that are neither a tool nor a property, each once.
func unknownTools(text string, known map[string]bool) []string {
	var unknown []string
	seen := make(map[string]bool)
	for _, name := range word.FindAllString(text, -1) {
		if !known[name] && !seen[name] && verbEntity.MatchString(name) && isVerb(segments(name)[0]) {
			unknown = append(unknown, name)
			seen[name] = true
		}
	}
	return unknown
}

func flowToolExists(text string, tools []*Tool, say say) {
	for _, name := range unknownTools(text, knownNames(tools)) {
		say(nil, fmt.Sprintf("%q", name))
	}
}

func descriptionToolExists(tools []*Tool, say sayOf) {
	known := knownNames(tools)
	for _, t := range tools {
		for _, name := range unknownTools(t.description(), known) {
			say(t, nil, fmt.Sprintf("%q", name))
		}
	}
}

// descriptionFlow allows a description one other tool, to be used instead or
// before.
func descriptionFlow(tools []*Tool, say sayOf) {
	known := byName(tools)
	for _, t := range tools {
		var others []string
		for _, name := range word.FindAllString(t.description(), -1) {
			if known[name] != nil && name != t.Name && !slices.Contains(others, name) {
				others = append(others, name)
			}
		}
		if len(others) > 1 {
			say(t, nil, strings.Join(others, ", "))
		}
	}
}

package rules

import (
	"fmt"
	"strings"

	"github.com/asixto/go-sdk/meta"
)

var classificationRules = []Rule{
	{
		ID: "capability-present", Level: Blocking, Section: secClassification,
		EN:  "a tool names the scenarios it serves, or it is never offered",
		ES:  "toda herramienta nombra los escenarios que atiende; si no, nunca se ofrece",
		Fix: Fix{JSON: `"_meta": {"com.asixto/capability": "soporte"}`, Go: `Capabilities: []meta.Capability{meta.Soporte}`},
		check: func(t *Tool, say say) {
			m := t.def.get("_meta")
			if !m.has(meta.KeyCapability) && !m.has(meta.KeyCapabilities) {
				say(nil, "")
			}
		},
	},
	{
		ID: "capability-form", Level: Blocking, Section: secClassification,
		EN: "one scenario is a string, several are a list without repeats, and never both keys at once",
		ES: "un escenario es un texto, varios son una lista sin repetidos, y nunca las dos claves a la vez",
		Fix: Fix{
			JSON: `"_meta": {"com.asixto/capabilities": ["pqr", "soporte"]}`,
			Go:   `Capabilities: []meta.Capability{meta.PQR, meta.Soporte}`,
		},
		check: capabilityForm,
	},
	{
		ID: "capability-known", Level: Blocking, Section: secClassification,
		EN:  "a scenario is one of the 26 keys of page 04",
		ES:  "un escenario es una de las 26 claves de la página 04",
		Fix: Fix{JSON: `"_meta": {"com.asixto/capability": "soporte"}`, Go: `Capabilities: []meta.Capability{meta.Soporte}`},
		check: func(t *Tool, say say) {
			for _, c := range t.capabilities() {
				if !meta.Capability(c).Valid() {
					say(nil, fmt.Sprintf("%q", c))
				}
			}
		},
	},
	{
		ID: "verb-present", Level: Blocking, Section: secClassification,
		EN:  "a tool has a verb by which the agent names it, or the model hardly ever uses it",
		ES:  "toda herramienta tiene un verbo con el que el agente la nombra; si no, el modelo casi no la usa",
		Fix: Fix{JSON: `"_meta": {"com.asixto/verb": "abrir un caso"}`, Go: `Verb: "abrir un caso"`},
		check: func(t *Tool, say say) {
			if strings.TrimSpace(t.verb()) == "" {
				say(nil, "")
			}
		},
	},
	{
		ID: "verb-infinitive", Level: Warning, Liftable: true, Section: secClassification,
		EN:  "the verb begins with an infinitive",
		ES:  "el verbo empieza con un infinitivo",
		Fix: Fix{JSON: `"_meta": {"com.asixto/verb": "abrir un caso"}`, Go: `Verb: "abrir un caso"`},
		check: func(t *Tool, say say) {
			if word := firstWord(t.verb()); word != "" && !isInfinitive(word) {
				say(nil, fmt.Sprintf("%q", t.verb()))
			}
		},
	},
}

// capabilities are the scenarios that a tool names, under either key.
func (t *Tool) capabilities() []string {
	m := t.def.get("_meta")
	names, _ := m.get(meta.KeyCapabilities).texts()
	if one := m.get(meta.KeyCapability); one.isString() {
		names = append(names, one.text)
	}
	return names
}

func capabilityForm(t *Tool, say say) {
	m := t.def.get("_meta")
	one, several := m.get(meta.KeyCapability), m.get(meta.KeyCapabilities)
	if m.has(meta.KeyCapability) && m.has(meta.KeyCapabilities) {
		say(nil, meta.KeyCapability+" + "+meta.KeyCapabilities)
	}
	if m.has(meta.KeyCapability) && !one.isString() {
		say(nil, meta.KeyCapability)
	}
	if !m.has(meta.KeyCapabilities) {
		return
	}
	names, ok := several.texts()
	if !ok || len(names) == 0 {
		say(nil, meta.KeyCapabilities)
	}
	seen := make(map[string]bool)
	for _, name := range names {
		if seen[name] {
			say(nil, fmt.Sprintf("%q × 2", name))
		}
		seen[name] = true
	}
}

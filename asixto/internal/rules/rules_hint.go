package rules

import "github.com/asixto/go-sdk/schema"

// hintRules are the hints of the schema package, which takes Go types to give:
// their findings come with [Annotation].Hints.
var hintRules = hints()

func hints() []Rule {
	all := schema.Hints()
	made := make([]Rule, 0, len(all))
	for _, h := range all {
		made = append(made, Rule{
			ID: h.Rule, Level: Warning, Liftable: true, Section: secProviders, Provider: h.Provider,
			EN: h.EN, ES: h.ES, Fix: Fix{JSON: h.JSON, Go: h.Go},
			check: func(t *Tool, say say) {
				for p := range t.Input.properties() {
					if detail, found := p.note.Hints[h.Rule]; found {
						say(p, detail)
					}
				}
			},
		})
	}
	return made
}

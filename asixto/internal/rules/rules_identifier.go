package rules

import "strings"

var identifierRules = []Rule{
	{
		ID: "required-uuid", Level: Blocking, Liftable: true, Section: secSchema,
		EN:  "the model cannot make up a UUID: a required one says which tool's answer gives it",
		ES:  "el modelo no puede inventar un UUID: uno obligatorio dice qué herramienta lo entrega",
		Fix: Fix{JSON: `"documento": {"type": "string", "maxLength": 20}`, Go: "`asixto:\"from=buscar_citas.cita_id\"`"},
		check: func(t *Tool, say say) {
			for p := range t.Input.properties() {
				if p.required && p.note.From == "" && uuid(p.node) {
					say(p, "")
				}
			}
		},
	},
	{
		ID: "required-identifier", Level: Warning, Liftable: true, Section: secSchema,
		EN:  "no internal identifier is required unless another tool's answer gives it",
		ES:  "ningún identificador interno es obligatorio, salvo que lo entregue la respuesta de otra herramienta",
		Fix: Fix{JSON: `"documento": {"type": "string", "maxLength": 20}`, Go: "`asixto:\"from=buscar_citas.cita_id\"`"},
		check: func(t *Tool, say say) {
			for p := range t.Input.properties() {
				if p.required && p.note.From == "" && !uuid(p.node) && (p.identifier() || named(p, tokenWords)) {
					say(p, "")
				}
			}
		},
	},
}

// tokenWords name what the model cannot make up either.
var tokenWords = []string{"token", "tokens"}

// identifier reports whether p holds an internal identifier: by what its author
// says, by its name, or by its form.
func (p *place) identifier() bool {
	return p.note.Internal || identifierName(p.name) || uuid(p.node)
}

// source is the tool and the field of its answer that a "tool.field" names.
func source(from string) (tool, field string) {
	tool, field, _ = strings.Cut(strings.TrimSpace(from), ".")
	return tool, field
}

// offers reports whether field is one of a tool's answer: by its whole path,
// with or without the marks of lists, or by the name of the property alone.
func (t *Tool) offers(field string) bool { return field != "" && len(t.offered(field)) > 0 }

func (t *Tool) offered(field string) []*place {
	var found []*place
	for p := range t.Output.properties() {
		if p.path == field || plainPath(p.path) == plainPath(field) || p.name == field {
			found = append(found, p)
		}
	}
	return found
}

package rules

import (
	"slices"
	"strings"
)

var answerRules = []Rule{
	{
		ID: "output-schema", Level: Warning, Liftable: true, Section: secAnswer,
		EN:  "a tool declares the schema of its answer",
		ES:  "una herramienta declara el esquema de su respuesta",
		Fix: Fix{JSON: `"outputSchema": {"type": "object", "properties": {…}}`, Go: `type Out struct { … }`},
		check: func(t *Tool, say say) {
			if !t.def.has("outputSchema") {
				say(nil, "")
			}
		},
	},
	{
		ID: "output-object", Level: Blocking, Section: secAnswer,
		EN: "the answer is an object, as structuredContent is",
		ES: "la respuesta es un objeto, como lo es structuredContent",
		Fix: Fix{
			JSON: `"outputSchema": {"type": "object", "properties": {"citas": {"type": "array", …}}}`,
			Go:   "type Out struct { Citas []Cita `json:\"citas\"` }",
		},
		check: func(t *Tool, say say) {
			kind := t.Output.root().node.get("type")
			if t.def.has("outputSchema") && (!kind.isString() || kind.text != "object") {
				say(nil, "outputSchema")
			}
		},
	},
	{
		ID: "output-media", Level: Warning, Liftable: true, Section: secLimits,
		EN:  "an answer holds no address and no file: they do not reach the customer in this version",
		ES:  "una respuesta no lleva enlaces ni archivos: en esta versión no le llegan al cliente",
		Fix: Fix{JSON: `"estado": {"type": "string"}`, Go: "Estado string `json:\"estado\"`"},
		check: func(t *Tool, say say) {
			for p := range t.Output.properties() {
				if media(p) {
					say(p, "")
				}
			}
		},
	},
	{
		ID: "output-secret", Level: Warning, Liftable: true, Section: secAnswer,
		EN:  "an answer holds no token and no password: it enters the model's context and stays in the trace",
		ES:  "una respuesta no lleva tokens ni contraseñas: entra al contexto del modelo y queda en la traza",
		Fix: Fix{JSON: `"estado": {"type": "string"}`, Go: "Estado string `json:\"estado\"`"},
		check: func(t *Tool, say say) {
			for p := range t.Output.properties() {
				if saysType(p.node, "string") && named(p, secretWords) {
					say(p, "")
				}
			}
		},
	},
}

var (
	mediaWords = strings.Fields(`
		adjunto adjuntos archivo archivos audio enlace enlaces foto fotos imagen imagenes link links logo pdf video
		attachment attachments file files image images media photo photos picture thumbnail uri url urls`)

	secretWords = strings.Fields(`clave contrasena credencial credenciales secreto token tokens
		credential credentials password secret`)
)

// named reports whether a word of p's name is one of words.
func named(p *place, words []string) bool {
	return slices.ContainsFunc(segments(p.name), func(word string) bool { return slices.Contains(words, word) })
}

func media(p *place) bool {
	for _, n := range append([]*node{p.node, p.node.get("items")}, p.node.get("anyOf").items...) {
		if n.has("contentEncoding") || n.has("contentMediaType") ||
			slices.Contains([]string{"uri", "uri-reference", "iri", "url"}, n.get("format").text) {
			return true
		}
	}
	return named(p, mediaWords) && (saysType(p.node, "string") || saysType(p.node.get("items"), "string"))
}

// eventStream is what the certification checker takes for the start of an event
// stream, wherever it stands.
const eventStream = "data:"

var wireRules = []Rule{
	{
		ID: "event-stream-text", Level: Blocking, Section: secCertification,
		EN:    `no text of a definition holds "data:": the certification checker takes the whole answer for an event stream`,
		ES:    `ningún texto de una definición lleva "data:": la certificación toma la respuesta entera por un flujo de eventos`,
		Fix:   Fix{JSON: `"description": "los datos"`, Go: `Description: "los datos"`},
		check: eventStreamText,
	},
}

func eventStreamText(t *Tool, say say) {
	starts := func(s string) bool { return strings.Contains(s, eventStream) }
	for _, m := range t.def.members {
		isSchema := m.name == "inputSchema" || m.name == "outputSchema"
		if starts(m.name) || !isSchema && m.value.anyText(starts) {
			say(nil, m.name)
		}
	}
	for _, s := range []*Schema{&t.Input, &t.Output} {
		for _, p := range s.places {
			if p.ownText(starts) {
				say(p, "")
			}
		}
	}
}

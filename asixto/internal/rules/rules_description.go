package rules

import (
	"fmt"
	"regexp"
	"strings"
)

var descriptionRules = []Rule{
	{
		ID: "description-present", Level: Blocking, Section: secNames,
		EN: "a tool has a description, by which the model chooses it",
		ES: "toda herramienta tiene una descripción, con la que el modelo la elige",
		Fix: Fix{
			JSON: `"description": "Registra un caso. No la uses para consultar un caso."`,
			Go:   `Description: "Registra un caso. No la uses para consultar un caso."`,
		},
		check: func(t *Tool, say say) {
			if strings.TrimSpace(t.description()) == "" {
				say(nil, "")
			}
		},
	},
	{
		ID: "description-length", Level: Blocking, Section: secNames,
		EN:  "the description of a tool has at most 700 UTF-16 units",
		ES:  "la descripción de una herramienta tiene como máximo 700 unidades UTF-16",
		Fix: Fix{JSON: `"description": "Una o dos frases"`, Go: `Description: "Una o dos frases"`},
		check: func(t *Tool, say say) {
			if n := units(t.description()); n > maxDescription {
				say(nil, over(n, maxDescription))
			}
		},
	},
	{
		ID: "description-when-not", Level: Warning, Liftable: true, Section: secDescriptions,
		EN:  "the description of a tool says when not to use it",
		ES:  "la descripción de una herramienta dice cuándo no usarla",
		Fix: Fix{JSON: `"description": "… No la uses para …"`, Go: `Description: "… No la uses para …"`},
		check: func(t *Tool, say say) {
			if t.description() != "" && !whenNot.MatchString(fold(t.description())) {
				say(nil, "")
			}
		},
	},
	{
		ID: "description-sentences", Level: Warning, Liftable: true, Section: secDescriptions,
		EN:  "a description is two sentences, three with when to use it",
		ES:  "una descripción son dos frases, tres con cuándo usarla",
		Fix: Fix{JSON: `"description": "Qué hace. No la uses para …"`, Go: `Description: "Qué hace. No la uses para …"`},
		check: func(t *Tool, say say) {
			if n := len(sentence.FindAllString(t.description(), -1)); n > maxSentences {
				say(nil, over(n, maxSentences))
			}
		},
	},
	{
		ID: "description-tone", Level: Warning, Liftable: true, Section: secDescriptions,
		EN:    "a description does not tell the model how to talk: that is the agent's part",
		ES:    "una descripción no le dice al modelo cómo hablar: de eso se encarga el agente",
		Fix:   Fix{JSON: `"description": "Qué hace. No la uses para …"`, Go: `Description: "Qué hace. No la uses para …"`},
		check: describedLike(tone),
	},
	{
		ID: "description-brand", Level: Warning, Liftable: true, Section: secDescriptions,
		EN:    "a description names no brand",
		ES:    "una descripción no nombra marcas",
		Fix:   Fix{JSON: `"description": "Qué hace. No la uses para …"`, Go: `Description: "Qué hace. No la uses para …"`},
		check: describedLike(brand),
	},
	{
		ID: "description-volatile", Level: Warning, Liftable: true, Section: secDescriptions,
		EN: "a description holds nothing that changes, such as prices, hours or stock: it is cached, and those belong in the answer",
		ES: "una descripción no lleva datos que cambian, como precios, horarios o inventario: se guarda en caché, y esos van en la respuesta",
		Fix: Fix{
			JSON: `"outputSchema": {"properties": {"precio": {"type": "number"}}}`,
			Go:   "Precio float64 `json:\"precio\"` // in the answer",
		},
		check: describedLike(volatile),
	},
}

// maxSentences is what the contract's own example of a description has.
const maxSentences = 3

// sentence is one that ends before another begins, or at the end.
var sentence = regexp.MustCompile(`[^\s.!?][^.!?]*[.!?]+(\s+(\p{Lu}|[¿¡"«])|\s*$)`)

// What the texts of descriptions are searched for, folded.
var (
	whenNot = regexp.MustCompile(
		`\bno\b[^.;]{0,30}\b(us[ae]|utili|emple|llam|invo|sirv|aplic|recurr)` +
			`|\bno (es para|es valid|cubre|vale|funciona)|\bnunca\b|\bevit|\bsalvo\b|\bexcepto\b|\ben vez de\b|\ben lugar de\b` +
			`|\b(do not|don't|never|not) (be )?(us|call|for|meant|intend|invok)|\bavoid\b|\binstead of\b|\bexcept\b|\bunless\b`)

	tone = regexp.MustCompile(
		`\b(amabl|cordial|cortes(ia|mente)|empati|carinos|calid[oa]s?\b|entusias|emojis?\b|tono\b|salud[ae]\b|despid[ea](te|se)\b|disculp)` +
			`|\b(responde|contesta) (siempre|al cliente)\b|\b(dile|digale|pidele|recuerdale|mencionale|ofrecele)\b` +
			`|\beres un|\bactua como\b|\bhabla (con|como)\b|\b(siempre|nunca) (di|digas|menciona|menciones|ofrece)\b` +
			`|\byou are an?\b|\bact as\b|\brespond (with|in|politely)|\breply (to|with|in)\b|\bpolite|\bfriendly\b|\bapologi[sz]e` +
			`|\bbe (kind|warm|nice)\b|\b(tell|ask|greet|thank) the (user|customer|client)\b`)

	brand = regexp.MustCompile(`[®™]|\b(asixto|chatgpt|openai|anthropic|claude|gemini|copilot)\b`)

	volatile = regexp.MustCompile(
		`[$€£]\s?\d|\b\d[\d.,]*\s?(cop|usd|mxn|eur|pen|clp|ars|pesos|dolares|euros|soles|dollars)\b` +
			`|\b\d{1,2}:\d{2}\b|\b\d{1,2}\s?[ap]\.? ?m\b|\b(lunes|monday)\b[^.]{0,12}\b(viernes|sabado|domingo|friday)\b` +
			`|\b\d+\s?(%|por ciento)|\b\d+ (unidades|cupos|disponibles|in stock)\b`)
)

// describedLike says where the description of the tool matches what, with the
// words that do.
func describedLike(what *regexp.Regexp) func(*Tool, say) {
	return func(t *Tool, say say) {
		if words := what.FindString(fold(t.description())); words != "" {
			say(nil, fmt.Sprintf("%q", strings.TrimSpace(words)))
		}
	}
}

package schema

import (
	"reflect"
	"slices"
	"strings"
)

// A Warning is a hint about one schema that takes its Go type to give. What can be
// seen in the schema alone belongs to the contract's rules and is not said here.
type Warning struct {
	// Path is the property's; empty for the whole schema.
	Path string
	// Rule names the hint, one of [Hints].
	Rule string
	// Provider is whose models take it badly; empty where it is everybody's.
	Provider string
	// Detail holds what it is about, such as the keywords; it may be empty.
	Detail string
	// Text says what it is about and what to write instead.
	Text string
	// Lifted is the reason of a field that lifts it with
	// asixto:"allow=rule: reason"; empty where the hint stands.
	Lifted string
}

// A Hint is the rule of a [Warning].
type Hint struct {
	// Rule names it, in kebab-case.
	Rule string
	// Provider is whose models take it badly; empty where it is everybody's.
	Provider string
	// EN and ES say in one sentence what it is about.
	EN, ES string
	// Go and JSON are what to write instead, in a field and in its schema.
	Go, JSON string
}

const (
	hintInt64 = "int64-text"
	hintFree  = "free-object"
	hintNull  = "null-in-enum"
	hintRare  = "rare-keyword"
)

// Hints are the rules of all warnings there are, in a slice of the caller's own.
func Hints() []Hint {
	return []Hint{
		{
			Rule: hintInt64,
			EN:   "a number stays within 2^53, above which JavaScript rounds it",
			ES:   "un número se queda dentro de 2^53: por encima, JavaScript lo redondea",
			Go:   "`validate:\"max=999999999\"`, or text with `json:\"cuenta,string\"`", JSON: `"maximum": 999999999`,
		},
		{
			Rule: hintFree, Provider: "OpenAI",
			EN: "an object says what is in it: strict modes refuse one of any form, and a model guesses what to put in",
			ES: "un objeto dice qué lleva: los modos estrictos rechazan uno de forma libre y el modelo adivina qué poner",
			Go: "a struct with what is known, one field for each value", JSON: `"properties": {…}, "additionalProperties": false`,
		},
		{
			Rule: hintNull, Provider: "Gemini",
			EN: "an enum does not hold null, which older proxies refuse",
			ES: "un enum no lleva null: los intermediarios antiguos lo rechazan",
			Go: "Nullable: schema.AnyOf in the options", JSON: `"anyOf": [{"enum": […]}, {"type": "null"}]`,
		},
		{
			Rule: hintRare,
			EN:   "a keyword that no provider's strict mode takes is said in the description too; calls are held to it all the same",
			ES:   "una palabra clave que ningún proveedor estricto acepta se dice también en la descripción; las llamadas la cumplen igual",
			Go:   "`doc:\"Etiquetas, sin repetir\"`", JSON: `"description": "Etiquetas, sin repetir"`,
		},
	}
}

func (b *builder) warn(tag asixtoTag, rule, detail string) {
	hints := Hints()
	h := hints[slices.IndexFunc(hints, func(h Hint) bool { return h.Rule == rule })]
	text := h.EN
	if detail != "" {
		text += " (" + detail + ")"
	}
	b.warnings = append(b.warnings, Warning{
		Path: b.where(), Rule: rule, Provider: h.Provider, Detail: detail, Text: text + ": write, for example, " + h.Go, Lifted: tag.allow[rule],
	})
}

// lint gives the hints about one field of the arguments.
func (b *builder) lint(f *field, gf *goField, tag asixtoTag) {
	s := f.shape
	if b.opts.Direction == Output {
		return
	}
	if wide(indirect(gf.Type), gf.quoted) && s.Enum == nil && !exact(s) {
		b.warn(tag, hintInt64, "")
	}
	if tag.free != "" {
		b.warn(tag, hintFree, "")
	}
	if s.Nullable && s.Enum != nil && b.opts.Nullable == TypeArray {
		b.warn(tag, hintNull, "")
	}
	if rare := rareKeywords(s); rare != nil {
		b.warn(tag, hintRare, strings.Join(rare, ", "))
	}
}

// wide is a type whose author chose 64 bits, and sends them as a JSON number.
func wide(t reflect.Type, quoted bool) bool {
	return (t.Kind() == reflect.Int64 || t.Kind() == reflect.Uint64) && t != durationType && !quoted
}

// exact reports whether the limits keep a number within 2^53.
func exact(s *shape) bool {
	within := func(bound string) bool {
		return bound != "" && len(strings.TrimPrefix(bound, "-")) < len("9007199254740992")
	}
	return within(s.Minimum) && within(s.Maximum)
}

func rareKeywords(s *shape) []string {
	var found []string
	for _, k := range []struct {
		name string
		used bool
	}{
		{"uniqueItems", s.UniqueItems},
		{"propertyNames", s.Names != nil},
		{"contentEncoding", s.ContentEncoding != ""},
		{"additionalProperties with a schema", s.Values != nil},
	} {
		if k.used {
			found = append(found, k.name)
		}
	}
	return slices.Clip(found)
}

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
	// Rule names the hint: a field lifts it with asixto:"allow=rule: reason".
	Rule string
	// Provider is whose models take it badly; empty where it is everybody's.
	Provider string
	// Text says what it is about and what to write instead.
	Text string
}

// HintRules are the rules of all warnings there are: int64-text, free-object,
// null-in-enum and rare-keyword.
func HintRules() []string {
	return []string{"int64-text", "free-object", "null-in-enum", "rare-keyword"}
}

func (b *builder) warn(tag asixtoTag, w Warning) {
	if _, lifted := tag.allow[w.Rule]; !lifted {
		w.Path = b.where()
		b.warnings = append(b.warnings, w)
	}
}

// lint gives the hints about one field of the arguments.
func (b *builder) lint(f *field, gf *goField, tag asixtoTag) {
	s := f.shape
	if b.opts.Direction == Output {
		return
	}
	if wide(indirect(gf.Type), gf.quoted) && s.Enum == nil && !exact(s) {
		b.warn(tag, Warning{
			Rule: "int64-text",
			Text: "JavaScript rounds numbers above 2^53; limit it with max, or send it as text with json:\",string\"",
		})
	}
	if tag.free != "" {
		b.warn(tag, Warning{
			Rule: "free-object", Provider: "OpenAI",
			Text: "strict modes refuse an object of any form, and a model guesses what to put in; describe what is known with fields",
		})
	}
	if s.Nullable && s.Enum != nil && b.opts.Nullable == TypeArray {
		b.warn(tag, Warning{
			Rule: "null-in-enum", Provider: "Gemini",
			Text: "older proxies refuse null among the values of an enum; Nullable: schema.AnyOf writes it another way",
		})
	}
	for _, keyword := range rareKeywords(s) {
		b.warn(tag, Warning{
			Rule: "rare-keyword",
			Text: "no provider's strict mode takes " + keyword + "; calls are held to it all the same, say it in the description too",
		})
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

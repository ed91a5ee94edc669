package certify

import (
	"math"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// filler is what texts are made of.
const filler = "X"

// certified makes up arguments as the certification does: the required ones
// only, each by its type alone. Lists and objects become a text there too.
func certified(schema map[string]any) map[string]any {
	args := make(map[string]any)
	for _, name := range texts(schema["required"]) {
		args[name] = certifiedValue(object(object(schema["properties"])[name]))
	}
	return args
}

func certifiedValue(s map[string]any) any {
	if v, ok := firstValue(s); ok {
		return v
	}
	switch kind(s) {
	case "number", "integer":
		if n, ok := number(s["minimum"]); ok {
			return n
		}
		return 1.0
	case "boolean":
		return false
	}
	n := 6.0
	if least, ok := number(s["minLength"]); ok {
		n = least
	}
	return strings.Repeat(filler, bounded(n))
}

// fitting makes up arguments that satisfy their schema: the required ones only.
func fitting(schema map[string]any) map[string]any {
	return object(fittingValue(map[string]any{
		"type": "object", "required": schema["required"], "properties": schema["properties"],
	}))
}

func fittingValue(s map[string]any) any { return (&maker{steps: maxValues}).value(s, maxDepth) }

// What a schema can cost, whoever wrote it: how deep values are made up and
// checked, how many are made up, how many comparisons a check takes.
const (
	maxDepth       = 32
	maxValues      = 2_000
	stepText       = 100   // characters, or instructions of a pattern, that cost as much as one of these
	maxPattern     = 1_000 // characters
	maxComparisons = 20_000
)

// A maker makes values up until its steps are used up; what is left is null.
type maker struct{ steps int }

func (m *maker) value(s map[string]any, depth int) any {
	if m.steps--; depth == 0 || m.steps < 0 {
		return nil
	}
	if v, ok := firstValue(s); ok {
		return v
	}
	for _, keyword := range []string{"anyOf", "oneOf", "allOf"} {
		for _, branch := range list(s[keyword]) {
			if b := object(branch); b != nil && kind(b) != "null" && s["type"] == nil {
				return m.value(b, depth-1)
			}
		}
	}
	switch kind(s) {
	case "number", "integer":
		return fittingNumber(s)
	case "boolean":
		return false
	case "array":
		return m.list(s, depth)
	case "object":
		value := make(map[string]any)
		for _, name := range texts(s["required"]) {
			value[name] = m.value(object(object(s["properties"])[name]), depth-1)
		}
		return value
	case "null":
		return nil
	}
	return m.text(s)
}

// firstValue is the first of a closed set that is not null.
func firstValue(s map[string]any) (any, bool) {
	for _, v := range list(s["enum"]) {
		if v != nil {
			return v, true
		}
	}
	if v := s["const"]; v != nil {
		return v, true
	}
	return nil, false
}

// kind is the first type of a schema that is not null.
func kind(s map[string]any) string {
	if t := text(s["type"]); t != "" {
		return t
	}
	for _, t := range texts(s["type"]) {
		if t != "null" {
			return t
		}
	}
	return ""
}

func fittingNumber(s map[string]any) any {
	n := 1.0
	if least, ok := number(s["minimum"]); ok {
		n = least
	} else if over, ok := number(s["exclusiveMinimum"]); ok {
		n = math.Floor(over) + 1
	} else if most, ok := number(s["maximum"]); ok {
		n = min(n, most)
	}
	if step, ok := number(s["multipleOf"]); ok && step > 0 {
		n = math.Ceil(n/step) * step
	}
	return n
}

func (m *maker) list(s map[string]any, depth int) any {
	least, _ := number(s["minItems"])
	items := make([]any, min(bounded(max(1, least)), 100))
	for i := range items {
		items[i] = m.value(object(s["items"]), depth-1)
	}
	return items
}

// formats are one text for each format that says more than a length.
var formats = map[string]string{
	"date":      "2026-08-03",
	"date-time": "2026-08-03T10:00:00-05:00",
	"time":      "10:00:00-05:00",
	"email":     "prueba@example.com",
	"uri":       "https://example.com/",
	"uuid":      "00000000-0000-4000-8000-000000000000",
	"ipv4":      "192.0.2.1",
	"ipv6":      "2001:db8::1",
	"hostname":  "example.com",
}

func (m *maker) text(s map[string]any) string {
	if v, ok := formats[text(s["format"])]; ok {
		return v
	}
	length := 6.0
	if most, ok := number(s["maxLength"]); ok {
		length = min(length, most)
	}
	if least, ok := number(s["minLength"]); ok {
		length = max(length, least)
	}
	return m.matching(text(s["pattern"]), bounded(length))
}

// matching is a text of that length which a pattern takes, where one of the
// plain ones does.
func (m *maker) matching(pattern string, length int) string {
	plain := strings.Repeat(filler, length)
	m.steps -= length / stepText
	if pattern == "" || len(pattern) > maxPattern {
		return plain
	}
	if m.steps -= effort(pattern) * length / stepText; m.steps < 0 {
		return plain
	}
	re, err := regexp.Compile(pattern)
	if err != nil {
		return plain
	}
	tries := []string{
		plain, strings.Repeat("x", length), strings.Repeat("1", length),
		"2026-08-03", "10:00", "+573001234567", "3001234567", "CC1032456789", "XX-0001", "ABC123",
	}
	for n := 1; n <= 12; n++ {
		tries = append(tries, strings.Repeat("1", n), strings.Repeat(filler, n))
	}
	if i := slices.IndexFunc(tries, re.MatchString); i >= 0 {
		return tries[i]
	}
	return plain
}

// effort is what a pattern may cost for each character, in instructions.
func effort(pattern string) int {
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return 0
	}
	prog, err := syntax.Compile(re.Simplify())
	if err != nil {
		return 0
	}
	return len(prog.Inst)
}

// bounded is a length that a schema asks for, so that no schema costs memory.
func bounded(n float64) int {
	if !(n > 0) {
		return 0
	}
	return int(min(n, 10_000))
}

// encoded is arguments as JSON, members by name, so that they are the same at
// every try.
func encoded(args map[string]any) jsontext.Value {
	if args == nil {
		args = map[string]any{}
	}
	v, err := json.Marshal(args, json.Deterministic(true), jsontext.AllowInvalidUTF8(true))
	if err != nil {
		return jsontext.Value("{}")
	}
	return v
}

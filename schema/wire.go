package schema

import (
	"bytes"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// hold holds raw JSON to a schema that an author wrote. It knows exactly the
// keywords that a shape has.
func (s *shape) hold(w *walk, raw jsontext.Value) {
	kind := kindName(raw.Kind())
	switch {
	case kind == "null":
		if !s.Nullable {
			w.add(Problem{Code: Null, Type: s.Type})
		}
		return
	case s.Type == "integer" && kind == "number":
		if !isWhole(raw) {
			w.add(Problem{Code: NotWhole})
			return
		}
	case s.Type != "" && s.Type != kind:
		w.add(Problem{Code: WrongType, Type: s.Type, Got: kind})
		return
	}
	if s.Enum != nil && !slices.ContainsFunc(s.Enum, func(v jsontext.Value) bool { return sameJSON(v, raw) }) {
		w.add(Problem{Code: NotAllowed, Allowed: spell(s.Enum, plain)})
		return
	}
	switch kind {
	case "string":
		s.holdText(w, text(raw))
	case "number":
		s.holdNumber(w, raw)
	case "array":
		s.holdArray(w, raw)
	case "object":
		s.holdObject(w, raw)
	}
}

func (s *shape) holdText(w *walk, word string) {
	n := utf8.RuneCountInString(word)
	switch {
	case n < s.MinLength:
		w.add(Problem{Code: TooShort, Limit: strconv.Itoa(s.MinLength)})
	case s.MaxLength >= 0 && n > s.MaxLength:
		w.add(Problem{Code: TooLong, Limit: strconv.Itoa(s.MaxLength)})
	case s.regexp != nil && !s.regexp.MatchString(word):
		w.add(Problem{Code: BadFormat, Format: s.Format})
	}
}

func (s *shape) holdNumber(w *walk, raw jsontext.Value) {
	n, err := strconv.ParseFloat(string(raw), 64)
	if err != nil {
		w.add(Problem{Code: OutOfRange})
		return
	}
	for _, limit := range []struct {
		bound string
		code  Code
		holds func(bound float64) bool
	}{
		{s.Minimum, TooSmall, func(b float64) bool { return n >= b }},
		{s.ExclusiveMin, NotAbove, func(b float64) bool { return n > b }},
		{s.Maximum, TooLarge, func(b float64) bool { return n <= b }},
		{s.ExclusiveMax, NotBelow, func(b float64) bool { return n < b }},
	} {
		if bound, err := strconv.ParseFloat(limit.bound, 64); err == nil && !limit.holds(bound) {
			w.add(Problem{Code: limit.code, Limit: limit.bound})
			return
		}
	}
}

func (s *shape) holdArray(w *walk, raw jsontext.Value) {
	count := 0
	seen := make(map[string]bool)
	for i, item := range elements(raw) {
		count++
		if s.UniqueItems {
			same := canonical(item)
			if seen[same] {
				w.add(Problem{Code: Repeated})
			}
			seen[same] = true
		}
		if s.Items != nil {
			w.intoItem(i)
			s.Items.hold(w, item)
			w.out()
		}
	}
	s.holdCount(w, count, s.MinItems, s.MaxItems)
}

func (s *shape) holdObject(w *walk, raw jsontext.Value) {
	met := make(map[string]bool)
	for name, value := range members(raw) {
		w.intoKey(clip(name))
		inner := s.Values
		if i := slices.IndexFunc(s.Properties, func(p property) bool { return p.Name == name }); i >= 0 {
			inner = s.Properties[i].Shape
		} else if s.Closed {
			w.add(Problem{Code: Unknown, Label: speakable(name)})
		}
		if met[name] {
			w.add(Problem{Code: Duplicate})
		}
		met[name] = true
		if s.Names != nil {
			s.Names.hold(w, appendText(nil, name))
		}
		if inner != nil {
			inner.hold(w, value)
		}
		w.out()
	}
	for _, name := range s.Required {
		if !met[name] {
			w.intoKey(name)
			w.add(Problem{Code: Missing})
			w.out()
		}
	}
	s.holdCount(w, len(met), s.MinProperties, s.MaxProperties)
}

func (s *shape) holdCount(w *walk, n, lo, hi int) {
	switch {
	case n < lo:
		w.add(Problem{Code: TooFew, Limit: strconv.Itoa(lo)})
	case hi >= 0 && n > hi:
		w.add(Problem{Code: TooMany, Limit: strconv.Itoa(hi)})
	}
}

// sameJSON compares values, not spellings.
func sameJSON(a, b jsontext.Value) bool { return canonical(a) == canonical(b) }

// canonical is the one spelling of a value.
func canonical(raw jsontext.Value) string {
	v := raw.Clone()
	if v.Canonicalize() != nil { // repeated names, which are refused elsewhere
		return string(raw)
	}
	return string(v)
}

// plain is a value as a person writes it: a text without its quotes.
func plain(v jsontext.Value) string {
	if v.Kind() == '"' {
		return text(v)
	}
	return string(v)
}

func newRawDecoder(raw jsontext.Value) *jsontext.Decoder {
	return jsontext.NewDecoder(bytes.NewBuffer(raw), jsontext.AllowDuplicateNames(true))
}

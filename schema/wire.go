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
	if s.Enum != nil && !s.lists(raw) {
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

// lists reports whether a value is one of the enum's.
func (s *shape) lists(raw jsontext.Value) bool {
	same := canonical(raw)
	if s.listed != nil {
		return s.listed[same]
	}
	return slices.ContainsFunc(s.Enum, func(v jsontext.Value) bool { return canonical(v) == same })
}

func (s *shape) holdText(w *walk, word string) {
	n := utf8.RuneCountInString(word)
	switch {
	case n < s.MinLength:
		w.add(Problem{Code: TooShort, Limit: strconv.Itoa(s.MinLength)})
	case s.MaxLength >= 0 && n > s.MaxLength:
		w.add(Problem{Code: TooLong, Limit: strconv.Itoa(s.MaxLength)})
	case s.regexp != nil && !s.regexp.MatchString(word), s.form != nil && !s.form(word):
		w.add(Problem{Code: BadFormat, Format: s.Format, Limit: s.example})
	case s.ContentEncoding == "base64":
		if _, ok := readBase64(word); !ok {
			w.add(Problem{Code: BadFormat, Format: "base64"})
		}
	}
}

func (s *shape) holdNumber(w *walk, raw jsontext.Value) {
	if _, err := strconv.ParseFloat(string(raw), 64); err != nil {
		w.add(Problem{Code: OutOfRange})
		return
	}
	for _, limit := range []struct {
		bound string
		code  Code
		holds func(sign int) bool // of the number against the bound
	}{
		{s.Minimum, TooSmall, func(sign int) bool { return sign >= 0 }},
		{s.ExclusiveMin, NotAbove, func(sign int) bool { return sign > 0 }},
		{s.Maximum, TooLarge, func(sign int) bool { return sign <= 0 }},
		{s.ExclusiveMax, NotBelow, func(sign int) bool { return sign < 0 }},
	} {
		if limit.bound != "" && !limit.holds(compareNumbers(raw, limit.bound)) {
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
		inner := s.inside(name)
		if inner == nil && s.Closed {
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

// plain is a value as a person writes it: a text without its quotes.
func plain(v jsontext.Value) string {
	if v.Kind() == '"' {
		return text(v)
	}
	return string(v)
}

// plainIntegers rewrites 1.0 and 1e2 as digits wherever the shape, which raw
// satisfies, asks for whole numbers: Go's integers are read from digits alone.
func (s *shape) plainIntegers(raw jsontext.Value) jsontext.Value {
	switch {
	case raw.Kind() == '0' && (s.Type == "integer" || s.Enum != nil):
		if digits, whole, fits := plainInteger(raw); whole && fits {
			return digits
		}
	case raw.Kind() == '[' && s.Items != nil:
		out := []byte{'['}
		for i, item := range elements(raw) {
			if i > 0 {
				out = append(out, ',')
			}
			out = append(out, s.Items.plainIntegers(item)...)
		}
		return append(out, ']')
	case raw.Kind() == '{' && (s.Properties != nil || s.Values != nil):
		out := []byte{'{'}
		for name, value := range members(raw) {
			if len(out) > 1 {
				out = append(out, ',')
			}
			out = append(appendText(out, name), ':')
			if inner := s.inside(name); inner != nil {
				value = inner.plainIntegers(value)
			}
			out = append(out, value...)
		}
		return append(out, '}')
	}
	return raw
}

// inside is the shape of a member, nil where anything may stand.
func (s *shape) inside(name string) *shape {
	if i := slices.IndexFunc(s.Properties, func(p property) bool { return p.Name == name }); i >= 0 {
		return s.Properties[i].Shape
	}
	return s.Values
}

func newRawDecoder(raw jsontext.Value) *jsontext.Decoder {
	return jsontext.NewDecoder(bytes.NewBuffer(raw), jsontext.AllowDuplicateNames(true))
}

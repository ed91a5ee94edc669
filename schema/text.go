package schema

import (
	"reflect"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

func (b *builder) text(in slot) (node, *shape) {
	s := newShape("string")
	b.noDive(in.rules, "a text")
	return &textNode{rules: b.textRules(closedValues[string](b, in.typ), in.rules.rules, s)}, s
}

// textRules are what a string is held to: the schema's own keywords here, the
// rest by the validator.
type textRules struct {
	min, max int // in characters; max -1: no limit
	values   []string
	others   delegated
}

func (r *textRules) hold(w *walk, s string) {
	if r.values != nil && !slices.Contains(r.values, s) {
		w.add(Problem{Code: NotAllowed, Allowed: slices.Clone(r.values)})
		return
	}
	if !r.surely(len(s)) {
		n := utf8.RuneCountInString(s)
		if n < r.min {
			w.add(Problem{Code: TooShort, Limit: strconv.Itoa(r.min)})
			return
		}
		if r.max >= 0 && n > r.max {
			w.add(Problem{Code: TooLong, Limit: strconv.Itoa(r.max)})
			return
		}
	}
	if r.others != nil {
		r.others.hold(w, s)
	}
}

// surely reports whether so many bytes are within the limits whatever characters
// they are: one to four bytes each.
func (r *textRules) surely(size int) bool {
	return size >= utf8.UTFMax*r.min && (r.max < 0 || size <= r.max)
}

// textNode is a type whose kind is string.
type textNode struct{ rules textRules }

func (n *textNode) decode(d *decoder, v reflect.Value) {
	raw, ok := d.raw()
	switch {
	case !ok:
	case raw[0] != '"':
		d.wrongType("string", raw.Kind())
	default:
		v.SetString(text(raw))
	}
}

func (n *textNode) check(w *walk, v reflect.Value) { n.rules.hold(w, v.String()) }

func (n *textNode) encode(e *encoder, v reflect.Value) { e.buf = appendText(e.buf, v.String()) }

func spell[T any](values []T, word func(T) string) []string {
	words := make([]string, len(values))
	for i, v := range values {
		words[i] = word(v)
	}
	return words
}

func enumOf[T any](values []T, write func([]byte, T) []byte) []jsontext.Value {
	raw := make([]jsontext.Value, len(values))
	for i, v := range values {
		raw[i] = write(nil, v)
	}
	return raw
}

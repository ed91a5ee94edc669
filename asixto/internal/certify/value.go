package certify

import (
	"errors"
	"math"
	"strconv"
	"unicode/utf16"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// reads reports whether a value has the form of target, and reads it into that.
func reads(v jsontext.Value, target any) bool {
	return v != nil && json.Unmarshal(v, target, lenient) == nil
}

// written is a value as JavaScript writes it again after reading it: without
// white space, its members in their order. Two answers with one text are equal
// to the certification.
func written(v jsontext.Value) string {
	c := v.Clone()
	if err := c.Format(lenient, jsontext.CanonicalizeRawInts(true), jsontext.CanonicalizeRawFloats(true)); err != nil {
		return string(v)
	}
	return string(c)
}

// sorted is written with the members of every object by name.
func sorted(v jsontext.Value) string {
	c := v.Clone()
	if err := c.Canonicalize(lenient); err != nil {
		return string(v)
	}
	return string(c)
}

// decoded is a value as plain Go: map[string]any, []any, string, float64, bool,
// nil.
func decoded(v jsontext.Value) any {
	var value any
	if len(v) == 0 || json.Unmarshal(v, &value, lenient, json.WithUnmarshalers(numbers)) != nil {
		return nil
	}
	return value
}

// numbers reads those that are larger than any float64 as the largest: what else
// an answer holds is looked at all the same.
var numbers = json.UnmarshalFromFunc(func(dec *jsontext.Decoder, value *any) error {
	if dec.PeekKind() != jsontext.KindNumber {
		return errors.ErrUnsupported
	}
	token, err := dec.ReadToken()
	if err != nil {
		return err
	}
	n, _ := strconv.ParseFloat(token.String(), 64) // ±Inf where it is out of range
	*value = max(-math.MaxFloat64, min(math.MaxFloat64, n))
	return nil
})

func object(v any) map[string]any {
	m, _ := v.(map[string]any)
	return m
}

func list(v any) []any {
	l, _ := v.([]any)
	return l
}

func text(v any) string {
	s, _ := v.(string)
	return s
}

func texts(v any) []string {
	var all []string
	for _, item := range list(v) {
		if s, ok := item.(string); ok {
			all = append(all, s)
		}
	}
	return all
}

func number(v any) (float64, bool) {
	n, ok := v.(float64)
	return n, ok
}

// units is the length of s in UTF-16 code units, as the Gateway counts.
func units(s string) int {
	n := 0
	for _, r := range s {
		n += max(1, utf16.RuneLen(r))
	}
	return n
}

// rawMembers are the members of an object as they were written.
func rawMembers(v jsontext.Value) map[string]jsontext.Value {
	var m map[string]jsontext.Value
	if json.Unmarshal(v, &m, lenient) != nil {
		return nil
	}
	return m
}

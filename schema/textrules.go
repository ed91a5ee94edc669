package schema

import (
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// textRules compiles the rules of a text and writes their keywords into its shape.
// The values that its type closes are nil for an open one.
func (b *builder) textRules(closed []string, rules []rule, s *shape) textRules {
	out := textRules{max: -1}
	for _, r := range rules {
		switch r.name {
		case "required":
			out.min = max(out.min, 1)
		case "eq":
			out.values = narrow(b, r, out.values, []string{r.param})
		case "oneof":
			out.values = narrow(b, r, out.values, listed(r.param))
		default:
			if !b.length(r, &out.min, &out.max) {
				b.delegateText(r, s, &out.others)
			}
		}
	}
	b.contradiction(out.min, out.max)
	out.values = within(b, out.values, closed)
	if out.values != nil {
		s.Enum = enumOf(out.values, appendText)
		fits := func(v string) bool {
			n := utf8.RuneCountInString(v)
			return n >= out.min && (out.max < 0 || n <= out.max)
		}
		if len(out.values) > 0 && !slices.ContainsFunc(out.values, fits) {
			b.fault("", "none of the allowed values is within the limits of length; correct them")
		}
	}
	s.MinLength, s.MaxLength = out.min, out.max
	return out
}

// narrow keeps the values that a rule allows, of those that earlier rules do (nil:
// all).
func narrow[T comparable](b *builder, r rule, so, these []T) []T {
	switch {
	case len(these) == 0 || !r.hasParam:
		b.ruleFault(r, "name the allowed values, separated by spaces and in ' ' where they hold one")
		return so
	case repeats(these):
		b.ruleFault(r, "a value is named twice; drop one")
	case so != nil:
		these = slices.DeleteFunc(these, func(v T) bool { return !slices.Contains(so, v) })
		if len(these) == 0 {
			b.ruleFault(r, "no value is allowed by this rule and by those before it; correct them")
		}
	}
	return these
}

func repeats[T comparable](values []T) bool {
	seen := make(map[T]bool, len(values))
	for _, v := range values {
		seen[v] = true
	}
	return len(seen) < len(values)
}

// within holds the values a tag allows to those the type has; nil means all.
func within[T comparable](b *builder, tagged, closed []T) []T {
	switch {
	case tagged == nil:
		return closed
	case closed == nil:
		return tagged
	}
	if slices.ContainsFunc(tagged, func(v T) bool { return !slices.Contains(closed, v) }) {
		b.fault("", "the tag allows a value that Values() of the type does not have; drop it from the tag")
	}
	return tagged
}

// longest is the greatest limit of a count: more than any document holds, and
// little enough to reckon with on every platform.
const longest = 1 << 28

// length takes a rule that limits a count of characters or elements and reports
// whether it was one.
func (b *builder) length(r rule, lo, hi *int) bool {
	switch r.name {
	case "min", "max", "len", "gt", "gte", "lt", "lte":
	default:
		return false
	}
	n, err := strconv.Atoi(r.param)
	if err != nil || n < 0 || n > longest || strconv.Itoa(n) != r.param || r.name == "lt" && n == 0 {
		b.ruleFault(r, "write a whole number of at most "+strconv.Itoa(longest)+", such as "+r.name+"=5")
		return true
	}
	switch r.name {
	case "min", "gte":
		*lo = max(*lo, n)
	case "gt":
		*lo = max(*lo, n+1)
	case "max", "lte":
		*hi = tighter(*hi, n)
	case "lt":
		*hi = tighter(*hi, n-1)
	case "len":
		*lo, *hi = max(*lo, n), tighter(*hi, n)
	}
	return true
}

func tighter(hi, n int) int {
	if hi < 0 {
		return n
	}
	return min(hi, n)
}

func (b *builder) contradiction(lo, hi int) {
	if hi >= 0 && lo > hi {
		b.fault("", "no value can be at least "+strconv.Itoa(lo)+" and at most "+strconv.Itoa(hi)+" long; correct the limits")
	}
}

// sizes compiles the rules of a list or a map.
func (b *builder) sizes(t reflect.Type, rules []rule, lo, hi *int) sizes {
	var out sizes
	for _, r := range rules {
		if r.name == "eq" {
			r.name = "len"
		}
		switch {
		case b.length(r, lo, hi):
		case r.name == "unique" && uniqueBy(t, r):
			out.others = append(out.others, b.delegate(r, reflect.New(t).Elem().Interface()))
			b.atRuntime(r.raw)
		default:
			b.ruleFault(r, unknownRule(r, "a list or map", "rules for what is inside go after dive"))
		}
	}
	b.contradiction(*lo, *hi)
	out.min, out.max = *lo, *hi
	return out
}

// uniqueBy reports whether unique=Field names a plain field of the items.
func uniqueBy(t reflect.Type, r rule) bool {
	if t.Kind() == reflect.Map {
		return !r.hasParam && isScalar(t.Elem())
	}
	item := t.Elem()
	if item.Kind() == reflect.Pointer {
		item = item.Elem()
	}
	if item.Kind() != reflect.Struct {
		return false
	}
	f, ok := item.FieldByName(r.param)
	return ok && f.IsExported() && isScalar(f.Type)
}

// delegateText hands a rule to the validator, and to the schema what it can say.
func (b *builder) delegateText(r rule, s *shape, others *delegated) {
	if strings.Contains(r.name, "|") {
		b.delegateAlternatives(r, others)
		return
	}
	known, ok := b.texts()[r.name]
	switch {
	case !ok:
		b.ruleFault(r, unknownRule(r, "a text", notOfValidator))
		return
	case known.param != (r.hasParam && r.param != ""):
		b.ruleFault(r, quote(r.name)+map[bool]string{true: " needs a value after =", false: " takes no value"}[known.param])
		return
	}
	*others = append(*others, b.delegate(r, ""))
	pattern, format := known.pattern, known.format
	if known.build != nil {
		pattern = known.build(r.param)
	}
	if r.name == "datetime" {
		format = layoutFormats[r.param]
	}
	said := format != "" || pattern != ""
	if s.Format == "" {
		s.Format = format
	}
	if pattern != "" {
		if said = s.Pattern == ""; said {
			s.Pattern = pattern
		}
	}
	if !said {
		b.atRuntime(r.raw)
	}
}

// delegateAlternatives takes rules of which one must hold. Each is compiled as if
// it stood alone, so that none is there that never holds.
func (b *builder) delegateAlternatives(r rule, others *delegated) {
	before := len(b.faults)
	for alternative := range strings.SplitSeq(r.raw, "|") {
		one := parseRule(alternative)
		if _, ok := b.texts()[one.name]; !ok && !slices.Contains(inAlternatives, one.name) {
			b.ruleFault(r, unknownRule(one, "a text", "a bar inside a value is written 0x7C"))
			return
		}
		said := b.runtime
		b.textRules(nil, []rule{one}, newShape("string"))
		b.runtime = said
	}
	if len(b.faults) > before {
		return
	}
	*others = append(*others, b.delegate(r, ""))
	b.atRuntime(r.raw)
}

// inAlternatives are the rules beside the rulebook that may be one of several.
var inAlternatives = strings.Fields("eq oneof min max len gt gte lt lte")

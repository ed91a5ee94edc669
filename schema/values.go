package schema

import (
	"cmp"
	"encoding"
	"encoding/json"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

var (
	timeType       = reflect.TypeFor[time.Time]()
	durationType   = reflect.TypeFor[time.Duration]()
	freeType       = reflect.TypeFor[jsontext.Value]()
	rawMessageType = reflect.TypeFor[json.RawMessage]()
	jsonNumberType = reflect.TypeFor[json.Number]()
	urlType        = reflect.TypeFor[url.URL]()
)

// value compiles what stands at a field, in a list or in a map.
func (b *builder) value(t reflect.Type, rules ruleSet, tag asixtoTag, quoted bool) (node, *shape) {
	if fix := refusal(t); fix != "" {
		b.fault("", fix)
		return broken()
	}
	if tag.free && t != freeType {
		b.fault("", "free is for objects of any form; make the field a jsontext.Value or drop the word")
	}
	if tag.unit != "" && t != durationType {
		b.fault("", "unit is for a time.Duration; drop it")
	}
	if quoted && !isInteger(t.Kind()) {
		b.fault("", "json:\",string\" is for integers; drop the option")
	}
	switch {
	case t == timeType:
		return b.time(rules)
	case t == durationType:
		return b.duration(rules, tag)
	case t == freeType:
		return b.free(rules, tag)
	case hasOwnForm(t):
		return b.own(t, rules, quoted)
	}
	return b.byKind(t, rules, quoted)
}

func (b *builder) byKind(t reflect.Type, rules ruleSet, quoted bool) (node, *shape) {
	switch kind := t.Kind(); {
	case kind == reflect.String:
		return b.text(t, rules)
	case kind == reflect.Bool:
		return b.boolean(rules)
	case isSigned(kind):
		return b.signed(t, rules, quoted)
	case isInteger(kind):
		return b.unsigned(t, rules, quoted)
	case kind == reflect.Float32 || kind == reflect.Float64:
		return b.float(t, rules)
	case kind == reflect.Slice && t.Elem().Kind() == reflect.Uint8:
		return b.bytes(rules)
	case kind == reflect.Slice || kind == reflect.Array:
		return b.list(t, rules)
	case kind == reflect.Map:
		return b.table(t, rules)
	}
	b.noRules(rules, "a struct")
	return b.object(t)
}

// refusal is what to use instead of a type that has no schema, empty where it has
// one.
func refusal(t reflect.Type) string {
	switch t {
	case rawMessageType:
		return "json.RawMessage has no schema; use a struct, or a jsontext.Value tagged asixto:\"free\""
	case jsonNumberType:
		return "json.Number may be anything numeric; use int64, uint64 or float64"
	case urlType:
		return "url.URL has no JSON form of its own; use a string with validate:\"url\""
	}
	switch t.Kind() {
	case reflect.Interface:
		return "an interface may hold anything; use a struct, or a jsontext.Value tagged asixto:\"free\""
	case reflect.Chan, reflect.Func, reflect.UnsafePointer, reflect.Uintptr:
		return "a " + t.Kind().String() + " has no JSON form; drop the field or tag it json:\"-\""
	case reflect.Complex64, reflect.Complex128:
		return "a complex number has no JSON form; use two float64 fields"
	case reflect.Pointer:
		return "a pointer to a pointer says nothing more than one; use a single pointer"
	case reflect.Array:
		if t.Elem().Kind() == reflect.Uint8 {
			return "an array of bytes has no agreed JSON form; use []byte (base64) or a string"
		}
	}
	return ""
}

// broken stands in for a value that was refused, so that the rest is compiled.
func broken() (node, *shape) { return &textNode{}, newShape("string") }

func isSigned(k reflect.Kind) bool  { return k >= reflect.Int && k <= reflect.Int64 }
func isInteger(k reflect.Kind) bool { return k >= reflect.Int && k <= reflect.Uint64 }

// noRules refuses what has no meaning for a type.
func (b *builder) noRules(rules ruleSet, what string) {
	for _, r := range rules.rules {
		if !isCrossRule(r.name) {
			b.fault(validateTag(r.raw), "the rule means nothing for "+what+"; drop it")
		}
	}
	if rules.items != nil {
		b.fault(validateTag("dive"), "there is nothing to dive into in "+what+"; drop it")
	}
}

func (b *builder) time(rules ruleSet) (node, *shape) {
	s := newShape("string")
	s.Format = "date-time"
	var rest ruleSet
	for _, r := range rules.rules {
		if readsClock[r.name] {
			b.fault(validateTag(r.raw), "the rule reads the clock, so the retry of a call that worked would fail it; compare in the handler, or use gtfield with another field")
			continue
		}
		rest.rules = append(rest.rules, r)
	}
	rest.items = rules.items
	b.noRules(rest, "a time")
	return timeNode{}, s
}

var readsClock = map[string]bool{"min": true, "max": true, "gt": true, "gte": true, "lt": true, "lte": true}

func (b *builder) duration(rules ruleSet, tag asixtoTag) (node, *shape) {
	s := newShape("integer")
	unit := units[tag.unit]
	if unit == 0 {
		b.fault("", "a time.Duration does not say its unit; tag it asixto:\"unit=seconds\" (millis, minutes, hours, days), or use an integer named after the unit")
		unit = time.Second
	}
	n := &durationNode{unit: unit}
	var own []rule
	for _, r := range rules.rules {
		if r.hasParam {
			d, err := time.ParseDuration(r.param)
			if err != nil || d%unit != 0 {
				b.fault(validateTag(r.raw), "write a duration of whole "+tag.unit+", such as "+(5*unit).String())
				continue
			}
			r.param = formatInt(int64(d / unit))
		}
		own = append(own, r)
	}
	rules.rules = own
	n.rules = numberRules64(b, rules, s, "a duration", parseInt(64))
	if limit := n.limit(); b.opts.Direction == Input && s.Enum == nil {
		s.Minimum = cmp.Or(s.Minimum, formatInt(-limit))
		s.Maximum = cmp.Or(s.Maximum, formatInt(limit))
	}
	return n, s
}

func (b *builder) boolean(rules ruleSet) (node, *shape) {
	n, s := &boolNode{}, newShape("boolean")
	var rest ruleSet
	for _, r := range rules.rules {
		if r.name != "eq" && r.name != "oneof" {
			rest.rules = append(rest.rules, r)
			continue
		}
		words := listed(r.param)
		if len(words) == 0 || slices.ContainsFunc(words, func(w string) bool { return w != "true" && w != "false" }) {
			b.fault(validateTag(r.raw), "a bool is true or false; write eq=true for a confirmation")
		}
		for _, word := range words {
			n.values = append(n.values, word == "true")
		}
	}
	rest.items = rules.items
	b.noRules(rest, "a bool")
	for _, v := range n.values {
		s.Enum = append(s.Enum, jsontext.Value(strconv.FormatBool(v)))
	}
	return n, s
}

func (b *builder) list(t reflect.Type, rules ruleSet) (node, *shape) {
	n, s := &listNode{fixed: -1}, newShape("array")
	if t.Kind() == reflect.Array {
		n.fixed = t.Len()
		s.MinItems, s.MaxItems = t.Len(), t.Len()
	}
	var rest []rule
	for _, r := range rules.rules {
		if r.name == "unique" && !r.hasParam {
			n.unique, s.UniqueItems = true, true
			if !isScalar(t.Elem()) {
				b.fault(validateTag(r.raw), "unique compares plain values; for structs write unique=Field with the Go name of the field")
			}
			continue
		}
		rest = append(rest, r)
	}
	n.sizes = b.sizes(t, rest, &s.MinItems, &s.MaxItems)
	b.within("[]", func() { n.item, s.Items, n.pointer = b.inner(t.Elem(), rules.items) })
	return n, s
}

func isScalar(t reflect.Type) bool {
	k := t.Kind()
	return k == reflect.String || k == reflect.Bool || isInteger(k) || k == reflect.Float32 || k == reflect.Float64
}

// inner compiles an item of a list or a value of a map: it is never null, so only
// structs may be behind a pointer.
func (b *builder) inner(t reflect.Type, rules *ruleSet) (n node, s *shape, pointer bool) {
	if rules == nil {
		rules = &ruleSet{}
	}
	if t.Kind() == reflect.Pointer {
		t, pointer = t.Elem(), true
		if t.Kind() != reflect.Struct {
			b.fault("", "a list or map holds no null; use "+t.String()+" without the pointer")
		}
	}
	var own []rule
	for _, r := range rules.rules {
		switch r.name {
		case "omitempty", "omitnil", "omitzero", "isdefault":
			b.fault(validateTag(r.raw), "what stands in a list or map is there; drop it")
			continue
		case "required":
			if t.Kind() != reflect.String {
				continue // it is there
			}
		}
		own = append(own, r)
	}
	n, s = b.value(t, ruleSet{rules: own, keys: rules.keys, items: rules.items}, asixtoTag{}, false)
	return n, s, pointer
}

func (b *builder) table(t reflect.Type, rules ruleSet) (node, *shape) {
	n, s := &mapNode{}, newShape("object")
	if t.Key().Kind() != reflect.String || hasOwnForm(t.Key()) {
		b.fault("", "the keys of a map must be plain strings; use a list of structs")
	}
	if t.Key().Kind() == reflect.String {
		names := newShape("string")
		n.key = b.textRules(t.Key(), rules.keys, names)
		if len(rules.keys) > 0 || n.key.values != nil {
			s.Names = names
		}
	}
	n.sizes = b.sizes(t, rules.rules, &s.MinProperties, &s.MaxProperties)
	b.within("*", func() { n.value, s.Values, n.pointer = b.inner(t.Elem(), rules.items) })
	return n, s
}

// bytes compiles base64. A limit in bytes is one in characters only where it
// falls on the border of a group of three.
func (b *builder) bytes(rules ruleSet) (node, *shape) {
	n, s := &bytesNode{}, newShape("string")
	s.ContentEncoding = "base64"
	var lo int
	hi := -1
	n.sizes = b.sizes(reflect.TypeFor[[]byte](), rules.rules, &lo, &hi)
	if hi%3 != 0 && hi >= 0 || lo%3 != 1 && lo > 0 {
		b.fault("", "a limit on bytes must be one on their base64 text too; write max=3·n (3, 6, 300…) and min=3·n+1 (1, 4, 301…)")
	}
	if s.MinLength = (lo + 2) / 3 * 4; hi >= 0 {
		s.MaxLength = hi / 3 * 4
	}
	return n, s
}

// hasOwnForm reports whether a type reads or writes its own JSON or states its own
// schema.
func hasOwnForm(t reflect.Type) bool {
	if t == timeType || t == durationType || t == freeType {
		return false
	}
	p := reflect.PointerTo(t)
	for _, i := range ownForms {
		if p.Implements(i) {
			return true
		}
	}
	return false
}

var ownForms = []reflect.Type{
	reflect.TypeFor[json.Marshaler](), reflect.TypeFor[json.Unmarshaler](),
	reflect.TypeFor[encoding.TextMarshaler](), reflect.TypeFor[encoding.TextUnmarshaler](),
	reflect.TypeFor[encoding.TextAppender](),
	reflect.TypeFor[marshalerTo](), reflect.TypeFor[unmarshalerFrom](),
	reflect.TypeFor[schemer](), reflect.TypeFor[extender](),
}

type (
	marshalerTo     interface{ MarshalJSONTo(*jsontext.Encoder) error }
	unmarshalerFrom interface{ UnmarshalJSONFrom(*jsontext.Decoder) error }
)

package schema

import (
	"encoding"
	"encoding/json"
	"net/url"
	"reflect"
	"slices"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

// A slot is what stands at a field, in a list or in a map, before it is compiled.
type slot struct {
	typ    reflect.Type
	rules  ruleSet
	tag    asixtoTag // of the field, which lists and maps pass on to what they hold
	quoted bool      // json:",string"
}

var (
	timeType       = reflect.TypeFor[time.Time]()
	durationType   = reflect.TypeFor[time.Duration]()
	freeType       = reflect.TypeFor[jsontext.Value]()
	rawMessageType = reflect.TypeFor[json.RawMessage]()
	jsonNumberType = reflect.TypeFor[json.Number]()
	urlType        = reflect.TypeFor[url.URL]()
)

// value compiles what stands in a slot.
func (b *builder) value(s slot) (node, *shape) {
	if fix := refusal(s.typ); fix != "" {
		b.fault("", fix)
		return broken()
	}
	leaf := leafOf(s.typ)
	if s.tag.free != "" && leaf != freeType {
		b.fault("", "free is for objects of any form; make the field a jsontext.Value or drop the item")
	}
	if s.tag.unit != "" && leaf != durationType {
		b.fault("", "unit is for a time.Duration; drop it")
	}
	if s.quoted && !isInteger(s.typ.Kind()) {
		b.fault("", "json:\",string\" is for integers; drop the option")
	}
	n, shape := b.form(s)
	if b.normalizes(s.typ) {
		b.normal = true
		return &normalNode{n}, shape
	}
	return n, shape
}

// form compiles a value by what its type says of itself, or by its kind.
func (b *builder) form(s slot) (node, *shape) {
	switch {
	case s.typ == timeType:
		return b.time(s)
	case s.typ == durationType:
		return b.duration(s)
	case s.typ == freeType:
		return b.free(s)
	case hasOwnForm(s.typ):
		return b.own(s)
	}
	return b.byKind(s)
}

func (b *builder) byKind(s slot) (node, *shape) {
	switch kind := s.typ.Kind(); {
	case kind == reflect.String:
		return b.text(s)
	case isInteger(kind), kind == reflect.Float32, kind == reflect.Float64:
		return b.numeric(s)
	case kind == reflect.Bool:
		return b.boolean(s)
	}
	b.openForm(s.typ)
	switch kind := s.typ.Kind(); {
	case kind == reflect.Slice && s.typ.Elem().Kind() == reflect.Uint8:
		return b.bytes(s)
	case kind == reflect.Slice || kind == reflect.Array:
		return b.nested(s, b.list)
	case kind == reflect.Map:
		return b.nested(s, b.table)
	}
	b.noRules(s.rules, "a struct")
	return b.object(s.typ)
}

// nested compiles a type that may hold itself.
func (b *builder) nested(s slot, compile func(slot) (node, *shape)) (node, *shape) {
	if !b.enter(s.typ) {
		return broken()
	}
	defer b.leave()
	return compile(s)
}

// enter notes that a type is being compiled, and refuses one that is already.
func (b *builder) enter(t reflect.Type) bool {
	if i := slices.Index(b.open, t); i >= 0 {
		b.fault("", "the type contains itself: "+cycle(b.open[i:], t)+
			"; a schema without references cannot hold it, use a type of fixed depth")
		return false
	}
	b.open = append(b.open, t)
	return true
}

func (b *builder) leave() { b.open = b.open[:len(b.open)-1] }

func (b *builder) numeric(s slot) (node, *shape) {
	switch kind := s.typ.Kind(); {
	case isSigned(kind):
		return b.signed(s)
	case isInteger(kind):
		return b.unsigned(s)
	}
	return b.float(s)
}

// leafOf is what lists and maps hold at the end.
func leafOf(t reflect.Type) reflect.Type {
	for seen := []reflect.Type{}; t != freeType && !hasOwnForm(t) && !slices.Contains(seen, t); {
		switch t.Kind() {
		case reflect.Slice, reflect.Array, reflect.Map, reflect.Pointer:
			seen = append(seen, t) // a type may hold itself
			t = t.Elem()
		default:
			return t
		}
	}
	return t
}

// refusal is what to use instead of a type that has no schema, empty where it has
// one.
func refusal(t reflect.Type) string {
	switch t {
	case freeType: // from Go 1.27 on, json.RawMessage is another name for it
		return ""
	case rawMessageType:
		return "json.RawMessage has no schema; use a struct, or a jsontext.Value tagged asixto:\"free=reason\""
	case jsonNumberType:
		return "json.Number may be anything numeric; use int64, uint64 or float64"
	case urlType:
		return "url.URL has no JSON form of its own; use a string with validate:\"url\""
	}
	switch t.Kind() {
	case reflect.Interface:
		return "an interface may hold anything; use a struct, or a jsontext.Value tagged asixto:\"free=reason\""
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
		if t.Len() > longestArray || t.Size() > largestArray {
			return "an array of that length would fill the memory at every call; use a slice with a max"
		}
	}
	return ""
}

// longestArray is how many items an array type may have, more than any document;
// largestArray how many bytes it may take, arrays in arrays included.
const (
	longestArray = 1 << 16
	largestArray = 1 << 20
)

// broken stands in for a value that was refused, so that the rest is compiled.
func broken() (node, *shape) { return &textNode{}, newShape("string") }

func isSigned(k reflect.Kind) bool  { return k >= reflect.Int && k <= reflect.Int64 }
func isInteger(k reflect.Kind) bool { return k >= reflect.Int && k <= reflect.Uint64 }

func isScalar(t reflect.Type) bool {
	k := t.Kind()
	return k == reflect.String || k == reflect.Bool || isInteger(k) || k == reflect.Float32 || k == reflect.Float64
}

// noRules refuses what has no meaning for a type.
func (b *builder) noRules(rules ruleSet, what string) {
	for _, r := range rules.rules {
		b.ruleFault(r, "the rule means nothing for "+what+"; drop it")
	}
	b.noDive(rules, what)
}

func (b *builder) noDive(rules ruleSet, what string) {
	if rules.items != nil {
		b.fault(validateTag("dive"), "there is nothing to dive into in "+what+"; drop it")
	}
}

// inner compiles an item of a list or a value of a map: it is always there and
// never null, so only structs may be behind a pointer.
func (b *builder) inner(outer slot) (n node, s *shape, pointer bool) {
	in := slot{typ: outer.typ.Elem(), tag: outer.tag}
	if outer.rules.items != nil {
		in.rules = *outer.rules.items
	}
	if in.typ.Kind() == reflect.Pointer {
		in.typ, pointer = in.typ.Elem(), true
		if in.typ.Kind() != reflect.Struct {
			b.fault("", "a list or map holds no null; use "+in.typ.String()+" without the pointer")
		}
	}
	for _, r := range in.rules.cross {
		b.ruleFault(r, "what stands in a list or map has no fields beside it; write the rule at a field")
	}
	in.rules.rules = slices.DeleteFunc(slices.Clone(in.rules.rules), func(r rule) bool {
		switch r.name {
		case "omitempty", "omitnil", "omitzero", "isdefault":
			b.ruleFault(r, "what stands in a list or map is there; drop it")
			return true
		}
		return r.name == "required" && in.typ.Kind() != reflect.String
	})
	n, s = b.value(in)
	return n, s, pointer
}

// hasOwnForm reports whether a type reads or writes its own JSON, or states its
// own schema.
func hasOwnForm(t reflect.Type) bool {
	if t == timeType || t == durationType || t == freeType {
		return false
	}
	p := reflect.PointerTo(t)
	return slices.ContainsFunc(ownForms, func(form reflect.Type) bool { return p.Implements(form) })
}

var ownForms = []reflect.Type{
	reflect.TypeFor[json.Marshaler](), reflect.TypeFor[json.Unmarshaler](),
	reflect.TypeFor[encoding.TextMarshaler](), reflect.TypeFor[encoding.TextUnmarshaler](),
	reflect.TypeFor[encoding.TextAppender](),
	reflect.TypeFor[marshalerTo](), reflect.TypeFor[unmarshalerFrom](),
	reflect.TypeFor[schemer](), reflect.TypeFor[extender](),
}

type (
	marshalerTo interface {
		MarshalJSONTo(enc *jsontext.Encoder) error
	}
	unmarshalerFrom interface {
		UnmarshalJSONFrom(dec *jsontext.Decoder) error
	}
)

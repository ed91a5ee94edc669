package schema

import (
	"reflect"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// A fitter holds the schema that a type states to what encoding/json does with the
// type: a value that the schema takes and the type cannot read would be refused at
// every call.
type fitter struct {
	b      *builder
	method string // that states the schema, and of which type
}

func (f fitter) say(at, text string) {
	if at != "" {
		text = "the property " + quote(strings.TrimPrefix(at, ".")) + ": " + text
	}
	f.b.fault("", f.method+": "+text)
}

// fits looks at a value of type t, at a path within the schema.
func (f fitter) fits(at string, t reflect.Type, s *shape) {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	reads, form := formOf(reflect.New(t).Interface())
	if f.b.opts.Direction == Input {
		form = reads
	}
	switch {
	case s.Enum != nil && f.b.opts.Direction == Input:
		for _, v := range s.Enum {
			if v.Kind() != 'n' && !guard(func() error { return json.Unmarshal(s.plainIntegers(v), reflect.New(t).Interface()) }) {
				f.say(at, "the enum holds "+string(v)+", which "+typeName(t)+" does not read; drop it")
			}
		}
	case t == timeType:
		if f.typed(at, t, s, "string") && s.Format != "date-time" {
			f.say(at, "a time.Time reads RFC 3339 only; state the format date-time")
		}
	case form == "JSON":
	case form == "text":
		f.typed(at, t, s, "string")
	case t == durationType:
		f.say(at, "a time.Duration has no agreed JSON form; give the type UnmarshalJSON and MarshalJSON")
	default:
		f.fitsKind(at, t, s)
	}
}

// typed reports whether the schema states the one type that t has in JSON.
func (f fitter) typed(at string, t reflect.Type, s *shape, want string) bool {
	if s.Type == want {
		return true
	}
	stated := s.Type
	if stated == "" {
		stated = "any type"
	}
	f.say(at, "it states "+stated+", but "+typeName(t)+" is read and written as "+want+
		"; state that, or give the type UnmarshalJSON and MarshalJSON")
	return false
}

func (f fitter) fitsKind(at string, t reflect.Type, s *shape) {
	switch kind := t.Kind(); {
	case kind == reflect.String:
		f.typed(at, t, s, "string")
	case kind == reflect.Bool:
		f.typed(at, t, s, "boolean")
	case isInteger(kind):
		f.fitsInteger(at, t, s)
	case kind == reflect.Float32, kind == reflect.Float64:
		if s.Type != "integer" || f.b.opts.Direction == Output {
			f.typed(at, t, s, "number")
		}
	case kind == reflect.Slice && t.Elem().Kind() == reflect.Uint8:
		if f.typed(at, t, s, "string") && s.ContentEncoding != "base64" {
			f.say(at, "bytes are read and written as base64; state the contentEncoding base64")
		}
	case kind == reflect.Slice, kind == reflect.Array:
		f.fitsList(at, t, s)
	case kind == reflect.Map:
		f.fitsMap(at, t, s)
	case kind == reflect.Struct:
		f.fitsStruct(at, t, s)
	case kind == reflect.Interface && t.NumMethod() == 0:
	default:
		f.say(at, "a "+typeName(t)+" cannot be read; give the type UnmarshalJSON and MarshalJSON")
	}
}

func (f fitter) fitsInteger(at string, t reflect.Type, s *shape) {
	if f.b.opts.Direction == Output && s.Type == "number" || !f.typed(at, t, s, "integer") || f.b.opts.Direction == Output {
		return
	}
	lo, hi := kindRange(t.Bits(), isSigned(t.Kind()))
	above := func(bound string) bool { return bound != "" && compareNumbers(bound, lo) >= 0 }
	below := func(bound string) bool { return bound != "" && compareNumbers(bound, hi) <= 0 }
	if lo != "" && !above(s.Minimum) && !above(s.ExclusiveMin) || hi != "" && !below(s.Maximum) && !below(s.ExclusiveMax) {
		f.say(at, "it takes numbers beyond "+t.Kind().String()+"; state a minimum and a maximum, or use int64")
	}
}

func (f fitter) fitsList(at string, t reflect.Type, s *shape) {
	if !f.typed(at, t, s, "array") || s.Items == nil {
		return
	}
	if n := t.Len; t.Kind() == reflect.Array && (s.MinItems != n() || s.MaxItems != n()) {
		f.say(at, "an array has as many items as its type says; state that as minItems and maxItems, or use a slice")
	}
	f.fits(at+"[]", t.Elem(), s.Items)
}

func (f fitter) fitsMap(at string, t reflect.Type, s *shape) {
	if !f.typed(at, t, s, "object") {
		return
	}
	if t.Key().Kind() != reflect.String || hasOwnForm(t.Key()) {
		f.say(at, "the keys of a map must be plain strings; use a list of structs")
	}
	for _, p := range s.Properties {
		f.fits(at+"."+p.Name, t.Elem(), p.Shape)
	}
	switch {
	case s.Values != nil:
		f.fits(at+".*", t.Elem(), s.Values)
	case !s.Closed && t.Elem().Kind() != reflect.Interface:
		f.say(at, "it says nothing of the values; state them as additionalProperties")
	}
}

func (f fitter) fitsStruct(at string, t reflect.Type, s *shape) {
	if !f.typed(at, t, s, "object") {
		return
	}
	fields := newBuilder(nil).goFields(t) // whatever is wrong with them, the author states another schema
	for _, p := range s.Properties {
		i := slices.IndexFunc(fields, func(gf goField) bool { return gf.name == p.Name })
		switch {
		case i < 0:
			f.say(at, "the property "+quote(p.Name)+" has no field in "+typeName(t)+", so it would be lost; add the field, or drop the property")
		case fields[i].quoted:
			f.typed(at+"."+p.Name, fields[i].Type, p.Shape, "string")
		default:
			f.fits(at+"."+p.Name, fields[i].Type, p.Shape)
		}
	}
	for _, gf := range fields {
		if f.b.opts.Direction == Output && stripped(gf.Tag) {
			f.say(at, "the field "+gf.Name+" of "+typeName(t)+" would not be stripped, as the type states its own schema; tag it json:\"-\"")
			continue
		}
		if s.Closed && f.b.opts.Direction == Output && s.inside(gf.name) == nil {
			f.say(at, "the field "+gf.Name+" of "+typeName(t)+" is written, but the schema has no property "+quote(gf.name)+
				"; add it, or tag the field json:\"-\"")
		}
	}
}

// narrows refuses an amended schema that takes more than the one made from the
// tags: the tags are held at every call all the same.
func (f fitter) narrows(at string, made, amended *shape) {
	loosened := made.loosened(amended)
	for _, p := range made.Properties {
		if !slices.ContainsFunc(amended.Properties, func(q property) bool { return q.Name == p.Name }) && slices.Contains(made.Required, p.Name) {
			loosened = append(loosened, "properties ("+p.Name+")")
		}
	}
	if len(loosened) > 0 {
		f.say(at, "it drops or loosens "+strings.Join(loosened, ", ")+
			", to which the type and its tags hold every call; change those, or only make the schema narrower")
		return
	}
	for _, p := range amended.Properties {
		switch inner := made.inside(p.Name); {
		case inner != nil:
			f.narrows(at+"."+p.Name, inner, p.Shape)
		case made.Closed:
			f.say(at, "the property "+quote(p.Name)+" has no field, so it would be refused; add the field")
		}
	}
	if made.Items != nil {
		f.narrows(at+"[]", made.Items, amended.Items)
	}
	if made.Values != nil && amended.Values != nil {
		f.narrows(at+".*", made.Values, amended.Values)
	}
	if made.Names != nil && amended.Names != nil {
		f.narrows(at+".*", made.Names, amended.Names)
	}
}

// loosened are the keywords by which another shape takes more than this one does,
// what is inside aside.
func (s *shape) loosened(other *shape) []string {
	var found []string
	note := func(keyword string, loose bool) {
		if loose {
			found = append(found, keyword)
		}
	}
	sameType := s.Type == other.Type || s.Type == "" || s.Type == "number" && other.Type == "integer"
	note("type", !sameType)
	note("type (null)", other.Nullable && !s.Nullable)
	if other.Enum != nil {
		note("enum", slices.ContainsFunc(other.Enum, func(v jsontext.Value) bool { return v.Kind() != 'n' && !s.takes(v) }))
	} else {
		note("enum", s.Enum != nil)
		s.looserLimits(other, note)
	}
	note("additionalProperties", s.Closed && !other.Closed || s.Values != nil && other.Values == nil && !other.Closed)
	note("propertyNames", s.Names != nil && other.Names == nil)
	for _, name := range s.Required {
		note("required ("+name+")", !slices.Contains(other.Required, name))
	}
	return found
}

func (s *shape) looserLimits(other *shape, note func(keyword string, loose bool)) {
	below := func(a, b string) bool { return a != "" && (b == "" || compareNumbers(b, a) < 0) }
	above := func(a, b string) bool { return a != "" && (b == "" || compareNumbers(b, a) > 0) }
	over := func(a, b int) bool { return a >= 0 && (b < 0 || b > a) }
	note("format", s.Format != "" && other.Format != s.Format)
	note("contentEncoding", s.ContentEncoding != other.ContentEncoding && s.ContentEncoding != "")
	note("pattern", s.Pattern != "" && other.Pattern != s.Pattern)
	note("minLength", other.MinLength < s.MinLength)
	note("maxLength", over(s.MaxLength, other.MaxLength))
	note("minimum", below(s.Minimum, other.Minimum) && below(s.Minimum, other.ExclusiveMin))
	note("exclusiveMinimum", below(s.ExclusiveMin, other.ExclusiveMin))
	note("maximum", above(s.Maximum, other.Maximum) && above(s.Maximum, other.ExclusiveMax))
	note("exclusiveMaximum", above(s.ExclusiveMax, other.ExclusiveMax))
	note("minItems", other.MinItems < s.MinItems)
	note("maxItems", over(s.MaxItems, other.MaxItems))
	note("uniqueItems", s.UniqueItems && !other.UniqueItems)
	note("minProperties", other.MinProperties < s.MinProperties)
	note("maxProperties", over(s.MaxProperties, other.MaxProperties))
}

// takes reports whether a value satisfies the shape.
func (s *shape) takes(v jsontext.Value) bool {
	w := walk{codec: &TypeCodec{messages: new(Messages)}}
	s.hold(&w, v)
	return len(w.problems) == 0
}

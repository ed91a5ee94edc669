package schema

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strconv"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/invopop/jsonschema"
)

// The hooks of invopop/jsonschema: a type states its schema, or amends the one
// made for it.
type (
	schemer  interface{ JSONSchema() *jsonschema.Schema }
	extender interface {
		JSONSchemaExtend(schema *jsonschema.Schema)
	}
)

// stated reads the schema that a type states for itself.
func (b *builder) stated(t reflect.Type, hook schemer) *shape {
	var made *jsonschema.Schema
	if !guard(func() error { made = hook.JSONSchema(); return nil }) || made == nil {
		b.fault("", "JSONSchema() of "+typeName(t)+" gives no schema on the zero value")
		return nil
	}
	s := b.readHook(t, "JSONSchema()", made)
	if s != nil && s.Nullable {
		b.fault("", "JSONSchema() of "+typeName(t)+" takes null, which is for the field to say; drop the null, and make the field a pointer")
	}
	return s
}

// extended lets a type amend the schema that was made for it.
func (b *builder) extended(t reflect.Type, s *shape, hook extender) *shape {
	if s == nil {
		return nil
	}
	made := new(jsonschema.Schema)
	if err := json.Unmarshal(s.appendTo(nil, AnyOf), made); err != nil {
		b.fault("", "JSONSchemaExtend of "+typeName(t)+" cannot be given its schema: "+err.Error())
		return nil
	}
	if !guard(func() error { hook.JSONSchemaExtend(made); return nil }) {
		b.fault("", "JSONSchemaExtend of "+typeName(t)+" panics")
		return nil
	}
	return b.readHook(t, "JSONSchemaExtend", made)
}

func (b *builder) readHook(t reflect.Type, method string, made *jsonschema.Schema) *shape {
	raw, err := json.Marshal(made)
	if err != nil {
		b.fault("", method+" of "+typeName(t)+" gives a schema that cannot be written: "+err.Error())
		return nil
	}
	r := shapeReader{b: b, fault: func(text string) { b.fault("", method+" of "+typeName(t)+": "+text) }}
	s := r.read(raw)
	if s != nil && s.Type == "" {
		r.fault("the schema names no type; set Type")
	}
	return s
}

// A shapeReader reads a JSON Schema that somebody else wrote.
type shapeReader struct {
	b     *builder
	fault func(text string)
}

// annotations say nothing that a value is held to, and nothing a model reads.
var annotations = map[string]bool{
	"$schema": true, "$id": true, "$anchor": true, "$comment": true, "default": true,
	"deprecated": true, "readOnly": true, "writeOnly": true, "contentMediaType": true,
}

func (r *shapeReader) read(raw jsontext.Value) *shape {
	if raw.Kind() != '{' {
		r.fault("a schema of true or false says nothing; describe the value")
		return nil
	}
	s := newShape("")
	for key, value := range members(raw) {
		if branch, ok := orNull(key, value); ok {
			if s = r.read(branch); s == nil {
				return nil
			}
			s.Nullable = true
		}
	}
	for key, value := range members(raw) {
		if _, union := orNull(key, value); !union && !r.keyword(s, key, value) && !annotations[key] {
			r.fault("the keyword " + quote(key) + " is not supported; write a flat schema (with a Reflector, set Anonymous and DoNotReference)")
		}
	}
	if s.Type == "" {
		s.Type = typeOfAll(s.Enum)
	}
	r.weigh(s)
	return s
}

// weigh refuses what is no schema, or one that no value satisfies.
func (r *shapeReader) weigh(s *shape) {
	switch s.Type {
	case "", "string", "integer", "number", "boolean", "object":
	case "array":
		if s.Items == nil {
			r.fault("an array without items; describe them")
		}
	default:
		r.fault("the type " + quote(s.Type) + " is none; write string, integer, number, boolean, object or array")
		return
	}
	for _, pair := range [][2]int{{s.MinLength, s.MaxLength}, {s.MinItems, s.MaxItems}, {s.MinProperties, s.MaxProperties}} {
		if pair[1] >= 0 && pair[0] > pair[1] {
			r.fault("a minimum above its maximum, which no value satisfies; correct the limits")
		}
	}
	r.weighNames(s)
	r.weighEncoding(s)
	s.form = r.form(s)
	if s.Nullable { // written where it is said, so not twice
		s.Enum = slices.DeleteFunc(s.Enum, func(v jsontext.Value) bool { return v.Kind() == 'n' })
	}
	seen := make(map[string]bool, len(s.Enum))
	for _, v := range s.Enum {
		if c := canonical(v); seen[c] {
			r.fault("the enum holds " + string(v) + " twice; drop one")
		} else {
			seen[c] = true
		}
		k := kindName(v.Kind())
		if s.Type != "" && k != s.Type && !(k == "number" && s.Type == "integer") && k != "null" {
			r.fault("the enum holds " + string(v) + ", which is no " + s.Type + "; drop it")
		}
		if k == "null" && !s.Nullable {
			r.fault("the enum holds null beside a type without it; make the field a pointer instead")
		}
	}
	s.listed = seen
}

// weighNames makes the list of what is required one without repetitions, and
// refuses names in it that can never be sent.
func (r *shapeReader) weighNames(s *shape) {
	var names []string
	for _, name := range s.Required {
		if s.Closed && s.inside(name) == nil {
			r.fault("it requires " + quote(name) + ", which it does not describe and so refuses; add the property, or drop the name")
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	s.Required = names
}

// orNull finds the other branch of a union with null, the only union there is.
func orNull(key string, value jsontext.Value) (branch jsontext.Value, ok bool) {
	if key != "anyOf" && key != "oneOf" {
		return nil, false
	}
	var others []jsontext.Value
	count := 0
	for _, b := range elements(value) {
		count++
		if !sameJSON(b, jsontext.Value(`{"type":"null"}`)) {
			others = append(others, b)
		}
	}
	if len(others) != 1 || count != 2 {
		return nil, false
	}
	return others[0], true
}

// typeOfAll is the type that all values of an enum have, empty where they differ.
func typeOfAll(values []jsontext.Value) string {
	typ := ""
	for i, v := range values {
		if k := kindName(v.Kind()); i == 0 {
			typ = k
		} else if k != typ {
			return ""
		}
	}
	return typ
}

func (r *shapeReader) keyword(s *shape, key string, value jsontext.Value) bool {
	switch key {
	case "type":
		r.into(key, value, &s.Type)
	case "title":
		r.into(key, value, &s.Title)
	case "description":
		r.into(key, value, &s.Description)
	case "enum":
		r.into(key, value, &s.Enum)
	case "examples":
		for _, first := range elements(value) {
			s.example = plain(first)
			break
		}
	case "const":
		s.Enum = []jsontext.Value{value}
	case "format":
		r.into(key, value, &s.Format)
	case "contentEncoding":
		r.into(key, value, &s.ContentEncoding)
	case "pattern":
		r.into(key, value, &s.Pattern)
		var err error
		if s.regexp, err = regexp.Compile(s.Pattern); err != nil {
			r.fault("the pattern does not compile: " + err.Error())
		}
	default:
		return r.limit(s, key, value) || r.structure(s, key, value)
	}
	return true
}

func (r *shapeReader) limit(s *shape, key string, value jsontext.Value) bool {
	counts := map[string]*int{
		"minLength": &s.MinLength, "maxLength": &s.MaxLength, "minItems": &s.MinItems, "maxItems": &s.MaxItems,
		"minProperties": &s.MinProperties, "maxProperties": &s.MaxProperties,
	}
	numbers := map[string]*string{
		"minimum": &s.Minimum, "exclusiveMinimum": &s.ExclusiveMin, "maximum": &s.Maximum, "exclusiveMaximum": &s.ExclusiveMax,
	}
	if n, ok := counts[key]; ok {
		if r.into(key, value, n); *n < 0 {
			r.fault(key + " is below zero; correct it")
		}
		return true
	}
	if n, ok := numbers[key]; ok {
		if _, err := strconv.ParseFloat(string(value), 64); err != nil {
			r.fault(key + " is no number")
		}
		*n = string(value)
		return true
	}
	if key == "uniqueItems" {
		r.into(key, value, &s.UniqueItems)
		return true
	}
	return false
}

func (r *shapeReader) structure(s *shape, key string, value jsontext.Value) bool {
	switch key {
	case "required":
		r.into(key, value, &s.Required)
	case "properties":
		s.Properties = []property{}
		for name, inner := range members(value) {
			if p := r.read(inner); p != nil {
				s.Properties = append(s.Properties, property{name, p})
			}
		}
	case "items":
		s.Items = r.read(value)
	case "propertyNames":
		s.Names = r.read(value)
	case "additionalProperties":
		switch value.Kind() {
		case 'f':
			s.Closed = true
		case '{':
			s.Values = r.read(value)
		}
	default:
		return false
	}
	return true
}

func (r *shapeReader) into(key string, value jsontext.Value, target any) {
	if err := json.Unmarshal(value, target); err != nil {
		r.fault(fmt.Sprintf("%s cannot be %s here", key, value))
	}
}

// members iterates over an object in its own order. The object is known to be
// valid JSON.
func members(object jsontext.Value) func(yield func(string, jsontext.Value) bool) {
	return func(yield func(string, jsontext.Value) bool) {
		d := newRawDecoder(object)
		if object.Kind() != '{' {
			return
		}
		if _, err := d.ReadToken(); err != nil {
			return
		}
		for d.PeekKind() == '"' {
			name, err := d.ReadValue()
			if err != nil {
				return
			}
			key := text(name)
			value, err := d.ReadValue()
			if err != nil || !yield(key, value.Clone()) {
				return
			}
		}
	}
}

// elements iterates over an array.
func elements(array jsontext.Value) func(yield func(int, jsontext.Value) bool) {
	return func(yield func(int, jsontext.Value) bool) {
		d := newRawDecoder(array)
		if _, err := d.ReadToken(); err != nil || array.Kind() != '[' {
			return
		}
		for i := 0; ; i++ {
			switch d.PeekKind() {
			case ']', 0:
				return
			}
			value, err := d.ReadValue()
			if err != nil || !yield(i, value.Clone()) {
				return
			}
		}
	}
}

package schema

import (
	"bytes"
	"encoding"
	stdjson "encoding/json"
	"errors"
	"reflect"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// own compiles a type with marshalling or a schema of its own.
func (b *builder) own(in slot) (node, *shape) {
	t, rules := in.typ, in.rules
	p := reflect.New(t).Interface()
	reads, writes := formOf(p)
	form := writes
	if b.opts.Direction == Input {
		if form = reads; reads == "" && writes != "" {
			b.fault("", "the type writes its own "+writes+" but does not read it; give it "+counterpart[writes])
			return broken()
		}
	}
	if b.embedsForm(t, p) {
		return broken()
	}
	var n node
	var s *shape
	hook, states := p.(schemer)
	switch {
	case states:
		b.noRules(rules, "a type that states its own schema; limits go there")
		b.noStrip(t)
		if n, s = (jsonNode{}), b.stated(t, hook); s != nil {
			fitter{b, "JSONSchema() of " + typeName(t)}.fits("", t, s)
			b.describeInside(s)
		}
	case form == "text":
		n, s = b.ownText(t, rules)
	case form == "JSON":
		b.noRules(rules, "a type that writes its own JSON; limits go into its JSONSchema()")
		n, s = jsonNode{}, b.closedJSON(t, p)
	default:
		n, s = b.byKind(in)
	}
	if extend, ok := p.(extender); ok {
		made := s
		if s = b.extended(t, made, extend); s != nil {
			fitter{b, "JSONSchemaExtend of " + typeName(t)}.narrows("", made, s)
			b.describeAgain(s)
		}
		states = true
	}
	if s == nil {
		return broken()
	}
	if _, isJSON := n.(jsonNode); isJSON || states {
		return &heldNode{inner: n, shape: s}, s.copy()
	}
	return n, s
}

// formOf says in which form a type reads and writes itself: "JSON", "text" or not
// at all.
func formOf(p any) (reads, writes string) {
	switch p.(type) {
	case stdjson.Unmarshaler, unmarshalerFrom:
		reads = "JSON"
	case encoding.TextUnmarshaler:
		reads = "text"
	}
	switch p.(type) {
	case stdjson.Marshaler, marshalerTo:
		writes = "JSON"
	case encoding.TextMarshaler, encoding.TextAppender:
		writes = "text"
	}
	return reads, writes
}

// readsItself reports whether values of a type are not read by its kind.
func readsItself(t reflect.Type) bool {
	p := reflect.PointerTo(t)
	return p.Implements(reflect.TypeFor[stdjson.Unmarshaler]()) || p.Implements(reflect.TypeFor[unmarshalerFrom]()) ||
		p.Implements(reflect.TypeFor[encoding.TextUnmarshaler]())
}

var counterpart = map[string]string{"JSON": "UnmarshalJSON", "text": "UnmarshalText"}

// embedsForm refuses a struct that gets its form from an embedded field: the
// other fields would vanish from the JSON.
func (b *builder) embedsForm(t reflect.Type, p any) bool {
	if t.Kind() != reflect.Struct {
		return false
	}
	_, states := p.(schemer)
	for f := range t.Fields() {
		inner := indirect(f.Type)
		if !f.Anonymous || !hasOwnForm(inner) && inner != timeType {
			continue
		}
		if _, innerStates := reflect.New(inner).Interface().(schemer); !states || innerStates {
			b.fault("", "the embedded "+f.Name+" writes its own JSON, which would stand for the whole struct; give the field a name")
			return true
		}
	}
	return false
}

// noStrip refuses a field that is to be stripped of a type whose JSON this package
// does not write.
func (b *builder) noStrip(t reflect.Type) {
	if t.Kind() != reflect.Struct || b.opts.Direction != Output {
		return
	}
	for f := range t.Fields() {
		if stripped(f.Tag) {
			b.fault("", "strip has no effect on "+f.Name+" of "+typeName(t)+", which states its own schema; "+
				`write json:"-", or leave it out of the JSON`)
		}
	}
}

// closedJSON is the schema of a type that writes its own JSON: the values it
// lists, in that form. Without a list nothing is known about it.
func (b *builder) closedJSON(t reflect.Type, p any) *shape {
	values, ok := b.callValues(t)
	if !ok {
		if _, extends := p.(extender); extends {
			return newShape("")
		}
		b.fault("", typeName(t)+" writes its own JSON, so its schema is not known; "+
			"give it a method JSONSchema() *jsonschema.Schema, or Values() with the values it may have; wrap a type that is not yours")
		return nil
	}
	s := newShape("")
	s.listed = make(map[string]bool, values.Len())
	for i := range values.Len() {
		raw, err := ownJSON(values.Index(i))
		if err != nil {
			b.fault("", "Values() of "+typeName(t)+" holds a value that cannot be written: "+err.Error())
			return nil
		}
		s.Enum, s.listed[canonical(raw)] = append(s.Enum, raw), true
	}
	if s.Type = typeOfAll(s.Enum); s.Type == "" {
		b.fault("", "Values() of "+typeName(t)+" gives JSON of several types; give one")
	}
	return s
}

// ownJSON runs the author's marshaller, which may fail in any way.
func ownJSON(v reflect.Value) (raw jsontext.Value, err error) {
	defer func() {
		if recover() != nil {
			err = errors.New("the type's own marshaller panicked")
		}
	}()
	p := reflect.New(v.Type()) // methods may have pointer receivers; the value stays as it is
	p.Elem().Set(v)
	return json.Marshal(p.Interface(), json.Deterministic(true), jsontext.AllowInvalidUTF8(true))
}

// guard runs an author's method; a panic counts as a failure.
func guard(run func() error) (ok bool) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	return run() == nil
}

// jsonNode is a type that encoding/json/v2 reads and writes by its own methods.
type jsonNode struct{}

func (jsonNode) decode(d *decoder, v reflect.Value) {
	if raw, ok := d.raw(); ok && !guard(func() error { return json.Unmarshal(raw, v.Addr().Interface()) }) {
		d.add(Problem{Code: BadFormat})
	}
}

func (jsonNode) check(*walk, reflect.Value) {}

func (jsonNode) encode(e *encoder, v reflect.Value) {
	raw, err := ownJSON(v)
	if err != nil {
		e.failWith(err)
		return
	}
	e.buf = append(e.buf, raw...)
}

// heldNode is a type that states or amends its schema: what it reads and writes is
// held to that schema on the wire.
type heldNode struct {
	inner node
	shape *shape
}

func (n *heldNode) decode(d *decoder, v reflect.Value) {
	raw, ok := d.raw()
	if !ok {
		return
	}
	raw = raw.Clone()
	found := len(d.problems)
	if n.shape.hold(&d.walk, raw); len(d.problems) > found {
		d.unread = append(d.unread, d.pathString())
		return
	}
	if _, own := n.inner.(jsonNode); own {
		raw = n.shape.plainIntegers(raw)
	}
	outer := d.dec
	d.dec = jsontext.NewDecoder(bytes.NewBuffer(raw), jsontext.AllowDuplicateNames(true))
	n.inner.decode(d, v)
	d.dec = outer
}

func (n *heldNode) check(w *walk, v reflect.Value) {
	if w.checks { // it was checked as it was written
		return
	}
	found := len(w.problems)
	if n.inner.check(w, v); w.received || len(w.problems) > found {
		return
	}
	e := w.codec.encoder()
	if n.inner.encode(e, v); e.err == nil {
		n.shape.hold(w, e.buf)
	}
	w.codec.release(e)
}

func (n *heldNode) encode(e *encoder, v reflect.Value) {
	start, found := len(e.buf), len(e.problems)
	if n.inner.encode(e, v); !e.checks || e.err != nil {
		return
	}
	if n.inner.check(&e.walk, v); len(e.problems) == found {
		n.shape.hold(&e.walk, e.buf[start:])
	}
}

// ownText compiles a type that reads and writes itself as text.
func (b *builder) ownText(t reflect.Type, rules ruleSet) (node, *shape) {
	s := newShape("string")
	b.noDive(rules, "a text")
	var closed []string
	if values, ok := b.callValues(t); ok {
		for i := range values.Len() {
			word, err := ownTextOf(values.Index(i))
			if err != nil {
				b.fault("", "Values() of "+typeName(t)+" holds a value that cannot be written: "+err.Error())
			}
			closed = append(closed, word)
		}
	}
	return &ownTextNode{rules: b.textRules(closed, rules.rules, s)}, s
}

// ownTextNode is a type that reads and writes itself as text; its rules are about
// that text.
type ownTextNode struct{ rules textRules }

func (n *ownTextNode) decode(d *decoder, v reflect.Value) {
	if !d.expect('"', "string") {
		return
	}
	raw, ok := d.raw()
	if !ok {
		return
	}
	word, found := text(raw), len(d.problems)
	if n.rules.hold(&d.walk, word); len(d.problems) > found {
		return
	}
	reader, ok := v.Addr().Interface().(encoding.TextUnmarshaler)
	if !ok || !guard(func() error { return reader.UnmarshalText([]byte(word)) }) {
		d.add(Problem{Code: BadFormat})
	}
}

func (n *ownTextNode) check(w *walk, v reflect.Value) {
	if w.received {
		return
	}
	if word, err := ownTextOf(v); err == nil {
		n.rules.hold(w, word)
	}
}

func (n *ownTextNode) encode(e *encoder, v reflect.Value) {
	word, err := ownTextOf(v)
	if err != nil {
		e.failWith(err)
		return
	}
	e.buf = appendText(e.buf, word)
}

func ownTextOf(v reflect.Value) (word string, err error) {
	raw, err := ownJSON(v)
	if err != nil {
		return "", err
	}
	if raw.Kind() != '"' {
		return "", errors.New("the type's own text is no JSON string")
	}
	return text(raw), nil
}

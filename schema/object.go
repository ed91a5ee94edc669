package schema

import (
	"bytes"
	"cmp"
	"reflect"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// A field is a property of a compiled struct.
type field struct {
	name   string
	label  string // what a person calls it
	goName string
	key    []byte // `"name":`
	index  []int
	node   node
	shape  *shape

	pointer  bool
	required bool
	nullable bool
	leftOut  func(reflect.Value) bool // omitempty or omitzero; nil: always written
}

// objectNode is a struct.
type objectNode struct {
	fields []field
	byName map[string]int
	closed bool
	cross  []crossRules
}

// seen marks the fields of one object that a document held.
type seen struct {
	first uint64
	more  []bool
}

func (s *seen) set(i, total int) (again bool) {
	if i < 64 {
		again = s.first&(1<<i) != 0
		s.first |= 1 << i
		return again
	}
	if s.more == nil {
		s.more = make([]bool, total-64)
	}
	again = s.more[i-64]
	s.more[i-64] = true
	return again
}

func (s *seen) has(i int) bool {
	if i < 64 {
		return s.first&(1<<i) != 0
	}
	return i-64 < len(s.more) && s.more[i-64]
}

func (n *objectNode) decode(d *decoder, v reflect.Value) {
	if !d.expect('{', "object") || !d.delimiter() {
		return
	}
	var met seen
	next := 0 // documents mostly keep the order of the schema
	for d.err == nil && d.kind() != '}' {
		name, ok := d.raw()
		if !ok {
			return
		}
		i := n.lookup(name, next)
		switch {
		case i < 0:
			n.unknown(d, text(name))
		case met.set(i, len(n.fields)):
			d.intoField(&n.fields[i])
			d.skip()
			d.add(Problem{Code: Duplicate})
			d.out()
		default:
			next = i + 1
			n.fields[i].decode(d, v)
		}
	}
	if !d.delimiter() {
		return
	}
	for i := range n.fields {
		if f := &n.fields[i]; f.required && !met.has(i) {
			d.intoField(f)
			d.add(Problem{Code: Missing})
			d.out()
		}
	}
}

// lookup finds the field of a raw name, exactly as written, case included.
func (n *objectNode) lookup(raw jsontext.Value, next int) int {
	inner := raw[1 : len(raw)-1]
	if next < len(n.fields) && string(inner) == n.fields[next].name {
		return next
	}
	if i, ok := n.byName[string(inner)]; ok {
		return i
	}
	if bytes.IndexByte(inner, '\\') < 0 {
		return -1
	}
	if i, ok := n.byName[text(raw)]; ok { // an escaped spelling of the name
		return i
	}
	return -1
}

// unknown refuses a property, naming the one that may have been meant.
func (n *objectNode) unknown(d *decoder, name string) {
	if d.skip(); !n.closed {
		return
	}
	if d.full() {
		return
	}
	p := Problem{Code: Unknown, Label: cmp.Or(speakable(name), `""`)}
	for i := range n.fields {
		if fold(n.fields[i].name) == fold(name) {
			p.Peer = n.fields[i].name
		}
	}
	d.intoKey(clip(name))
	d.add(p)
	d.out()
}

// fold makes documentoId, DOCUMENTO_ID and documento-id one.
func fold(name string) string {
	return strings.ToLower(strings.NewReplacer("_", "", "-", "", " ", "").Replace(clip(name)))
}

// clip keeps a stranger's name from filling the answer.
func clip(name string) string {
	const longest = 64
	return shorten(name, longest)
}

func (f *field) decode(d *decoder, root reflect.Value) {
	if f.nullable && d.kind() == 'n' {
		d.skip()
		return
	}
	d.intoField(f)
	v := f.reach(root)
	if f.pointer {
		p := reflect.New(v.Type().Elem())
		f.node.decode(d, p.Elem())
		v.Set(p)
	} else if f.node.decode(d, v); f.leftOut != nil && f.leftOut(v) {
		d.keepZero()
	}
	d.out()
}

// reach is the field in a struct, embedded pointers on the way filled in.
func (f *field) reach(root reflect.Value) reflect.Value {
	if len(f.index) == 1 {
		return root.Field(f.index[0])
	}
	return reach(root, f.index)
}

// find is the field in a struct; ok is false behind a nil embedded pointer.
func (f *field) find(root reflect.Value) (v reflect.Value, ok bool) {
	if len(f.index) == 1 {
		return root.Field(f.index[0]), true
	}
	return find(root, f.index)
}

// keepZero remembers that a zero value was sent: it is held to its rules, unlike
// one that is absent.
func (d *decoder) keepZero() {
	if d.zeros == nil {
		d.zeros = make(map[string]bool)
	}
	d.zeros[d.pathString()] = true
}

// skips reports whether the value already has a problem of its own.
func (w *walk) skips() bool { return w.faulty != nil && w.faulty[w.pathString()] }

func (n *objectNode) check(w *walk, v reflect.Value) {
	for i := range n.fields {
		n.fields[i].check(w, v)
	}
	for i := range n.cross {
		n.cross[i].hold(w, n, v)
	}
}

func (f *field) check(w *walk, root reflect.Value) {
	v, ok := f.find(root)
	if !ok {
		return
	}
	w.intoField(f)
	switch {
	case w.skips() || !f.present(w, v):
	case !f.pointer:
		f.node.check(w, v)
	case !v.IsNil():
		f.node.check(w, v.Elem())
	case !f.nullable:
		w.add(Problem{Code: Null})
	}
	w.out()
}

// present reports whether the value stands for something: an absent one is held
// to no rule.
func (f *field) present(w *walk, v reflect.Value) bool {
	return f.leftOut == nil || !f.leftOut(v) || w.zeros != nil && w.zeros[w.pathString()]
}

func (n *objectNode) encode(e *encoder, v reflect.Value) {
	e.buf = append(e.buf, '{')
	empty := len(e.buf)
	for i := range n.fields {
		f := &n.fields[i]
		value, ok := f.find(v)
		if !ok || f.leftOut != nil && f.leftOut(value) {
			continue
		}
		if len(e.buf) > empty {
			e.buf = append(e.buf, ',')
		}
		e.buf = append(e.buf, f.key...)
		e.intoField(f)
		f.encode(e, value)
		e.out()
	}
	e.buf = append(e.buf, '}')
}

func (f *field) encode(e *encoder, v reflect.Value) {
	if f.pointer {
		if v.IsNil() {
			e.buf = append(e.buf, "null"...)
			return
		}
		v = v.Elem()
	}
	f.node.encode(e, v)
}

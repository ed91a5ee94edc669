package schema

import (
	"reflect"
	"slices"
	"strings"
)

// table compiles a map.
func (b *builder) table(in slot) (node, *shape) {
	n, s := &mapNode{}, newShape("object")
	key := in.typ.Key()
	if key.Kind() != reflect.String || hasOwnForm(key) {
		b.fault("", "the keys of a map must be plain strings; use a list of structs")
		key = reflect.TypeFor[string]()
	}
	closed := closedValues[string](b, key)
	names := newShape("string")
	n.key = b.textRules(closed, in.rules.keys, names)
	if len(in.rules.keys) > 0 || n.key.values != nil {
		s.Names = names
	}
	n.sizes = b.sizes(in.typ, in.rules.rules, &s.MinProperties, &s.MaxProperties)
	b.within("*", func() { n.value, s.Values, n.pointer = b.inner(in) })
	return n, s
}

// mapNode is a map with string keys. Its values are never null.
type mapNode struct {
	key     textRules
	value   node
	pointer bool // the values are pointers to structs
	sizes   sizes
}

func (n *mapNode) decode(d *decoder, v reflect.Value) {
	if !d.expect('{', "object") || !d.delimiter() {
		return
	}
	t := v.Type()
	v.Set(reflect.MakeMap(t))
	for d.err == nil && d.kind() != '}' {
		raw, ok := d.raw()
		if !ok {
			return
		}
		name := text(raw)
		d.intoKey(name)
		key := reflect.ValueOf(name).Convert(t.Key())
		if v.MapIndex(key).IsValid() {
			d.add(Problem{Code: Duplicate})
		}
		value := n.decodeValue(d, t.Elem())
		d.out()
		v.SetMapIndex(key, value)
	}
	d.delimiter()
}

func (n *mapNode) decodeValue(d *decoder, t reflect.Type) reflect.Value {
	if n.pointer {
		value := reflect.New(t.Elem())
		n.value.decode(d, value.Elem())
		return value
	}
	value := reflect.New(t).Elem()
	n.value.decode(d, value)
	return value
}

func (n *mapNode) check(w *walk, v reflect.Value) {
	n.sizes.hold(w, v)
	for _, key := range sortedKeys(v) {
		w.intoKey(key.String())
		value := v.MapIndex(key)
		found := len(w.problems)
		if !w.skips() {
			n.key.hold(w, key.String())
		}
		switch {
		case w.skips(), len(w.problems) > found:
		case n.pointer && value.IsNil():
			w.add(Problem{Code: Null})
		case n.pointer:
			n.value.check(w, value.Elem())
		default:
			n.value.check(w, value)
		}
		w.out()
	}
}

// sortedKeys makes the order of what is written and reported that of the names.
func sortedKeys(v reflect.Value) []reflect.Value {
	keys := v.MapKeys()
	slices.SortFunc(keys, func(a, b reflect.Value) int { return strings.Compare(a.String(), b.String()) })
	return keys
}

func (n *mapNode) encode(e *encoder, v reflect.Value) {
	e.buf = append(e.buf, '{')
	for i, key := range sortedKeys(v) {
		if i > 0 {
			e.buf = append(e.buf, ',')
		}
		e.intoKey(key.String())
		e.buf = append(appendText(e.buf, key.String()), ':')
		value := v.MapIndex(key)
		if n.pointer {
			value = value.Elem()
		}
		if value.IsValid() {
			n.value.encode(e, value)
		} else {
			e.fail("a map holds no null")
		}
		e.out()
	}
	e.buf = append(e.buf, '}')
}

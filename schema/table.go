package schema

import (
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"
)

// table compiles a map.
func (b *builder) table(in slot) (node, *shape) {
	n, s := &mapNode{}, newShape("object")
	key := in.typ.Key()
	if key.Kind() != reflect.String || hasOwnForm(key) {
		b.fault("", "the keys of a map must be plain strings; use a list of structs")
		key = reflect.TypeFor[string]()
	}
	if _, found := reflect.PointerTo(key).MethodByName("Normalize"); found && b.opts.Direction == Input {
		b.fault("", "a Normalize of keys would never run; use a list of structs, or put the keys in order in the Normalize around")
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
		if d.full() { // nobody will see the value
			d.skip()
			continue
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

// foldedName looks for a name that two keys would share once their invalid UTF-8
// is replaced.
func foldedName(keys []reflect.Value) (name string, twice bool) {
	valid := func(key reflect.Value) bool { return utf8.ValidString(key.String()) }
	if !slices.ContainsFunc(keys, func(key reflect.Value) bool { return !valid(key) }) {
		return "", false
	}
	seen := make(map[string]bool, len(keys))
	for _, key := range keys {
		name = string([]rune(key.String())) // as it is written
		if seen[name] {
			return name, true
		}
		seen[name] = true
	}
	return "", false
}

func (n *mapNode) encode(e *encoder, v reflect.Value) {
	e.buf = append(e.buf, '{')
	keys := sortedKeys(v)
	if name, twice := foldedName(keys); twice {
		e.fail("two keys that are not UTF-8 would both be written as " + quote(name))
	}
	for i, key := range keys {
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

package schema

import (
	"reflect"
	"strconv"
)

// list compiles a slice or an array.
func (b *builder) list(in slot) (node, *shape) {
	n, s := &listNode{fixed: -1}, newShape("array")
	if in.typ.Kind() == reflect.Array {
		n.fixed = in.typ.Len()
		s.MinItems, s.MaxItems = n.fixed, n.fixed
	}
	var rest []rule
	for _, r := range in.rules.rules {
		if r.name != "unique" || r.hasParam {
			rest = append(rest, r)
			continue
		}
		n.unique, s.UniqueItems = true, true
		if item := in.typ.Elem(); !isScalar(item) || readsItself(item) { // which may read two texts as one value
			b.ruleFault(r, "unique compares plain values; for structs write unique=Field with the Go name of the field")
		}
	}
	for _, r := range in.rules.keys {
		b.ruleFault(r, "a list has no keys; drop keys and endkeys")
	}
	n.sizes = b.sizes(in.typ, rest, &s.MinItems, &s.MaxItems)
	b.within("[]", func() { n.item, s.Items, n.pointer = b.inner(in) })
	return n, s
}

// sizes are the limits of how many elements a list or a map holds.
type sizes struct {
	min, max int // max -1: no limit
	others   delegated
}

func (s *sizes) hold(w *walk, v reflect.Value) {
	n := v.Len()
	switch {
	case n < s.min:
		w.add(Problem{Code: TooFew, Limit: strconv.Itoa(s.min)})
	case s.max >= 0 && n > s.max:
		w.add(Problem{Code: TooMany, Limit: strconv.Itoa(s.max)})
	case s.others != nil && len(w.faulty) == 0: // what could not be read looks alike
		s.others.hold(w, v.Interface())
	}
}

// listNode is a slice or an array. Its items are never null.
type listNode struct {
	item    node
	pointer bool // the items are pointers to structs
	fixed   int  // the length of an array, -1 for a slice
	sizes   sizes
	unique  bool
}

func (n *listNode) decode(d *decoder, v reflect.Value) {
	if !d.expect('[', "array") || !d.delimiter() {
		return
	}
	if n.fixed < 0 {
		v.Set(reflect.MakeSlice(v.Type(), 0, n.guess()))
	}
	i := 0
	for ; d.err == nil && d.kind() != ']'; i++ {
		d.intoItem(i)
		n.decodeItem(d, v, i)
		d.out()
	}
	d.delimiter()
	if n.fixed >= 0 && i != n.fixed && d.err == nil {
		d.add(n.wrongLength(i))
	}
}

// guess is room for a few items; more come by growing.
func (n *listNode) guess() int {
	const few = 4
	if n.sizes.max >= 0 {
		return min(n.sizes.max, few)
	}
	return few
}

func (n *listNode) wrongLength(got int) Problem {
	code := TooFew
	if got > n.fixed {
		code = TooMany
	}
	return Problem{Code: code, Limit: strconv.Itoa(n.fixed)}
}

func (n *listNode) decodeItem(d *decoder, v reflect.Value, i int) {
	if n.fixed >= 0 && i >= n.fixed || d.full() { // nobody will see the item
		d.skip()
		return
	}
	if n.fixed < 0 {
		if i == v.Cap() {
			v.Grow(1)
		}
		v.SetLen(i + 1)
	}
	item := v.Index(i)
	if n.pointer {
		item.Set(reflect.New(item.Type().Elem()))
		item = item.Elem()
	}
	n.item.decode(d, item)
}

func (n *listNode) check(w *walk, v reflect.Value) {
	n.sizes.hold(w, v)
	for i := range v.Len() {
		w.intoItem(i)
		item := v.Index(i)
		switch {
		case w.skips(): // it has a problem already
		case n.pointer && item.IsNil():
			w.add(Problem{Code: Null})
		case n.pointer:
			n.item.check(w, item.Elem())
		default:
			n.item.check(w, item)
		}
		w.out()
	}
	if n.unique && len(w.faulty) == 0 && (hasRepeats(v) || !w.received && n.writesRepeats(v)) {
		w.add(Problem{Code: Repeated})
	}
}

// writesRepeats reports whether items that differ in Go are written alike: durations
// are rounded to their unit, texts repaired.
func (n *listNode) writesRepeats(v reflect.Value) bool {
	seen := make(map[string]bool, v.Len())
	for i := range v.Len() {
		var e encoder
		n.item.encode(&e, v.Index(i))
		seen[string(e.buf)] = true
	}
	return len(seen) < v.Len()
}

// hasRepeats compares scalars; few of them pairwise, many through a set.
func hasRepeats(v reflect.Value) bool {
	n := v.Len()
	if n <= 16 {
		for i := range n {
			for j := range i {
				if v.Index(i).Equal(v.Index(j)) {
					return true
				}
			}
		}
		return false
	}
	seen := make(map[any]struct{}, n)
	for i := range n {
		seen[v.Index(i).Interface()] = struct{}{}
	}
	return len(seen) < n
}

func (n *listNode) encode(e *encoder, v reflect.Value) {
	e.buf = append(e.buf, '[')
	for i := range v.Len() {
		if i > 0 {
			e.buf = append(e.buf, ',')
		}
		e.intoItem(i)
		item := v.Index(i)
		if n.pointer {
			item = item.Elem()
		}
		if item.IsValid() {
			n.item.encode(e, item)
		} else {
			e.fail("a list holds no null")
		}
		e.out()
	}
	e.buf = append(e.buf, ']')
}

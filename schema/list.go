package schema

import (
	"encoding/base64"
	"reflect"
	"slices"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

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
		d.into(step{index: i})
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
	if n.fixed >= 0 && i >= n.fixed {
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
		w.into(step{index: i})
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
	if n.unique && len(w.faulty) == 0 && hasRepeats(v) {
		w.add(Problem{Code: Repeated})
	}
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
		e.into(step{index: i})
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

// bytesNode is []byte, as base64 text.
type bytesNode struct{ sizes sizes } // in bytes

func (n *bytesNode) decode(d *decoder, v reflect.Value) {
	if !d.expect('"', "string") {
		return
	}
	raw, ok := d.raw()
	if !ok {
		return
	}
	data, err := base64.StdEncoding.Strict().DecodeString(text(raw))
	if err != nil || slices.Contains(raw, '\\') && containsBreaks(raw) {
		d.add(Problem{Code: BadFormat, Format: "base64"})
		return
	}
	v.SetBytes(data)
}

// containsBreaks finds the line breaks that base64 decoding skips silently.
func containsBreaks(raw jsontext.Value) bool {
	s := text(raw)
	return slices.ContainsFunc([]byte(s), func(c byte) bool { return c == '\n' || c == '\r' })
}

func (n *bytesNode) check(w *walk, v reflect.Value) {
	size := v.Len()
	switch {
	case size < n.sizes.min:
		w.add(Problem{Code: TooShort, Limit: strconv.Itoa(base64.StdEncoding.EncodedLen(n.sizes.min))})
	case n.sizes.max >= 0 && size > n.sizes.max:
		w.add(Problem{Code: TooLong, Limit: strconv.Itoa(base64.StdEncoding.EncodedLen(n.sizes.max))})
	}
}

func (n *bytesNode) encode(e *encoder, v reflect.Value) {
	e.buf = append(e.buf, '"')
	e.buf = base64.StdEncoding.AppendEncode(e.buf, v.Bytes())
	e.buf = append(e.buf, '"')
}

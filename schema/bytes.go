package schema

import (
	"encoding/base64"
	"reflect"
	"strconv"
)

// bytes compiles base64. A limit in bytes is one in characters only where it
// falls on the border of a group of three.
func (b *builder) bytes(in slot) (node, *shape) {
	n, s := &bytesNode{}, newShape("string")
	s.ContentEncoding = "base64"
	lo, hi := 0, -1
	b.noDive(in.rules, "bytes")
	n.sizes = b.sizes(in.typ, in.rules.rules, &lo, &hi)
	if hi%3 != 0 && hi >= 0 || lo%3 != 1 && lo > 0 {
		b.fault("", "a limit on bytes must be one on their base64 text too; write max=3·n (3, 6, 300…) and min=3·n+1 (1, 4, 301…)")
	}
	if s.MinLength = base64.StdEncoding.EncodedLen(lo); hi >= 0 {
		s.MaxLength = base64.StdEncoding.EncodedLen(hi)
	}
	return n, s
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
	data, ok := readBase64(text(raw))
	if !ok {
		d.add(Problem{Code: BadFormat, Format: "base64"})
		return
	}
	v.SetBytes(data)
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

package schema

import (
	"bytes"
	"math"
	"reflect"
	"slices"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// bounds are the limits of a number, each inclusive unless open.
type bounds[N int64 | uint64 | float64] struct {
	lo, hi         N
	hasLo, hasHi   bool
	openLo, openHi bool // only floats: the bound itself is out
	values         []N
	others         delegated
}

func (b *bounds[N]) hold(w *walk, n N, boxed func() any, format func(N) string) {
	switch {
	case b.values != nil && !slices.Contains(b.values, n):
		w.add(Problem{Code: NotAllowed, Allowed: spell(b.values, format)})
	case b.hasLo && b.openLo && !(n > b.lo):
		w.add(Problem{Code: NotAbove, Limit: format(b.lo)})
	case b.hasLo && n < b.lo:
		w.add(Problem{Code: TooSmall, Limit: format(b.lo)})
	case b.hasHi && b.openHi && !(n < b.hi):
		w.add(Problem{Code: NotBelow, Limit: format(b.hi)})
	case b.hasHi && n > b.hi:
		w.add(Problem{Code: TooLarge, Limit: format(b.hi)})
	case b.others != nil:
		b.others.hold(w, boxed())
	}
}

// intNode is a type of a signed integer kind. Quoted ones travel as strings.
type intNode struct {
	bits   int
	quoted bool
	rules  bounds[int64]
}

func (n *intNode) decode(d *decoder, v reflect.Value) {
	raw, ok := d.number(n.quoted)
	if !ok {
		return
	}
	i, err := strconv.ParseInt(string(raw), 10, n.bits)
	if err != nil {
		d.add(rangeProblem(raw, n.bits, true))
		return
	}
	v.SetInt(i)
}

func (n *intNode) check(w *walk, v reflect.Value) {
	n.rules.hold(w, v.Int(), v.Interface, formatInt)
}

func (n *intNode) encode(e *encoder, v reflect.Value) {
	e.buf = closeQuote(strconv.AppendInt(openQuote(e.buf, n.quoted), v.Int(), 10), n.quoted)
}

// uintNode is a type of an unsigned integer kind.
type uintNode struct {
	bits   int
	quoted bool
	rules  bounds[uint64]
}

func (n *uintNode) decode(d *decoder, v reflect.Value) {
	raw, ok := d.number(n.quoted)
	if !ok {
		return
	}
	if string(raw) == "-0" {
		raw = raw[1:]
	}
	u, err := strconv.ParseUint(string(raw), 10, n.bits)
	if err != nil {
		d.add(rangeProblem(raw, n.bits, false))
		return
	}
	v.SetUint(u)
}

func (n *uintNode) check(w *walk, v reflect.Value) {
	n.rules.hold(w, v.Uint(), v.Interface, formatUint)
}

func (n *uintNode) encode(e *encoder, v reflect.Value) {
	e.buf = closeQuote(strconv.AppendUint(openQuote(e.buf, n.quoted), v.Uint(), 10), n.quoted)
}

// floatNode is a type of a float kind.
type floatNode struct {
	bits  int
	rules bounds[float64]
}

func (n *floatNode) decode(d *decoder, v reflect.Value) {
	if !d.expect('0', "number") {
		return
	}
	raw, ok := d.raw()
	if !ok {
		return
	}
	f, err := strconv.ParseFloat(string(raw), n.bits)
	if err != nil {
		d.add(Problem{Code: OutOfRange})
		return
	}
	if p, out := n.roundedIn(f, raw); out && !d.codec.normalizes {
		d.add(p)
		return
	}
	v.SetFloat(f)
}

// roundedIn finds what only rounding brings within the rules: a number past its
// limit by less than a float can say, or one that is nearly an allowed value.
func (n *floatNode) roundedIn(f float64, raw []byte) (p Problem, out bool) {
	exactly := func(bound float64) int { return compareNumbers(raw, formatFloat(bound, n.bits)) }
	switch r := &n.rules; {
	case r.values != nil && slices.Contains(r.values, f) && exactly(f) != 0:
		return Problem{Code: NotAllowed, Allowed: spell(r.values, n.format)}, true
	case r.hasLo && f == r.lo && !r.openLo && exactly(f) < 0:
		return Problem{Code: TooSmall, Limit: n.format(f)}, true
	case r.hasHi && f == r.hi && !r.openHi && exactly(f) > 0:
		return Problem{Code: TooLarge, Limit: n.format(f)}, true
	}
	return Problem{}, false
}

func (n *floatNode) format(f float64) string { return formatFloat(f, n.bits) }

func (n *floatNode) check(w *walk, v reflect.Value) {
	n.rules.hold(w, v.Float(), v.Interface, n.format)
}

func (n *floatNode) encode(e *encoder, v reflect.Value) {
	f := v.Float()
	if math.IsNaN(f) || math.IsInf(f, 0) {
		e.fail("the number is not finite")
		return
	}
	e.buf = appendFloat(e.buf, f, n.bits)
}

func openQuote(buf []byte, quoted bool) []byte {
	if quoted {
		return append(buf, '"')
	}
	return buf
}

func closeQuote(buf []byte, quoted bool) []byte { return openQuote(buf, quoted) }

func formatInt(i int64) string   { return strconv.FormatInt(i, 10) }
func formatUint(u uint64) string { return strconv.FormatUint(u, 10) }
func formatFloat(f float64, bits int) string {
	return string(appendFloat(nil, f, bits))
}

// appendFloat writes a number as JavaScript does, with the precision of its type.
func appendFloat(buf []byte, f float64, bits int) []byte {
	abs := math.Abs(f)
	if abs == 0 || abs >= 1e-6 && abs < 1e21 {
		return strconv.AppendFloat(buf, f, 'f', -1, bits)
	}
	buf = strconv.AppendFloat(buf, f, 'e', -1, bits)
	if n := len(buf); buf[n-4] == 'e' && buf[n-2] == '0' { // e-07 is e-7 there
		buf[n-2] = buf[n-1]
		buf = buf[:n-1]
	}
	return buf
}

// number reads an integer, also one inside a string where the field says so, in
// plain decimal digits.
func (d *decoder) number(quoted bool) (digits []byte, ok bool) {
	want, typ := jsontext.Kind('0'), "integer"
	if quoted {
		want, typ = '"', "string"
	}
	if !d.expect(want, typ) {
		return nil, false
	}
	raw, ok := d.raw()
	if !ok {
		return nil, false
	}
	if quoted {
		digits = []byte(text(raw))
		if !isPlainInteger(digits) {
			d.add(Problem{Code: BadFormat, Format: "number"})
			return nil, false
		}
		return digits, true
	}
	if bytes.ContainsAny(raw, ".eE") {
		digits, whole, fits := plainInteger(raw)
		switch {
		case !whole:
			d.add(Problem{Code: NotWhole})
		case !fits:
			d.add(Problem{Code: OutOfRange})
		}
		return digits, whole && fits
	}
	return raw, true
}

// isPlainInteger matches the pattern of a quoted integer: no sign but a minus, no
// leading zero.
func isPlainInteger(s []byte) bool {
	if len(s) > 1 && s[0] == '-' {
		s = s[1:]
		if s[0] == '0' {
			return false
		}
	}
	if len(s) == 0 || len(s) > 1 && s[0] == '0' {
		return false
	}
	for _, c := range s {
		if c < '0' || c > '9' {
			return false
		}
	}
	return true
}

// plainInteger rewrites 1.0 or 1e2 as digits. Such spellings are whole numbers as
// far as every JSON implementation reads them exactly: up to 2^53.
func plainInteger(raw []byte) (digits []byte, whole, fits bool) {
	mantissa, exp := raw, 0
	if i := bytes.IndexAny(raw, "eE"); i >= 0 {
		mantissa, exp = raw[:i], clampedExp(raw[i+1:])
	}
	intPart, frac, _ := bytes.Cut(mantissa, []byte("."))
	negative := intPart[0] == '-'
	if negative {
		intPart = intPart[1:]
	}
	all := bytes.TrimLeft(slices.Concat(intPart, frac), "0")
	trimmed := bytes.TrimRight(all, "0")
	shift := exp - len(frac) + len(all) - len(trimmed)
	switch {
	case len(trimmed) == 0:
		return []byte("0"), true, true
	case shift < 0:
		return nil, false, false
	case len(trimmed)+shift > len("9007199254740992"):
		return nil, true, false
	}
	digits = slices.Concat(trimmed, bytes.Repeat([]byte("0"), shift))
	if n, err := strconv.ParseUint(string(digits), 10, 64); err != nil || n > 1<<53 {
		return nil, true, false
	}
	if negative {
		digits = append([]byte("-"), digits...)
	}
	return digits, true, true
}

// isWhole reports whether a JSON number is an integer, whatever its spelling.
func isWhole(raw []byte) bool {
	if !bytes.ContainsAny(raw, ".eE") {
		return true
	}
	_, whole, _ := plainInteger(raw)
	return whole
}

// clampedExp reads an exponent; beyond a million its exact value does not matter.
func clampedExp(s []byte) int {
	const limit = 1_000_000
	n, err := strconv.Atoi(string(s))
	if err != nil {
		n = limit
		if s[0] == '-' {
			n = -limit
		}
	}
	return min(max(n, -limit), limit)
}

// rangeProblem names the bound that an integer kind sets: small kinds have it in
// their schema, 64-bit ones do not.
func rangeProblem(raw []byte, bits int, signed bool) Problem {
	below := raw[0] == '-'
	lo, hi := kindRange(bits, signed)
	switch {
	case below && lo != "":
		return Problem{Code: TooSmall, Limit: lo}
	case !below && hi != "":
		return Problem{Code: TooLarge, Limit: hi}
	}
	return Problem{Code: OutOfRange}
}

// kindRange is the range of an integer kind as its schema states it. The ends of
// 64 bits are left out: no model sends them, and JavaScript cannot read them.
func kindRange(bits int, signed bool) (lo, hi string) {
	switch {
	case !signed && bits == 64:
		return "0", ""
	case bits == 64:
		return "", ""
	case !signed:
		return "0", formatUint(1<<bits - 1)
	}
	return formatInt(-1 << (bits - 1)), formatInt(1<<(bits-1) - 1)
}

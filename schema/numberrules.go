package schema

import (
	"cmp"
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

func (b *builder) signed(in slot) (node, *shape) {
	t, s := in.typ, newShape("integer")
	n := &intNode{bits: t.Bits(), quoted: in.quoted}
	parse := parseInt(t.Bits())
	n.rules = numberRules(b, in.rules, s, "an integer", parse)
	closeTo(b, &n.rules, s, closedValues[int64](b, t), parse)
	b.integer(s, t.Bits(), true)
	return n, b.quoted(s, in, `^(0|-?[1-9][0-9]{0,18})$`)
}

func (b *builder) unsigned(in slot) (node, *shape) {
	t, s := in.typ, newShape("integer")
	n := &uintNode{bits: t.Bits(), quoted: in.quoted}
	parse := parseUint(t.Bits())
	n.rules = numberRules(b, in.rules, s, "an unsigned integer", parse)
	closeTo(b, &n.rules, s, closedValues[uint64](b, t), parse)
	b.integer(s, t.Bits(), false)
	return n, b.quoted(s, in, `^(0|[1-9][0-9]{0,19})$`)
}

func (b *builder) float(in slot) (node, *shape) {
	t, s := in.typ, newShape("number")
	n := &floatNode{bits: t.Bits()}
	parse := parseFloat(t.Bits())
	n.rules = numberRules(b, in.rules, s, "a number", parse)
	closeTo(b, &n.rules, s, closedValues[float64](b, t), parse)
	return n, s
}

// integer adds the range of a small kind where no rule is narrower. An answer
// always fits, so its schema need not say it.
func (b *builder) integer(s *shape, bits int, signed bool) {
	if s.Enum != nil || b.opts.Direction == Output {
		return
	}
	lo, hi := kindRange(bits, signed)
	s.Minimum, s.Maximum = cmp.Or(s.Minimum, lo), cmp.Or(s.Maximum, hi)
}

// quoted turns the shape of an integer into that of its text. A text has no
// minimum, so limits are left to the call.
func (b *builder) quoted(s *shape, in slot, pattern string) *shape {
	if !in.quoted {
		return s
	}
	q := newShape("string")
	for _, v := range s.Enum {
		q.Enum = append(q.Enum, appendText(nil, string(v)))
	}
	if q.Enum == nil {
		q.Pattern, q.MaxLength = pattern, len("-9223372036854775808")
		for _, r := range in.rules.rules {
			b.atRuntime(r.raw)
		}
	}
	return q
}

// A numberParser reads the parameter of a rule as a number of the field's kind.
type numberParser[N int64 | uint64 | float64] struct {
	parse       func(string) (N, error)
	write       func([]byte, N) []byte
	least, most N    // of the kind
	fraction    bool // between two numbers there are more
	hint        string
}

func parseInt(bits int) numberParser[int64] {
	return numberParser[int64]{
		parse: func(s string) (int64, error) { return strconv.ParseInt(s, 10, bits) },
		write: func(b []byte, n int64) []byte { return strconv.AppendInt(b, n, 10) },
		least: -1 << (bits - 1), most: 1<<(bits-1) - 1,
		hint: "write a whole number that the type can hold",
	}
}

func parseUint(bits int) numberParser[uint64] {
	return numberParser[uint64]{
		parse: func(s string) (uint64, error) { return strconv.ParseUint(s, 10, bits) },
		write: func(b []byte, n uint64) []byte { return strconv.AppendUint(b, n, 10) },
		most:  math.MaxUint64 >> (64 - bits),
		hint:  "write a whole number, not negative, that the type can hold",
	}
}

func parseFloat(bits int) numberParser[float64] {
	return numberParser[float64]{
		parse: func(s string) (float64, error) {
			if v := jsontext.Value(s); !v.IsValid() || v.Kind() != '0' {
				return 0, errors.New("no number")
			}
			return strconv.ParseFloat(s, bits)
		},
		write:    func(b []byte, f float64) []byte { return appendFloat(b, f, bits) },
		least:    -greatest(bits),
		most:     greatest(bits),
		fraction: true,
		hint:     "write a decimal number that the type can hold",
	}
}

func greatest(bits int) float64 {
	if bits == 32 {
		return math.MaxFloat32
	}
	return math.MaxFloat64
}

// numberRules compiles the rules of a number and writes their keywords into its
// shape.
func numberRules[N int64 | uint64 | float64](b *builder, rules ruleSet, s *shape, what string, p numberParser[N]) bounds[N] {
	var out bounds[N]
	b.noDive(rules, what)
	for _, r := range rules.rules {
		switch r.name {
		case "required": // zero is a value
		case "eq", "oneof":
			out.values = narrow(b, r, out.values, readAll(b, r, p))
		case "min", "gte", "gt":
			if n, ok := readOne(b, r, p); ok {
				out.above(n, r.name == "gt", p)
			}
		case "max", "lte", "lt":
			if n, ok := readOne(b, r, p); ok {
				out.below(n, r.name == "lt", p)
			}
		case "len":
			b.ruleFault(r, "a number has no length; write eq, min or max")
		case "latitude", "longitude", "port":
			span(b, r, &out, spans[r.name], p)
		default:
			delegateNumber(b, r, what, &out)
		}
	}
	if out.empty(p) {
		b.fault("", "no number is both above the least and below the greatest; correct the limits")
	}
	out.describe(s, p)
	return out
}

// empty reports whether no number of the kind is within the limits.
func (b *bounds[N]) empty(p numberParser[N]) bool {
	lo, hi := p.least, p.most
	if b.hasLo {
		lo = b.lo
	}
	if b.hasHi {
		hi = b.hi
	}
	return lo > hi || lo == hi && (b.openLo || b.openHi) || lo > p.most || hi < p.least
}

func (b *bounds[N]) above(n N, open bool, p numberParser[N]) {
	if open && !p.fraction && n+1 > n { // whole numbers above 5 are 6 and more
		n, open = n+1, false
	}
	if !b.hasLo || n > b.lo || n == b.lo && open {
		b.lo, b.hasLo, b.openLo = n, true, open
	}
}

func (b *bounds[N]) below(n N, open bool, p numberParser[N]) {
	if open && !p.fraction && n-1 < n {
		n, open = n-1, false
	}
	if !b.hasHi || n < b.hi || n == b.hi && open {
		b.hi, b.hasHi, b.openHi = n, true, open
	}
}

func (b *bounds[N]) describe(s *shape, p numberParser[N]) {
	b.close(s, b.values, p.write)
	if lo := string(p.write(nil, b.lo)); b.openLo {
		s.ExclusiveMin = lo
	} else if b.hasLo {
		s.Minimum = lo
	}
	if hi := string(p.write(nil, b.hi)); b.openHi {
		s.ExclusiveMax = hi
	} else if b.hasHi {
		s.Maximum = hi
	}
}

// closeTo limits a number to the values of its type, as far as its rules allow
// them.
func closeTo[N int64 | uint64 | float64](b *builder, rules *bounds[N], s *shape, closed []N, p numberParser[N]) {
	rules.close(s, within(b, rules.values, closed), p.write)
	if len(rules.values) > 0 && !slices.ContainsFunc(rules.values, rules.allow) {
		b.fault("", "none of the allowed values is within the limits; correct them")
	}
}

// allow reports whether a number is within the limits.
func (b *bounds[N]) allow(n N) bool {
	return !(b.hasLo && (n < b.lo || b.openLo && n == b.lo)) && !(b.hasHi && (n > b.hi || b.openHi && n == b.hi))
}

// close limits a number to the values it may have, nil for all.
func (b *bounds[N]) close(s *shape, values []N, write func([]byte, N) []byte) {
	if b.values = values; values != nil {
		s.Enum = enumOf(values, write)
	}
}

func readOne[N int64 | uint64 | float64](b *builder, r rule, p numberParser[N]) (N, bool) {
	n, err := p.parse(r.param)
	if err != nil || math.IsInf(float64(n), 0) {
		b.ruleFault(r, p.hint+", such as "+r.name+"=5")
		return n, false
	}
	return n, true
}

func readAll[N int64 | uint64 | float64](b *builder, r rule, p numberParser[N]) []N {
	var values []N
	words := listed(r.param)
	if r.name == "eq" {
		words = []string{r.param}
	}
	for _, word := range words {
		one := r
		one.param = word
		if n, ok := readOne(b, one, p); ok {
			values = append(values, n)
		}
	}
	return values
}

// spans are the rules that are two bounds by another name.
var spans = map[string][2]string{"latitude": {"-90", "90"}, "longitude": {"-180", "180"}, "port": {"1", "65535"}}

func span[N int64 | uint64 | float64](b *builder, r rule, out *bounds[N], ends [2]string, p numberParser[N]) {
	lo, err1 := p.parse(ends[0])
	hi, err2 := p.parse(ends[1])
	if err1 != nil || err2 != nil {
		b.ruleFault(r, "the type cannot hold every value of the rule; use int or float64")
		return
	}
	out.above(lo, false, p)
	out.below(hi, false, p)
}

func delegateNumber[N int64 | uint64 | float64](b *builder, r rule, what string, out *bounds[N]) {
	var zero N
	_, isFloat := any(zero).(float64)
	if !slices.Contains(strings.Fields(otherNumberRules), r.name) || isFloat && r.name != "ne" {
		b.ruleFault(r, unknownRule(r, what, notOfValidator))
		return
	}
	out.others = append(out.others, b.delegate(r, zero))
	b.atRuntime(r.raw)
}

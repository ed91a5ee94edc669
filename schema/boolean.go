package schema

import (
	"reflect"
	"slices"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// boolean compiles a bool. One that must be true is a confirmation: its schema is
// an enum, since a caller that makes up arguments fills in false.
func (b *builder) boolean(in slot) (node, *shape) {
	n, s := &boolNode{}, newShape("boolean")
	listing, closed := b.callValues(in.typ)
	for i := 0; closed && i < listing.Len(); i++ {
		n.values = append(n.values, listing.Index(i).Bool())
	}
	var rest ruleSet
	for _, r := range in.rules.rules {
		if closed {
			b.ruleFault(r, "Values() of "+typeName(in.typ)+" says which values there are; drop the rule")
			continue
		}
		if r.name != "eq" && r.name != "oneof" {
			rest.rules = append(rest.rules, r)
			continue
		}
		words := listed(r.param)
		if len(words) == 0 || slices.ContainsFunc(words, func(w string) bool { return w != "true" && w != "false" }) {
			b.ruleFault(r, "a bool is true or false; write eq=true for a confirmation")
			continue
		}
		these := make([]bool, len(words))
		for i, word := range words {
			these[i] = word == "true"
		}
		n.values = narrow(b, r, n.values, these)
	}
	rest.items = in.rules.items
	b.noRules(rest, "a bool")
	for _, v := range n.values {
		s.Enum = append(s.Enum, jsontext.Value(strconv.FormatBool(v)))
	}
	return n, s
}

// boolNode is a type whose kind is bool.
type boolNode struct{ values []bool }

func (n *boolNode) decode(d *decoder, v reflect.Value) {
	switch k := d.kind(); k {
	case 't', 'f':
		d.skip()
		v.SetBool(k == 't')
	default:
		d.expect('t', "boolean")
	}
}

func (n *boolNode) check(w *walk, v reflect.Value) {
	switch {
	case n.values == nil || slices.Contains(n.values, v.Bool()):
	case slices.Equal(n.values, []bool{true}):
		w.add(Problem{Code: Unconfirmed})
	default:
		w.add(Problem{Code: NotAllowed, Type: "boolean", Allowed: spell(n.values, strconv.FormatBool)})
	}
}

func (n *boolNode) encode(e *encoder, v reflect.Value) {
	e.buf = strconv.AppendBool(e.buf, v.Bool())
}

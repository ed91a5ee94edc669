package schema

import (
	"reflect"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// DefaultFreeSize is the limit of a free-form object, in bytes of JSON, where no
// max rule says another.
const DefaultFreeSize = 4096

// free compiles a jsontext.Value: an object whose form nobody knows. The author
// must say that this is meant.
func (b *builder) free(in slot) (node, *shape) {
	if in.tag.free == "" {
		b.fault("", "a jsontext.Value may hold anything; describe it with a struct, "+
			"or tag it asixto:\"free=reason\" where its form is truly open")
	}
	n, s := &freeNode{max: DefaultFreeSize}, newShape("object")
	rest := ruleSet{items: in.rules.items}
	for _, r := range in.rules.rules {
		if r.name != "max" {
			rest.rules = append(rest.rules, r)
			continue
		}
		limit, err := strconv.Atoi(r.param)
		if err != nil || limit < len("{}") {
			b.ruleFault(r, "write the limit in bytes, such as max=2000")
			continue
		}
		n.max = limit
	}
	b.noRules(rest, "a free-form object")
	b.atRuntime("max=" + strconv.Itoa(n.max))
	return n, s
}

// freeNode is an object of any form, limited in size.
type freeNode struct{ max int } // bytes

func (n *freeNode) decode(d *decoder, v reflect.Value) {
	if !d.expect('{', "object") {
		return
	}
	raw, ok := d.raw()
	if !ok {
		return
	}
	switch {
	case len(raw) > n.max:
		d.add(Problem{Code: TooBig, Limit: strconv.Itoa(n.max)})
	case !raw.IsValid(): // the decoder lets repeated names pass
		d.add(Problem{Code: Duplicate})
	default:
		v.SetBytes(raw.Clone())
	}
}

func (n *freeNode) check(w *walk, v reflect.Value) {
	raw := jsontext.Value(v.Bytes())
	switch {
	case len(raw) > n.max:
		w.add(Problem{Code: TooBig, Limit: strconv.Itoa(n.max)})
	case raw.Kind() != '{':
		w.add(Problem{Code: WrongType, Type: "object", Got: kindName(raw.Kind())})
	}
}

func (n *freeNode) encode(e *encoder, v reflect.Value) {
	raw := jsontext.Value(v.Bytes()).Clone()
	if err := raw.Compact(); err != nil || raw.Kind() != '{' || !raw.IsValid() {
		e.fail("a free-form value must be a JSON object, of UTF-8 and without a name twice")
		return
	}
	e.buf = append(e.buf, raw...)
}

package schema

import (
	"reflect"
	"slices"
)

// presence settles what absent, null and zero mean for a field.
func (b *builder) presence(f *field, gf *goField, rules *ruleSet) {
	required := b.takePresenceRules(gf, rules)
	optional := gf.omitempty || gf.omitzero
	kind := gf.Type.Kind()
	if gf.omitempty && !canBeEmpty(kind) {
		b.fault(jsonTag(gf.Tag.Get("json")), "omitempty leaves out no "+kind.String()+"; write omitzero, or use a pointer")
	}
	if required && optional {
		b.fault(validateTag(gf.Tag.Get("validate")), "the json tag says optional, the rule says required; drop one")
	}
	if b.opts.Direction == Output {
		f.required = !optional && !gf.throughPtr
		f.nullable = f.pointer && !optional && !required
	} else {
		f.required = required || !f.pointer && !optional
		f.nullable = !f.required
	}
	f.leftOut = b.absence(gf)
}

// takePresenceRules removes the rules that speak of presence, which belongs to
// the codec, and reports whether one of them says required. For a text that is no
// pointer, required stays: it also says that the text is not empty.
func (b *builder) takePresenceRules(gf *goField, rules *ruleSet) (required bool) {
	pointer := gf.Type.Kind() == reflect.Pointer
	rules.rules = slices.DeleteFunc(slices.Clone(rules.rules), func(r rule) bool {
		switch r.name {
		case "required":
			required = true
			return gf.Type.Kind() != reflect.String
		case "omitempty", "omitnil":
			if !pointer {
				b.ruleFault(r, `it would let an empty value pass that the schema refuses; `+
					`say optional with a pointer or json:",omitempty"`)
			}
			return true
		case "omitzero", "isdefault":
			b.ruleFault(r, `whether a value is there is said by a pointer or json:",omitzero", not by a rule; drop it`)
			return true
		}
		return false
	})
	return required
}

func canBeEmpty(k reflect.Kind) bool {
	return k == reflect.String || k == reflect.Slice || k == reflect.Map || k == reflect.Pointer
}

// absence is how a value that is left out is told from one that is there; nil where
// it is never left out.
func (b *builder) absence(gf *goField) func(reflect.Value) bool {
	kind := gf.Type.Kind()
	holds := kind == reflect.Slice || kind == reflect.Map
	switch {
	case !gf.omitempty && !gf.omitzero:
		return nil
	case kind == reflect.Pointer, holds && b.opts.Direction == Input: // an empty list was sent
		return reflect.Value.IsNil
	case holds && gf.omitempty:
		return func(v reflect.Value) bool { return v.Len() == 0 }
	case gf.omitzero && reflect.PointerTo(gf.Type).Implements(zeroer):
		return func(v reflect.Value) bool {
			p := reflect.New(v.Type()) // the method may have a pointer receiver
			p.Elem().Set(v)
			z, ok := p.Interface().(interface{ IsZero() bool })
			return ok && z.IsZero()
		}
	}
	return reflect.Value.IsZero
}

var zeroer = reflect.TypeFor[interface{ IsZero() bool }]()

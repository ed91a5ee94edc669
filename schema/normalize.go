package schema

import (
	"fmt"
	"reflect"
	"slices"
)

// normalizes reports whether values of a type put themselves in order, and refuses
// a method Normalize that would never run, or to no effect.
func (b *builder) normalizes(t reflect.Type) bool {
	if b.opts.Direction == Output {
		return false
	}
	p := reflect.PointerTo(t)
	method, found := p.MethodByName("Normalize")
	write := "; write func (*" + t.Name() + ") Normalize()"
	switch {
	case !found:
		return b.ambiguous(t)
	case !p.Implements(normalizer):
		if !hasOwnForm(t) {
			b.fault("", "Normalize takes or gives something ("+method.Type.String()+"), so it would never run"+write)
		}
		return false
	case t.Implements(normalizer) && t.Kind() != reflect.Map && t.Kind() != reflect.Slice && !throughPointer(t):
		b.fault("", "Normalize has a value receiver, so what it changes is lost"+write)
	}
	return true
}

var normalizer = reflect.TypeFor[interface{ Normalize() }]()

// ambiguous refuses two embedded structs with a Normalize each: Go promotes
// neither.
func (b *builder) ambiguous(t reflect.Type) bool {
	if t.Kind() == reflect.Struct && t != timeType && !hasOwnForm(t) {
		for f := range t.Fields() {
			if inner := indirect(f.Type); f.Anonymous && reflect.PointerTo(inner).Implements(normalizer) {
				b.fault("", "several embedded structs have a Normalize, so Go promotes none; write func (*"+t.Name()+") Normalize() that calls them")
				return false
			}
		}
	}
	return false
}

// throughPointer reports whether a struct has Normalize from a struct that it
// embeds by a pointer.
func throughPointer(t reflect.Type) bool {
	if t.Kind() != reflect.Struct {
		return false
	}
	for f := range t.Fields() {
		if f.Anonymous && f.Type.Implements(normalizer) && (f.Type.Kind() == reflect.Pointer || throughPointer(f.Type)) {
			return true
		}
	}
	return false
}

// normalNode is a type with a method Normalize: it runs once its value was read,
// what is inside before what is around.
type normalNode struct{ node }

func (n *normalNode) decode(d *decoder, v reflect.Value) {
	found := len(d.problems)
	n.node.decode(d, v)
	if d.err != nil || d.failed != nil || len(d.problems) > found && d.spoilt(found) {
		return
	}
	err := normalize(v)
	if err != nil && len(d.problems) == found && !lacksEmbedded(v) {
		d.failed = fmt.Errorf("schema: Normalize of %s panicked: %w", typeName(v.Type()), err)
	}
}

// spoilt reports whether the value the walk stands on could not be read at all;
// found is the count of the problems before it.
func (d *decoder) spoilt(found int) bool {
	here := d.pathString()
	if slices.Contains(d.unread, here) {
		return true
	}
	for _, p := range d.problems[found:] {
		if p.Path == here {
			return true
		}
	}
	return false
}

// normalize runs the author's method, which must not end the process.
func normalize(v reflect.Value) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%v", r)
		}
	}()
	if n, ok := v.Addr().Interface().(interface{ Normalize() }); ok {
		n.Normalize()
	}
	return nil
}

// lacksEmbedded reports whether the method may be that of an embedded struct which
// is not there: then there was nothing to put in order.
func lacksEmbedded(v reflect.Value) bool {
	if v.Kind() != reflect.Struct {
		return false
	}
	for i := range v.NumField() {
		f, inner := v.Type().Field(i), v.Field(i)
		if !f.Anonymous || !f.Type.Implements(normalizer) && !reflect.PointerTo(f.Type).Implements(normalizer) {
			continue
		}
		if inner.Kind() == reflect.Pointer && inner.IsNil() || lacksEmbedded(reflect.Indirect(inner)) {
			return true
		}
	}
	return false
}

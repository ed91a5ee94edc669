package schema

import (
	"fmt"
	"math"
	"reflect"
	"unicode/utf8"
)

// Closed is what a named type implements to list the only values it has. The
// schema of such a type is an enum wherever it stands: in a field, behind a
// pointer, in a list, in a map. Values is called on the zero value when the type
// is compiled.
type Closed[T any] interface {
	// Values returns the values, at least one, none of them twice.
	Values() []T
}

// closedValues are the values of a type that implements [Closed], as its kind
// holds them; nil for any other type.
func closedValues[N string | int64 | uint64 | float64](b *builder, t reflect.Type) []N {
	raw, ok := b.callValues(t)
	if !ok {
		return nil
	}
	values := make([]N, raw.Len())
	for i := range values {
		reflect.ValueOf(&values[i]).Elem().Set(raw.Index(i).Convert(reflect.TypeFor[N]()))
	}
	return values
}

// callValues runs the author's Values, which may be wrong in its own ways.
func (b *builder) callValues(t reflect.Type) (values reflect.Value, ok bool) {
	method := reflect.New(t).MethodByName("Values")
	if !method.IsValid() {
		return reflect.Value{}, false
	}
	if method.Type() != listOf(t) {
		if t.Kind() != reflect.Struct { // whose method may be about what it holds
			b.fault("", fmt.Sprintf("Values of %s is a %s, so it would close nothing; write func (%[1]s) Values() []%[1]s",
				typeName(t), method.Type()))
		}
		return reflect.Value{}, false
	}
	defer func() {
		if p := recover(); p != nil {
			b.fault("", fmt.Sprintf("Values() of %s panics on the zero value: %v", typeName(t), p))
			ok = false
		}
	}()
	values = method.Call(nil)[0]
	if v, twice := repeated(values); twice {
		b.fault("", fmt.Sprintf("Values() of %s returns %v twice; return each value once", typeName(t), v))
		return values, false
	}
	if values.Len() == 0 {
		b.fault("", "Values() of "+typeName(t)+" is empty; return the values, or drop the method")
		return values, false
	}
	for i := range values.Len() {
		if v := values.Index(i); !hasJSON(v) {
			b.fault("", fmt.Sprintf("Values() of %s returns %q, which has no JSON; return finite numbers and UTF-8", typeName(t), fmt.Sprint(v)))
			return values, false
		}
	}
	return values, true
}

// hasJSON reports whether a scalar can be written as it is.
func hasJSON(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Float32, reflect.Float64:
		return !math.IsNaN(v.Float()) && !math.IsInf(v.Float(), 0)
	case reflect.String:
		return utf8.ValidString(v.String())
	}
	return true
}

// listOf is the type of the method of [Closed].
func listOf(t reflect.Type) reflect.Type {
	return reflect.FuncOf(nil, []reflect.Type{reflect.SliceOf(t)}, false)
}

// openForm refuses the method of [Closed] on a type whose kind cannot be closed.
func (b *builder) openForm(t reflect.Type) {
	m, found := reflect.PointerTo(t).MethodByName("Values")
	if found && m.Type.NumIn() == 1 && m.Type.NumOut() == 1 && m.Type.Out(0) == reflect.SliceOf(t) {
		b.fault("", "only texts, numbers, bools and types with their own JSON can be closed, so Values() of "+
			typeName(t)+" would close nothing; drop it")
	}
}

// repeated looks for a value that a list holds twice.
func repeated(values reflect.Value) (value any, twice bool) {
	if !values.Type().Elem().Comparable() {
		return nil, false // by its own form only
	}
	seen := make(map[any]bool, values.Len())
	for i := range values.Len() {
		v := values.Index(i).Interface()
		if seen[v] {
			return v, true
		}
		seen[v] = true
	}
	return nil, false
}

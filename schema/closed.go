package schema

import (
	"fmt"
	"reflect"
)

// Closed is what a named type implements to list the only values it has. The
// schema of such a type is an enum wherever it stands: in a field, behind a
// pointer, in a list, in a map. Values is called on the zero value when the type
// is compiled.
type Closed[T any] interface {
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
	if !method.IsValid() || method.Type().NumIn() != 0 || method.Type().NumOut() != 1 || method.Type().Out(0) != reflect.SliceOf(t) {
		return reflect.Value{}, false
	}
	defer func() {
		if p := recover(); p != nil {
			b.fault("", fmt.Sprintf("Values() of %s panics on the zero value: %v", typeName(t), p))
			ok = false
		}
	}()
	values = method.Call(nil)[0]
	if values.Len() == 0 {
		b.fault("", "Values() of "+typeName(t)+" is empty; return the values, or drop the method")
		return values, false
	}
	return values, true
}

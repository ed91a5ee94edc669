package schema_test

import (
	"fmt"
	"reflect"

	"github.com/asixto/go-sdk/schema"
)

// A type that is known at run time only, as to a tool that prints schemas.
func ExampleCompileType() {
	type consulta struct {
		Ciudad string `json:"ciudad" validate:"max=60"`
	}
	codec, err := schema.CompileType(reflect.TypeFor[consulta](), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	value, err := codec.Decode([]byte(`{"ciudad":"Cali"}`))
	fmt.Printf("%T %+v %v\n", value, value, err)
	// Output:
	// schema_test.consulta {Ciudad:Cali} <nil>
}

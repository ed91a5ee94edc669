package schema_test

import (
	"fmt"

	"github.com/asixto/go-sdk/schema"
)

// What breaks its rules is written all the same: whoever sends it decides.
func ExampleCodec_EncodeChecked() {
	type caso struct {
		Radicado string `json:"radicado"`
		Estado   string `json:"estado" validate:"oneof=abierto en_cola"`
	}
	codec, err := schema.Compile[caso](&schema.Options{Direction: schema.Output})
	if err != nil {
		fmt.Println(err)
		return
	}
	data, violation, err := codec.EncodeChecked(caso{Radicado: "RAD-7", Estado: "perdido"})
	fmt.Println(string(data))
	fmt.Println(violation)
	fmt.Println(err)
	// Output:
	// {"radicado":"RAD-7","estado":"perdido"}
	// schema: invalid: estado enum
	// <nil>
}

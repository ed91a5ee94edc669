package schema_test

import (
	"fmt"

	"github.com/asixto/go-sdk/schema"
)

// An answer is checked and written by the same codec whose schema was promised.
// Nil lists are written as [] and the value itself stays as it is.
func ExampleCodec_Encode() {
	type caso struct {
		Radicado string   `json:"radicado"`
		Estado   string   `json:"estado" validate:"oneof=abierto en_cola"`
		SLAHoras *int     `json:"sla_horas,omitempty"` // optional
		Agente   *string  `json:"agente"`              // required, may be null
		Notas    []string `json:"notas"`
	}
	codec, err := schema.Compile[caso](&schema.Options{Direction: schema.Output})
	if err != nil {
		fmt.Println(err)
		return
	}
	out := caso{Radicado: "RAD-7", Estado: "abierto"}
	data, err := codec.Encode(out)
	fmt.Println(string(data), err)
	out.Estado = "perdido"
	fmt.Println(codec.Check(out))
	// Output:
	// {"radicado":"RAD-7","estado":"abierto","agente":null,"notas":[]} <nil>
	// schema: invalid: estado enum
}

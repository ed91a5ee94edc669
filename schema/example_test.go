package schema_test

import (
	"fmt"

	"github.com/asixto/go-sdk/schema"
)

func Example() {
	type abrirCaso struct {
		Documento string  `json:"documento" validate:"min=5,max=20" doc:"Número de documento, sin puntos ni espacios"`
		Tipo      string  `json:"tipo" validate:"oneof=falla instalacion cobro"`
		Detalle   string  `json:"detalle" validate:"min=10,max=400"`
		Prioridad *string `json:"prioridad" validate:"oneof=alta normal"`
	}
	codec, err := schema.Compile[abrirCaso](nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(string(codec.Schema()))

	in, err := codec.Decode([]byte(`{"documento":"CC1032456789","tipo":"falla","detalle":"No hay internet desde ayer"}`))
	fmt.Println(in.Documento, in.Prioridad, err)
	// Output:
	// {"type":"object","additionalProperties":false,"required":["documento","tipo","detalle"],"properties":{"documento":{"type":"string","minLength":5,"maxLength":20,"description":"Número de documento, sin puntos ni espacios"},"tipo":{"enum":["falla","instalacion","cobro"]},"detalle":{"type":"string","minLength":10,"maxLength":400},"prioridad":{"type":["string","null"],"enum":["alta","normal",null]}}}
	// CC1032456789 <nil> <nil>
}

package schema_test

import (
	"errors"
	"fmt"

	"github.com/asixto/go-sdk/schema"
)

// Every mistake of a call is found at once. One sentence is for the customer, the
// details are for the trace and for the model.
func ExampleInvalidError() {
	type pedido struct {
		Pieza    string `json:"pieza" validate:"min=2,max=60"`
		Cantidad int    `json:"cantidad" validate:"min=1,max=25" doc:"Cuántas unidades"`
		Envio    string `json:"envio" validate:"oneof=tienda domicilio"`
	}
	codec, err := schema.Compile[pedido](nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = codec.Decode([]byte(`{"cantidad":"3","envio":"correo","Pieza":"cable"}`))
	var invalid *schema.InvalidError
	if errors.As(err, &invalid) {
		fmt.Println(invalid.UserMessage())
		fmt.Println(invalid.Details())
		fmt.Println(invalid)
	}
	// Output:
	// Cuántas unidades debe ser un número entero, no un texto; el dato Pieza se llama pieza; falta pieza. Hay 1 más por corregir.
	// cantidad: cuántas unidades debe ser un número entero, no un texto; Pieza: el dato Pieza se llama pieza; pieza: falta pieza; envio: envio debe ser tienda o domicilio
	// schema: invalid: cantidad type, Pieza unknown, pieza missing, envio enum
}

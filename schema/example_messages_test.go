package schema_test

import (
	"errors"
	"fmt"

	"github.com/asixto/go-sdk/schema"
)

// Any clause can be replaced; the others stay as they are.
func ExampleMessages() {
	type consulta struct {
		Documento string `json:"documento" validate:"min=5,max=20" doc:"Documento del titular"`
		Ciudad    string `json:"ciudad" validate:"max=40"`
	}
	codec, err := schema.Compile[consulta](&schema.Options{Messages: schema.Messages{
		Clauses: map[string]string{
			string(schema.TooShort): "{field} está incompleto, son {limit} caracteres o más",
		},
	}})
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = codec.Decode([]byte(`{"documento":"12"}`))
	var invalid *schema.InvalidError
	if errors.As(err, &invalid) {
		fmt.Println(invalid.UserMessage())
	}
	// Output:
	// Falta ciudad; documento del titular está incompleto, son 5 caracteres o más.
}

package schema_test

import (
	"errors"
	"fmt"

	"github.com/asixto/go-sdk/schema"
)

// The built-in words are where a change to some of them starts.
func ExampleSpanish() {
	words := schema.Spanish()
	words.Clauses[string(schema.Missing)] = "necesito {field}"
	words.Formats["email"] = "un correo como ana@ejemplo.co"

	type registro struct {
		Nombre string `json:"nombre" validate:"max=60" doc:"Nombre completo"`
		Correo string `json:"correo" validate:"email,max=80" doc:"Correo, para enviar la factura"`
	}
	codec, err := schema.Compile[registro](&schema.Options{Messages: words})
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = codec.Decode([]byte(`{"correo":"ana"}`))
	if invalid, ok := errors.AsType[*schema.InvalidError](err); ok {
		fmt.Println(invalid.UserMessage())
	}
	// Output:
	// Necesito nombre completo; correo debe ser un correo como ana@ejemplo.co.
}

package schema_test

import (
	"fmt"

	"github.com/invopop/jsonschema"

	"github.com/asixto/go-sdk/schema"
)

// Placa is a number plate.
type Placa string

// JSONSchema states what a number plate looks like.
func (Placa) JSONSchema() *jsonschema.Schema {
	return &jsonschema.Schema{Type: "string", Pattern: "^[A-Z]{3}[0-9]{3}$", Description: "Tres letras y tres números"}
}

// A type that states its own schema is held to it, in arguments and in answers.
func Example_ownSchema() {
	type vehiculo struct {
		Placa Placa `json:"placa"`
	}
	in, err := schema.Compile[vehiculo](nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(string(in.Schema()))
	_, err = in.Decode([]byte(`{"placa":"abc-1"}`))
	fmt.Println(err)
	// Output:
	// {"type":"object","additionalProperties":false,"required":["placa"],"properties":{"placa":{"type":"string","pattern":"^[A-Z]{3}[0-9]{3}$","description":"Tres letras y tres números"}}}
	// schema: invalid: placa format
}

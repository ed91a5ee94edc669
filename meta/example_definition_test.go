package meta_test

import (
	"encoding/json"
	"fmt"

	"github.com/asixto/go-sdk/meta"
)

// A tool's classification, checked and as it goes into the _meta of its
// definition.
func ExampleDefinition() {
	definition := meta.Definition{
		Capabilities: []meta.Capability{meta.PQR, meta.Soporte},
		Verb:         "abrir un caso de soporte",
	}
	wire, err := json.Marshal(definition.Map())
	fmt.Println(string(wire), err, definition.Validate())

	fmt.Println(meta.Definition{Capabilities: []meta.Capability{meta.PQR, meta.PQR}}.Validate())
	// Output:
	// {"com.asixto/capabilities":["pqr","soporte"],"com.asixto/verb":"abrir un caso de soporte"} <nil> <nil>
	// meta: capability "pqr": named twice: keep one
	// meta: no verb: write the business verb in the infinitive, such as "agendar una cita"
}

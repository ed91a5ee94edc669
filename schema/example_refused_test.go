package schema_test

import (
	"fmt"
	"time"

	"github.com/asixto/go-sdk/schema"
)

// A type that has no good schema is refused when it is compiled, with everything
// that is wrong and what to write instead.
func ExampleCompileError() {
	type cita struct {
		Sede   string        `json:"sede" validate:"oneof=norte sur,maxx=10"`
		Cupos  int           `json:"cupos,omitempty"`
		Espera time.Duration `json:"espera"`
		Extra  any           `json:"extra"`
	}
	_, err := schema.Compile[cita](nil)
	fmt.Println(err)
	// Output:
	// schema: type schema_test.cita: field "sede" (Sede): validate:"maxx=10": unknown rule "maxx" for a text; write max
	// schema: type schema_test.cita: field "cupos" (Cupos): json:"cupos,omitempty": omitempty leaves out no int; write omitzero, or use a pointer
	// schema: type schema_test.cita: field "espera" (Espera): a time.Duration does not say its unit; tag it asixto:"unit=seconds" (millis, minutes, hours, days), or use an integer named after the unit
	// schema: type schema_test.cita: field "extra" (Extra): an interface may hold anything; use a struct, or a jsontext.Value tagged asixto:"free=reason"
}

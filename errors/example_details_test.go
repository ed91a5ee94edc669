package toolerrors_test

import (
	"fmt"

	toolerrors "github.com/asixto/go-sdk/errors"
)

// Details travel with the answer, for the author's own trace.
func ExampleError_WithDetails() {
	err := toolerrors.Validation("El tipo de caso no es válido.").
		WithDetails("tipo: falla, instalacion o cobro")

	fmt.Println(string(err.AppendJSON(nil)))
	// Output:
	// {"error":{"error_type":"VALIDATION","user_message":"El tipo de caso no es válido.","details":"tipo: falla, instalacion o cobro"}}
}

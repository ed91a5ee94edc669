package toolerrors_test

import (
	"encoding/json"
	"fmt"

	toolerrors "github.com/asixto/go-sdk/errors"
)

// A client reads the structured content of a failed call back into an error.
func ExampleError_UnmarshalJSON() {
	structured := []byte(`{"error":{"error_type":"PERMISSION","user_message":"Esa cita es de otra persona."}}`)

	var failure toolerrors.Error
	if err := json.Unmarshal(structured, &failure); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(failure.Kind())
	fmt.Println(failure.UserMessage())
	// Output:
	// PERMISSION
	// Esa cita es de otra persona.
}

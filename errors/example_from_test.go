package toolerrors_test

import (
	"context"
	"errors"
	"fmt"

	toolerrors "github.com/asixto/go-sdk/errors"
)

// An error that nobody wrote for the customer keeps its text to itself.
func ExampleFrom() {
	driver := errors.New("dial tcp 10.0.0.7:5432: password=s3cr3t refused")
	fmt.Println(string(toolerrors.From(driver).AppendJSON(nil)))

	timeout := fmt.Errorf("leer la agenda: %w", context.DeadlineExceeded)
	fmt.Println(string(toolerrors.From(timeout).AppendJSON(nil)))

	mine := fmt.Errorf("abrir caso: %w", toolerrors.Blocker("La cuenta está suspendida."))
	fmt.Println(string(toolerrors.From(mine).AppendJSON(nil)))
	// Output:
	// {"error":{"error_type":"UNKNOWN","user_message":"No fue posible completar la operación."}}
	// {"error":{"error_type":"SYSTEM","user_message":"El sistema no está disponible en este momento."}}
	// {"error":{"error_type":"BLOCKER","user_message":"La cuenta está suspendida."}}
}

package toolerrors_test

import (
	"errors"
	"fmt"

	toolerrors "github.com/asixto/go-sdk/errors"
)

var errNoRows = errors.New("sql: no rows in result set")

// A tool that fails on purpose writes the sentence for the customer and keeps
// the cause for its log.
func Example() {
	err := toolerrors.NotFound("No encontré un cliente con ese documento.").WithCause(errNoRows)

	fmt.Println("customer:", err.UserMessage())
	fmt.Println("log:", err)
	// Output:
	// customer: No encontré un cliente con ese documento.
	// log: NOT_FOUND: No encontré un cliente con ese documento.: sql: no rows in result set
}

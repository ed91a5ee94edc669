package asixto_test

import (
	"fmt"

	"github.com/asixto/go-sdk/asixto"
)

// Access decides the annotations and whether a call needs an idempotency key;
// there is no default.
func ExampleAccess() {
	for _, a := range []asixto.Access{asixto.Read, asixto.Write, asixto.Destructive, 0} {
		fmt.Println(a, a.Valid(), a.Writes())
	}
	// Output:
	// Read true false
	// Write true true
	// Destructive true true
	// Access(0) false false
}

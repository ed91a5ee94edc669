package toolerrors_test

import (
	"fmt"

	toolerrors "github.com/asixto/go-sdk/errors"
)

// The six kinds are all there are; each has a sentence for when nobody wrote one.
func ExampleKinds() {
	for _, kind := range toolerrors.Kinds() {
		fmt.Printf("%s: %s\n", string(kind), toolerrors.DefaultMessage(kind))
	}
	fmt.Println(toolerrors.Kind("TIMEOUT").Valid())
	// Output:
	// BLOCKER: Hay algo pendiente que impide continuar.
	// NOT_FOUND: No encontré lo que se pidió.
	// VALIDATION: Con esos datos no es posible continuar.
	// PERMISSION: Ese registro pertenece a otra persona.
	// SYSTEM: El sistema no está disponible en este momento.
	// UNKNOWN: No fue posible completar la operación.
	// false
}

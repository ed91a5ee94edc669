package toolerrors_test

import (
	"errors"
	"fmt"

	toolerrors "github.com/asixto/go-sdk/errors"
)

// A handler says which kind of failure it is by the constructor it calls.
func ExamplePermission() {
	for _, err := range []*toolerrors.Error{
		toolerrors.Permission("Esa cita no está a nombre de este cliente."),
		toolerrors.System("La agenda no responde en este momento.").WithCause(errors.New("dial tcp: refused")),
		toolerrors.Unknown("No fue posible mover la cita.").WithDetails("estado inesperado"),
	} {
		fmt.Printf("%v | %s | %q\n", err.Kind(), err.UserMessage(), err.Details())
	}
	// Output:
	// PERMISSION | Esa cita no está a nombre de este cliente. | ""
	// SYSTEM | La agenda no responde en este momento. | ""
	// UNKNOWN | No fue posible mover la cita. | "estado inesperado"
}

package toolerrors_test

import (
	"errors"
	"fmt"

	toolerrors "github.com/asixto/go-sdk/errors"
)

// A kind is the target of errors.Is; KindOf gives the one kind that counts.
func ExampleKindOf() {
	err := fmt.Errorf("mover la cita: %w", toolerrors.Validation("La cita ya fue atendida."))

	fmt.Println(errors.Is(err, toolerrors.KindValidation))
	fmt.Println(errors.Is(err, toolerrors.KindNotFound))
	fmt.Println(toolerrors.KindOf(err))
	fmt.Println(toolerrors.KindOf(errors.New("disk full")))
	// Output:
	// true
	// false
	// VALIDATION
	// UNKNOWN
}

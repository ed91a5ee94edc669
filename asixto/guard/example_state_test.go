package guard_test

import (
	"fmt"

	"github.com/asixto/go-sdk/asixto/guard"
)

func ExampleNotFinal() {
	for _, estado := range []string{"programada", "cancelada"} {
		fmt.Println(guard.NotFinal("La cita", estado, "cancelada", "atendida"))
	}
	fmt.Println(guard.Final("El caso", "cerrado").UserMessage())
	// Output:
	// <nil>
	// VALIDATION: La cita ya está cancelada y no se puede cambiar.
	// El caso ya está cerrado y no se puede cambiar.
}

package speak_test

import (
	"fmt"

	"github.com/asixto/go-sdk/asixto/speak"
)

func ExampleSentences() {
	fmt.Println(speak.Sentences(
		"Tiene "+speak.Count(2, "cita", "citas")+": "+speak.List("revisión", "instalación")+".",
		"",
		"Llame al "+speak.Digits("3001234567")+".",
		"El saldo es de "+speak.Number(1021)+".",
	))
	// Output: Tiene 2 citas: revisión e instalación. Llame al 300 123 45 67. El saldo es de mil veintiuno.
}

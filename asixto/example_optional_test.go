package asixto_test

import (
	"fmt"

	"github.com/asixto/go-sdk/asixto"
	"github.com/asixto/go-sdk/schema"
)

// CasoIn opens a case; the lights of the router matter for a fault alone.
type CasoIn struct {
	Tipo      string  `json:"tipo" validate:"oneof=falla cobro" doc:"Tipo de problema"`
	Luces     *string `json:"luces" validate:"max=40" doc:"Luces del módem, si es una falla"`
	Nota      *string `json:"nota" validate:"max=80" doc:"Indicaciones para el técnico"`
	Prioridad *string `json:"prioridad" validate:"oneof=alta normal" doc:"Prioridad que pide el cliente"`
}

// Normalize drops what does not apply and what says nothing; it runs before the
// rules.
func (in *CasoIn) Normalize() {
	in.Luces = asixto.When(in.Tipo == "falla", in.Luces)
	in.Nota = asixto.Trimmed(in.Nota)
}

func ExampleOr() {
	codec, err := schema.Compile[CasoIn](nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	in, err := codec.Decode([]byte(`{"tipo":"cobro","luces":"una roja","nota":"  "}`))
	fmt.Println(in.Luces == nil, in.Nota == nil, asixto.Or(in.Prioridad, "normal"), err)
	// Output: true true normal <nil>
}

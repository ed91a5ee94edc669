package schema_test

import (
	"fmt"
	"strings"

	"github.com/asixto/go-sdk/schema"
)

// Solicitud serves two shapes: of a person and of a company.
type Solicitud struct {
	Tipo    string  `json:"tipo" validate:"oneof=persona empresa"`
	Nombre  string  `json:"nombre" validate:"min=2,max=60"`
	Empresa *string `json:"empresa" validate:"required_if=Tipo empresa,min=3,max=60"`
}

// Normalize cleans the name and drops what does not apply.
func (s *Solicitud) Normalize() {
	s.Nombre = strings.Join(strings.Fields(s.Nombre), " ")
	if s.Tipo == "persona" {
		s.Empresa = nil
	}
}

// Normalize runs after reading and before the rules: a stray value of the other
// shape is dropped, not refused.
func Example_normalize() {
	codec, err := schema.Compile[Solicitud](nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	in, err := codec.Decode([]byte(`{"tipo":"persona","nombre":"  Ana   Ruiz ","empresa":"-"}`))
	fmt.Printf("%q %v %v\n", in.Nombre, in.Empresa, err)

	_, err = codec.Decode([]byte(`{"tipo":"empresa","nombre":"Ana Ruiz"}`))
	fmt.Println(err)
	// Output:
	// "Ana Ruiz" <nil> <nil>
	// schema: invalid: empresa needed
}

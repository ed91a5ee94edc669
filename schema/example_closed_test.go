package schema_test

import (
	"fmt"

	"github.com/asixto/go-sdk/schema"
)

// Estado is a closed set wherever it stands.
type Estado string

// Values lists the states there are.
func (Estado) Values() []Estado { return []Estado{"abierto", "en_cola", "cerrado"} }

func ExampleClosed() {
	type filtro struct {
		Estado  Estado   `json:"estado"`
		Excepto []Estado `json:"excepto,omitempty" validate:"max=2"`
		Antes   *Estado  `json:"antes"`
	}
	codec, err := schema.Compile[filtro](nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, f := range codec.Fields() {
		fmt.Println(f.Path, f.Type, f.Required, f.Enum)
	}
	_, err = codec.Decode([]byte(`{"estado":"abierto","excepto":["nuevo"]}`))
	fmt.Println(err)
	// Output:
	// estado string true ["abierto" "en_cola" "cerrado"]
	// excepto array false []
	// antes string false ["abierto" "en_cola" "cerrado"]
	// schema: invalid: excepto[0] enum
}

package schema_test

import (
	"fmt"
	"time"

	"github.com/asixto/go-sdk/schema"
)

// What a flat schema cannot say is held at a call, and listed.
func ExampleTypeCodec_RuntimeRules() {
	type reserva struct {
		Desde  time.Time  `json:"desde"`
		Hasta  *time.Time `json:"hasta" validate:"gtfield=Desde"`
		Motivo *string    `json:"motivo" validate:"required_with=Hasta,max=80"`
	}
	codec, err := schema.Compile[reserva](nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, r := range codec.RuntimeRules() {
		fmt.Println(r.Path, r.Rule)
	}
	_, err = codec.Decode([]byte(`{"desde":"2026-07-28T10:00:00-05:00","hasta":"2026-07-28T09:00:00-05:00"}`))
	fmt.Println(err)
	// Output:
	// hasta gtfield=Desde
	// motivo required_with=Hasta
	// schema: invalid: hasta mismatch, motivo needed
}

// The two forms of a value that accepts null satisfy the contract alike.
func ExampleNullable() {
	type busqueda struct {
		Orden *string `json:"orden" validate:"oneof=precio nombre"`
	}
	for _, form := range []schema.Nullable{schema.TypeArray, schema.AnyOf} {
		codec, err := schema.Compile[busqueda](&schema.Options{Nullable: form})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(string(codec.Schema()))
	}
	// Output:
	// {"type":"object","additionalProperties":false,"properties":{"orden":{"type":["string","null"],"enum":["precio","nombre",null]}}}
	// {"type":"object","additionalProperties":false,"properties":{"orden":{"anyOf":[{"enum":["precio","nombre"]},{"type":"null"}]}}}
}

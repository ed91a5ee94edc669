package asixto_test

import (
	"fmt"

	"github.com/asixto/go-sdk/asixto"
	"github.com/asixto/go-sdk/schema"
)

func ExampleConfirmed() {
	type In struct {
		Confirmado asixto.Confirmed `json:"confirmado" doc:"La decisión del cliente: confirmó que quiere cancelar"`
	}
	codec, err := schema.Compile[In](nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(string(codec.Schema()))
	_, err = codec.Decode([]byte(`{"confirmado":false}`))
	fmt.Println(err)
	fmt.Println(asixto.Confirmed(false).Values())
	// Output:
	// {"type":"object","additionalProperties":false,"required":["confirmado"],"properties":{"confirmado":{"enum":[true],"description":"La decisión del cliente: confirmó que quiere cancelar"}}}
	// schema: invalid: confirmado confirm
	// [true]
}

package schema_test

import (
	"fmt"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/asixto/go-sdk/schema"
)

// A warning keeps nothing from working; a reason in the tag lifts it.
func ExampleTypeCodec_Warnings() {
	type pago struct {
		Cuenta int64          `json:"cuenta" validate:"min=1"`
		Extra  jsontext.Value `json:"extra" asixto:"free=lo copia el sistema de pagos; allow=free-object: no lo llena el modelo"`
	}
	codec, err := schema.Compile[pago](nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, w := range codec.Warnings() {
		fmt.Printf("%s %s %q\n", w.Path, w.Rule, w.Lifted)
	}
	// Output:
	// cuenta int64-text ""
	// extra free-object "no lo llena el modelo"
}

// Every hint there is, for a page of rules.
func ExampleHints() {
	for _, h := range schema.Hints() {
		fmt.Printf("%s %q\n", h.Rule, h.Provider)
	}
	// Output:
	// int64-text ""
	// free-object "OpenAI"
	// null-in-enum "Gemini"
	// rare-keyword ""
}

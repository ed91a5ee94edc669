package schema_test

import (
	"fmt"

	"github.com/asixto/go-sdk/schema"
)

// A row of the author's database is answered without what is not the customer's.
func Example_strip() {
	type Plan struct {
		ID     string `json:"id" asixto:"strip"`
		Nombre string `json:"nombre"`
	}
	codec, err := schema.Compile[Plan](&schema.Options{Direction: schema.Output})
	if err != nil {
		fmt.Println(err)
		return
	}
	raw, err := codec.Encode(Plan{ID: "0190a0b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b", Nombre: "Hogar"})
	fmt.Println(string(raw), err)
	// Output: {"nombre":"Hogar"} <nil>
}

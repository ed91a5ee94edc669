package speak_test

import (
	"encoding/json"
	"fmt"

	"github.com/asixto/go-sdk/asixto/speak"
	"github.com/asixto/go-sdk/meta"
)

// One amount, as a model gets it, as it is read and as it is heard.
func ExampleMoney() {
	precio := speak.Whole(45900, "COP")
	raw, err := json.Marshal(precio)
	fmt.Println(string(raw), err)
	fmt.Println(precio.For(meta.New(meta.Values{Channel: meta.Chat})))
	fmt.Println(precio.For(meta.New(meta.Values{Channel: meta.Voice})))
	// Output:
	// {"valor":45900,"moneda":"COP"} <nil>
	// $ 45.900
	// cuarenta y cinco mil novecientos pesos
}

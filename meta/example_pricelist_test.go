package meta_test

import (
	"fmt"

	"github.com/asixto/go-sdk/meta"
)

// With several price lists, the price comes from the one of the call.
func ExampleCall_PriceListID() {
	prices := map[string]int{"": 59900, "pl_mayorista": 48000}

	for _, call := range []meta.Call{
		meta.New(meta.Values{PriceListID: "pl_mayorista", Currency: "COP"}),
		meta.FromMap(map[string]any{meta.KeyPriceListID: nil, meta.KeyCurrency: "COP"}),
	} {
		list, ok := call.PriceListID()
		fmt.Println(ok, prices[list], call.Currency())
	}
	// Output:
	// true 48000 COP
	// false 59900 COP
}

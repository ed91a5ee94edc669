package meta_test

import (
	"fmt"

	"github.com/asixto/go-sdk/meta"
)

// Null says that the tenant has no price list, where missing says nothing.
func ExampleCall_State() {
	call := meta.FromMap(map[string]any{meta.KeyPriceListID: nil, meta.KeyCurrency: 170})

	for _, key := range []string{meta.KeyPriceListID, meta.KeyCurrency, meta.KeyTimezone} {
		fmt.Println(key, call.State(key))
	}
	// Output:
	// com.asixto/priceListId null
	// com.asixto/currency of the wrong type
	// com.asixto/timezone missing
}

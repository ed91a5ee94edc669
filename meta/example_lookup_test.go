package meta_test

import (
	"fmt"
	"net/http"

	"github.com/asixto/go-sdk/meta"
)

// A bridge to another protocol keeps the values where it likes, here in headers.
func ExampleFromFunc() {
	header := http.Header{"X-Channel": {"voice"}, "X-Currency": {"USD"}}
	names := map[string]string{meta.KeyChannel: "X-Channel", meta.KeyCurrency: "X-Currency"}

	call := meta.FromFunc(func(key string) (any, bool) {
		value := header.Get(names[key])
		return value, value != ""
	})
	fmt.Println(call.Channel(), call.Currency())
	// Output:
	// voice USD
}

package meta_test

import (
	"fmt"

	"github.com/asixto/go-sdk/meta"
)

// Whatever arrives is read; what the contract does not allow is said.
func ExampleCall_Problems() {
	call := meta.FromMap(map[string]any{
		meta.KeyIdempotencyKey: 42,
		meta.KeyChannel:        "fax",
		meta.KeyPriceListID:    nil, // null is right for the price list
		meta.KeyTimezone:       "America/Macondo",
	})

	fmt.Println(call.Channel(), call.Location())
	for _, problem := range call.Problems() {
		fmt.Println(problem)
	}
	// Output:
	// chat UTC
	// com.asixto/idempotencyKey is of the wrong type: expected a string of 1 to 256 bytes
	// com.asixto/channel is invalid: expected "chat" or "voice"
	// com.asixto/timezone is invalid: expected the IANA name of a time zone, such as America/Bogota
}

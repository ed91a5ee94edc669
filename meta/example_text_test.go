package meta_test

import (
	"fmt"

	"github.com/asixto/go-sdk/meta"
)

// A parser of its own hands over each value as text, with how it arrived.
func ExampleFromLookup() {
	row := map[string]string{meta.KeyChannel: "voice", meta.KeyTimezone: "America/Bogota"}

	call := meta.FromLookup(func(key string) (string, meta.State) {
		if text, ok := row[key]; ok {
			return text, meta.Present
		}
		return "", meta.Missing
	})
	fmt.Println(call.Channel(), call.Timezone(), len(call.Problems()))
	// Output:
	// voice America/Bogota 0
}

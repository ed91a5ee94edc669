package speak_test

import (
	"encoding/json"
	"fmt"

	"github.com/asixto/go-sdk/asixto/speak"
)

// What a model is told of the two types, beside the doc tag of the field.
func ExampleMoney_JSONSchema() {
	for _, schema := range []any{speak.Money{}.JSONSchema(), speak.Time{}.JSONSchema()} {
		raw, err := json.Marshal(schema)
		fmt.Println(string(raw), err)
	}
	// Output:
	// {"properties":{"valor":{"type":"number","description":"Valor en unidades enteras de la moneda"},"moneda":{"type":"string","pattern":"^[A-Z]{3}$","description":"Moneda en ISO 4217"}},"additionalProperties":false,"type":"object","required":["valor","moneda"]} <nil>
	// {"type":"string","format":"date-time"} <nil>
}

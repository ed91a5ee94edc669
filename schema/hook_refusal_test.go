package schema_test

import (
	"strings"
	"testing"

	"github.com/invopop/jsonschema"

	"github.com/asixto/go-sdk/schema"
)

type (
	misspeltType  struct{ stated }
	bareArray     struct{ stated }
	crossedLimits struct{ stated }
	foreignValue  struct{ stated }
	looseNull     struct{ stated }
	valueTwice    struct{ stated }
	requiredOnly  struct{ stated }
)

// stated makes a type one with its own JSON.
type stated struct{}

func (stated) MarshalJSON() ([]byte, error)  { return []byte(`"x"`), nil }
func (*stated) UnmarshalJSON(_ []byte) error { return nil }

func (misspeltType) JSONSchema() *jsonschema.Schema { return &jsonschema.Schema{Type: "strng"} }
func (bareArray) JSONSchema() *jsonschema.Schema    { return &jsonschema.Schema{Type: "array"} }
func (crossedLimits) JSONSchema() *jsonschema.Schema {
	least, most := uint64(5), uint64(2)
	return &jsonschema.Schema{Type: "string", MinLength: &least, MaxLength: &most}
}
func (foreignValue) JSONSchema() *jsonschema.Schema {
	return &jsonschema.Schema{Type: "string", Enum: []any{"a", 5}}
}
func (valueTwice) JSONSchema() *jsonschema.Schema {
	return &jsonschema.Schema{Type: "number", Enum: []any{1, 2.5, 1}}
}
func (requiredOnly) JSONSchema() *jsonschema.Schema {
	return &jsonschema.Schema{Type: "object", AdditionalProperties: jsonschema.FalseSchema, Required: []string{"a", "a"}}
}
func (looseNull) JSONSchema() *jsonschema.Schema {
	return &jsonschema.Schema{Type: "string", Enum: []any{"a", nil}}
}

// A schema that a type states for itself is a schema, and one that some value
// satisfies.
func TestStatedSchemasAreWeighed(t *testing.T) {
	t.Parallel()
	compile := map[string]func() error{
		`"strng" is none`: func() error { return compiled[misspeltType]() },
		"without items":   func() error { return compiled[bareArray]() },
		"above its":       func() error { return compiled[crossedLimits]() },
		"holds 5":         func() error { return compiled[foreignValue]() },
		"holds null":      func() error { return compiled[looseNull]() },
		"holds 1 twice":   func() error { return compiled[valueTwice]() },
		`requires "a"`:    func() error { return compiled[requiredOnly]() },
	}
	for want, err := range compile {
		if err := err(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q in %v", want, err)
		}
	}
}

func compiled[T any]() error {
	_, err := schema.Compile[struct {
		A T `json:"a"`
	}](nil)
	return err
}

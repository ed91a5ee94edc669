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
	onlyOneBranch struct{ stated }
	orNothing     struct{ stated }
	belowZero     struct{ stated }
	innerNull     struct{ stated }
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

func (onlyOneBranch) JSONSchema() *jsonschema.Schema {
	return &jsonschema.Schema{OneOf: []*jsonschema.Schema{{Type: "string"}}}
}
func (orNothing) JSONSchema() *jsonschema.Schema {
	return &jsonschema.Schema{AnyOf: []*jsonschema.Schema{{Type: "string"}, {Type: "null"}}}
}
func (belowZero) JSONSchema() *jsonschema.Schema {
	return &jsonschema.Schema{Type: "string", Extras: map[string]any{"minLength": -1}}
}
func (innerNull) JSONSchema() *jsonschema.Schema {
	properties := jsonschema.NewProperties()
	properties.Set("b", &jsonschema.Schema{AnyOf: []*jsonschema.Schema{{Type: "string"}, {Type: "null"}}, Enum: []any{"x", nil}})
	return &jsonschema.Schema{Type: "object", AdditionalProperties: jsonschema.FalseSchema, Properties: properties}
}

// Null stands once among the values of a property that may be null.
func TestStatedNullIsWrittenOnce(t *testing.T) {
	t.Parallel()
	codec := mustCompile[struct {
		A innerNull `json:"a"`
	}](t, nil)
	if want := `{"b":{"type":["string","null"],"enum":["x",null]}}`; !strings.Contains(string(codec.Schema()), want) {
		t.Errorf("want %s in %s", want, codec.Schema())
	}
	j := judgeOf(t, codec.TypeCodec)
	for doc, want := range map[string]bool{`null`: true, `"x"`: true, `"y"`: false} {
		if got := j.agree(t, []byte(`{"a":{"b":`+doc+`}}`)); got != want {
			t.Errorf("%s: accepted is %v", doc, got)
		}
	}
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
		`keyword "oneOf"`: func() error { return compiled[onlyOneBranch]() },
		"below zero":      func() error { return compiled[belowZero]() },
		"takes null":      func() error { return compiled[orNothing]() },
		"drop the null":   func() error { return compiled[[]orNothing]() },
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

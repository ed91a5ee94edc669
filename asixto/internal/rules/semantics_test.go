package rules

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"pgregory.net/rapid"
)

// aSchema draws a schema out of the keywords that decide about null and texts.
func aSchema(t *rapid.T, depth int) any {
	if rapid.IntRange(0, 19).Draw(t, "boolean") == 0 {
		return rapid.Bool().Draw(t, "which")
	}
	some := func(label string) bool { return rapid.IntRange(0, 3).Draw(t, label) == 0 }
	schema := map[string]any{}
	if some("type?") {
		schema["type"] = rapid.SampledFrom([]any{
			"string", "null", "integer", []any{"string", "null"}, []any{"integer", "null"}, []any{"string", "integer"},
		}).Draw(t, "type")
	}
	if some("enum") {
		schema["enum"] = rapid.SampledFrom([]any{[]any{"a"}, []any{"a", nil}, []any{nil}, []any{1.0, nil}}).Draw(t, "values")
	}
	if some("const") {
		schema["const"] = rapid.SampledFrom([]any{nil, "a", 1.0}).Draw(t, "value")
	}
	if some("maxLength") {
		schema["maxLength"] = rapid.SampledFrom([]any{0, 5, 200}).Draw(t, "length")
	}
	if depth == 0 {
		return schema
	}
	for _, keyword := range []string{"anyOf", "oneOf", "allOf"} {
		if some(keyword) {
			var branches []any
			for range rapid.IntRange(1, 3).Draw(t, "branches") {
				branches = append(branches, aSchema(t, depth-1))
			}
			schema[keyword] = branches
		}
	}
	for _, keyword := range []string{"not", "if", "then", "else"} {
		if some(keyword) {
			schema[keyword] = aSchema(t, depth-1)
		}
	}
	return schema
}

// compileBoth reads one schema here and with an independent implementation.
func compileBoth(t *rapid.T, schema any) (*node, *jsonschema.Schema) {
	text, err := json.Marshal(schema)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("mem:schema", doc); err != nil {
		t.Fatal(err)
	}
	theirs, err := compiler.Compile("mem:schema")
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	ours, err := readNode(text)
	if err != nil {
		t.Fatal(err)
	}
	return ours, theirs
}

func TestAcceptsNullAgreesWithAValidator(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		schema := aSchema(t, 3)
		ours, theirs := compileBoth(t, schema)
		if got, want := acceptsNull(ours), theirs.Validate(nil) == nil; got != want {
			t.Errorf("acceptsNull(%s) = %t, a validator says %t", show(schema), got, want)
		}
	})
}

func TestNoLongTextPassesWhatIsNotFree(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 10_000)
	free := 0
	rapid.Check(t, func(t *rapid.T) {
		schema := aSchema(t, 3)
		ours, theirs := compileBoth(t, schema)
		passes := theirs.Validate(long) == nil
		if passes {
			free++
		}
		if passes && !freeText(ours) {
			t.Errorf("freeText(%s) = false, and a text of %d passes", show(schema), len(long))
		}
	})
	if free == 0 {
		t.Error("no drawn schema took a long text: the property was not put to the test")
	}
}

func show(schema any) string {
	text, err := json.Marshal(schema)
	return fmt.Sprint(string(text), err)
}

func TestFreeText(t *testing.T) {
	t.Parallel()
	tests := map[string]bool{
		`{"type":"string"}`:                              true,
		`{"type":["string","null"]}`:                     true,
		`{}`:                                             true,
		`true`:                                           true,
		`false`:                                          false,
		`{"type":"integer"}`:                             false,
		`{"type":"string","maxLength":0}`:                false,
		`{"type":"string","maxLength":1.5}`:              true,
		`{"type":"string","maxLength":null}`:             true,
		`{"type":"string","format":"date"}`:              false,
		`{"type":"string","format":"date-time"}`:         false,
		`{"type":"string","format":"email"}`:             true,
		`{"type":"string","pattern":"^a$"}`:              true,
		`{"anyOf":[{"type":"string"},{"type":"null"}]}`:  true,
		`{"anyOf":[{"type":"integer"},{"type":"null"}]}`: false,
		`{"type":"string","anyOf":[{"maxLength":1},{"enum":[1]}]}`: false,
		`{"allOf":[{"type":"string"},{"maxLength":3}]}`:            false,
		`{"allOf":[{"type":"string"},{"minLength":3}]}`:            true,
	}
	for schema, want := range tests {
		n, err := readNode([]byte(schema))
		if err != nil {
			t.Fatal(err)
		}
		if got := freeText(n); got != want {
			t.Errorf("freeText(%s) = %t, want %t", schema, got, want)
		}
	}
}

func TestAcceptsNull(t *testing.T) {
	t.Parallel()
	tests := map[string]bool{
		`{"type":["string","null"]}`:                         true,
		`{"type":"string"}`:                                  false,
		`{"type":"string","nullable":true}`:                  false,
		`{"type":["string","null"],"enum":["a"]}`:            false,
		`{"type":["string","null"],"enum":["a",null]}`:       true,
		`{"anyOf":[{"type":"string"},{"type":"null"}]}`:      true,
		`{"anyOf":[{"type":"string"}]}`:                      false,
		`{"oneOf":[{"type":"null"},{"enum":[null]}]}`:        false, // exactly one may match
		`{"$ref":"#/properties/x"}`:                          false,
		`{"type":["string","null"],"$ref":"#/properties/x"}`: false,
		`{"type":["string","null"],"$dynamicRef":"#x"}`:      false,
		`{"const":null}`:                                     true,
		`{"not":{"type":"null"}}`:                            false,
		`{"if":{"type":"null"},"then":{"type":"string"}}`:    false,
		`{"if":{"type":"string"},"then":false,"else":{}}`:    true,
		`{"if":{"type":"string"},"then":true,"else":false}`:  false,
		`true`:   true,
		`false`:  false,
		`"null"`: false,
	}
	for schema, want := range tests {
		n, err := readNode([]byte(schema))
		if err != nil {
			t.Fatal(err)
		}
		if got := acceptsNull(n); got != want {
			t.Errorf("acceptsNull(%s) = %t, want %t", schema, got, want)
		}
	}
}

func TestUnits(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]int{"": 0, "a": 1, "ñ": 1, "👍": 2, "e\u0301": 2, "👩‍👧": 5, "\xff": 1} {
		if got := units(s); got != want {
			t.Errorf("units(%q) = %d, want %d", s, got, want)
		}
	}
}

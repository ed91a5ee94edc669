package rules

import (
	"errors"
	"fmt"
	"unicode/utf16"

	"github.com/asixto/go-sdk/meta"
)

// A Tool is one entry of tools/list, taken apart for the rules.
type Tool struct {
	// Name is the tool's name, "" where the entry has none.
	Name string
	// Input and Output are its schemas. They are empty, never nil, where the
	// entry has none.
	Input, Output Schema
	// Allow holds the exceptions made for the whole tool: the id of a rule and
	// the reason in words.
	Allow map[string]string

	def    *node
	astray []string // what its notes say of properties that it lacks
}

// Parse takes one entry of tools/list apart. It fails only where def is no JSON
// object, or nested more than 256 deep: whatever else is wrong with it is a
// finding of [CheckTool]. What the definition itself says at [KeyNotes] counts
// as annotated.
func Parse(def []byte) (*Tool, error) {
	n, err := readNode(def)
	if err != nil {
		return nil, fmt.Errorf("rules: read the definition of a tool: %w", err)
	}
	if !n.isObject() {
		return nil, errors.New("rules: read the definition of a tool: not a JSON object")
	}
	t := &Tool{
		Name:   n.get("name").text,
		Input:  newSchema(n.get("inputSchema"), false),
		Output: newSchema(n.get("outputSchema"), true),
		def:    n,
	}
	t.readNotes()
	return t, nil
}

func (t *Tool) description() string { return t.def.get("description").text }

func (t *Tool) verb() string { return t.def.get("_meta").get(meta.KeyVerb).text }

func (t *Tool) hint(name string) *node { return t.def.get("annotations").get(name) }

func (t *Tool) readOnly() bool { return t.hint("readOnlyHint").isTrue() }

func (t *Tool) destructive() bool { return t.hint("destructiveHint").isTrue() }

// units is the length of s as the Gateway counts it: in UTF-16 code units.
func units(s string) int {
	n := 0
	for _, r := range s {
		n += max(1, utf16.RuneLen(r))
	}
	return n
}

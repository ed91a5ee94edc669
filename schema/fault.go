package schema

import (
	"fmt"
	"strings"
)

// A CompileError lists everything in a type that cannot become a schema and a
// codec: all of it at once, nothing twice.
type CompileError struct {
	// Type is the compiled type, as written in Go.
	Type string
	// Problems are the faults found, in the order of the fields.
	Problems []Fault
}

// A Fault is one reason why a type was refused.
type Fault struct {
	// Field is the path of the property, such as "items[].nombre"; empty for the
	// type itself.
	Field string
	// GoField is the same path in Go's names, such as "Items[].Nombre".
	GoField string
	// Tag is the tag at fault as written, such as `validate:"maxx=5"`; empty where
	// the fault is in no tag.
	Tag string
	// Text says on one line what is wrong and what to write instead.
	Text string
}

// String renders the fault on one line.
func (f Fault) String() string {
	var b strings.Builder
	if f.Field != "" {
		fmt.Fprintf(&b, "field %q", f.Field)
		if f.GoField != "" {
			fmt.Fprintf(&b, " (%s)", f.GoField)
		}
		b.WriteString(": ")
	}
	if f.Tag != "" {
		b.WriteString(f.Tag + ": ")
	}
	return b.String() + f.Text
}

// Error renders every fault, one line each.
func (e *CompileError) Error() string {
	lines := make([]string, len(e.Problems))
	for i, f := range e.Problems {
		lines[i] = fmt.Sprintf("schema: type %s: %s", e.Type, f)
	}
	return strings.Join(lines, "\n")
}

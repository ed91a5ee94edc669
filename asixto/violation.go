package asixto

import (
	"fmt"
	"strings"
)

// A Violation is one thing about a tool or the server that breaks the
// contract, or that the contract advises against.
type Violation struct {
	// Rule is the id of the rule, as "optional-nullable".
	Rule string
	// Section is the part of the contract it comes from; empty for the SDK's
	// own.
	Section string
	// Tool is the name of the tool; empty where the whole server is meant.
	Tool string
	// Field is the path of the property, as "items[].nombre"; empty where the
	// tool itself is meant.
	Field string
	// Output says that the property is one of the answer, not of the arguments.
	Output bool
	// Text says what is wrong and what to write instead.
	Text string
	// Provider is whose models take it badly, where it is not everybody's
	// concern.
	Provider string
	// Warning says that the certification may pass all the same.
	Warning bool
}

// String returns the violation in one line.
func (v Violation) String() string {
	var b strings.Builder
	b.WriteString("asixto: ")
	if v.Tool != "" {
		fmt.Fprintf(&b, "tool %q: ", v.Tool)
	}
	switch {
	case v.Field == "":
	case v.Output:
		fmt.Fprintf(&b, "answer field %q: ", v.Field)
	default:
		fmt.Fprintf(&b, "field %q: ", v.Field)
	}
	if v.Provider != "" {
		b.WriteString(v.Provider + ": ")
	}
	b.WriteString(v.Text)
	if v.Rule != "" {
		fmt.Fprintf(&b, " [%s]", v.Rule)
	}
	return b.String()
}

// A RegistrationError holds every violation that keeps a tool or a server from
// starting. Its text has one line for each.
type RegistrationError struct {
	// Violations are in the order of their discovery, none of them a warning.
	Violations []Violation
}

// Error returns the violations, one on each line.
func (e *RegistrationError) Error() string {
	lines := make([]string, len(e.Violations))
	for i, v := range e.Violations {
		lines[i] = v.String()
	}
	return strings.Join(lines, "\n")
}

// refusal returns the error of vs, nil where there is none.
func refusal(vs []Violation) error {
	if len(vs) == 0 {
		return nil
	}
	return &RegistrationError{Violations: vs}
}

package rules

import (
	"fmt"
	"strings"
)

// A Finding is one place where a rule is broken.
type Finding struct {
	Rule Rule
	// Tool is the tool's name; "" for a finding about the whole server.
	Tool string
	// Field is the path of the property, such as "items[].nombre"; "" for a
	// finding about the tool itself. Output says that it is one of the answer.
	Field  string
	Output bool
	// Detail holds the values at fault, such as "712 > 700"; it is in no
	// language and may be empty.
	Detail string
}

// Text says in English what is wrong and what to write instead, without naming
// the tool and the field.
func (f Finding) Text() string {
	return f.Rule.EN + f.detail() + ": write, for example, " + f.Rule.Fix.Go + ", in JSON " + f.Rule.Fix.JSON
}

// TextES is Text in Spanish.
func (f Finding) TextES() string {
	return f.Rule.ES + f.detail() + ": escriba, por ejemplo, " + f.Rule.Fix.Go + ", en JSON " + f.Rule.Fix.JSON
}

func (f Finding) detail() string {
	if f.Detail == "" {
		return ""
	}
	return " (" + f.Detail + ")"
}

// String is the finding in one line: tool, field, what is wrong, what to write
// instead, and the rule.
func (f Finding) String() string {
	var b strings.Builder
	if f.Tool != "" {
		fmt.Fprintf(&b, "tool %q: ", f.Tool)
	}
	if f.Field != "" {
		side := ""
		if f.Output {
			side = "answer "
		}
		fmt.Fprintf(&b, "%sfield %q: ", side, f.Field)
	}
	fmt.Fprintf(&b, "%s [%s]", f.Text(), f.Rule.ID)
	return b.String()
}

package schema

import (
	"strings"
	"unicode/utf16"
)

// Code names a kind of problem. Codes are stable: messages are looked up by them.
type Code string

// The kinds of problem a value may have.
const (
	Missing     Code = "missing"      // a required value is absent
	Null        Code = "null"         // null where a value is needed
	Unknown     Code = "unknown"      // a property the schema does not have
	Duplicate   Code = "duplicate"    // a property sent twice
	WrongType   Code = "type"         // another JSON type than Problem.Type
	NotWhole    Code = "not_whole"    // a number with a fraction for an integer
	OutOfRange  Code = "out_of_range" // a number that the Go type cannot hold
	TooShort    Code = "min_length"   // fewer characters than Problem.Limit
	TooLong     Code = "max_length"   // more characters than Problem.Limit
	TooSmall    Code = "minimum"      // below Problem.Limit
	TooLarge    Code = "maximum"      // above Problem.Limit
	NotAbove    Code = "above"        // not above Problem.Limit
	NotBelow    Code = "below"        // not below Problem.Limit
	TooFew      Code = "min_items"    // fewer elements than Problem.Limit
	TooMany     Code = "max_items"    // more elements than Problem.Limit
	Repeated    Code = "unique_items" // an element occurs twice
	NotAllowed  Code = "enum"         // none of Problem.Allowed
	Unconfirmed Code = "confirm"      // a confirmation that is not true
	BadFormat   Code = "format"       // not what Problem.Format asks for
	TooBig      Code = "size"         // a free-form object over Problem.Limit bytes
	Needed      Code = "needed"       // required beside the other values
	Excluded    Code = "excluded"     // not allowed beside the other values
	Mismatch    Code = "mismatch"     // does not agree with Problem.Peer
	Malformed   Code = "syntax"       // the JSON itself is broken
)

// A Problem is one thing wrong with a document or a value.
type Problem struct {
	// Path is where the value is, such as "items[3].nombre"; empty for the whole.
	Path string
	// Label is what a person calls the value: the start of its description if
	// that is short, else its name with spaces.
	Label string
	// Code says what is wrong.
	Code Code
	// Type is the JSON type that was expected, where that is the point, Got the
	// one that came.
	Type, Got string
	// Limit is the bound of a rule, as written in the schema; of a format, what
	// its rule asks for or an example of it.
	Limit string
	// Allowed are the values of a closed set.
	Allowed []string
	// Format is the validator rule that a text breaks, such as "email", or the
	// alternatives that it breaks all of, such as "email|e164".
	Format string
	// Peer is the label of the other value of a comparison, or the spelling meant
	// by an unknown name.
	Peer string
}

// InvalidError says everything that is wrong with one document or value. Two
// equal documents give equal errors.
type InvalidError struct {
	// Problems are in the order of the document, at most 100 of them; what is
	// missing follows the object it is missing from.
	Problems []Problem

	messages *Messages // nil: Spanish
}

// Limits of what an [InvalidError] says.
const (
	maxProblems = 100  // problems that are recorded at all
	maxMessage  = 200  // UTF-16 units of UserMessage
	maxNamed    = 3    // fields that UserMessage names
	maxDetailed = 20   // problems that Details lists
	maxDetails  = 2400 // UTF-16 units of Details, well inside the 3,000 of an answer
)

// UserMessage is one sentence to be read aloud, of at most 200 UTF-16 units,
// that names at most three fields.
func (e *InvalidError) UserMessage() string {
	return e.words().sentence(e.Problems)
}

// Details lists the problems by path, at most 20 of them, for whoever looks at
// the trace; a model reads them to correct its call.
func (e *InvalidError) Details() string {
	var b strings.Builder
	words := e.words()
	for i, p := range e.Problems {
		line := words.detail(p)
		if i == maxDetailed || utf16Len(b.String())+utf16Len(line) > maxDetails {
			b.WriteString(words.more(len(e.Problems) - i))
			break
		}
		if i > 0 {
			b.WriteString("; ")
		}
		b.WriteString(line)
	}
	return b.String()
}

func (e *InvalidError) words() *Messages {
	if e.messages == nil {
		return new(Messages).orSpanish()
	}
	return e.messages
}

// Error is for logs: the paths and codes, none of the values.
func (e *InvalidError) Error() string {
	var b strings.Builder
	b.WriteString("schema: invalid")
	for i, p := range e.Problems {
		b.WriteString([]string{": ", ", "}[min(i, 1)])
		if p.Path != "" {
			b.WriteString(p.Path + " ")
		}
		b.WriteString(string(p.Code))
		if p.Limit != "" {
			b.WriteString(" " + p.Limit)
		}
	}
	return b.String()
}

// utf16Len counts as JavaScript does, and with it the Gateway.
func utf16Len(s string) int {
	n := 0
	for _, r := range s {
		n += utf16.RuneLen(r)
	}
	return n
}

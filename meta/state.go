package meta

import "fmt"

// State says how one of the eight values of a call arrived. The contract
// promises all eight; in the wild any may be absent or of another shape.
type State uint8

// The states of a value.
const (
	Missing   State = iota // the key is not there
	Present                // a usable value; the getters return it
	Null                   // JSON null: right for the price list only
	WrongType              // neither a string nor null
	Invalid                // a string the contract does not allow, see Problem
)

// String is the state's name in lower case.
func (s State) String() string {
	switch s {
	case Missing:
		return "missing"
	case Present:
		return "present"
	case Null:
		return "null"
	case WrongType:
		return "of the wrong type"
	case Invalid:
		return "invalid"
	}
	return fmt.Sprintf("State(%d)", uint8(s))
}

// Problem is a value that came in a shape the contract does not allow.
type Problem struct {
	Key   string // the whole key, such as KeyCurrency
	State State  // Null, WrongType or Invalid
}

// String names the key, its state and what was expected. It never holds the
// value itself, so it is fit for a log.
func (p Problem) String() string {
	return fmt.Sprintf("%s is %s: expected %s", p.Key, p.State, expectation(p.Key))
}

func expectation(key string) string {
	for f, k := range keys {
		if k == key {
			return expected[f]
		}
	}
	return "one of the keys of the contract"
}

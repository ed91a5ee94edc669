package asixto

import "fmt"

// Access says what a tool may do to the author's system. It decides the
// annotations on the wire, which are always explicit, and whether a call
// passes through the idempotency engine. The zero Access is refused by
// [AddTool]: being a read is a promise, never a default.
//
// Contract: "Anotaciones y su efecto".
type Access int

const (
	// Read changes nothing. The Gateway runs it without confirmation
	// (readOnlyHint true, destructiveHint false, idempotentHint true).
	Read Access = iota + 1
	// Write creates or changes something that can be put right again
	// (readOnlyHint false, destructiveHint false).
	Write
	// Destructive does what cannot be undone: it charges, cancels or deletes.
	// The Gateway files it under level admin and hides it from agents of
	// level read or write (readOnlyHint false, destructiveHint true).
	Destructive
)

// Valid reports whether a is one of the three levels.
func (a Access) Valid() bool { return a >= Read && a <= Destructive }

// Writes reports whether a tool of this level has an effect that must never
// be repeated for one idempotency key.
func (a Access) Writes() bool { return a == Write || a == Destructive }

// String returns the Go name of the level.
func (a Access) String() string {
	switch a {
	case Read:
		return "Read"
	case Write:
		return "Write"
	case Destructive:
		return "Destructive"
	default:
		return fmt.Sprintf("Access(%d)", int(a))
	}
}

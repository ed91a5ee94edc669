package toolerrors

// Kind is one of the six error types of the contract (page 06). Its text is the
// error_type on the wire.
//
// A Kind is an error only so that it can be the target of errors.Is:
//
//	errors.Is(err, toolerrors.KindNotFound)
//
// is true where an [*Error] of that kind is anywhere in err's tree. A Kind
// returned by a tool by mistake is safe: [From] gives it its fixed sentence.
type Kind string

// The six kinds; the contract knows no others and reads anything else as
// UNKNOWN.
const (
	KindBlocker    Kind = "BLOCKER"    // a business condition must be solved first
	KindNotFound   Kind = "NOT_FOUND"  // the one thing asked for does not exist
	KindValidation Kind = "VALIDATION" // the input or the record's state does not allow it
	KindPermission Kind = "PERMISSION" // the record belongs to somebody else
	KindSystem     Kind = "SYSTEM"     // a technical failure or a time-out
	KindUnknown    Kind = "UNKNOWN"    // nothing else fits
)

// Kinds lists the six kinds in the contract's order, in a slice of the caller's
// own.
func Kinds() []Kind {
	return []Kind{KindBlocker, KindNotFound, KindValidation, KindPermission, KindSystem, KindUnknown}
}

// Valid reports whether k is one of the six kinds. Case counts: "not_found" is
// not valid.
func (k Kind) Valid() bool {
	switch k {
	case KindBlocker, KindNotFound, KindValidation, KindPermission, KindSystem, KindUnknown:
		return true
	}
	return false
}

// Error is the kind's text, so that a Kind can be a target of errors.Is.
func (k Kind) Error() string { return string(k) }

// orUnknown is k, or UNKNOWN where the contract does not know k.
func (k Kind) orUnknown() Kind {
	if k.Valid() {
		return k
	}
	return KindUnknown
}

// DefaultMessage is the fixed sentence a customer hears where nobody wrote one:
// for foreign errors ([From]) and empty messages ([New]). An invalid kind has
// that of [KindUnknown].
func DefaultMessage(k Kind) string {
	switch k {
	case KindBlocker:
		return "Hay algo pendiente que impide continuar."
	case KindNotFound:
		return "No encontré lo que se pidió."
	case KindValidation:
		return "Con esos datos no es posible continuar."
	case KindPermission:
		return "Ese registro pertenece a otra persona."
	case KindSystem:
		return "El sistema no está disponible en este momento."
	default:
		return "No fue posible completar la operación."
	}
}

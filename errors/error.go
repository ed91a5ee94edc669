package toolerrors

import (
	"fmt"
	"strings"
)

// Error is a failure that was written for the customer: a kind, one sentence,
// optional technical details, and a private cause.
//
// It is immutable: WithCause and WithDetails return copies, so one may be kept
// in a package variable and shared by goroutines. The zero value and a nil
// *Error are safe and read as UNKNOWN with its fixed sentence. A nil *Error
// returned as an error is still a failure, as everywhere in Go.
type Error struct {
	kind        Kind
	userMessage string
	details     string
	cause       error
}

// New makes an error of a kind that is known only at run time; prefer the
// constructor named after the kind.
//
// It never fails: an invalid kind becomes [KindUnknown], a blank message the
// [DefaultMessage] of the kind, and bytes that are not UTF-8 become U+FFFD. The
// message is one short sentence in neutral Spanish (contract, page 06); its
// length is not checked here.
func New(kind Kind, userMessage string) *Error {
	kind = kind.orUnknown()
	if strings.TrimSpace(userMessage) == "" {
		userMessage = DefaultMessage(kind)
	}
	return &Error{kind: kind, userMessage: validText(userMessage)}
}

// Blocker says that a business condition must be solved first, such as a
// suspended account. The message as in [New].
func Blocker(userMessage string) *Error { return New(KindBlocker, userMessage) }

// NotFound says that the one thing asked for does not exist. A search without
// hits is no error: return the empty list and a total of 0. The message as in
// [New].
func NotFound(userMessage string) *Error { return New(KindNotFound, userMessage) }

// Validation says that the input, or the state of the record, does not allow
// it; for a record in a final state name that state. The message as in [New].
func Validation(userMessage string) *Error { return New(KindValidation, userMessage) }

// Permission says that the record belongs to somebody else than the customer
// identified in this conversation (contract, guarantee 2). The message as in
// [New].
func Permission(userMessage string) *Error { return New(KindPermission, userMessage) }

// System says that something technical failed: a dependency is down, time ran
// out. The message as in [New].
func System(userMessage string) *Error { return New(KindSystem, userMessage) }

// Unknown is for what fits no other kind. The message as in [New].
func Unknown(userMessage string) *Error { return New(KindUnknown, userMessage) }

// WithCause returns a copy that carries err as its private cause: it is found
// by errors.Is and errors.As, and written by Error for the log, and never
// leaves the server. A nil err takes the cause away.
func (e *Error) WithCause(err error) *Error {
	c := e.copy()
	c.cause = err
	return c
}

// WithDetails returns a copy with technical details, which DO go on the wire,
// for the author's own trace; Asixto makes no use of them (contract, page 06).
// Never put identifiers, data of other people, traces or tokens there. Empty
// details are left out of the wire form; bytes that are not UTF-8 become
// U+FFFD.
func (e *Error) WithDetails(details string) *Error {
	c := e.copy()
	c.details = validText(details)
	return c
}

// Kind is one of the six kinds, always valid.
func (e *Error) Kind() Kind {
	if e == nil {
		return KindUnknown
	}
	return e.kind.orUnknown()
}

// UserMessage is the sentence the customer hears; it is never empty.
func (e *Error) UserMessage() string {
	if e == nil || e.userMessage == "" {
		return DefaultMessage(e.Kind())
	}
	return e.userMessage
}

// Details are the technical details of the wire form, "" where there are none.
func (e *Error) Details() string {
	if e == nil {
		return ""
	}
	return e.details
}

// Error is the line for the log: kind, sentence, details and cause. It must not
// reach a customer; what may leave is the wire form, see AppendJSON.
func (e *Error) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s", e.Kind(), e.UserMessage())
	if details := e.Details(); details != "" {
		fmt.Fprintf(&b, " (%s)", details)
	}
	if cause := e.Unwrap(); cause != nil {
		// %v survives a cause whose own Error method panics.
		fmt.Fprintf(&b, ": %v", cause)
	}
	return b.String()
}

// Unwrap is the private cause, nil where there is none.
func (e *Error) Unwrap() error {
	if e == nil {
		return nil
	}
	return e.cause
}

// Is makes errors.Is(err, toolerrors.KindNotFound) work: a target that is a
// [Kind] matches an error of that kind.
func (e *Error) Is(target error) bool {
	kind, ok := target.(Kind)
	return ok && kind == e.Kind()
}

func (e *Error) copy() *Error {
	c := Error{kind: e.Kind(), userMessage: e.UserMessage(), details: e.Details(), cause: e.Unwrap()}
	return &c
}

func validText(s string) string { return strings.ToValidUTF8(s, "\uFFFD") }

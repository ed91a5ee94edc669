// Package toolerrors says in Asixto's own terms why a tool could not do what
// was asked.
//
// A business failure is an answer that a customer may hear. An [*Error] keeps
// its two halves apart: the kind and one sentence written for the customer
// travel on the wire; the cause stays in the server's log.
//
//	cliente, err := crm.Cliente(ctx, documento)
//	if errors.Is(err, crm.ErrNoExiste) {
//		return out, toolerrors.NotFound("No encontré un cliente con ese documento.").WithCause(err)
//	}
//	if err != nil {
//		return out, err // UNKNOWN or SYSTEM with a fixed sentence: the text of err stays in the log
//	}
//
// # Which kind
//
//   - [Blocker]: a business condition stands in the way and must be solved
//     first (a suspended account).
//   - [NotFound]: the one thing asked for does not exist. A search without
//     hits is a success: return the empty list and a total of 0.
//   - [Validation]: the input, or the state of the record (already cancelled),
//     does not allow it.
//   - [Permission]: the record belongs to somebody else.
//   - [System]: a technical failure: a dependency is down, time ran out.
//   - [Unknown]: nothing else fits.
//
// # Which function
//
//   - To fail on purpose: the constructor named after the kind.
//   - To ask what kind of failure an error is: [KindOf] for one answer, or
//     errors.Is(err, toolerrors.KindNotFound) for yes or no.
//   - To turn any error into what may leave the server: [From].
//
// The sentence is Spanish, neutral, short enough to be read aloud, and holds no
// identifier, trace, token or datum of another person (contract, page 06).
//
// The folder is named errors and the package toolerrors, so that it never
// collides with the standard package of that name.
package toolerrors

// Package guard refuses what a tool must not do, in the words and kinds of the
// contract ("Garantías de cada herramienta"): a record of somebody else, a record
// in a final state.
//
// # Which of these do I want
//
//   - A record may be touched only for a customer whom this conversation has looked
//     up: [Ownership]. The lookup tool calls Resolve, the others call Require.
//   - A record in a final state is not changed: [NotFinal] where the change is made,
//     or [Final] where the author's system has found it to be so.
//   - The customer confirms what cannot be undone: that is an argument, of type
//     asixto.Confirmed.
//   - The same guard before many tools: [Before] and [After] make middleware of it,
//     for all tools whose arguments, and answers, have a type or implement an
//     interface.
//
// # Guards and repetitions
//
// A guard runs in the handler or in middleware, and so inside idempotency: a
// repeated call gets the answer of the first one and meets no guard. The other
// way round the retry of a cancellation that worked would hear that the
// appointment is cancelled already.
package guard

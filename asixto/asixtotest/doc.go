// Package asixtotest is for the tests of whoever writes tools: it calls them as
// the Asixto Gateway does, through the server's own HTTP handler and without a
// socket, and holds them against the contract by the same rules that registration
// and the command "asixto check" know.
//
//	func TestCatalogue(t *testing.T) {
//		asixtotest.Contract(t, newServer(t))
//	}
//
//	func TestPickup(t *testing.T) {
//		c := asixtotest.New(t, newServer(t))
//		out := asixtotest.Call[RecogidaOut](t, c, "programar_recogida", RecogidaIn{Guia: "123456", Franja: "tarde"})
//		…
//	}
//
// # Which of these do I want
//
//   - [Contract] for every server: all rules on all tools, and what the
//     certification does.
//   - [Idempotent] for every tool that writes: one effect for one key, whatever
//     happens to the call. The contract cannot be seen to be kept there without
//     the author, who counts the effects.
//   - [ReadOnly] for every tool that reads.
//   - [Golden] so that a change of the catalogue, which means certifying again,
//     is seen in review.
//   - [Call] for a success, [Fails] for a business error, [Spoken] for the text
//     that is read aloud; [Client.Do] where the answer's bytes matter. A
//     [CallOption] is what the Gateway says about a call: [Voice], [Currency],
//     [PriceListID] …
//   - [NewConversation] for several calls that belong together, with the keys of
//     the Gateway, its retries and a transcript.
//   - [New] for a server, [Tool] for one tool that no server offers yet,
//     [Through] for the author's own handler or other tokens.
//
// A tool that is offered nowhere else, but takes values from another's answers,
// is added to a server of the test beside that other one.
//
// Every answer that passes through a client is held to the rules about answers:
// its size, its form, its own output schema, no media, no traces, no identifiers,
// dates with an offset, in voice nothing that cannot be said. A violation fails
// the test that made the call.
package asixtotest

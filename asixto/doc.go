// Package asixto turns plain Go functions into tools that the Asixto Gateway
// certifies.
//
// An author writes a struct for the arguments, a struct for the answer and a
// function between them; [AddTool] derives the closed schema, the annotations
// and the metadata, and refuses, naming every violation at once, what would
// fail certification. A [Server] then serves its tools over HTTP
// ([Server.Mount], [Server.Serve]) or over any go-sdk transport
// ([Server.Run]).
//
// # Which of these do I want
//
//   - A tool that only looks things up: [Access] Read. It is cancelled when
//     the client goes away and needs no store.
//   - A tool that creates or changes something: Write, or Destructive where
//     the change cannot be undone. The server needs a store of idempotency
//     keys, [ServerOptions].Store: idem.NewMemory(nil) for one process, the
//     Redis and SQL modules for several.
//   - A business failure the customer may hear: return one of package
//     toolerrors. Any other error is logged and answered with a fixed
//     sentence.
//   - The channel, currency, time zone or price list of a call: meta.From(ctx).
//   - A list that may be long: [Paged], with [PageIn] and [PageOut] embedded.
//   - An amount or a date: the types of package speak. A record that only its
//     owner's conversation may touch: package guard.
//   - Tools that follow each other: [ServerOptions].Flows. Work that goes on after
//     the answer: [Work].
//   - Optional arguments: [Or], [When] and [Trimmed]. A decision that has to be
//     confirmed: [Confirmed].
//   - Something that an answer should not hold: [ServerOptions].Development warns of
//     it, see [Leak].
//   - Who may call: [HandlerOptions].Verifier. [TokensFile] for tokens that are
//     handed out by hand and replaced while serving, package asixtojwt or
//     [Introspection] for those of an authorization server.
//   - A text of its own for the model or the telephone: give the answer type a
//     Spoken method, see [Speaker].
//
// # The road of a call
//
// Arguments are decoded and checked against their schema, every problem at
// once. A write looks its idempotency key up before anything of the author's
// runs: a finished one is answered from the store, one in flight is waited
// for. Then the author's middleware and handler run under the tool's own
// deadline; their answer is checked, encoded once, stored and sent. An answer
// never carries the text of an error that was not written for the customer.
package asixto

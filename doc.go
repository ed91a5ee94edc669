// Package sdk is the map of the Asixto Go SDK; it holds documentation only.
//
// An author writes a struct for a tool's arguments, a struct for its answer and one function. The SDK makes of them a
// tool that passes the Asixto certification, and refuses, naming every violation at once, what would not.
//
// # Which package do I want
//
//   - [github.com/asixto/go-sdk/asixto] is where every server starts: Server, Tool, AddTool, and Mount to serve it.
//   - [github.com/asixto/go-sdk/asixto/speak] puts amounts and moments into words, and
//     [github.com/asixto/go-sdk/asixto/guard] refuses records of somebody else.
//   - [github.com/asixto/go-sdk/errors] (package toolerrors) is how a handler says no: six kinds of failure, each with a
//     sentence that a customer may hear and a cause that stays in the log.
//   - [github.com/asixto/go-sdk/meta] is what the Gateway says about a call (channel, currency, price list, time zone,
//     conversation), read from the handler's context, and the scenario keys that a tool declares.
//   - [github.com/asixto/go-sdk/idem] is one effect per idempotency key: the store that a server is given, and the same
//     engine for code that is no tool.
//   - [github.com/asixto/go-sdk/schema] makes a JSON Schema and its codec from a Go type. AddTool uses it; an author needs
//     it only to look at a schema or to reuse the codec elsewhere.
//
// errors, meta and idem need the standard library alone, so a domain package may import them without taking the server
// along. Only asixto imports the MCP library underneath.
//
// # Where to begin
//
// examples/soporte is a whole server in one folder, made to be copied. The README shows a tool from nothing in five
// minutes, and docs/architecture.md follows one call through the SDK and says why it is built so.
package sdk

// Package sdk is the map of the Asixto Go SDK; it holds documentation only.
//
// An author writes a struct for a tool's arguments, a struct for its answer and one function. The SDK makes of them a
// tool that passes the Asixto certification, and refuses, naming every violation at once, what would not.
//
// # Which package do I want
//
//   - [github.com/asixto/go-sdk/asixto] is where every server starts: Server, Tool, AddTool, and Mount or Serve.
//   - [github.com/asixto/go-sdk/errors] (package toolerrors) is how a handler says no: six kinds of failure, each with a
//     sentence that a customer may hear and a cause that stays in the log.
//   - [github.com/asixto/go-sdk/meta] is what the Gateway says about a call (channel, currency, price list, time zone,
//     conversation), read from the handler's context, and the scenario keys that a tool declares.
//   - [github.com/asixto/go-sdk/idem] is one effect per idempotency key: the store that a server is given, and the same
//     engine for code that is no tool.
//   - [github.com/asixto/go-sdk/asixto/speak] puts amounts and moments into words, and
//     [github.com/asixto/go-sdk/asixto/guard] refuses records of somebody else and changes to final states.
//   - [github.com/asixto/go-sdk/asixto/asixtotest] is for the tests of your own tools: the Gateway in memory, the whole
//     contract, and effects that are counted.
//   - [github.com/asixto/go-sdk/schema] makes a JSON Schema and its codec from a Go type. AddTool uses it; its overview
//     lists the tags. An author needs the package only to look at a schema or to reuse the codec elsewhere.
//   - [github.com/asixto/go-sdk/idem/idemtest] tries a store of your own.
//
// errors, meta and idem need the standard library alone, so a domain package may import them without taking the server
// along. Only asixto imports the MCP library underneath.
//
// # Modules of their own
//
// What needs a library of its own is a module of its own, to be fetched where it is wanted:
//
//   - github.com/asixto/go-sdk/idem/idemredis keeps keys in Redis, github.com/asixto/go-sdk/idem/idemsql in PostgreSQL,
//     MySQL, MariaDB or SQLite, effect and key in one transaction where the effects are there too.
//   - github.com/asixto/go-sdk/asixto/asixtojwt checks bearer tokens that are JWTs.
//   - github.com/asixto/go-sdk/asixto/asixtootel makes spans and measurements of OpenTelemetry.
//
// # The command
//
// github.com/asixto/go-sdk/asixto/cmd/asixto examines a running server in any language as the certification does, and
// prints the schema of a Go type.
//
// # Where to begin
//
// docs/guide.md (docs/guide.es.md in Spanish) goes from an empty folder to a certified tool in ten minutes, and then
// through every topic. examples/minimo is the smallest server, examples/soporte a whole one, made to be copied.
// docs/deployment.md puts it on a machine, docs/migration.md comes from a plain go-sdk server, docs/rules.md has the
// contract one rule after the other, docs/rough-edges.md what may surprise, and docs/architecture.md follows one call
// through the SDK and says why it is built so.
package sdk

// Package asixtootel gives each call of a tool a span and a measurement of
// OpenTelemetry, by the semantic conventions for MCP servers. It is a module of
// its own, so that a server without it links none of OpenTelemetry.
//
//	observer, err := asixtootel.Observer(nil)
//	…
//	srv := asixto.NewServer("mi-empresa", "1.0.0", &asixto.ServerOptions{
//		Observers: []asixto.Observer{observer},
//	})
//
// A span is named "tools/call" and the tool, is of kind server, and is the child
// of the W3C trace context that the request's _meta carries; the span of the HTTP
// request around it, where there is one, becomes a link. A handler's own spans
// are its children. A call that ends in a business error is an error of type
// tool_error, as the conventions want it, with the contract's type beside it.
//
// # What is recorded
//
//   - on span and measurement: mcp.method.name, gen_ai.operation.name,
//     gen_ai.tool.name, asixto.replayed; after a failure error.type and
//     asixto.error_type;
//   - on the span alone: gen_ai.conversation.id, asixto.request_id,
//     asixto.channel, asixto.waited, asixto.argument_bytes,
//     asixto.answer_bytes.
//
// Never arguments, answers, keys, tokens, or the text of an error. The measurement
// is the histogram mcp.server.operation.duration, in seconds.
package asixtootel

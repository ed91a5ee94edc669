// Package dispatch is the stateless HTTP entry of a tool server: it answers
// server/discover, tools/list and tools/call of MCP revision 2026-07-28 itself
// and hands everything else to go-sdk's handler. With that revision a tool
// server is three plain calls, and needs no session per request.
//
// # The road of a request
//
// The method and content type are looked at, then the body is read up to its
// limit and walked once: the envelope, its params and their _meta come out as
// raw values, the arguments are left untouched for the tool, and no map is
// built. What is no JSON-RPC request is refused here. A request whose _meta
// names the revision and one of the three methods is held to its headers and
// taken out of the buffers, which are free again before the [Backend] runs; its
// result is written between the two ends of the envelope as it is. Any other
// message goes on to the fallback with its body restored and the headers that
// go-sdk insists on filled in from the body; what comes back is held until it is
// fit to be sent, unless it is a stream.
//
// # Deviations from go-sdk
//
// Status, codes, data and results are go-sdk 1.8.0's, which a test holds them
// to. These differ on purpose, and the same test lists them:
//
//   - Every refusal is a JSON-RPC error. Where the id is unknown it is null;
//     go-sdk answers in plain text, or leaves the id out. Messages are our own.
//   - No Mcp-Protocol-Version is needed: the Gateway sends none, the version
//     travels in the body. Mcp-Method and Mcp-Name may then be missing too, but
//     a header that is there must agree, each time it is there.
//   - Accept is not looked at: the answer is JSON in any case. For the fallback
//     it is filled in, but on subscriptions/listen, which answers with a stream.
//   - Bodies are held to the letter: nothing after the value, UTF-8 only, no
//     member of the envelope twice, 64 levels (go-sdk: 1,000). Inside the
//     arguments duplicates and lone surrogates are the tool's to judge.
//   - An id is echoed as it is spelled, so integers above 2^53 are exact; 1.5
//     and 1.0, which go-sdk takes for 1, are refused, and so is an integer beyond
//     2^53 that go-sdk would have to give back.
//   - Batches are refused in every revision, and so is a response: a stateless
//     server has asked nothing.
//   - A revision before 2026-07-28 that nobody speaks is answered with -32022 and
//     the list of those spoken, as a later one is.
//   - clientInfo and clientCapabilities need only be objects, inputResponses
//     and requestState are ignored (a tool never asks for input), and the
//     catalogue is one page, so every cursor is unknown.
//   - Errors of the fallback that name Go types are replaced.
//
// Not done here: authentication, the checks of Host and Origin, limits on
// concurrent calls, and the Mcp-Param headers, which no tool of ours declares.
package dispatch

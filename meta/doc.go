// Package meta holds what travels in _meta between Asixto and a tool server:
// how a tool is classified, and what the Gateway says about each call.
//
// # Which of these do I want
//
//   - In a handler: [From] gives the [Call] of the context: channel, currency,
//     price list, zone.
//   - In a unit test of a handler: [NewContext] with [New]; or nothing at all,
//     as the zero [Call] is chat, UTC, no price list.
//   - To register a tool: the constants of [Capability], such as [Soporte].
//   - To write a server of one's own: [Definition] for the tool's _meta,
//     [FromMap] or [FromLookup] for the call's.
//
// # What arrives
//
// The contract (page 02) promises eight values in every tools/call. In the wild
// any of them may be absent, null or of another type, and nothing here fails on
// it: a getter returns a usable value or the empty one, [Call.State] says how
// it arrived, [Call.Problems] lists what the contract does not allow.
//
// The Gateway sends no authenticated identity of the customer: none of these
// values says who is talking (contract, guarantee 2).
package meta

// Package certify examines an MCP server from outside, whatever language it is
// written in: what the certification of the Asixto Gateway asks of it and more.
//
// [Examine] talks to one URL as the Gateway does, holds what the server lists
// against the rules of package rules, calls what it may call, and returns a
// [Report]. Rendering is for [WriteText], [WriteJSON] and [WriteJUnit].
//
// # What it calls
//
// Without further leave it calls only tools that say of themselves that they
// read (readOnlyHint true). [Options].AllowWrites adds those that write,
// AllowDestructive those that cannot be undone; a tool without annotations
// counts as one of the latter, as the Gateway counts it.
//
// # Limits
//
// Whatever a server does, an examination ends within [Options].Timeout and
// keeps in memory no more than a few answers of [MaxAnswer] bytes. It follows no
// redirect, fetches no address that a server names but the metadata of the same
// host, and prints neither the token nor control characters that a server sent.
//
// # What it cannot see
//
// Effects: a server that answers a duplicate with the first result and charges
// twice all the same passes here. Package asixtotest counts effects.
package certify

// Package clients holds the tests of a running server with programs that others
// wrote: MCP clients in TypeScript and Go, the official conformance suite, and
// nginx in front. They need npm, nginx and the network, so they have the build tag
// "clients" and are run by make clients, make conformance and make proxy.
//
// docs/interoperability.md tells what they saw.
package clients

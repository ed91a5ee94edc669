// Package schema makes of a Go struct what a model sees and what a server holds
// calls to: one JSON Schema, and one codec that accepts exactly what the schema
// accepts.
package schema

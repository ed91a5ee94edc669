// Package dispatch is the stateless HTTP entry.
package dispatch

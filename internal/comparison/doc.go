// Package comparison compares the support desk of examples/soporte with the same five tools on go-sdk alone, which are
// in the folder plain: both get the same requests and answer alike, and [Count] says how many lines each takes.
package comparison

// Package processes holds tests of servers that are several processes on one
// store: Redis, and a SQL database in a file.
package processes

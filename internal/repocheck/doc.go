// Package repocheck holds the rules of this repository that no compiler or linter knows: every exported name is
// documented, imports go one way, a user's binary links only what it needs, no text of a build machine is left behind,
// files stay short, what the documents show compiles, and the examples use what helps in a conversation.
//
// Each rule is a function from a [Tree] to the problems it finds; its test runs it on this repository, and on small
// trees that break it.
package repocheck

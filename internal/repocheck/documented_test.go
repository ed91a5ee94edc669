package repocheck_test

import (
	"testing"

	"github.com/asixto/go-sdk/internal/repocheck"
)

func TestEveryExportedNameIsDocumented(t *testing.T) {
	t.Parallel()
	holds(t, repocheck.Undocumented)
}

func TestUndocumented(t *testing.T) {
	t.Parallel()
	tree := treeOf(
		t, "a/a.go", `package a

type T struct {
	F int
	G int // documented
	h int
	// N is documented.
	N struct{ M int }
	error
}

// I is documented.
type I interface{ Do() }

type (
	U int
	// V is documented.
	V[P any] struct{}
)

func F() {}

func (t *T) M() {}

func (V[P]) N() {}

func (u unexported) M() {}

type unexported int

// Group.
const (
	C = 1
	D = 2
)

const E = 1

var (
	X int // documented
	Y int
)
`,
		"a/a_test.go", "package a\n\nfunc TestF() {}\n",
		"a/internal/b/b.go", "package b\n\nfunc F() {}\n",
		"c/main.go", "package main\n\nfunc F() {}\n",
		"d/d.go", "// Package d is documented.\npackage d\n",
		"e/testdata/e.go", "package e\n\nfunc F() {}\n",
	)
	finds(
		t, repocheck.Undocumented, tree,
		"a/a.go:13: I.Do has no doc comment",
		"a/a.go:16: U has no doc comment",
		"a/a.go:21: F has no doc comment",
		"a/a.go:23: T.M has no doc comment",
		"a/a.go:25: V.N has no doc comment",
		"a/a.go:37: E has no doc comment",
		"a/a.go:3: T has no doc comment",
		"a/a.go:41: Y has no doc comment",
		"a/a.go:4: T.F has no doc comment",
		"a/a.go:8: T.N.M has no doc comment",
		"a: the package has no doc comment",
		"c: the package has no doc comment",
	)
}

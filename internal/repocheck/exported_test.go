package repocheck_test

import (
	"testing"

	"github.com/asixto/go-sdk/internal/repocheck"
)

func TestExported(t *testing.T) {
	t.Parallel()
	tree := treeOf(
		t, "a/a.go", `package a

const A, b = 1, 2

var (
	C int
	d int
)

type T[E any] struct{ Field E }

func (*T[E]) Method() {}
func (T[E]) hidden()  {}

type u struct{}

func (u) Method() {}

func F() {}
func f() {}
`, "a/a_test.go", "package a\n\nfunc Other() {}\n", "b/b.go", "package b\n\nfunc G() {}\n",
	)
	finds(
		t, func(tree *repocheck.Tree) ([]string, error) { return repocheck.Exported(tree, "a") }, tree,
		"A", "C", "F", "T", "T.Method",
	)
}

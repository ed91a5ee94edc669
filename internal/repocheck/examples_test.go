package repocheck_test

import (
	"slices"
	"testing"

	"github.com/asixto/go-sdk/internal/repocheck"
)

// TestExamples holds every public package, the nested modules and the test kits included: each function and method that
// an author calls has an example that is run.
func TestExamples(t *testing.T) {
	t.Parallel()
	tree := repository(t)
	packages, err := tree.Packages()
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{"asixto", "asixto/asixtojwt", "errors", "idem/idemsql"} {
		if !slices.Contains(packages, dir) {
			t.Errorf("%s is not among the public packages", dir)
		}
	}
	missing, err := repocheck.WithoutExample(tree, packages...)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range missing {
		t.Errorf("%s has no example that is run", name)
	}
}

func TestWithoutExample(t *testing.T) {
	t.Parallel()
	tree := treeOf(
		t, "a/a.go", `package a

func Named() {}
func Called[T any]() {}
func Silent() {}
func Missing() {}
func hidden() {}
func Tested(t *testing.T) {}
func Untested(tb testing.TB) {}

type T struct{}

func (T) Named() {}
func (T) Called() {}
func (*T) Missing() {}
func (T) Error() string { return "" }
func (T) Other() {}
`,
		"a/example_test.go", `package a_test

import "a"

func ExampleNamed_twice() {
	a.Called[int]()
	// Output: x
}

func ExampleT_Named() {
	a.T{}.Called()
	// Unordered output: x
}

func ExampleSilent() {}

func ExampleTested() {}

func ExampleT_Others() {
	// Output:
}
`, "b/b.go", "package b\n\nfunc F() {}\n",
	)
	finds(
		t, func(tree *repocheck.Tree) ([]string, error) { return repocheck.WithoutExample(tree, "a") }, tree,
		"a/Missing", "a/Silent", "a/T.Missing", "a/T.Other", "a/Untested",
	)
}

package repocheck_test

import (
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/asixto/go-sdk/internal/repocheck"
)

const root = "../.."

// repository is the tree of this repository.
func repository(t *testing.T) *repocheck.Tree {
	t.Helper()
	// The list of files comes from another program, which the test cache cannot see: a new file must not go unchecked.
	if _, err := os.Stat(filepath.Join(root, ".git")); err != nil {
		t.Fatal("the checks of the repository need its git folder:", err)
	}
	tree, err := repocheck.Open(t.Context(), root)
	if err != nil {
		t.Fatal(err)
	}
	if len(tree.Files) == 0 {
		t.Fatal("the repository has no files")
	}
	return tree
}

// treeOf is a small tree given as name, content, name, content.
func treeOf(t *testing.T, pairs ...string) *repocheck.Tree {
	t.Helper()
	files := fstest.MapFS{}
	for i := 0; i < len(pairs); i += 2 {
		files[pairs[i]] = &fstest.MapFile{Data: []byte(pairs[i+1])}
	}
	tree, err := repocheck.New(files)
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

// holds fails the test once for each problem of the repository.
func holds(t *testing.T, rule func(*repocheck.Tree) ([]string, error)) {
	t.Helper()
	problems, err := rule(repository(t))
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range problems {
		t.Error(p)
	}
}

// finds says that a rule has exactly these problems with a tree.
func finds(t *testing.T, rule func(*repocheck.Tree) ([]string, error), tree *repocheck.Tree, want ...string) {
	t.Helper()
	got, err := rule(tree)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("problems (-want +got):\n%s", diff)
	}
}

package repocheck_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/asixto/go-sdk/internal/repocheck"
)

var update = flag.Bool("update", false, "write testdata/linked.txt anew")

// TestLinkedModules holds the list of modules that each public package of the root module brings into a user's program.
func TestLinkedModules(t *testing.T) {
	t.Parallel()
	tree := repository(t)
	packages, err := tree.Packages()
	if err != nil {
		t.Fatal(err)
	}
	var got bytes.Buffer
	for _, dir := range packages {
		if inNested(tree, dir) || strings.HasSuffix(dir, "test") { // a test kit links itself into tests alone
			continue
		}
		modules, kit, err := repocheck.Linked(t.Context(), root, "./"+dir)
		if err != nil {
			t.Fatal(err)
		}
		if kit {
			t.Errorf("%s links package testing into its user's program", dir)
		}
		fmt.Fprintf(&got, "%s:\n", dir)
		for _, m := range modules {
			fmt.Fprintf(&got, "\t%s\n", m)
		}
	}
	const golden = "testdata/linked.txt"
	if *update {
		if err := os.WriteFile(golden, got.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got.String()); diff != "" {
		t.Errorf("a package links other modules than %s says (-update writes it anew; -want +got):\n%s", golden, diff)
	}
}

func inNested(tree *repocheck.Tree, dir string) bool {
	return slices.ContainsFunc(tree.Modules(), func(m string) bool {
		return m != "." && (dir == m || strings.HasPrefix(dir, m+"/"))
	})
}

func TestLinked(t *testing.T) {
	t.Parallel()
	modules, kit, err := repocheck.Linked(t.Context(), root, "github.com/google/go-cmp/cmp")
	if err != nil || kit {
		t.Fatalf("testing %v, error %v", kit, err)
	}
	if diff := cmp.Diff([]string{"github.com/google/go-cmp"}, modules); diff != "" {
		t.Errorf("modules (-want +got):\n%s", diff)
	}
	if _, kit, err := repocheck.Linked(t.Context(), root, "testing/slogtest"); err != nil || !kit {
		t.Errorf("testing/slogtest: testing %v, error %v", kit, err)
	}
	if _, _, err := repocheck.Linked(t.Context(), root, "./nothing"); err == nil {
		t.Error("a package that does not exist is listed")
	}
}

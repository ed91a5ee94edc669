package idemtest_test

import (
	"os"
	"strings"
	"testing"

	"github.com/asixto/go-sdk/idem/idemtest/internal/broken"
)

// TestTheDocumentationNamesEveryBrokenStore, and no other.
func TestTheDocumentationNamesEveryBrokenStore(t *testing.T) {
	t.Parallel()
	source, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Join(strings.Fields(strings.ReplaceAll(string(source), "//", " ")), " ")
	_, list, _ := strings.Cut(text, "fails one of them:")
	list, _, _ = strings.Cut(list, ". A store that reads")
	listed := map[string]bool{}
	for group := range strings.SplitSeq(list, ". - ") {
		_, names, _ := strings.Cut(group, ": ")
		for name := range strings.SplitSeq(names, "; ") {
			listed[strings.TrimSuffix(name, ".")] = true
		}
	}
	for _, m := range broken.Mutants() {
		if !listed[m.Name] {
			t.Errorf("doc.go does not name %q", m.Name)
		}
		delete(listed, m.Name)
	}
	for name := range listed {
		t.Errorf("doc.go names %q, and there is no such store", name)
	}
}

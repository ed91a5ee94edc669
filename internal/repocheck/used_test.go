package repocheck_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/asixto/go-sdk/internal/repocheck"
)

// conversation is what helps in a conversation, beside all of asixto/speak and asixto/guard.
var conversation = []string{
	"asixto.Paged", "asixto.Page", "asixto.PageIn", "asixto.PageOut", "asixto.FromSlice", "asixto.FromSeq", "asixto.Source",
	"asixto.Flow", "asixto.Step",
	"asixto.Work", "asixto.WorkStarted", "asixto.WorkRunning", "asixto.WorkFinished", "asixto.WorkFailed",
	"asixto.Confirmed", "asixto.Or", "asixto.When", "asixto.Trimmed", "asixto.ServerOptions.Development", "idem.NewFacts",
}

// notInExamples are those of them that no example names, with the reason.
var notInExamples = map[string]string{
	"asixto.Source":              "a query with limit and offset is one as it stands, as in sitios",
	"asixto/guard.Memory":        "the examples keep facts in the store of keys",
	"asixto/guard.MemoryOptions": "the same",
	"asixto/guard.NewMemory":     "the same",
	"asixto/guard.Ownership":     "what NewOwnership returns need not be named",
	"asixto/guard.Store":         "what implements it need not name it",
}

// TestConversationIsInExamples: what a conversation is made of is seen at work, not only in a test.
func TestConversationIsInExamples(t *testing.T) {
	t.Parallel()
	tree := repository(t)
	names := slices.Clone(conversation)
	for _, dir := range []string{"asixto/speak", "asixto/guard"} {
		exported, err := repocheck.Exported(tree, dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range exported {
			if !strings.Contains(name, ".") { // a method comes with its type
				names = append(names, dir+"."+name)
			}
		}
	}
	unused, err := repocheck.Unused(tree, names...)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range unused {
		if notInExamples[name] == "" {
			t.Errorf("no example uses %s", name)
		}
	}
	for name := range maps.Keys(notInExamples) {
		if !slices.Contains(unused, name) {
			t.Errorf("%s needs no exception: an example uses it, or it is no such name", name)
		}
	}
}

func TestUnused(t *testing.T) {
	t.Parallel()
	tree := treeOf(
		t, "examples/x/main.go", `package main

import (
	"fmt"

	"github.com/asixto/go-sdk/asixto"
	s "github.com/asixto/go-sdk/asixto/speak"
	"example.com/guard"
)

type in struct{ asixto.PageIn }

var options = &asixto.ServerOptions{Flows: nil}

func main() {
	asixto.Paged[int](nil)
	fmt.Println(s.Count(1), guard.Final, other{Development: true})
}
`, "examples/x/main_test.go", `package main

import "github.com/asixto/go-sdk/asixto/speak"

var _ = speak.List
`, "asixto/a.go", `package asixto

import "github.com/asixto/go-sdk/asixto/speak"

var _ = speak.Day
`,
	)
	finds(
		t, func(tree *repocheck.Tree) ([]string, error) {
			return repocheck.Unused(
				tree, "asixto.Paged", "asixto.PageIn", "asixto.ServerOptions.Flows", "asixto.ServerOptions.Development", "asixto.FromSeq",
				"asixto/speak.Count", "asixto/speak.List", "asixto/speak.Day", "asixto/guard.Final",
			)
		}, tree,
		"asixto.ServerOptions.Development", "asixto.FromSeq", "asixto/speak.List", "asixto/speak.Day", "asixto/guard.Final",
	)
}

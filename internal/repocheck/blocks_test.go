package repocheck_test

import (
	"testing"

	"github.com/asixto/go-sdk/internal/repocheck"
)

func TestBlocksAreMarked(t *testing.T) {
	t.Parallel()
	holds(t, repocheck.BadBlocks)
}

func TestBadBlocks(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, page, want string }{
		{"whole file", "```go\n// A comment.\n\npackage p\n```\n", ""},
		{"marked fragment", "<!-- go: fragment -->\n```go\nx := 1\n```\n", ""},
		{"fragment", "```go\nx := 1\n```\n", `a.md:1: a go block that is no whole file has no mark "go: fragment"`},
		{"another mark", "<!-- sh: fragment -->\n```go\nx := 1\n```\n", `a.md:2: a go block that is no whole file has no mark "go: fragment"`},
		{"run", "<!-- sh: run server=soporte -->\n```sh\nls\n```\n", ""},
		{"shown", "<!-- sh: shown it serves until it is stopped -->\n```sh\nls\n```\n", ""},
		{"shown for no reason", "<!-- sh: shown -->\n```sh\nls\n```\n", `a.md:2: "sh: shown" needs its reason: why is it not run`},
		{"unmarked", "```sh\nls\n```\n", `a.md:1: a sh block needs the mark "sh: run" or "sh: shown" with a reason`},
		{"both", "<!-- sh: run shown -->\n```sh\nls\n```\n", `a.md:2: a sh block needs the mark "sh: run" or "sh: shown" with a reason`},
		{"json", "```json\n{\"a\":1}\n```\n", ""},
		{"no json", "```json\n{\"a\":…}\n```\n", "a.md:1: a json block that is no JSON"},
		{"answer", "<!-- sh: run -->\n```sh\nls\n```\n<!-- answer -->\n```json\n{}\n```\n", ""},
		{"answer to nothing", "<!-- answer -->\n```json\n{}\n```\n", "a.md:2: an answer without a block that is run before it"},
		{"no language", "```\nx\n```\n", "a.md:1: a block without a language (text, where it is none)"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var want []string
			if tt.want != "" {
				want = []string{tt.want}
			}
			finds(t, repocheck.BadBlocks, treeOf(t, "a.md", tt.page), want...)
		})
	}
}

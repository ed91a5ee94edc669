package repocheck_test

import (
	"testing"

	"github.com/asixto/go-sdk/internal/repocheck"
)

func TestTwinsAreAlike(t *testing.T) {
	t.Parallel()
	holds(t, repocheck.UnlikeTwins)
}

func TestUnlikeTwins(t *testing.T) {
	t.Parallel()
	const original = "# A\n[b](b.md#top) [c](https://c.example)\n<!-- sh: shown it takes long -->\n```sh\nls\n```\n```text\nhello\n```\n"
	tests := []struct {
		name, twin string
		want       []string
	}{
		{"alike", "# Á\n[b](b.es.md#arriba) [c](https://c.example)\n<!-- sh: shown tarda mucho -->\n```sh\nls\n```\n```text\nhola\n```\n", nil},
		{"other code", "# Á\n[b](b.md) [c](https://c.example)\n<!-- sh: shown x -->\n```sh\nls -l\n```\n```text\nhola\n```\n", []string{
			"a.es.md:4: the block is not that of line 4 of the twin",
		}},
		{"checked otherwise", "# Á\n[b](b.md) [c](https://c.example)\n<!-- sh: run -->\n```sh\nls\n```\n```text\nhola\n```\n", []string{
			"a.es.md:4: the block is not that of line 4 of the twin",
		}},
		{"no mark", "# Á\n[b](b.md) [c](https://c.example)\n\n```sh\nls\n```\n```text\nhola\n```\n", []string{
			"a.es.md:4: the block is not that of line 4 of the twin",
		}},
		{"less", "[b](b.md)\n", []string{
			"a.es.md: 0 code blocks, the twin has 2", "a.es.md: 0 headings, the twin has 1", "a.es.md: 1 links, the twin has 2",
		}},
		{"another link", "# Á\n[b](d.md) [c](https://c.example)\n<!-- sh: shown x -->\n```sh\nls\n```\n```text\nhola\n```\n", []string{
			"a.es.md:2: the link is d.md, that of the twin b.md#top",
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			finds(t, repocheck.UnlikeTwins, treeOf(t, "a.md", original, "a.es.md", tt.twin, "other.md", "# Alone\n"), tt.want...)
		})
	}
	finds(t, repocheck.UnlikeTwins, treeOf(t, "b.es.md", "# B\n"), "b.es.md: there is no b.md")
}

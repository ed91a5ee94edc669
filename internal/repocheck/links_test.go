package repocheck_test

import (
	"testing"

	"github.com/asixto/go-sdk/internal/repocheck"
)

func TestLinksResolve(t *testing.T) {
	t.Parallel()
	holds(t, repocheck.DeadLinks)
}

func TestDeadLinks(t *testing.T) {
	t.Parallel()
	tree := treeOf(
		t, "README.md", "# Top\n[a](docs/a.md) [folder](docs) [a part](docs/a.md#a-part) [out](https://example.com/x) [here](#top)\n"+
			"[none](docs/b.md) [no part](docs/a.md#b) [not here](#bottom) [absolute](/docs/a.md)\n",
		"docs/a.md", "## A part\n[up](../README.md)\n[wrong](README.md)\n",
	)
	finds(
		t, repocheck.DeadLinks, tree,
		"README.md:3: #bottom: no such heading",
		"README.md:3: /docs/a.md: write it relative to the page",
		"README.md:3: docs/a.md#b: no such heading",
		"README.md:3: docs/b.md: no such file",
		"docs/a.md:3: README.md: no such file",
	)
}

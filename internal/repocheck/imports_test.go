package repocheck_test

import (
	"testing"

	"github.com/asixto/go-sdk/internal/repocheck"
)

func TestImportsGoOneWay(t *testing.T) {
	t.Parallel()
	holds(t, repocheck.Misdirected)
}

func TestMisdirected(t *testing.T) {
	t.Parallel()
	const sdk = "github.com/asixto/go-sdk"
	tests := []struct {
		name, file, imported, want string
	}{
		{"standard library", "errors/a.go", "net/http", ""},
		{"a part of itself", "meta/a.go", sdk + "/meta/internal/zone", ""},
		{"a leaf imports a leaf", "errors/a.go", sdk + "/meta", "errors may not, see the layout in docs/architecture.md"},
		{"a leaf imports asixto", "idem/a.go", sdk + "/asixto", "idem may not, see the layout in docs/architecture.md"},
		{"a library of schema", "schema/a.go", "github.com/invopop/jsonschema", ""},
		{"a library of schema elsewhere", "meta/a.go", "github.com/invopop/jsonschema", "meta may not, see the layout in docs/architecture.md"},
		{"a module of a like name", "schema/a.go", "github.com/invopop/jsonschemas", "schema may not, see the layout in docs/architecture.md"},
		{"the root imports something", "doc.go", sdk + "/meta", ". may not, see the layout in docs/architecture.md"},
		{"go-sdk in asixto", "asixto/internal/x/a.go", "github.com/modelcontextprotocol/go-sdk/mcp", ""},
		{"go-sdk in a leaf's test", "idem/a_test.go", "github.com/modelcontextprotocol/go-sdk/mcp", "only asixto and the examples know go-sdk"},
		{"an example imports its own part", "examples/x/a.go", sdk + "/examples/x/db", ""},
		{"an example imports another", "examples/x/a.go", sdk + "/examples/y", "nothing imports an example"},
		{"a test imports an example", "asixto/a_test.go", sdk + "/examples/x", "nothing imports an example"},
		{"an example imports an internal package", "examples/x/a.go", sdk + "/asixto/internal/y", "an example shows public packages only"},
		{"an example's own internal package", "examples/x/a.go", sdk + "/examples/x/internal/y", ""},
		{"testing in code", "asixto/a.go", "testing", "a test library in code that is no test"},
		{"testing in a test", "asixto/a_test.go", "testing", ""},
		{"testing in a kit", "idem/idemtest/a.go", "testing", ""},
		{"testing/synctest in a kit", "idem/idemtest/a.go", "testing/synctest", ""},
		{"rapid in a kit", "idem/idemtest/a.go", "pgregory.net/rapid", "a test library in code that is no test"},
		{"go-cmp in code", "schema/a.go", "github.com/google/go-cmp/cmp", "a test library in code that is no test"},
		{"a kit in code", "idem/a.go", sdk + "/idem/idemtest", "a test kit in code that is no test"},
		{"a kit in a test", "idem/a_test.go", sdk + "/idem/idemtest", ""},
		{"an unknown folder", "other/a.go", "fmt", "the folder has no line in the layout (internal/repocheck/imports.go)"},
		{"a nested module", "idem/idemredis/a.go", "github.com/redis/go-redis/v9", ""},
		{"a test library in a nested module", "idem/idemredis/a.go", "pgregory.net/rapid", "a test library in code that is no test"},
		{"generated data", "schema/testdata/a.go", "pgregory.net/rapid", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			tree := treeOf(t, tt.file, "package p\nimport _ \""+tt.imported+"\"\n", "go.mod", "", "idem/idemredis/go.mod", "")
			var want []string
			if tt.want != "" {
				want = []string{tt.file + ":2: imports " + tt.imported + ": " + tt.want}
			}
			finds(t, repocheck.Misdirected, tree, want...)
		})
	}
}

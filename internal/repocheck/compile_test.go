package repocheck_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/asixto/go-sdk/internal/repocheck"
)

func TestBlocksCompile(t *testing.T) {
	t.Parallel()
	problems, err := repocheck.Uncompiled(t.Context(), repository(t), root, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range problems {
		t.Error(p)
	}
}

func TestUncompiled(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, page, want string }{
		{"file", "```go\npackage main\n\nfunc main() {}\n```\n", ""},
		{"file that does not compile", "text\n\n```go\npackage main\n\nfunc main() { missing() }\n```\n", "a.md:6: undefined: missing"},
		{"file that does not vet", "```go\npackage main\n\nimport \"fmt\"\n\nfunc main() { fmt.Printf(\"%d\\n\", \"x\") }\n```\n", "a.md:6: fmt.Printf format %d"},
		{"file with an internal package", "```go\npackage p\n\nimport _ \"github.com/asixto/go-sdk/internal/markdown\"\n```\n", "use of internal package"},
		{"files of one package", "<!-- go: file=m/a.go -->\n```go\npackage main\n\nfunc main() { f() }\n```\n" +
			"<!-- go: file=m/b.go -->\n```go\npackage main\n\nfunc f() {}\n```\n", ""},
		{"a file of another package", "<!-- go: file=m/a.go -->\n```go\npackage main\n\nfunc main() { f() }\n```\n" +
			"<!-- go: file=n/b.go -->\n```go\npackage n\n\nfunc f() {}\n```\n", "a.md:5: undefined: f"},
		{"statements", "<!-- go: fragment imports=strings -->\n```go\nunused := strings.ToUpper(\"x\")\n```\n", ""},
		{"statements that return", "<!-- go: fragment imports=errors -->\n```go\nreturn errors.New(\"x\")\n```\n", ""},
		{"statements that do not compile", "<!-- go: fragment -->\n```go\nx := missing\n```\n", "a.md:3: undefined: missing"},
		{"declarations", "<!-- go: fragment imports=context -->\n```go\ntype T struct{}\n\nfunc f(context.Context) T { return T{} }\n```\n", ""},
		{"declarations that do not parse", "<!-- go: fragment -->\n```go\nfunc f( {}\n```\n", "a.md:3: expected"},
		{"hidden declarations", "<!-- go: fragment\nvar crm struct{ Name string }\n-->\n```go\n_ = crm.Name\n```\n", ""},
		{"the root module", "<!-- go: fragment imports=./errors -->\n```go\nx := toolerrors.KindSystem\n```\n", ""},
		{"a fragment with an internal package", "<!-- go: fragment imports=./internal/markdown -->\n```go\nx := 1\n```\n", "a.md:2: a reader cannot"},
		{"a group", "<!-- go: fragment group=a -->\n```go\ntype T struct{}\n```\n<!-- go: fragment group=a -->\n```go\nx := T{}\n```\n", ""},
		{"another group", "<!-- go: fragment group=a -->\n```go\ntype T struct{}\n```\n<!-- go: fragment group=b -->\n```go\nx := T{}\n```\n", "a.md:7: undefined: T"},
		{"no package of that name", "<!-- go: fragment imports=./nothing -->\n```go\nvar x nothing.T\n```\n", "no package github.com/asixto/go-sdk/nothing"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, err := repocheck.Uncompiled(t.Context(), treeOf(t, "a.md", tt.page, "go.mod", ""), root, t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			if tt.want == "" {
				if diff := cmp.Diff([]string(nil), got); diff != "" {
					t.Errorf("problems (-want +got):\n%s", diff)
				}
				return
			}
			if !strings.Contains(strings.Join(got, "\n"), tt.want) {
				t.Errorf("problems %q, want one with %q", got, tt.want)
			}
		})
	}
}

package markdown_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/asixto/go-sdk/internal/markdown"
)

func TestParse(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, in string
		want     markdown.Page
	}{
		{name: "empty"},
		{
			name: "block without a mark",
			in:   "text\n\n```go\npackage p\n```\n",
			want: markdown.Page{Blocks: []markdown.Block{{Lang: "go", Code: "package p\n", Line: 3}}},
		},
		{
			name: "mark with attributes and a body",
			in:   "<!-- go: fragment imports=context,fmt\nvar x int\n-->\n```go\nx++\n```\n",
			want: markdown.Page{Blocks: []markdown.Block{{Lang: "go", Code: "x++\n", Line: 4, Mark: &markdown.Mark{
				Name: "go", Words: []string{"fragment"}, Attrs: map[string]string{"imports": "context,fmt"}, Body: "var x int",
			}}}},
		},
		{
			name: "text between takes the mark away",
			in:   "<!-- sh: run -->\nFirst:\n\n```sh\nls\n```\n",
			want: markdown.Page{Blocks: []markdown.Block{{Lang: "sh", Code: "ls\n", Line: 4}}},
		},
		{
			name: "a longer fence holds a shorter one",
			in:   "````md\n```go\n```\n````\n",
			want: markdown.Page{Blocks: []markdown.Block{{Lang: "md", Code: "```go\n```\n", Line: 1}}},
		},
		{
			name: "unclosed block",
			in:   "```\nx\n",
			want: markdown.Page{Blocks: []markdown.Block{{Code: "x\n", Line: 1}}},
		},
		{
			name: "links",
			in:   "[a](b.md) ![c](d.png \"title\") `[no](code)`\n[ref]: e.md#part\n<!-- [no](comment) -->\n```\n[no](block)\n```\n",
			want: markdown.Page{
				Blocks: []markdown.Block{{Code: "[no](block)\n", Line: 4, Mark: &markdown.Mark{Name: "[no](comment)", Attrs: map[string]string{}}}},
				Links:  []markdown.Link{{Target: "b.md", Line: 1}, {Target: "d.png", Line: 1}, {Target: "e.md#part", Line: 2}},
			},
		},
		{
			name: "headings",
			in:   "# One call, as data flows\n## `meta`: what?\n## Año\n## Año\n",
			want: markdown.Page{Headings: []string{"one-call-as-data-flows", "meta-what", "año", "año-1"}},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, markdown.Parse(tt.in)); diff != "" {
				t.Errorf("page (-want +got):\n%s", diff)
			}
		})
	}
}

func TestMark(t *testing.T) {
	t.Parallel()
	m := markdown.Parse("<!-- sh: run server=soporte -->\n```sh\nls\n```\n").Blocks[0].Mark
	if !m.Has("run") || m.Has("server") || m.Attr("server") != "soporte" || m.Attr("run") != "" {
		t.Errorf("mark %+v", m)
	}
	var none *markdown.Mark
	if none.Has("run") || none.Attr("server") != "" {
		t.Error("a nil mark has something")
	}
}

func FuzzParse(f *testing.F) {
	f.Add("# a\n```go\nx\n```\n<!-- sh: run a=b -->\n[x](y)")
	f.Add("````\n~~~\n<!--")
	f.Fuzz(func(_ *testing.T, text string) {
		markdown.Parse(text)
	})
}

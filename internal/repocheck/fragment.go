package repocheck

import (
	"fmt"
	"go/parser"
	"path"
	"strings"

	"github.com/asixto/go-sdk/internal/markdown"
)

// fragment parses a block as declarations, or else as the statements of a function that returns an error, and adds it to
// its group.
func (c *compiler) fragment(page string, b markdown.Block) {
	imports := b.Mark.Attr("imports")
	if strings.Contains(imports, "internal/") {
		c.problems = append(c.problems, fmt.Sprintf("%s:%d: a reader cannot import an internal package", page, b.Line))
		return
	}
	head := lineMark(page, b.Line-1) + "package fragment\n" + importDecl(imports)
	if b.Mark != nil {
		head += b.Mark.Body + "\n"
	}
	code := lineMark(page, b.Line) + b.Code
	file, err := parser.ParseFile(c.fset, path.Base(page), head+code, parser.SkipObjectResolution)
	if err != nil && !declares(b.Code) {
		file, err = parser.ParseFile(c.fset, path.Base(page), head+"func _() error {\n"+code+"\nreturn nil\n}\n", parser.SkipObjectResolution)
	}
	if err != nil {
		c.problems = append(c.problems, err.Error())
		return
	}
	group := fmt.Sprintf("%s:%d", page, b.Line)
	if name := b.Mark.Attr("group"); name != "" {
		group = page + " " + name
	}
	c.groups[group] = append(c.groups[group], file)
}

func importDecl(list string) string {
	var decls strings.Builder
	for path := range strings.SplitSeq(list, ",") {
		if path == "" {
			continue
		}
		if rel, ok := strings.CutPrefix(path, "./"); ok {
			path = Root + "/" + rel
		}
		fmt.Fprintf(&decls, "import %q\n", path)
	}
	return decls.String()
}

// declares says whether the code has a function declaration, which no function body may hold: then the first error is the
// one to show.
func declares(code string) bool {
	for line := range strings.Lines(code) {
		if strings.HasPrefix(line, "func ") {
			return true
		}
	}
	return false
}

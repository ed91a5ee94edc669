package repocheck

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
)

const (
	maxLines     = 400
	maxTestLines = 600
)

// Long names every Go file of more than 400 lines, 600 for a test. Generated files may be of any length.
func Long(t *Tree) ([]string, error) {
	var problems []string
	for _, name := range t.Match(".go") {
		data, err := fs.ReadFile(t.FS, name)
		if err != nil {
			return nil, fmt.Errorf("repocheck: %w", err)
		}
		limit := maxLines
		if isTest(name) {
			limit = maxTestLines
		}
		lines := bytes.Count(data, []byte("\n"))
		if lines <= limit {
			continue
		}
		file, err := parseFile(t, token.NewFileSet(), name, parser.ParseComments|parser.PackageClauseOnly)
		if err != nil {
			return nil, err
		}
		if !ast.IsGenerated(file) {
			problems = append(problems, fmt.Sprintf("%s: %d lines, the limit is %d: split it by concept", name, lines, limit))
		}
	}
	return problems, nil
}

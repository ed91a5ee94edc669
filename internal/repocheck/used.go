package repocheck

import (
	"go/ast"
	"go/token"
	"path"
	"strconv"
	"strings"
)

// Unused is those of names that no program under examples uses; what only a test of one uses is not shown to a reader. A
// name is the folder of its package with a function or type of it, asixto/speak.Count, or with a field that a program
// sets, asixto.ServerOptions.Flows.
func Unused(t *Tree, names ...string) ([]string, error) {
	used := map[string]bool{}
	for _, name := range t.Match(".go") {
		if !under(name, "examples") || isTest(name) {
			continue
		}
		file, err := parseFile(t, token.NewFileSet(), name, 0)
		if err != nil {
			return nil, err
		}
		mark(used, file)
	}
	var unused []string
	for _, name := range names {
		if !used[name] {
			unused = append(unused, name)
		}
	}
	return unused, nil
}

// mark notes what a file names of this module's packages.
func mark(used map[string]bool, file *ast.File) {
	dirs := importedDirs(file)
	nameOf := func(e ast.Expr) string {
		s, ok := e.(*ast.SelectorExpr)
		if !ok {
			return ""
		}
		if pkg, ok := s.X.(*ast.Ident); ok && dirs[pkg.Name] != "" {
			return dirs[pkg.Name] + "." + s.Sel.Name
		}
		return ""
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			used[nameOf(n)] = true
		case *ast.CompositeLit:
			for _, element := range n.Elts {
				if pair, ok := element.(*ast.KeyValueExpr); ok {
					if field, ok := pair.Key.(*ast.Ident); ok {
						used[nameOf(n.Type)+"."+field.Name] = true
					}
				}
			}
		}
		return true
	})
}

// importedDirs is the folders of this module's packages by the names that a file has for them.
func importedDirs(file *ast.File) map[string]string {
	dirs := map[string]string{}
	for _, spec := range file.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		dir, own := strings.CutPrefix(imported, Root+"/")
		if err != nil || !own {
			continue
		}
		name := path.Base(dir)
		if spec.Name != nil {
			name = spec.Name.Name
		}
		dirs[name] = dir
	}
	return dirs
}

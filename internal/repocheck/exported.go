package repocheck

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
)

// Exported is the exported names of the package in dir, methods as Type.Method, sorted.
func Exported(t *Tree, dir string) ([]string, error) {
	var names []string
	for _, name := range t.packages()[dir] {
		if isTest(name) {
			continue
		}
		file, err := parseFile(t, token.NewFileSet(), name, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		for _, decl := range file.Decls {
			names = append(names, exported(decl)...)
		}
	}
	slices.Sort(names)
	return slices.Compact(names), nil
}

func exported(decl ast.Decl) []string {
	var names []string
	add := func(id *ast.Ident) {
		if id.IsExported() {
			names = append(names, id.Name)
		}
	}
	switch decl := decl.(type) {
	case *ast.FuncDecl:
		if decl.Name.IsExported() && exportedReceiver(decl) {
			names = append(names, funcName(decl))
		}
	case *ast.GenDecl:
		for _, spec := range decl.Specs {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				add(spec.Name)
			case *ast.ValueSpec:
				for _, id := range spec.Names {
					add(id)
				}
			}
		}
	}
	return names
}

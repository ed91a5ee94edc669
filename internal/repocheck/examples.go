package repocheck

import (
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"path"
	"slices"
	"strings"
)

// WithoutExample names the exported functions and methods of the public packages under dirs that no example shows. An
// example shows what it is named after and what its code calls; it counts only if it is run, so if it has an Output
// comment. One of a function that takes a test counts without, for an example has no test to give it. Methods that a
// reader meets through an interface of the standard library (Error, String, MarshalJSON …) need none.
func WithoutExample(t *Tree, dirs ...string) ([]string, error) {
	var missing []string
	for dir, names := range t.packages() {
		if !public(dir) || !slices.Contains(dirs, dir) {
			continue
		}
		fset := token.NewFileSet()
		var code, tests []*ast.File
		for _, name := range names {
			file, err := parseFile(t, fset, name, parser.ParseComments)
			if err != nil {
				return nil, err
			}
			if isTest(name) {
				tests = append(tests, file)
			} else {
				code = append(code, file)
			}
		}
		examples := doc.Examples(tests...)
		shown, written := shownBy(examples, true), shownBy(examples, false)
		for _, file := range code {
			missing = append(missing, notShown(dir, file, shown, written)...)
		}
	}
	slices.Sort(missing)
	return missing, nil
}

// Packages is the folders of the public packages of the tree, programs left out.
func (t *Tree) Packages() ([]string, error) {
	var dirs []string
	for dir, names := range t.packages() {
		i := slices.IndexFunc(names, func(name string) bool { return !isTest(name) })
		if !public(dir) || i < 0 {
			continue
		}
		file, err := parseFile(t, token.NewFileSet(), names[i], parser.PackageClauseOnly)
		if err != nil {
			return nil, err
		}
		if file.Name.Name != "main" {
			dirs = append(dirs, dir)
		}
	}
	slices.Sort(dirs)
	return dirs, nil
}

// shownBy is the names after which examples are called and the names that they call; of those that are run, or of all.
func shownBy(examples []*doc.Example, run bool) map[string]bool {
	shown := map[string]bool{}
	for _, e := range examples {
		if run && e.Output == "" && !e.EmptyOutput {
			continue
		}
		shown[e.Name] = true
		ast.Inspect(e.Code, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			fun := call.Fun
			switch f := fun.(type) {
			case *ast.IndexExpr:
				fun = f.X
			case *ast.IndexListExpr:
				fun = f.X
			}
			switch f := fun.(type) {
			case *ast.SelectorExpr:
				shown["."+f.Sel.Name] = true
			case *ast.Ident:
				shown["."+f.Name] = true
			}
			return true
		})
	}
	return shown
}

func notShown(dir string, file *ast.File, run, written map[string]bool) []string {
	var missing []string
	for _, decl := range file.Decls {
		f, ok := decl.(*ast.FuncDecl)
		if !ok || !f.Name.IsExported() || !exportedReceiver(f) || f.Recv != nil && standardMethod(f.Name.Name) {
			continue
		}
		shown := run
		if takesTest(f) {
			shown = written
		}
		name := funcName(f)
		example := strings.ReplaceAll(name, ".", "_")
		named := func(e string) bool { return e == example || strings.HasPrefix(e, example+"_") }
		if !shown["."+f.Name.Name] && !anyKey(shown, named) {
			missing = append(missing, path.Join(dir, name))
		}
	}
	return missing
}

// takesTest reports whether a parameter is a *testing.T or another type of that package.
func takesTest(f *ast.FuncDecl) bool {
	return slices.ContainsFunc(f.Type.Params.List, func(field *ast.Field) bool {
		t := field.Type
		if star, ok := t.(*ast.StarExpr); ok {
			t = star.X
		}
		selector, ok := t.(*ast.SelectorExpr)
		if !ok {
			return false
		}
		pkg, ok := selector.X.(*ast.Ident)
		return ok && pkg.Name == "testing"
	})
}

func anyKey(set map[string]bool, ok func(string) bool) bool {
	for key := range set {
		if ok(key) {
			return true
		}
	}
	return false
}

func standardMethod(name string) bool {
	return slices.Contains([]string{
		"As", "Close", "Error", "Format", "GoString", "Is", "LogValue", "MarshalJSON", "MarshalText", "ServeHTTP", "String",
		"UnmarshalJSON", "UnmarshalText", "Unwrap",
	}, name)
}

package repocheck

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"slices"
	"strings"
)

// Undocumented names every public package, and every exported name of one, that lacks a doc comment: types, functions,
// methods, struct fields, interface methods, constants and variables. The comment of a group serves the constants and
// variables in it; embedded fields are documented by their type.
func Undocumented(t *Tree) ([]string, error) {
	var problems []string
	for dir, names := range t.packages() {
		if !public(dir) {
			continue
		}
		found, err := undocumentedIn(t, dir, names)
		if err != nil {
			return nil, err
		}
		problems = append(problems, found...)
	}
	slices.Sort(problems)
	return problems, nil
}

func undocumentedIn(t *Tree, dir string, names []string) ([]string, error) {
	d := docs{fset: token.NewFileSet()}
	described := false
	files := 0
	for _, name := range names {
		if isTest(name) {
			continue
		}
		file, err := parseFile(t, d.fset, name, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		files++
		described = described || hasText(file.Doc)
		if file.Name.Name != "main" {
			d.file(file)
		}
	}
	if files > 0 && !described {
		d.problems = append(d.problems, dir+": the package has no doc comment")
	}
	return d.problems, nil
}

func parseFile(t *Tree, fset *token.FileSet, name string, mode parser.Mode) (*ast.File, error) {
	src, err := fs.ReadFile(t.FS, name)
	if err != nil {
		return nil, fmt.Errorf("repocheck: %w", err)
	}
	file, err := parser.ParseFile(fset, name, src, mode|parser.SkipObjectResolution)
	if err != nil {
		return nil, fmt.Errorf("repocheck: %w", err)
	}
	return file, nil
}

type docs struct {
	fset     *token.FileSet
	problems []string
}

func (d *docs) file(file *ast.File) {
	for _, decl := range file.Decls {
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			if decl.Name.IsExported() && exportedReceiver(decl) && !hasText(decl.Doc) {
				d.missing(decl.Name, funcName(decl))
			}
		case *ast.GenDecl:
			for _, spec := range decl.Specs {
				d.spec(decl, spec)
			}
		}
	}
}

func (d *docs) spec(decl *ast.GenDecl, spec ast.Spec) {
	switch spec := spec.(type) {
	case *ast.TypeSpec:
		if !spec.Name.IsExported() {
			return
		}
		if !hasText(spec.Doc) && (decl.Lparen.IsValid() || !hasText(decl.Doc)) {
			d.missing(spec.Name, spec.Name.Name)
		}
		d.members(spec.Name.Name, spec.Type)
	case *ast.ValueSpec:
		for _, name := range spec.Names {
			if name.IsExported() && !hasText(spec.Doc) && !hasText(spec.Comment) && !hasText(decl.Doc) {
				d.missing(name, name.Name)
			}
		}
	}
}

func (d *docs) members(owner string, typ ast.Expr) {
	var list *ast.FieldList
	switch typ := typ.(type) {
	case *ast.StructType:
		list = typ.Fields
	case *ast.InterfaceType:
		list = typ.Methods
	default:
		return
	}
	for _, field := range list.List {
		for _, name := range field.Names {
			if !name.IsExported() {
				continue
			}
			if !hasText(field.Doc) && !hasText(field.Comment) {
				d.missing(name, owner+"."+name.Name)
			}
			d.members(owner+"."+name.Name, field.Type)
		}
	}
}

func (d *docs) missing(at *ast.Ident, name string) {
	pos := d.fset.Position(at.Pos())
	d.problems = append(d.problems, fmt.Sprintf("%s:%d: %s has no doc comment", pos.Filename, pos.Line, name))
}

func hasText(g *ast.CommentGroup) bool { return strings.TrimSpace(g.Text()) != "" }

func exportedReceiver(f *ast.FuncDecl) bool {
	name := receiver(f)
	return name == "" || ast.IsExported(name)
}

// receiver is the name of a method's type without pointer and type parameters, "" for a function.
func receiver(f *ast.FuncDecl) string {
	if f.Recv == nil || len(f.Recv.List) == 0 {
		return ""
	}
	expr := f.Recv.List[0].Type
	for {
		switch e := expr.(type) {
		case *ast.StarExpr:
			expr = e.X
		case *ast.ParenExpr:
			expr = e.X
		case *ast.IndexExpr:
			expr = e.X
		case *ast.IndexListExpr:
			expr = e.X
		case *ast.Ident:
			return e.Name
		default:
			return ""
		}
	}
}

func funcName(f *ast.FuncDecl) string {
	if owner := receiver(f); owner != "" {
		return owner + "." + f.Name.Name
	}
	return f.Name.Name
}

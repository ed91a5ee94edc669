// Package goschema prints the JSON Schema of a type in an author's own module,
// exported or not, in a package of any name.
//
// A schema follows from the type's tags by reflection, so the type has to be
// compiled. Only a file of its own package can name an unexported type or one of
// package main, and only a test of a main package can be run in its stead; so a
// test is laid over the package, without touching its folder, in place of all
// its other tests.
package goschema

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// A CompileError says what keeps a type from having a schema.
type CompileError struct {
	// Text has one line for each fault.
	Text string
}

// Error returns the text.
func (e *CompileError) Error() string { return e.Text }

// Print returns the schema of a type as indented JSON: that of arguments, or of
// an answer where output is true. The type is written "./pkg.Type", "path/of/pkg.Type"
// or ".Type", as seen from dir. The error is a *CompileError where the type was
// found and has none.
func Print(ctx context.Context, dir, typ string, output bool) (string, error) {
	pattern, name, err := split(typ)
	if err != nil {
		return "", err
	}
	pkg, err := find(ctx, dir, pattern)
	if err != nil {
		return "", err
	}
	if err := pkg.declares(name); err != nil {
		return "", err
	}
	tmp, err := os.MkdirTemp("", "asixto-schema")
	if err != nil {
		return "", fmt.Errorf("a folder for the program that prints: %w", err)
	}
	text, err := pkg.run(ctx, tmp, name, output)
	return text, errors.Join(err, os.RemoveAll(tmp))
}

// split parts "./pkg.Type" into the package and the type.
func split(typ string) (pattern, name string, err error) {
	i := strings.LastIndex(typ, ".")
	if i < 0 || !token.IsIdentifier(typ[i+1:]) {
		return "", "", fmt.Errorf("%q is no type: write ./pkg.Type, or .Type for one of this folder", typ)
	}
	pattern, name = typ[:i], typ[i+1:]
	if pattern == "" {
		pattern = "."
	}
	if strings.HasPrefix(pattern, "-") || strings.Contains(pattern, "...") {
		return "", "", fmt.Errorf("%q is not one package", pattern)
	}
	return pattern, name, nil
}

// goPackage is what "go list" says.
type goPackage struct {
	Dir          string   `json:"Dir"`
	ImportPath   string   `json:"ImportPath"`
	Name         string   `json:"Name"`
	GoFiles      []string `json:"GoFiles"`
	CgoFiles     []string `json:"CgoFiles"`
	TestGoFiles  []string `json:"TestGoFiles"`
	XTestGoFiles []string `json:"XTestGoFiles"`
	Error        *struct {
		Err string `json:"Err"`
	} `json:"Error"`
}

func find(ctx context.Context, dir, pattern string) (*goPackage, error) {
	const fields = "-json=Dir,ImportPath,Name,GoFiles,CgoFiles,TestGoFiles,XTestGoFiles,Error"
	out, said, err := goCommand(ctx, dir, "list", "-e", fields, "--", pattern)
	if err != nil {
		return nil, fmt.Errorf("go list %s: %w: %s", pattern, err, said)
	}
	var pkg goPackage
	dec := json.NewDecoder(bytes.NewReader(out))
	if err := dec.Decode(&pkg); err != nil {
		return nil, fmt.Errorf("go list %s: %w", pattern, err)
	}
	if pkg.Error != nil {
		return nil, fmt.Errorf("package %s: %s", pattern, strings.TrimSpace(pkg.Error.Err))
	}
	return &pkg, nil
}

// declares looks for the type, to say more than a compiler would.
func (p *goPackage) declares(name string) error {
	var structs []string
	fset := token.NewFileSet()
	for _, file := range slices.Concat(p.GoFiles, p.CgoFiles) {
		tree, err := parser.ParseFile(fset, filepath.Join(p.Dir, file), nil, parser.SkipObjectResolution)
		if err != nil {
			return fmt.Errorf("package %s does not compile: %w", p.ImportPath, err)
		}
		for _, d := range tree.Decls {
			decl, ok := d.(*ast.GenDecl)
			if !ok || decl.Tok != token.TYPE {
				continue
			}
			for _, s := range decl.Specs {
				spec, ok := s.(*ast.TypeSpec)
				if !ok {
					continue
				}
				if spec.Name.Name == name {
					return usable(spec)
				}
				if _, ok := spec.Type.(*ast.StructType); ok {
					structs = append(structs, spec.Name.Name)
				}
			}
		}
	}
	slices.Sort(structs)
	return fmt.Errorf("package %s has no type %s: its structs are %s", p.ImportPath, name, strings.Join(structs, ", "))
}

func usable(spec *ast.TypeSpec) error {
	if spec.TypeParams != nil {
		return fmt.Errorf("type %s is generic: declare one with its arguments, type X = %s[…], and name that", spec.Name.Name, spec.Name.Name)
	}
	return nil
}

// program is the test that prints. It writes a file, as a test's own output is
// mixed with that of the packages it links.
const program = `package %s

import (
	"os"
	"testing"

	asixtoschema "github.com/asixto/go-sdk/schema"
)

func TestAsixtoSchema(t *testing.T) {
	codec, err := asixtoschema.Compile[%s](&asixtoschema.Options{Direction: asixtoschema.%s})
	text := ""
	if err == nil {
		text = "S" + string(codec.Schema())
	} else {
		text = "E" + err.Error()
	}
	if err := os.WriteFile(%q, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
`

func (p *goPackage) run(ctx context.Context, tmp, name string, output bool) (string, error) {
	direction := map[bool]string{false: "Input", true: "Output"}[output]
	printed, test := filepath.Join(tmp, "schema"), filepath.Join(tmp, "print_test.go")
	if err := os.WriteFile(test, fmt.Appendf(nil, program, p.Name, name, direction, printed), 0o600); err != nil {
		return "", fmt.Errorf("the program that prints: %w", err)
	}
	overlay := map[string]string{filepath.Join(p.Dir, "asixto_schema_print_test.go"): test}
	for _, file := range slices.Concat(p.TestGoFiles, p.XTestGoFiles) {
		overlay[filepath.Join(p.Dir, file)] = "" // as if it were not there
	}
	data, err := json.Marshal(map[string]any{"Replace": overlay})
	if err != nil {
		return "", fmt.Errorf("the program that prints: %w", err)
	}
	over := filepath.Join(tmp, "overlay.json")
	if err := os.WriteFile(over, data, 0o600); err != nil {
		return "", fmt.Errorf("the program that prints: %w", err)
	}
	out, said, err := goCommand(ctx, p.Dir, "test", "-count=1", "-vet=off", "-overlay", over, "-run", "^TestAsixtoSchema$", ".")
	if err != nil {
		return "", explain(p, string(out)+said, err)
	}
	text, err := os.ReadFile(printed)
	if err != nil {
		return "", fmt.Errorf("package %s: the program that prints did not run: %s", p.ImportPath, out)
	}
	return result(text)
}

func result(text []byte) (string, error) {
	if fault, ok := bytes.CutPrefix(text, []byte("E")); ok {
		return "", &CompileError{string(fault)}
	}
	var indented bytes.Buffer
	if err := json.Indent(&indented, bytes.TrimPrefix(text, []byte("S")), "", "  "); err != nil {
		return "", fmt.Errorf("the schema is no JSON: %w", err)
	}
	return indented.String(), nil
}

// explain says why the program could not be built or run.
func explain(p *goPackage, said string, err error) error {
	if strings.Contains(said, "no required module provides package") || strings.Contains(said, "cannot find module providing package") {
		return fmt.Errorf("the module of %s does not require the SDK: go get github.com/asixto/go-sdk", p.ImportPath)
	}
	return fmt.Errorf("package %s: %w\n%s", p.ImportPath, err, strings.TrimSpace(said))
}

func goCommand(ctx context.Context, dir string, args ...string) (out []byte, said string, err error) {
	cmd := exec.CommandContext(ctx, "go", args...) //nolint:gosec // running the go command on the author's package is what this is for
	cmd.Dir = dir
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err = cmd.Run()
	return stdout.Bytes(), strings.TrimSpace(stderr.String()), err
}

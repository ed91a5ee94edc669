package repocheck

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/asixto/go-sdk/internal/markdown"
)

// Uncompiled names what the compiler says of the go blocks of the Markdown pages; root is the folder of the repository,
// whose modules they may import, and tmp an empty folder to work in.
//
// A block that is a whole file is built and vetted as a program of its own; those of a page that are marked with
// file=DIR/NAME are, for each DIR, one package, tests included. A fragment, declarations or statements, is
// type-checked; unused variables are no fault in it. Its mark may say imports=context,./asixto (./ is the root module),
// group=NAME to share declarations with the other fragments of that name on the page, and carry hidden declarations on
// its further lines.
func Uncompiled(ctx context.Context, t *Tree, root, tmp string) ([]string, error) {
	all, err := pages(t)
	if err != nil {
		return nil, err
	}
	c := compiler{dir: tmp, fset: token.NewFileSet(), groups: map[string][]*ast.File{}}
	if err := c.workspace(t, root); err != nil {
		return nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		for _, b := range all[name].Blocks {
			if b.Lang != "go" {
				continue
			}
			if wholeFile(b.Code) {
				err = c.file(name, b)
			} else {
				c.fragment(name, b)
			}
			if err != nil {
				return nil, err
			}
		}
	}
	if err := c.build(ctx); err != nil {
		return nil, err
	}
	if err := c.check(ctx); err != nil {
		return nil, err
	}
	return c.problems, nil
}

type compiler struct {
	dir      string
	fset     *token.FileSet
	files    int                    // whole files written
	groups   map[string][]*ast.File // fragments that are checked together
	problems []string
}

// workspace lets the blocks import every module of the repository as a user would: from a module of their own.
func (c *compiler) workspace(t *Tree, root string) error {
	root, err := filepath.Abs(root)
	if err != nil {
		return fmt.Errorf("repocheck: %w", err)
	}
	var work strings.Builder
	work.WriteString("go 1.26.0\n\nuse .\n")
	for _, dir := range t.Modules() {
		work.WriteString("use " + strconv.Quote(filepath.Join(root, filepath.FromSlash(dir))) + "\n")
	}
	return errors.Join(c.write("go.work", work.String()), c.write("go.mod", "module blocks\n\ngo 1.26.0\n"))
}

func (c *compiler) write(name, text string) error {
	name = filepath.Join(c.dir, name)
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return fmt.Errorf("repocheck: %w", err)
	}
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		return fmt.Errorf("repocheck: %w", err)
	}
	return nil
}

// file writes a program of its own, or one file of the package that file=DIR/NAME says.
func (c *compiler) file(page string, b markdown.Block) error {
	c.files++
	name := fmt.Sprintf("block%d/main.go", c.files)
	if file := b.Mark.Attr("file"); file != "" {
		name = strings.NewReplacer("/", "_", ".", "_").Replace(page) + "/" + file
	}
	return c.write(name, lineMark(page, b.Line)+b.Code)
}

// lineMark makes the compiler speak of the page and the line in it.
func lineMark(page string, fence int) string { return fmt.Sprintf("//line %s:%d\n", page, fence+1) }

func (c *compiler) build(ctx context.Context) error {
	if c.files == 0 {
		return nil
	}
	for _, args := range [][]string{{"build", "-o", os.DevNull, "./..."}, {"vet", "./..."}} {
		out, err := c.goCommand(ctx, args...)
		if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
			return fmt.Errorf("repocheck: go %s: %w", args[0], err)
		}
		if err != nil {
			for line := range strings.Lines(out) {
				if !strings.HasPrefix(line, "#") {
					c.problems = append(c.problems, strings.TrimSpace(strings.ReplaceAll(line, c.dir+string(filepath.Separator), "")))
				}
			}
			return nil // vet would say the same again
		}
	}
	return nil
}

func (c *compiler) goCommand(ctx context.Context, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = c.dir
	cmd.Env = append(os.Environ(), "GOWORK="+filepath.Join(c.dir, "go.work"))
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	return out.String(), err
}

// check type-checks the groups of fragments against the compiled packages they import.
func (c *compiler) check(ctx context.Context) error {
	imports := map[string]bool{}
	for _, files := range c.groups {
		for _, file := range files {
			for _, spec := range file.Imports {
				imports[strings.Trim(spec.Path.Value, `"`)] = true
			}
		}
	}
	exports, err := c.exports(ctx, slices.Sorted(maps.Keys(imports)))
	if err != nil {
		return err
	}
	packages := importer.ForCompiler(c.fset, "gc", func(path string) (io.ReadCloser, error) {
		name, ok := exports[path]
		if !ok {
			return nil, fmt.Errorf("no package %s", path)
		}
		return os.Open(name)
	})
	for _, group := range slices.Sorted(maps.Keys(c.groups)) {
		config := types.Config{Importer: packages, Error: c.note}
		_, _ = config.Check(group, c.fset, c.groups[group], nil) // note has every error
	}
	return nil
}

func (c *compiler) note(err error) {
	e := types.Error{}
	if errors.As(err, &e) && e.Soft {
		return // unused: a fragment is not the whole of it
	}
	c.problems = append(c.problems, err.Error())
}

// exports compiles the packages and tells where the compiler put what it knows of each and of what they import.
func (c *compiler) exports(ctx context.Context, imports []string) (map[string]string, error) {
	files := map[string]string{}
	if len(imports) == 0 {
		return files, nil
	}
	out, err := c.goCommand(ctx, append([]string{"list", "-e", "-export", "-deps", "-f", "{{.ImportPath}}\t{{.Export}}"}, imports...)...)
	if err != nil {
		return nil, fmt.Errorf("repocheck: compiling what the fragments import: %w\n%s", err, out)
	}
	for line := range strings.Lines(out) {
		if path, file, ok := strings.Cut(strings.TrimSpace(line), "\t"); ok && file != "" {
			files[path] = file
		}
	}
	return files, nil
}

// wholeFile says whether a block starts with a package clause.
func wholeFile(code string) bool {
	_, err := parser.ParseFile(token.NewFileSet(), "", code, parser.PackageClauseOnly)
	return err == nil
}

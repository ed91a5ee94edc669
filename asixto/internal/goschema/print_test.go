package goschema_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/asixto/go-sdk/asixto/internal/goschema"
)

// module writes the files of a module of an author's and returns its folder.
func module(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

const goMod = "module tools.example/m\n\ngo 1.26.0\n"

func TestWhatKeepsATypeFromItsSchema(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		files     map[string]string
		typ, says string
	}{
		"no SDK":     {map[string]string{"go.mod": goMod, "a.go": "package a\n\ntype In struct{}\n"}, ".In", "go get github.com/asixto/go-sdk"},
		"no module":  {map[string]string{"a.go": "package a\n\ntype In struct{}\n"}, ".In", "go.mod"},
		"no package": {map[string]string{"go.mod": goMod}, "./b.In", "b"},
		"a syntax error": {
			map[string]string{"go.mod": goMod, "a.go": "package a\n\ntype In struct{\n"}, ".In", "a.go",
		},
		"no type":       {map[string]string{"go.mod": goMod, "a.go": "package a\n\ntype Out struct{}\n"}, ".In", "its structs are Out"},
		"no Go name":    {nil, "./a.1x", "write ./pkg.Type"},
		"many packages": {nil, "./....In", "not one package"},
		"a flag":        {nil, "-exec=x.In", "not one package"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text, err := goschema.Print(t.Context(), module(t, tt.files), tt.typ, false)
			var compile *goschema.CompileError
			if err == nil || errors.As(err, &compile) || !strings.Contains(err.Error(), tt.says) {
				t.Errorf("%q, error %v, want %q", text, err, tt.says)
			}
		})
	}
}

// Nothing is left behind, neither in the author's folder nor elsewhere.
func TestNothingIsLeft(t *testing.T) {
	tmp := t.TempDir()
	t.Setenv("TMPDIR", tmp)
	author := "../../cmd/asixto/testdata/author"
	before := names(t, author)
	if _, err := goschema.Print(t.Context(), author, ".RecogidaIn", false); err != nil {
		t.Fatal(err)
	}
	if after := names(t, author); after != before {
		t.Errorf("in the folder are %s, were %s", after, before)
	}
	if left := names(t, tmp); left != "" {
		t.Errorf("left: %s", left)
	}
}

func names(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, e := range entries {
		all = append(all, e.Name())
	}
	return strings.Join(all, " ")
}

func TestInterrupted(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := goschema.Print(ctx, "../../cmd/asixto/testdata/author", ".RecogidaIn", false); err == nil {
		t.Error("it goes on after it was cancelled")
	}
}

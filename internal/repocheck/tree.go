package repocheck

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Root is the import path of the root module.
const Root = "github.com/asixto/go-sdk"

// Tree is the files a rule looks at.
type Tree struct {
	FS    fs.FS
	Files []string // slash-separated, sorted
}

// Open is the tree of the git repository at dir: what is tracked, and what is new and not ignored.
func Open(ctx context.Context, dir string) (*Tree, error) {
	cmd := exec.CommandContext(ctx, "git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	cmd.Dir = dir
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("repocheck: listing the files of %s: %w", dir, err)
	}
	t := &Tree{FS: os.DirFS(dir)}
	for name := range bytes.SplitSeq(bytes.TrimSuffix(out, []byte{0}), []byte{0}) {
		// A tracked file that was deleted and not yet committed is still listed.
		if _, err := os.Lstat(filepath.Join(dir, string(name))); err == nil {
			t.Files = append(t.Files, string(name))
		}
	}
	slices.Sort(t.Files)
	return t, nil
}

// New is the tree of every file of fsys.
func New(fsys fs.FS) (*Tree, error) {
	t := &Tree{FS: fsys}
	err := fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			t.Files = append(t.Files, name)
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("repocheck: %w", err)
	}
	return t, nil
}

// Match is the files with that extension outside testdata folders.
func (t *Tree) Match(ext string) []string {
	var names []string
	for _, name := range t.Files {
		if path.Ext(name) == ext && !slices.Contains(strings.Split(name, "/"), "testdata") {
			names = append(names, name)
		}
	}
	return names
}

// Modules is the folders that hold a go.mod, "." for the root.
func (t *Tree) Modules() []string {
	var dirs []string
	for _, name := range t.Match(".mod") {
		if path.Base(name) == "go.mod" {
			dirs = append(dirs, path.Dir(name))
		}
	}
	return dirs
}

// packages groups the Go files by folder, so by package and its tests.
func (t *Tree) packages() map[string][]string {
	dirs := map[string][]string{}
	for _, name := range t.Match(".go") {
		dirs[path.Dir(name)] = append(dirs[path.Dir(name)], name)
	}
	return dirs
}

func isTest(name string) bool { return strings.HasSuffix(name, "_test.go") }

// public says whether users can import the folder.
func public(dir string) bool { return !slices.Contains(strings.Split(dir, "/"), "internal") }

// under says whether dir is base or lies below it.
func under(dir, base string) bool { return dir == base || strings.HasPrefix(dir, base+"/") }

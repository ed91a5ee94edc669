package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"

	"github.com/asixto/go-sdk/internal/markdown"
)

// shownAddress is where the documents say that a server listens.
const shownAddress = "127.0.0.1:8080"

func tryDocuments(ctx context.Context, b *builder, out io.Writer) error {
	var failed []error
	for _, pattern := range []string{"*.md", "docs/*.md", "examples/*/*.md"} {
		files, err := filepath.Glob(filepath.Join(b.root, pattern))
		if err != nil {
			return fmt.Errorf("finding the documents: %w", err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				return fmt.Errorf("reading the documents: %w", err)
			}
			n, err := tryPage(ctx, b, markdown.Parse(string(text)))
			name, relErr := filepath.Rel(b.root, file)
			if err := errors.Join(err, relErr); err != nil {
				failed = append(failed, fmt.Errorf("%s: %w", name, err))
				continue
			}
			if n > 0 {
				fmt.Fprintf(out, "%s: %d blocks run as shown\n", name, n)
			}
		}
	}
	return errors.Join(failed...)
}

// pageRun is one page as it is tried. A reader begins with an empty folder and nothing that runs.
type pageRun struct {
	b       *builder
	dir     string             // where the page's own modules are
	servers map[string]*server // those with one name are one, as a reader's terminal would have it
}

// tryPage runs the blocks of a page in their order.
func tryPage(ctx context.Context, b *builder, page markdown.Page) (ran int, err error) {
	dir, err := os.MkdirTemp(b.bin, "page")
	if err != nil {
		return 0, fmt.Errorf("a folder for the page: %w", err)
	}
	p := &pageRun{b: b, dir: dir, servers: map[string]*server{}}
	defer func() {
		for _, s := range p.servers {
			err = errors.Join(err, s.stop())
		}
	}()
	for i, block := range page.Blocks {
		switch {
		case block.Lang == "go" && block.Mark.Has("serve"):
			err = tryProgram(ctx, b, block.Code)
		case block.Mark.Attr("file") != "":
			err = p.write(ctx, block.Mark.Attr("file"), block.Code)
		case block.Lang == "sh" && block.Mark.Has("run"):
			err = p.shell(ctx, page.Blocks[i:])
		default:
			continue
		}
		if err != nil {
			return ran, fmt.Errorf("line %d: %w", block.Line, err)
		}
		ran++
	}
	return ran, nil
}

// write puts a file into a module of the page, which is made where the page has not made it itself. A server of that
// module is started anew when it is next needed.
func (p *pageRun) write(ctx context.Context, name, text string) error {
	if !filepath.IsLocal(name) {
		return fmt.Errorf("file=%s: name it within the page's own folder", name)
	}
	for key, s := range p.servers {
		if strings.HasPrefix(key, "./"+path.Dir(name)+" ") {
			delete(p.servers, key)
			if err := s.stop(); err != nil {
				return err
			}
		}
	}
	file := filepath.Join(p.dir, filepath.FromSlash(name))
	if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o700), os.WriteFile(file, []byte(text), 0o600)); err != nil {
		return fmt.Errorf("file=%s: %w", name, err)
	}
	if _, err := os.Stat(filepath.Join(filepath.Dir(file), "go.mod")); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	code, err := p.b.fetched("go mod init example.com/" + path.Dir(name) + "\ngo get github.com/asixto/go-sdk\ngo mod tidy")
	if err != nil {
		return err
	}
	return tryBlock(ctx, filepath.Dir(file), code, "")
}

// tryProgram asks the server of a block as it asks an example.
func tryProgram(ctx context.Context, b *builder, code string) error {
	if !strings.Contains(code, shownAddress) {
		return fmt.Errorf("a program that serves listens on %s", shownAddress)
	}
	addr, err := freeAddress(ctx)
	if err != nil {
		return err
	}
	bin, err := b.buildBlock(ctx, strings.ReplaceAll(code, shownAddress, addr))
	if err != nil {
		return err
	}
	s, err := startProgram(ctx, bin, addr, "")
	if err != nil {
		return err
	}
	return s.finish(ask(ctx, "http://"+addr, ""))
}

// shell runs the first of the blocks, against the answer that the second may be.
func (p *pageRun) shell(ctx context.Context, blocks []markdown.Block) error {
	code, dir := blocks[0].Code, p.b.root
	if name := blocks[0].Mark.Attr("server"); name != "" {
		s, err := p.server(ctx, name, blocks[0].Mark.Attr("token"))
		if err != nil {
			return fmt.Errorf("server %s: %w", name, err)
		}
		code = strings.ReplaceAll(code, shownAddress, s.addr)
	}
	if in := blocks[0].Mark.Attr("in"); in != "" {
		dir = filepath.Join(p.dir, filepath.FromSlash(in))
		local, err := p.b.fetched(code)
		if err != nil {
			return err
		}
		code = local
	}
	want := ""
	if len(blocks) > 1 && blocks[1].Mark != nil && blocks[1].Mark.Name == "answer" {
		want = blocks[1].Code
	}
	return tryBlock(ctx, dir, code, want)
}

// server is the example of that name, or the module of the page where the name begins with "./".
func (p *pageRun) server(ctx context.Context, name, token string) (*server, error) {
	key := name + " " + token
	if s := p.servers[key]; s != nil {
		return s, nil
	}
	var s *server
	var err error
	if strings.HasPrefix(name, "./") {
		s, err = startModule(ctx, p.b, filepath.Join(p.dir, filepath.FromSlash(name)), token)
	} else {
		s, err = start(ctx, p.b, name, token)
	}
	if err != nil {
		return nil, err
	}
	p.servers[key] = s
	return s, nil
}

func tryBlock(ctx context.Context, dir, code, want string) error {
	cmd := exec.CommandContext(ctx, "bash", "-euo", "pipefail", "-c", code)
	cmd.Dir = dir
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%w\n%s%s", err, stdout.Bytes(), stderr.Bytes())
	}
	if want == "" {
		return nil
	}
	got, shown := compact(stdout.Bytes()), compact([]byte(want))
	if !bytes.Equal(got, shown) {
		return fmt.Errorf("the answer shown is not the answer:\n got %s\nwant %s", got, shown)
	}
	return nil
}

// compact takes the white space out of JSON; what is none stays as it is.
func compact(data []byte) []byte {
	var out bytes.Buffer
	if err := json.Compact(&out, bytes.TrimSpace(data)); err != nil {
		return bytes.TrimSpace(data)
	}
	return out.Bytes()
}

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
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

// tryPage runs the blocks of a page in their order; those with one server share it, as a reader's terminal would.
func tryPage(ctx context.Context, b *builder, page markdown.Page) (ran int, err error) {
	servers := map[string]*server{}
	defer func() {
		for _, s := range servers {
			err = errors.Join(err, s.stop())
		}
	}()
	for i, block := range page.Blocks {
		switch {
		case block.Lang == "go" && block.Mark.Has("serve"):
			err = tryProgram(ctx, b, block.Code)
		case block.Lang == "sh" && block.Mark.Has("run"):
			err = tryShell(ctx, b, servers, page.Blocks[i:])
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

// tryShell runs the first of the blocks, against the answer that the second may be.
func tryShell(ctx context.Context, b *builder, servers map[string]*server, blocks []markdown.Block) error {
	code := blocks[0].Code
	if name := blocks[0].Mark.Attr("server"); name != "" {
		token := blocks[0].Mark.Attr("token")
		key := name + " " + token
		if servers[key] == nil {
			s, err := start(ctx, b, name, token)
			if err != nil {
				return fmt.Errorf("server %s: %w", name, err)
			}
			servers[key] = s
		}
		code = strings.ReplaceAll(code, shownAddress, servers[key].addr)
	}
	want := ""
	if len(blocks) > 1 && blocks[1].Mark != nil && blocks[1].Mark.Name == "answer" {
		want = blocks[1].Code
	}
	return tryBlock(ctx, b.root, code, want)
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

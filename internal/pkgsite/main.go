// Command pkgsite has golang.org/x/pkgsite, which shows a reader the documentation of Go packages, render every public
// package of this repository, and fails for a page or a name that is not there.
//
//	go run ./internal/pkgsite PROGRAM
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/asixto/go-sdk/internal/repocheck"
)

const (
	limit      = 5 * time.Minute // for the whole run
	startLimit = 2 * time.Minute
	pollEvery  = 100 * time.Millisecond
	maxPage    = 16 << 20
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	ctx, cancel := context.WithTimeout(ctx, limit)
	err := errors.New("say where the program pkgsite is")
	if len(os.Args) == 2 {
		err = run(ctx, os.Args[1], ".", os.Stdout)
	}
	cancel()
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "pkgsite:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, program, root string, out io.Writer) error {
	tree, err := repocheck.Open(ctx, root)
	if err != nil {
		return err
	}
	dirs, err := tree.Packages()
	if err != nil {
		return err
	}
	base, end, err := start(ctx, program, root, modules(tree))
	if err != nil {
		return err
	}
	var failed []error
	for _, dir := range dirs {
		names, err := repocheck.Exported(tree, dir)
		if err == nil {
			err = rendered(ctx, base+"/"+importPath(dir), names)
		}
		if err != nil {
			failed = append(failed, fmt.Errorf("%s: %w", dir, err))
			continue
		}
		fmt.Fprintf(out, "%s: rendered, with %d names\n", dir, len(names))
	}
	return errors.Join(append(failed, end())...)
}

// modules is the folders of those that hold public packages.
func modules(tree *repocheck.Tree) []string {
	var dirs []string
	for _, dir := range tree.Modules() {
		if !strings.HasPrefix(dir, "internal/") && !strings.HasPrefix(dir, "examples/") {
			dirs = append(dirs, dir)
		}
	}
	return dirs
}

func importPath(dir string) string { return strings.TrimSuffix(repocheck.Root+"/"+dir, "/.") }

// start runs the program on a free port and waits until it answers; end stops it.
func start(ctx context.Context, program, root string, dirs []string) (base string, end func() error, err error) {
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, fmt.Errorf("finding a free port: %w", err)
	}
	addr := l.Addr().String()
	if err := l.Close(); err != nil {
		return "", nil, fmt.Errorf("finding a free port: %w", err)
	}
	var log strings.Builder
	cmd := exec.CommandContext(ctx, program, append([]string{"-list=false", "-http", addr}, dirs...)...) //nolint:gosec // named by the caller
	cmd.Dir, cmd.Stdout, cmd.Stderr = root, &log, &log
	if err := cmd.Start(); err != nil {
		return "", nil, fmt.Errorf("starting it: %w", err)
	}
	end = func() error {
		if err := cmd.Process.Kill(); err != nil { // it has nothing to lose
			return fmt.Errorf("ending it: %w", err)
		}
		_ = cmd.Wait() // it was killed
		return nil
	}
	base = "http://" + addr
	if err := await(ctx, base); err != nil {
		return "", nil, fmt.Errorf("%w; it wrote:\n%s", errors.Join(err, end()), log.String())
	}
	return base, end, nil
}

func await(ctx context.Context, base string) error {
	ctx, cancel := context.WithTimeout(ctx, startLimit)
	defer cancel()
	poll := time.NewTicker(pollEvery)
	defer poll.Stop()
	for {
		_, err := page(ctx, base)
		if err == nil {
			return nil
		}
		select {
		case <-poll.C:
		case <-ctx.Done():
			return fmt.Errorf("it did not answer in %v: %w", startLimit, err)
		}
	}
}

// rendered wants a page that has an anchor for each name.
func rendered(ctx context.Context, url string, names []string) error {
	text, err := page(ctx, url)
	if err != nil {
		return err
	}
	if !strings.Contains(text, `id="pkg-overview"`) {
		return errors.New("the page has no overview")
	}
	var missing []string
	for _, name := range names {
		if !strings.Contains(text, `id="`+name+`"`) {
			missing = append(missing, name)
		}
	}
	if len(missing) > 0 {
		return fmt.Errorf("the page does not show %s", strings.Join(missing, ", "))
	}
	return nil
}

func page(ctx context.Context, url string) (string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, http.NoBody)
	if err != nil {
		return "", fmt.Errorf("asking for the page: %w", err)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return "", fmt.Errorf("asking for the page: %w", err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(io.LimitReader(res.Body, maxPage))
	if err != nil {
		return "", fmt.Errorf("reading the page: %w", err)
	}
	if res.StatusCode != http.StatusOK {
		return "", fmt.Errorf("the page has status %d", res.StatusCode)
	}
	return string(text), nil
}

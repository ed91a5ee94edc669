package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"time"
)

const (
	startLimit = 20 * time.Second
	stopLimit  = 20 * time.Second
	pollEvery  = 50 * time.Millisecond
)

// builder builds each example once.
type builder struct {
	root, bin string
	built     map[string]string
}

func (b *builder) build(ctx context.Context, name string) (string, error) {
	if bin := b.built[name]; bin != "" {
		return bin, nil
	}
	bin := filepath.Join(b.bin, name)
	if err := goBuild(ctx, b.root, "-o", bin, "./examples/"+name); err != nil {
		return "", err
	}
	b.built[name] = bin
	return bin, nil
}

// fetches is a command that gets a package of this repository.
var fetches = regexp.MustCompile(`(?m)^go get (-tool )?(github\.com/asixto/go-sdk\S*)$`)

// unpublished is the version that a module has which only a replacement provides.
const unpublished = "v0.0.0-00010101000000-000000000000"

// fetched makes the commands of a reader's module take this checkout in place of a published version.
func (b *builder) fetched(code string) (string, error) {
	modules, err := b.modules()
	if err != nil {
		return "", err
	}
	return fetches.ReplaceAllStringFunc(code, func(line string) string {
		found := fetches.FindStringSubmatch(line)
		edits := []string{"go", "mod", "edit"}
		for name, dir := range modules {
			edits = append(edits, "-replace", "'"+name+"="+dir+"'")
			if found[2] == name {
				edits = append(edits, "-require", name+"@"+unpublished)
			}
		}
		if found[1] != "" {
			edits = append(edits, "-tool", found[2])
		}
		return strings.Join(edits, " ")
	}), nil
}

// modules is the folders of the repository's modules by their paths.
func (b *builder) modules() (map[string]string, error) {
	const module = "github.com/asixto/go-sdk"
	root, err := filepath.Abs(b.root)
	if err != nil {
		return nil, fmt.Errorf("finding the modules: %w", err)
	}
	dirs := map[string]string{module: root}
	nested, err := filepath.Glob(filepath.Join(root, "*", "*", "go.mod"))
	if err != nil {
		return nil, fmt.Errorf("finding the modules: %w", err)
	}
	for _, file := range nested {
		name, err := filepath.Rel(root, filepath.Dir(file))
		if err != nil {
			return nil, fmt.Errorf("finding the modules: %w", err)
		}
		dirs[module+"/"+filepath.ToSlash(name)] = filepath.Dir(file)
	}
	return dirs, nil
}

// buildBlock builds a program as if it stood among the examples, without writing into the repository.
func (b *builder) buildBlock(ctx context.Context, code string) (string, error) {
	const dir = "examples/block_of_a_document"
	root, err := filepath.Abs(b.root)
	if err != nil {
		return "", fmt.Errorf("building it: %w", err)
	}
	source, overlay := filepath.Join(b.bin, "block.go"), filepath.Join(b.bin, "overlay.json")
	replace, err := json.Marshal(map[string]map[string]string{"Replace": {filepath.Join(root, dir, "main.go"): source}})
	if err != nil {
		return "", fmt.Errorf("building it: %w", err)
	}
	if err := errors.Join(os.WriteFile(source, []byte(code), 0o600), os.WriteFile(overlay, replace, 0o600)); err != nil {
		return "", fmt.Errorf("building it: %w", err)
	}
	bin := filepath.Join(b.bin, "block")
	return bin, goBuild(ctx, b.root, "-overlay", overlay, "-o", bin, "./"+dir)
}

func goBuild(ctx context.Context, dir string, args ...string) error {
	cmd := exec.CommandContext(ctx, "go", append([]string{"build"}, args...)...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("building it: %w\n%s", err, out)
	}
	return nil
}

// server is an example that runs.
type server struct {
	addr string
	cmd  *exec.Cmd
	done chan struct{} // closed when the process has ended
	err  error         // how it ended, once done is closed
	log  *safeBuffer
}

// start runs an example on a free port of the loopback and waits until it is well. No token makes an open server.
func start(ctx context.Context, b *builder, name, token string) (*server, error) {
	bin, err := b.build(ctx, name)
	if err != nil {
		return nil, err
	}
	addr, err := freeAddress(ctx)
	if err != nil {
		return nil, err
	}
	return startProgram(ctx, bin, addr, token)
}

// startModule does so with the program of a reader's module.
func startModule(ctx context.Context, b *builder, dir, token string) (*server, error) {
	bin := filepath.Join(b.bin, "reader")
	if err := goBuild(ctx, dir, "-o", bin, "."); err != nil {
		return nil, err
	}
	addr, err := freeAddress(ctx)
	if err != nil {
		return nil, err
	}
	return startProgram(ctx, bin, addr, token)
}

func startProgram(ctx context.Context, bin, addr, token string) (*server, error) {
	s := &server{addr: addr, done: make(chan struct{}), log: &safeBuffer{}}
	s.cmd = exec.CommandContext(ctx, bin, "-addr", addr)
	s.cmd.Env = append(os.Environ(), "ASIXTO_TOKENS="+token)
	s.cmd.Stdout, s.cmd.Stderr = s.log, s.log
	if err := s.cmd.Start(); err != nil {
		return nil, fmt.Errorf("starting it: %w", err)
	}
	go func() {
		s.err = s.cmd.Wait()
		close(s.done)
	}()
	if err := s.awaitHealth(ctx); err != nil {
		return nil, fmt.Errorf("%w; it wrote:\n%s", errors.Join(err, s.stop()), s.output())
	}
	return s, nil
}

// freeAddress asks the system for a port nobody listens on. Another program could take it before the example does; then
// the example fails to start and says so.
func freeAddress(ctx context.Context) (string, error) {
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return "", fmt.Errorf("finding a free port: %w", err)
	}
	addr := l.Addr().String()
	if err := l.Close(); err != nil {
		return "", fmt.Errorf("finding a free port: %w", err)
	}
	return addr, nil
}

func (s *server) awaitHealth(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, startLimit)
	defer cancel()
	poll := time.NewTicker(pollEvery)
	defer poll.Stop()
	for {
		err := healthy(ctx, "http://"+s.addr)
		if err == nil {
			return nil
		}
		select {
		case <-poll.C:
		case <-s.done:
			return fmt.Errorf("it ended before it answered GET /salud: %w", s.err)
		case <-ctx.Done():
			return fmt.Errorf("GET /salud was not answered in %v: %w", startLimit, err)
		}
	}
}

func healthy(ctx context.Context, base string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, base+"/salud", http.NoBody)
	if err != nil {
		return fmt.Errorf("GET /salud: %w", err)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return fmt.Errorf("GET /salud: %w", err)
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		return fmt.Errorf("GET /salud: status %d, want 200", res.StatusCode)
	}
	return nil
}

// stop asks the process to end and says what is wrong with how it did.
func (s *server) stop() error {
	select {
	case <-s.done:
		return fmt.Errorf("it ended by itself: %w", s.err)
	default:
	}
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		return fmt.Errorf("SIGTERM: %w", err)
	}
	timeout := time.NewTimer(stopLimit)
	defer timeout.Stop()
	select {
	case <-s.done:
		if s.err != nil {
			return fmt.Errorf("after SIGTERM: %w, want exit status 0", s.err)
		}
		return nil
	case <-timeout.C:
		err := s.cmd.Process.Kill()
		<-s.done
		return errors.Join(fmt.Errorf("it still ran %v after SIGTERM", stopLimit), err)
	}
}

// finish stops the server after it was asked, and shows what it wrote if anything went wrong.
func (s *server) finish(asked error) error {
	if err := errors.Join(asked, s.stop()); err != nil {
		return fmt.Errorf("%w; it wrote:\n%s", err, s.output())
	}
	return nil
}

func (s *server) output() string { return s.log.String() }

// safeBuffer is written by the process's two streams while it is read.
type safeBuffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

var _ io.Writer = (*safeBuffer)(nil)

// Write keeps p.
func (b *safeBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.Write(p)
}

// String is all that was written.
func (b *safeBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.String()
}

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"
)

// The servers under load.
const (
	peerThis       = "this"
	peerGoSDK      = "go-sdk"
	peerTypeScript = "typescript"
	peerBare       = "bare"
)

// A server is a process that serves the two tools at /mcp.
type server struct {
	addr string
	cmd  *exec.Cmd
	logs *bytes.Buffer
}

// A workshop builds servers, in a folder of its own.
type workshop struct {
	source string // the folder of this module
	dir    string
	token  string
}

// start builds the server of that name and starts it on a free port.
func (w *workshop) start(ctx context.Context, name string) (*server, error) {
	addr, err := freeAddress(ctx)
	if err != nil {
		return nil, err
	}
	cmd, err := w.command(ctx, name, addr)
	if err != nil {
		return nil, fmt.Errorf("building %s: %w", name, err)
	}
	s := &server{addr: addr, cmd: cmd, logs: &bytes.Buffer{}}
	if name != peerThis { // it logs each call, as in production; the others say nothing unless they fail
		cmd.Stderr = s.logs
	}
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.WaitDelay = 5 * time.Second
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("starting %s: %w", name, err)
	}
	if err := s.ready(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", name, err), s.stop())
	}
	return s, nil
}

func (w *workshop) command(ctx context.Context, name, addr string) (*exec.Cmd, error) {
	bin := filepath.Join(w.dir, name)
	switch name {
	case peerThis:
		cmd := exec.CommandContext(ctx, bin, "-addr", addr) //nolint:gosec // a program that was just built
		cmd.Env = append(os.Environ(), "ASIXTO_TOKENS="+w.token)
		return cmd, w.goBuild(ctx, filepath.Join(w.source, "..", ".."), "./examples/soporte", bin)
	case peerGoSDK:
		return exec.CommandContext(ctx, bin, addr), w.goBuild(ctx, w.source, "./peers/gosdk", bin) //nolint:gosec // as above
	case peerBare:
		return exec.CommandContext(ctx, bin, addr), w.goBuild(ctx, w.source, "./peers/bare", bin) //nolint:gosec // as above
	case peerTypeScript:
		host, port, err := net.SplitHostPort(addr)
		if err != nil {
			return nil, err
		}
		cmd := exec.CommandContext(ctx, "node", "server.mjs", host, port) //nolint:gosec // its own source
		cmd.Dir = bin
		return cmd, w.npmInstall(ctx, bin)
	default:
		return nil, fmt.Errorf("no server of the name %q", name)
	}
}

func (*workshop) goBuild(ctx context.Context, dir, pkg, bin string) error {
	return quietly(ctx, dir, "go", "build", "-o", bin, pkg)
}

// npmInstall installs the peer's packages in a copy of its folder.
func (w *workshop) npmInstall(ctx context.Context, dir string) error {
	if _, err := os.Stat(filepath.Join(dir, "node_modules")); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	peer := os.DirFS(filepath.Join(w.source, "peers", "typescript"))
	for _, name := range []string{"package.json", "package-lock.json", "server.mjs"} {
		data, err := fs.ReadFile(peer, name)
		if err != nil {
			return err
		}
		if err := os.MkdirAll(dir, 0o755); err != nil { //nolint:gosec // nothing secret in it
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil { //nolint:gosec // as above
			return err
		}
	}
	return quietly(ctx, dir, "npm", "ci", "--no-audit", "--no-fund", "--silent")
}

func quietly(ctx context.Context, dir, name string, args ...string) error {
	cmd := exec.CommandContext(ctx, name, args...) //nolint:gosec // go or npm, with what stands above
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s %s: %w\n%s", name, args[0], err, out)
	}
	return nil
}

// ready waits until the server takes connections.
func (s *server) ready(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	again := time.NewTicker(50 * time.Millisecond)
	defer again.Stop()
	for {
		conn, err := new(net.Dialer).DialContext(ctx, "tcp", s.addr)
		if err == nil {
			return conn.Close()
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("not ready: %w", err)
		case <-again.C:
		}
	}
}

// stop ends the server and returns what it said where it did not end well.
func (s *server) stop() error {
	if err := s.cmd.Cancel(); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	err := s.cmd.Wait()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) && !exit.Exited() {
		err = nil // ended by the signal
	}
	if err != nil {
		return fmt.Errorf("%w\n%s", err, s.logs.Bytes())
	}
	return nil
}

func freeAddress(ctx context.Context) (string, error) {
	var lc net.ListenConfig
	ln, err := lc.Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer func() { _ = ln.Close() }()
	return ln.Addr().String(), nil
}

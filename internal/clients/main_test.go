//go:build clients

package clients

import (
	"bytes"
	"context"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"sync"
	"syscall"
	"testing"
	"time"
)

const (
	root  = "../.."
	token = "a-token-for-clients"

	startLimit = 30 * time.Second
	stopLimit  = 30 * time.Second
)

// workshop is where the programs under test are built, once each.
var workshop struct {
	dir string

	mu    sync.Mutex
	built map[string]string
}

func TestMain(m *testing.M) {
	os.Exit(inWorkshop(m.Run))
}

func inWorkshop(run func() int) int {
	dir, err := os.MkdirTemp("", "clients")
	if err != nil {
		panic(err)
	}
	defer func() { _ = os.RemoveAll(dir) }()
	workshop.dir, workshop.built = dir, map[string]string{}
	return run()
}

// built returns the program of a package, seen from dir, with the race detector in it.
func built(t *testing.T, dir, pkg string) string {
	t.Helper()
	workshop.mu.Lock()
	defer workshop.mu.Unlock()
	if bin := workshop.built[pkg]; bin != "" {
		return bin
	}
	bin := filepath.Join(workshop.dir, filepath.Base(pkg))
	build := exec.CommandContext(t.Context(), "go", "build", "-race", "-o", bin, pkg)
	build.Dir = dir
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("building %s: %v\n%s", pkg, err, out)
	}
	workshop.built[pkg] = bin
	return bin
}

// soporte starts the support desk with a token and returns its address.
func soporte(t *testing.T, env ...string) string {
	t.Helper()
	return serve(t, built(t, root, "./examples/soporte"), append(env, "ASIXTO_TOKENS=cliente:"+token)...)
}

var servingAt = regexp.MustCompile(`serving address=(\S+)`)

func serve(t *testing.T, bin string, env ...string) string {
	t.Helper()
	return serveWith(t, bin, nil, env...)
}

// serveWith runs a server until the test ends, on a free port, and returns its address. It must end well: a data race
// makes it end badly.
func serveWith(t *testing.T, bin string, args []string, env ...string) string {
	t.Helper()
	log := &lines{}
	cmd := exec.Command(bin, append(args, "-addr", "127.0.0.1:0")...)
	cmd.Env = append(os.Environ(), env...)
	cmd.Stdout, cmd.Stderr = log, log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	t.Cleanup(func() { stop(t, cmd, ended, log) })
	var addr string
	wait(t, "the server serves", func() bool {
		m := servingAt.FindStringSubmatch(log.String())
		if m == nil {
			return false
		}
		addr = m[1]
		return true
	}, log)
	return addr
}

func stop(t *testing.T, cmd *exec.Cmd, ended <-chan error, log *lines) {
	t.Helper()
	_ = cmd.Process.Signal(syscall.SIGTERM)
	select {
	case err := <-ended:
		if err != nil {
			t.Errorf("%s ended with %v; it wrote:\n%s", cmd.Path, err, log)
		}
	case <-time.After(stopLimit):
		_ = cmd.Process.Kill()
		<-ended
		t.Errorf("%s still ran %v after SIGTERM; it wrote:\n%s", cmd.Path, stopLimit, log)
	}
	if t.Failed() {
		t.Logf("%s wrote:\n%s", cmd.Path, log)
	}
}

// wait polls what another process brings about.
func wait(t *testing.T, what string, done func() bool, log *lines) {
	t.Helper()
	poll := time.NewTicker(20 * time.Millisecond)
	defer poll.Stop()
	timeout := time.After(startLimit)
	for !done() {
		select {
		case <-poll.C:
		case <-timeout:
			t.Fatalf("waited %v until %s; it wrote:\n%s", startLimit, what, log)
		}
	}
}

// lines is written by a process while it is read.
type lines struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.Write(p)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.String()
}

// freeAddress is one that nobody listens on at the moment.
func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := l.Addr().String()
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	return addr
}

// withToken adds the bearer token to the requests of a client in Go.
type withToken struct{ next http.RoundTripper }

func (w withToken) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+token)
	return w.next.RoundTrip(r)
}

// limited bounds what a test does with a program of others.
func limited(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	t.Cleanup(cancel)
	return ctx
}

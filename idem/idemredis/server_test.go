package idemredis_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
)

// standardAddr is where tests look for a server first.
const standardAddr = "127.0.0.1:6379"

// thrownAway is the server that tests share where none answers at the standard port.
var thrownAway commonServer

type commonServer struct {
	once   sync.Once
	server *server
	err    error
}

// sharedAddr returns the server for tests that need nothing of it but room for keys of their own.
func sharedAddr(tb testing.TB) string {
	tb.Helper()
	addr, err := findAddr()
	if err != nil {
		missing(tb, err)
	}
	return addr
}

func findAddr() (string, error) {
	if answers(standardAddr) {
		return standardAddr, nil
	}
	thrownAway.start()
	if thrownAway.err != nil {
		return "", thrownAway.err
	}
	return thrownAway.server.addr, nil
}

func (c *commonServer) start() {
	c.once.Do(func() {
		dir, err := os.MkdirTemp("", "idemredis")
		if err == nil {
			if c.server, err = newServer(dir); err != nil {
				_ = os.RemoveAll(dir)
			}
		}
		c.err = err
	})
}

func (c *commonServer) stop() {
	if c.server != nil {
		c.server.stop()
		_ = os.RemoveAll(c.server.dir)
	}
}

// missing ends a test that has no server: a failure in CI.
func missing(tb testing.TB, err error) {
	tb.Helper()
	if os.Getenv("CI") != "" {
		tb.Fatal(err)
	}
	tb.Skip(err)
}

func redisServer() (string, error) {
	path, err := exec.LookPath("redis-server")
	if err != nil {
		return "", fmt.Errorf("no Redis answers at %s and there is no redis-server to start: install it (apt-get install redis-server): %w",
			standardAddr, err)
	}
	return path, nil
}

// answers reports whether a server can be used by anybody at addr: without a password, and under a policy that keeps keys.
func answers(addr string) bool {
	client := redis.NewClient(&redis.Options{Addr: addr, MaxRetries: -1, DialTimeout: time.Second, DialerRetries: 1})
	defer closes(client)
	config, err := client.ConfigGet(context.Background(), "maxmemory-policy").Result()
	return err == nil && config["maxmemory-policy"] == "noeviction"
}

// server is a Redis of a test's own, which keeps nothing unless its arguments say so.
type server struct {
	addr string
	dir  string
	args []string

	mu      sync.Mutex
	process *exec.Cmd
	life    io.Closer // closing it ends the process
}

// startServer starts a server that ends with the test.
func startServer(tb testing.TB, args ...string) *server {
	tb.Helper()
	if _, err := redisServer(); err != nil {
		missing(tb, err)
	}
	s, err := newServer(tb.TempDir(), args...)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(s.stop)
	return s
}

func newServer(dir string, args ...string) (*server, error) {
	var failed error
	for range 3 { // somebody may take the port meanwhile
		addr, err := freeAddr()
		if err != nil {
			return nil, err
		}
		s := &server{addr: addr, dir: dir, args: args}
		if failed = s.start(); failed == nil {
			return s, nil
		}
	}
	return nil, failed
}

func freeAddr() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer closes(l)
	return l.Addr().String(), nil
}

func (s *server) hostPort() (host, port string) {
	host, port, _ = net.SplitHostPort(s.addr)
	return host, port
}

// start starts the server, again on what it kept if it ran before. A shell watches over it that kills it when this process ends,
// however it ends.
func (s *server) start() error {
	path, err := redisServer()
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	_, port := s.hostPort()
	args := append([]string{"-c", `"$@" & cat; kill -9 $!; wait`, "sh", path,
		"--bind", "127.0.0.1", "--port", port, "--dir", s.dir, "--logfile", filepath.Join(s.dir, "log"), "--save", "",
	}, s.args...)
	s.process = exec.Command("sh", args...)
	if s.life, err = s.process.StdinPipe(); err != nil {
		return err
	}
	if err := s.process.Start(); err != nil {
		return err
	}
	if err := s.ready(); err != nil {
		log, _ := os.ReadFile(filepath.Join(s.dir, "log"))
		s.kill()
		return fmt.Errorf("redis-server at %s: %w\n%s", s.addr, err, log)
	}
	return nil
}

// ready waits until the server answers, and makes sure that it is this one.
func (s *server) ready() error {
	client := redis.NewClient(&redis.Options{Addr: s.addr, MaxRetries: -1})
	defer closes(client)
	deadline := time.After(20 * time.Second)
	for tick := time.Tick(5 * time.Millisecond); ; {
		config, err := client.ConfigGet(context.Background(), "dir").Result()
		if err == nil {
			if dir, _ := filepath.EvalSymlinks(s.dir); config["dir"] != dir {
				return errors.New("another server has the port")
			}
			return nil
		}
		select {
		case <-tick:
		case <-deadline:
			return err
		}
	}
}

// stop kills the server.
func (s *server) stop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.kill()
}

func (s *server) kill() {
	if s.process != nil {
		_ = s.life.Close()
		_ = s.process.Wait() // it was killed
		s.process = nil
	}
}

// restart starts a server that was stopped.
func (s *server) restart(tb testing.TB) {
	tb.Helper()
	if err := s.start(); err != nil {
		tb.Error(err)
	}
}

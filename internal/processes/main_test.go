package processes

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
	"go.uber.org/goleak"
)

// storeEnv makes the test binary a server on that store.
const storeEnv = "PROCESSES_TEST_STORE"

func TestMain(m *testing.M) {
	if place := os.Getenv(storeEnv); place != "" {
		if err := serve(place); err != nil {
			slog.Error("the child ended", "error", err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	goleak.VerifyTestMain(m)
}

// serve is a server process. It tells its address on standard output and ends with
// its standard input.
func serve(place string) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	store, closes, err := openStore(ctx, place)
	if err != nil {
		return err
	}
	defer closes()
	handler, err := newDesk(store)
	if err != nil {
		return err
	}
	var lc net.ListenConfig
	ln, err := lc.Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	hs := &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second}
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		_ = hs.Close()
	}()
	fmt.Println(ln.Addr())
	if err := hs.Serve(ln); err != nil && err != http.ErrServerClosed {
		return err
	}
	return nil
}

// start starts a server process on place and returns its URL.
func start(t *testing.T, place string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0])
	cmd.Env = append(os.Environ(), storeEnv+"="+place)
	cmd.Stderr = t.Output()
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = in.Close()
		if err := cmd.Wait(); err != nil && t.Context().Err() == nil {
			t.Errorf("the server ended with %v", err)
		}
	})
	addr, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatalf("the server does not tell its address: %v", err)
	}
	return "http://" + strings.TrimSpace(addr)
}

// places are where a store may be, each in a place of its own.
func places(t *testing.T) map[string]string {
	t.Helper()
	return map[string]string{
		"redis":  "redis " + startRedis(t),
		"sqlite": "sqlite " + filepath.Join(t.TempDir(), "keys.db"),
	}
}

// startRedis starts a Redis server that goes with the test.
func startRedis(t *testing.T) (addr string) {
	t.Helper()
	var lc net.ListenConfig
	ln, err := lc.Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr = ln.Addr().String()
	_, port, _ := net.SplitHostPort(addr)
	if err := ln.Close(); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(context.WithoutCancel(t.Context()), "redis-server", "--port", port, "--bind", "127.0.0.1", "--save", "", "--dir", t.TempDir())
	if err := cmd.Start(); err != nil {
		t.Fatalf("the tests start a Redis server of their own: %v", err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	client := redis.NewClient(&redis.Options{Addr: addr, MaxRetries: 50, MinRetryBackoff: 20 * time.Millisecond, MaxRetryBackoff: 100 * time.Millisecond})
	defer func() { _ = client.Close() }()
	if err := client.Ping(t.Context()).Err(); err != nil {
		t.Fatal(err)
	}
	return addr
}

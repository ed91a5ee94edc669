package main

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"github.com/asixto/go-sdk/asixto/asixtotest"
)

var servingAt = regexp.MustCompile(`address=(127\.0\.0\.1:[1-9]\d*)`)

// The built program starts, answers and ends on SIGTERM with 0, with a token
// and, loudly, without one.
func TestProgram(t *testing.T) {
	t.Parallel()
	bin := filepath.Join(t.TempDir(), "soporte")
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", bin, ".").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	for name, tokens := range map[string]string{"token": "gateway:" + testToken + ", viejo", "open": ""} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			cmd := exec.CommandContext(ctx, bin, "-addr", "127.0.0.1:0")
			cmd.Env = []string{"ASIXTO_TOKENS=" + tokens}
			stderr, err := cmd.StderrPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			lines := bufio.NewReader(stderr)
			addr, log := waitServing(t, lines)
			token := ""
			if tokens != "" {
				token = testToken
			}
			c := asixtotest.Through(t, passing(addr), "/mcp", token)
			if tokens != "" {
				c.Contract(t, asixtotest.ReadsOnly())
			}
			asixtotest.Call[AbrirCasoOut](t, c, abrir, unCaso(), contractCall("req_1")...)
			if loud := strings.Contains(log, "OPEN SERVER"); loud != (tokens == "") {
				t.Errorf("warns of an open server: %t; log:\n%s", loud, log)
			}
			if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
				t.Fatal(err)
			}
			rest, err := io.ReadAll(lines)
			if err != nil {
				t.Fatal(err)
			}
			if err := cmd.Wait(); err != nil {
				t.Errorf("ended with %v, want exit 0; log:\n%s%s", err, log, rest)
			}
			if strings.Contains(log+string(rest), testToken) {
				t.Error("the log holds the token")
			}
		})
	}
}

// passing hands requests on to the program at addr.
func passing(addr string) http.Handler {
	return &httputil.ReverseProxy{
		Rewrite:   func(r *httputil.ProxyRequest) { r.SetURL(&url.URL{Scheme: "http", Host: addr}) },
		Transport: &http.Transport{DisableKeepAlives: true},
	}
}

// Over standard input and output too the program ends when it is told to.
func TestStdioEndsOnSignal(t *testing.T) {
	t.Parallel()
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-stdio")
	cmd.Env = append(os.Environ(), childEnv+"=1")
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
	if _, err := io.WriteString(in, request(t, "r1", "tools/list", nil)+"\n"); err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(out).ReadString('\n'); err != nil || !strings.Contains(line, abrir) {
		t.Fatalf("answer %q, %v", line, err)
	}
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("ended with %v, want exit 0", err)
	}
}

// waitServing reads the log until it tells the address.
func waitServing(t *testing.T, lines *bufio.Reader) (addr, log string) {
	t.Helper()
	for {
		line, err := lines.ReadString('\n')
		log += line
		if m := servingAt.FindStringSubmatch(line); m != nil {
			return m[1], log
		}
		if err != nil {
			t.Fatalf("the program ended without serving: %v; log:\n%s", err, log)
		}
	}
}

func TestProgramRefusesBadTokens(t *testing.T) {
	t.Setenv("ASIXTO_TOKENS", "gateway:")
	if err := run(t.Context(), "127.0.0.1:0", false, false); err == nil || strings.Contains(err.Error(), "gateway") {
		t.Errorf("error %v, want one that names no entry", err)
	}
}

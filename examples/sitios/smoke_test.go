package main

import (
	"bufio"
	"io"
	"net/http"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"github.com/asixto/go-sdk/asixto"
)

var servingAt = regexp.MustCompile(`address=(127\.0\.0\.1:[1-9]\d*)`)

// The built program starts, tells that it is well, wants its token, and ends on
// SIGTERM with 0.
func TestProgram(t *testing.T) {
	t.Parallel()
	bin := filepath.Join(t.TempDir(), "sitios")
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", bin, ".").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	cmd := exec.CommandContext(t.Context(), bin, "-addr", "127.0.0.1:0", "-dev")
	cmd.Env = []string{"ASIXTO_TOKENS=gateway:tk-secreto-1", "ASIXTO_HOSTS=sitios.example.com"}
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewReader(stderr)
	base := "http://" + waitServing(t, lines)
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	for path, want := range map[string]int{asixto.HealthPath: http.StatusOK, asixto.ReadyPath: http.StatusOK} {
		if got := status(t, client, http.MethodGet, base+path, ""); got != want {
			t.Errorf("%s: %d, want %d", path, got, want)
		}
	}
	if got := status(t, client, http.MethodPost, base+"/mcp", "{}"); got != http.StatusUnauthorized {
		t.Errorf("without a token: %d, want 401", got)
	}
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	rest, err := io.ReadAll(lines)
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("ended with %v, want exit 0; log:\n%s", err, rest)
	}
}

// waitServing reads the log until it tells the address.
func waitServing(t *testing.T, lines *bufio.Reader) string {
	t.Helper()
	var log strings.Builder
	for {
		line, err := lines.ReadString('\n')
		log.WriteString(line)
		if m := servingAt.FindStringSubmatch(line); m != nil {
			return m[1]
		}
		if err != nil {
			t.Fatalf("the program ended without serving: %v; log:\n%s", err, log.String())
		}
	}
}

func status(t *testing.T, client *http.Client, method, url, body string) int {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	res, err := client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	return res.StatusCode
}

func TestProgramRefusesBadTokens(t *testing.T) {
	t.Setenv("ASIXTO_TOKENS", "gateway:")
	if err := run(t.Context(), "127.0.0.1:0", false); err == nil || strings.Contains(err.Error(), "gateway") {
		t.Errorf("error %v, want one that names no entry", err)
	}
}

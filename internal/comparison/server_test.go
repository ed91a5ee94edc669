package comparison_test

import (
	"bytes"
	"context"
	"encoding/json"

	"io"
	"maps"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

const token = "un-token-de-prueba"

// A server is one of the two desks, running.
type server struct{ base string }

// start builds and starts a desk, and stops it when the test is over.
func start(t *testing.T, pkg string) *server {
	t.Helper()
	bin := build(t, pkg)
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := l.Addr().String()
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	cmd := exec.Command(bin, "-addr", addr)
	cmd.Env = append(os.Environ(), "ASIXTO_TOKENS="+token)
	cmd.Stdout, cmd.Stderr = &log, &log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
			t.Error(err)
		}
		if err := cmd.Wait(); err != nil || t.Failed() {
			t.Errorf("%s ended with %v; it wrote:\n%s", pkg, err, log.Bytes())
		}
	})
	s := &server{"http://" + addr}
	s.await(t)
	return s
}

// build builds a program of the repository.
func build(t *testing.T, pkg string) string {
	t.Helper()
	bin := filepath.Join(t.TempDir(), "program")
	cmd := exec.CommandContext(t.Context(), "go", "build", "-o", bin, pkg)
	cmd.Dir = root
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("building %s: %v\n%s", pkg, err, out)
	}
	return bin
}

func (s *server) await(t *testing.T) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	poll := time.NewTicker(20 * time.Millisecond)
	defer poll.Stop()
	for {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.base+"/salud", http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		if res, err := http.DefaultClient.Do(req); err == nil {
			res.Body.Close()
			return
		}
		select {
		case <-poll.C:
		case <-ctx.Done():
			t.Fatal("the server does not answer")
		}
	}
}

// send makes a request as the Gateway does, with more in its _meta, and returns its result.
func (s *server) send(t *testing.T, method string, params, more map[string]any) json.RawMessage {
	t.Helper()
	meta := map[string]any{
		"io.modelcontextprotocol/protocolVersion":    "2026-07-28",
		"io.modelcontextprotocol/clientCapabilities": map[string]any{},
		"io.modelcontextprotocol/clientInfo":         map[string]any{"name": "gateway", "version": "1"},
	}
	for key, value := range more {
		meta["com.asixto/"+key] = value
	}
	all, name := map[string]any{"_meta": meta}, "-"
	maps.Copy(all, params)
	if called, ok := params["name"].(string); ok {
		name = called
	}
	body, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": "r1", "method": method, "params": all})
	if err != nil {
		t.Fatal(err)
	}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.base+"/mcp", bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for header, value := range map[string]string{
		"Content-Type": "application/json", "Accept": "application/json, text/event-stream",
		"Mcp-Method": method, "Mcp-Name": name, "Authorization": "Bearer " + token,
	} {
		req.Header.Set(header, value)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	raw, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	var reply struct {
		Result json.RawMessage `json:"result"`
	}
	if err := json.Unmarshal(raw, &reply); err != nil || res.StatusCode != http.StatusOK || reply.Result == nil {
		t.Fatalf("%s: status %d, %v: %s", method, res.StatusCode, err, raw)
	}
	return reply.Result
}

// An answer is what a tool answered, less what two desks may say in their own way.
type answer struct {
	IsError    bool
	Structured any
	Text       string   // in chat empty: there it is the structured content
	Problems   []string // of a failure: its type, and the clauses of its sentence in any order
	raw        string
}

// call calls a tool.
func (s *server) call(t *testing.T, tool, arguments string, more map[string]any) answer {
	t.Helper()
	raw := s.send(t, "tools/call", map[string]any{"name": tool, "arguments": json.RawMessage(arguments)}, more)
	var result struct {
		IsError bool `json:"isError"`
		Content []struct {
			Text string `json:"text"`
		} `json:"content"`
		Structured json.RawMessage `json:"structuredContent"`
		ResultType string          `json:"resultType"`
	}
	if err := json.Unmarshal(raw, &result); err != nil || len(result.Content) != 1 || result.ResultType != "complete" {
		t.Fatalf("%s: %v in %s", tool, err, raw)
	}
	a := answer{IsError: result.IsError, raw: string(result.Structured)}
	if err := json.Unmarshal(result.Structured, &a.Structured); err != nil {
		t.Fatalf("%s: %v in %s", tool, err, raw)
	}
	if a.IsError {
		a.Structured, a.Problems = "error", problems(t, result.Structured)
	}
	if result.Content[0].Text != string(result.Structured) {
		a.Text = result.Content[0].Text
	}
	return a
}

// problems is the type of an error and the clauses of its sentence, sorted.
func problems(t *testing.T, structured []byte) []string {
	t.Helper()
	var failed struct {
		Error struct {
			Type    string `json:"error_type"`
			Message string `json:"user_message"`
		} `json:"error"`
	}
	if err := json.Unmarshal(structured, &failed); err != nil || failed.Error.Type == "" {
		t.Fatalf("%v in %s", err, structured)
	}
	said := strings.Split(strings.ToLower(strings.TrimSuffix(failed.Error.Message, ".")), "; ")
	slices.Sort(said)
	return append([]string{failed.Error.Type}, said...)
}

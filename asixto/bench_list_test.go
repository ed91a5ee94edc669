package asixto

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// BenchmarkList is tools/list with 500 tools over a socket, beside the same bytes
// as a static file.
func BenchmarkList(b *testing.B) {
	s := NewServer("bench", "1.0.0", &ServerOptions{Logger: slog.New(slog.DiscardHandler)})
	for i := range 500 {
		err := AddTool(s, echoTool(fmt.Sprintf("leer_texto_%03d", i), Read), func(_ context.Context, in caseIn) (caseOut, error) {
			return caseOut{in.Documento, "abierto", nil}, nil
		})
		if err != nil {
			b.Fatal(err)
		}
	}
	h, err := s.Handler(nil)
	if err != nil {
		b.Fatal(err)
	}
	tools := httptest.NewServer(h)
	defer tools.Close()
	const body = `{"jsonrpc":"2.0","id":"1","method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",` +
		`"io.modelcontextprotocol/clientCapabilities":{}}}}`
	list := func() *http.Request {
		r, _ := http.NewRequestWithContext(b.Context(), http.MethodPost, tools.URL+"/mcp", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Mcp-Method", "tools/list")
		return r
	}
	bytes := fetch(b, list())

	dir := b.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "list.json"), bytes, 0o600); err != nil {
		b.Fatal(err)
	}
	static := httptest.NewServer(http.FileServer(http.Dir(dir)))
	defer static.Close()
	file := func() *http.Request {
		r, _ := http.NewRequestWithContext(b.Context(), http.MethodGet, static.URL+"/list.json", http.NoBody)
		return r
	}
	for name, request := range map[string]func() *http.Request{"tools": list, "file": file} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(bytes)))
			for b.Loop() {
				if got := fetch(b, request()); len(got) != len(bytes) {
					b.Fatalf("%d bytes, want %d", len(got), len(bytes))
				}
			}
		})
	}
}

func fetch(b *testing.B, r *http.Request) []byte {
	b.Helper()
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		b.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != http.StatusOK {
		b.Fatalf("status %d, error %v", res.StatusCode, err)
	}
	return body
}

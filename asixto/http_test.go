package asixto

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestHostBehindAProxy(t *testing.T) {
	t.Parallel()
	loopback := &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 8080}
	outside := &net.TCPAddr{IP: net.IPv4(192, 0, 2, 1), Port: 8080}
	tests := []struct {
		name   string
		local  net.Addr
		host   string
		public []string
		status int
	}{
		{"loopback by address", loopback, "127.0.0.1:8080", nil, 200},
		{"loopback by name", loopback, "localhost:8080", nil, 200},
		{"loopback by IPv6", loopback, "[::1]:8080", nil, 200},
		{"a foreign name on loopback", loopback, "mcp.example.com", nil, 403},
		{"the public name", loopback, "MCP.example.com:443", []string{"mcp.example.com"}, 200},
		{"another public name", loopback, "evil.example", []string{"mcp.example.com"}, 403},
		{"not on loopback", outside, "mcp.example.com", nil, 200},
		{"a foreign name on another loopback address", &net.TCPAddr{IP: net.IPv4(127, 8, 0, 1)}, "mcp.example.com", nil, 403},
		{"a foreign name on IPv6 loopback", &net.TCPAddr{IP: net.IPv6loopback}, "mcp.example.com", nil, 403},
		{"a foreign name on IPv6 loopback with a zone", &net.TCPAddr{IP: net.IPv6loopback, Zone: "lo"}, "mcp.example.com", nil, 403},
		{"a foreign name on IPv4 loopback in IPv6", &net.TCPAddr{IP: net.ParseIP("::ffff:127.0.0.1")}, "mcp.example.com", nil, 403},
		{"a foreign name on loopback of another kind", &net.UDPAddr{IP: net.IPv6loopback, Zone: "lo"}, "mcp.example.com", nil, 403},
		{"link-local with a zone", &net.TCPAddr{IP: net.ParseIP("fe80::1"), Zone: "eth0"}, "mcp.example.com", nil, 200},
		{"an address without an IP", &net.TCPAddr{}, "mcp.example.com", nil, 200},
		{"a Unix socket", &net.UnixAddr{Name: "/run/mcp.sock", Net: "unix"}, "mcp.example.com", nil, 200},
		{"no address", nil, "mcp.example.com", nil, 200},
		{"a nil address", (*net.TCPAddr)(nil), "mcp.example.com", nil, 200},
	}
	s := testServer(t, nil)
	mustAdd(t, s, echoTool("consultar_texto", Read), echo)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			h := handlerOf(t, s, &HandlerOptions{PublicHosts: tt.public})
			ctx := context.WithValue(t.Context(), http.LocalAddrContextKey, tt.local)
			r := httptest.NewRequestWithContext(ctx, http.MethodPost, "/mcp", strings.NewReader(listBody))
			r.Host = tt.host
			r.Header.Set("Content-Type", "application/json")
			r.Header.Set("Accept", "application/json, text/event-stream")
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			if w.Code != tt.status {
				t.Errorf("status %d: %s", w.Code, w.Body)
			}
			if tt.status == 403 && !strings.Contains(w.Body.String(), "PublicHosts") {
				t.Errorf("the refusal does not say what to set: %s", w.Body)
			}
		})
	}
}

func TestForeignOrigin(t *testing.T) {
	t.Parallel()
	s := testServer(t, nil)
	mustAdd(t, s, echoTool("consultar_texto", Read), echo)
	h := handlerOf(t, s, &HandlerOptions{TrustedOrigins: []string{"https://panel.example.com"}})
	for origin, status := range map[string]int{"": 200, "https://panel.example.com": 200, "https://evil.example": 403} {
		header := map[string]string{}
		if origin != "" {
			header["Origin"] = origin
		}
		if got := post(t, h, listBody, header); got.Status != status {
			t.Errorf("origin %q: status %d, want %d", origin, got.Status, status)
		}
	}
	if _, err := s.Handler(&HandlerOptions{TrustedOrigins: []string{"panel"}}); err == nil {
		t.Error("an origin without a scheme is taken")
	}
}

func TestMount(t *testing.T) {
	t.Parallel()
	s := testServer(t, nil)
	mustAdd(t, s, echoTool("consultar_texto", Read), echo)
	mux := http.NewServeMux()
	if err := s.Mount(mux, "mcp", nil); err == nil || !strings.Contains(err.Error(), `"/mcp"`) {
		t.Errorf("a path without a slash: %v", err)
	}
	if err := s.Mount(mux, "/mcp", nil); err != nil {
		t.Fatal(err)
	}
	if err := s.Mount(mux, "/mcp", nil); err == nil {
		t.Error("a taken path: no error")
	}
	other := testServer(t, nil)
	if err := other.Mount(mux, "/otro", nil); err != nil {
		t.Errorf("a second server on the same mux: %v", err)
	}
	if got := post(t, mux, strings.ReplaceAll(listBody, "r1", "r2"), nil); got.Status != 200 {
		t.Errorf("the first server after the second was mounted: %s", got.Body)
	}
	w := httptest.NewRecorder()
	mux.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, HealthPath, http.NoBody))
	if w.Code != 200 || strings.TrimSpace(w.Body.String()) != `{"estado":"ok"}` {
		t.Errorf("%s: %d %s", HealthPath, w.Code, w.Body)
	}
	if got := post(t, mux, listBody, nil); got.Status != 200 || len(got.Result.Tools) != 1 {
		t.Errorf("tools/list: %s", got.Body)
	}
}

// An open endpoint is said loudly.
func TestOpenEndpointIsLogged(t *testing.T) {
	t.Parallel()
	log, lines := logBuffer()
	s := testServer(t, &ServerOptions{Logger: log})
	handlerOf(t, s, nil)
	if !strings.Contains(lines.String(), "endpoint is open") {
		t.Errorf("log:\n%s", lines)
	}
}

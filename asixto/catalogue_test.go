package asixto

import (
	"context"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/asixto/go-sdk/meta"
)

// tokenTransport adds a bearer token to every request.
type tokenTransport struct {
	token string
	base  http.RoundTripper
}

func (t tokenTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+t.token)
	return t.base.RoundTrip(r)
}

// What a client may not see is not listed for it and unknown to it, on both
// roads, and its keys are its own on both.
func TestVisible(t *testing.T) {
	t.Parallel()
	verify, err := Tokens("norte:n,sur:s")
	if err != nil {
		t.Fatal(err)
	}
	effects := 0
	s := testServer(t, &ServerOptions{Visible: func(ctx context.Context, tool Tool) bool {
		return auth.TokenInfoFromContext(ctx).UserID == "norte" || tool.Name != "mover_texto"
	}})
	for _, name := range []string{"crear_texto", "mover_texto"} {
		mustAdd(t, s, echoTool(name, Write), func(_ context.Context, in echoIn) (echoOut, error) {
			effects++
			return echoOut{in.Texto}, nil
		})
	}
	ts := httptest.NewServer(handlerOf(t, s, &HandlerOptions{Verifier: verify}))
	t.Cleanup(ts.Close)
	clients := []struct {
		token string
		tools []string
	}{
		{"n", []string{"crear_texto", "mover_texto"}},
		{"s", []string{"crear_texto"}},
	}
	for _, c := range clients {
		for _, version := range []string{"2026-07-28", "2025-11-25"} {
			httpClient := &http.Client{Transport: tokenTransport{c.token, &http.Transport{}}}
			t.Cleanup(httpClient.CloseIdleConnections)
			session, err := mcp.NewClient(&mcp.Implementation{Name: "c", Version: "1"}, nil).Connect(t.Context(),
				&mcp.StreamableClientTransport{Endpoint: ts.URL, HTTPClient: httpClient, DisableStandaloneSSE: true},
				&mcp.ClientSessionOptions{ProtocolVersion: version})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = session.Close() })
			var names []string
			for tool, err := range session.Tools(t.Context(), nil) {
				if err != nil {
					t.Fatal(err)
				}
				names = append(names, tool.Name)
			}
			if diff := cmp.Diff(c.tools, names); diff != "" {
				t.Errorf("client %s, %s: %s", c.token, version, diff)
			}
			for _, name := range []string{"crear_texto", "mover_texto"} {
				_, err := session.CallTool(t.Context(), &mcp.CallToolParams{
					Meta: mcp.Meta{meta.KeyIdempotencyKey: "k"}, Name: name, Arguments: map[string]any{"texto": "x"},
				})
				if known := err == nil; known != slices.Contains(c.tools, name) {
					t.Errorf("client %s, %s, calls %s: %v", c.token, version, name, err)
				} else if err != nil && !strings.Contains(err.Error(), "unknown tool") {
					t.Errorf("the error tells more than that the tool is unknown: %v", err)
				}
			}
		}
	}
	if effects != 3 { // each visible pair of client and tool once, over two versions
		t.Errorf("%d effects, want 3", effects)
	}
}

// A hook that panics hides the tool and ends nothing.
func TestVisiblePanics(t *testing.T) {
	t.Parallel()
	log, lines := logBuffer()
	s := testServer(t, &ServerOptions{Logger: log, Visible: func(context.Context, Tool) bool { panic("hook") }})
	mustAdd(t, s, echoTool("consultar_texto", Read), echo)
	h := handlerOf(t, s, nil)
	if got := post(t, h, listBody, nil); len(got.Result.Tools) != 0 {
		t.Errorf("tools/list: %s", got.Body)
	}
	if got := callTool(t, h, "consultar_texto", map[string]any{"texto": "x"}, metaOf(nil)); got.Error.Code != -32602 {
		t.Errorf("tools/call: %s", got.Body)
	}
	if !strings.Contains(lines.String(), "Visible panicked") {
		t.Errorf("log:\n%s", lines)
	}
}

func TestRemoveTools(t *testing.T) {
	t.Parallel()
	s := testServer(t, nil)
	for _, name := range []string{"buscar_texto", "consultar_texto", "mover_texto"} {
		mustAdd(t, s, echoTool(name, Read), echo)
	}
	h := handlerOf(t, s, nil)
	s.RemoveTools("buscar_texto", "mover_texto", "nunca_hubo")
	got := post(t, h, listBody, nil)
	if len(got.Result.Tools) != 1 || !strings.Contains(got.Body, "consultar_texto") {
		t.Errorf("tools/list: %s", got.Body)
	}
	if got := callTool(t, h, "buscar_texto", map[string]any{"texto": "x"}, metaOf(nil)); got.Error.Code != -32602 {
		t.Errorf("a removed tool: %s", got.Body)
	}
	mustAdd(t, s, echoTool("buscar_texto", Read), echo)
	if got := callTool(t, h, "buscar_texto", map[string]any{"texto": "x"}, metaOf(nil)); got.Result.IsError || got.Error.Code != 0 {
		t.Errorf("a tool that came back: %s", got.Body)
	}
}

// Tools are listed by name, whatever the order of their registration.
func TestListIsSorted(t *testing.T) {
	t.Parallel()
	s := testServer(t, nil)
	for _, name := range []string{"mover_texto", "buscar_texto", "consultar_texto"} {
		mustAdd(t, s, echoTool(name, Read), echo)
	}
	body := post(t, handlerOf(t, s, nil), listBody, nil).Body
	last := 0
	for _, name := range []string{"buscar_texto", "consultar_texto", "mover_texto"} {
		i := strings.Index(body, `"name":"`+name)
		if i < last {
			t.Errorf("%s is out of order: %s", name, body)
		}
		last = i
	}
}

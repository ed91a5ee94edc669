package asixto

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	toolerrors "github.com/asixto/go-sdk/errors"
	"github.com/asixto/go-sdk/meta"
)

// The same tools through go-sdk's client, in both eras and over both kinds of
// transport: equal data, equal errors, one effect for one key.
func TestGoSDKClient(t *testing.T) {
	t.Parallel()
	for _, version := range []string{"2026-07-28", "2025-11-25", "2025-06-18"} {
		for _, transport := range []string{"http", "memory"} {
			t.Run(version+"/"+transport, func(t *testing.T) {
				t.Parallel()
				var effects atomic.Int64
				s := testServer(t, nil)
				mustAdd(t, s, echoTool("crear_texto", Write), func(_ context.Context, in echoIn) (echoOut, error) {
					if in.Texto == "no" {
						return echoOut{}, toolerrors.NotFound("No encontré ese texto.")
					}
					return echoOut{fmt.Sprint(in.Texto, effects.Add(1))}, nil
				})
				session := connect(t, s, version, transport)

				list, err := session.ListTools(t.Context(), nil)
				if err != nil || len(list.Tools) != 1 {
					t.Fatalf("ListTools: %v", err)
				}
				if hasSchema := list.Tools[0].OutputSchema != nil; hasSchema != (version >= revision) {
					t.Errorf("outputSchema present: %v", hasSchema)
				}
				call := func(text string) *mcp.CallToolResult {
					res, err := session.CallTool(t.Context(), &mcp.CallToolParams{
						Meta: mcp.Meta{meta.KeyIdempotencyKey: "k-" + text},
						Name: "crear_texto", Arguments: map[string]any{"texto": text},
					})
					if err != nil {
						t.Fatalf("CallTool: %v", err)
					}
					return res
				}
				for range 2 {
					res := call("si")
					if diff := cmp.Diff(map[string]any{"texto": "si1"}, res.StructuredContent); diff != "" {
						t.Error(diff)
					}
					if text := textOf(res); text != `{"texto":"si1"}` {
						t.Errorf("text %q", text)
					}
				}
				res := call("no")
				want := map[string]any{"error": map[string]any{"error_type": "NOT_FOUND", "user_message": "No encontré ese texto."}}
				if text := textOf(res); text != `{"error":{"error_type":"NOT_FOUND","user_message":"No encontré ese texto."}}` {
					t.Errorf("text of an error %q", text)
				}
				if diff := cmp.Diff(want, res.StructuredContent); diff != "" || !res.IsError {
					t.Errorf("isError %v: %s", res.IsError, diff)
				}
				if _, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "otra"}); err == nil || !strings.Contains(err.Error(), "unknown tool") {
					t.Errorf("unknown tool: %v", err)
				}
			})
		}
	}
}

func textOf(res *mcp.CallToolResult) string {
	if len(res.Content) != 1 {
		return ""
	}
	text, _ := res.Content[0].(*mcp.TextContent)
	return text.Text
}

// A read of an older revision ends when its client leaves, too.
func TestOlderReadEndsWithItsClient(t *testing.T) {
	t.Parallel()
	s := testServer(t, nil)
	ended := make(chan error, 1)
	started := make(chan struct{})
	mustAdd(t, s, echoTool("consultar_texto", Read), func(ctx context.Context, _ echoIn) (echoOut, error) {
		close(started)
		<-ctx.Done()
		ended <- ctx.Err()
		return echoOut{}, ctx.Err()
	})
	ts := httptest.NewServer(handlerOf(t, s, nil))
	t.Cleanup(ts.Close)
	ctx, cancel := context.WithCancel(t.Context())
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, ts.URL, strings.NewReader(
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"consultar_texto","arguments":{"texto":"x"}}}`))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Mcp-Protocol-Version", "2025-06-18")
	client := &http.Client{Transport: &http.Transport{}}
	t.Cleanup(client.CloseIdleConnections)
	go func() {
		<-started
		cancel()
	}()
	if res, err := client.Do(r); err == nil {
		_ = res.Body.Close()
		t.Error("the request was answered")
	}
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("the handler's context ended with %v", err)
	}
	if err := s.Shutdown(t.Context()); err != nil {
		t.Error(err)
	}
}

// connect returns a session of go-sdk's own client that speaks version.
func connect(t *testing.T, s *Server, version, transport string) *mcp.ClientSession {
	t.Helper()
	client := mcp.NewClient(&mcp.Implementation{Name: "client", Version: "1"}, nil)
	var ct mcp.Transport
	switch transport {
	case "http":
		ts := httptest.NewServer(handlerOf(t, s, nil))
		t.Cleanup(ts.Close)
		ct = &mcp.StreamableClientTransport{Endpoint: ts.URL, DisableStandaloneSSE: true}
	default:
		var st mcp.Transport
		ct, st = mcp.NewInMemoryTransports()
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() { done <- s.Run(ctx, st) }()
		t.Cleanup(func() { cancel(); <-done })
	}
	session, err := client.Connect(t.Context(), ct, &mcp.ClientSessionOptions{ProtocolVersion: version})
	if err != nil {
		t.Fatalf("Connect: %v", err)
	}
	t.Cleanup(func() { _ = session.Close() })
	return session
}

// A client may ask for progress, which no road can bring it: the call succeeds.
func TestProgressIsAskedForInVain(t *testing.T) {
	t.Parallel()
	s := testServer(t, nil)
	mustAdd(t, s, echoTool("crear_texto", Write), echo)
	h := handlerOf(t, s, nil)
	for _, version := range []string{"2025-06-18", "2025-11-25", revision} {
		for _, token := range []any{"p", 7, nil} {
			md := metaOf(map[string]any{meta.KeyIdempotencyKey: fmt.Sprint(version, token), "progressToken": token})
			if version != revision {
				delete(md, "io.modelcontextprotocol/protocolVersion")
			}
			got := post(t, h, callBody(t, "crear_texto", map[string]any{"texto": "hola"}, md), map[string]string{
				"Mcp-Protocol-Version": version, "Mcp-Method": "tools/call", "Mcp-Name": "crear_texto",
			})
			if got.Status != http.StatusOK || string(got.Result.Structured) != `{"texto":"hola"}` {
				t.Errorf("%s, token %v: %d %s", version, token, got.Status, got.Body)
			}
		}
	}
}

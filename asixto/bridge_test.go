package asixto

import (
	"context"
	"fmt"
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
					if diff := cmp.Diff(map[string]any{"texto": "si1"}, call("si").StructuredContent); diff != "" {
						t.Error(diff)
					}
				}
				res := call("no")
				want := map[string]any{"error": map[string]any{"error_type": "NOT_FOUND", "user_message": "No encontré ese texto."}}
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

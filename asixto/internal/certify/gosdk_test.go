package certify

import (
	"context"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type plainIn struct {
	Text string `json:"text" jsonschema:"what to look for"`
	Kind string `json:"kind,omitempty"`
}

type plainOut struct {
	Found int `json:"found"`
}

// What an author has who wrote on go-sdk as its own documentation shows: the
// report names why the Gateway would refuse the server, and what else is wrong
// with it, in either of its modes.
func TestPlainGoSDK(t *testing.T) {
	t.Parallel()
	for name, stateless := range map[string]bool{"stateless": true, "with sessions": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := mcp.NewServer(&mcp.Implementation{Name: "plain", Version: "1"}, nil)
			mcp.AddTool(server, &mcp.Tool{Name: "search", Description: "Searches", Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true}},
				func(context.Context, *mcp.CallToolRequest, plainIn) (*mcp.CallToolResult, plainOut, error) {
					return nil, plainOut{}, nil
				})
			served := httptest.NewServer(mcp.NewStreamableHTTPHandler(
				func(*http.Request) *mcp.Server { return server }, &mcp.StreamableHTTPOptions{Stateless: stateless}))
			defer served.Close()
			r, err := Examine(t.Context(), Options{URL: served.URL, Timeout: 20 * time.Second})
			if err != nil {
				t.Fatal(err)
			}
			want := []string{
				"version-in-body", // 400 / -32020 without the header
				"auth-challenge", "capability-present", "verb-present", "optional-nullable", "text-max-length", "annotations-explicit",
			}
			if !stateless {
				want = append(want, "discover-revision", "handshake-era")
			}
			for _, id := range want {
				if !slices.Contains(ids(r), id) {
					t.Errorf("%s is not found in %v", id, ids(r))
				}
			}
			for _, f := range r.Findings {
				if f.Rule.ID == "version-in-body" && !strings.Contains(f.Detail, "-32020") {
					t.Errorf("detail %q", f.Detail)
				}
			}
		})
	}
}

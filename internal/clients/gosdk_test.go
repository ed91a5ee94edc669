//go:build clients

package clients

import (
	"net/http"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func goSDK(t *testing.T, plan tour) report {
	t.Helper()
	return goSDKOver(t, plan, http.DefaultTransport)
}

func goSDKOver(t *testing.T, plan tour, transport http.RoundTripper) report {
	t.Helper()
	ctx := limited(t)
	client := mcp.NewClient(&mcp.Implementation{Name: "go-sdk", Version: "1"}, nil)
	session, err := client.Connect(ctx, &mcp.StreamableClientTransport{
		Endpoint:   plan.URL,
		HTTPClient: &http.Client{Transport: withToken{transport}},
	}, &mcp.ClientSessionOptions{ProtocolVersion: plan.Version})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := session.Close(); err != nil {
			t.Error(err)
		}
	}()
	seen := report{Version: session.InitializeResult().ProtocolVersion}
	list, err := session.ListTools(ctx, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range list.Tools {
		seen.Tools = append(seen.Tools, tool.Name)
	}
	for _, c := range plan.Calls {
		res, err := session.CallTool(ctx, &mcp.CallToolParams{Name: c.Name, Arguments: c.Arguments, Meta: c.Meta})
		if err != nil {
			t.Fatalf("%s: %v", c.Name, err)
		}
		seen.Calls = append(seen.Calls, outcome{res.IsError, res.StructuredContent, res.Content[0].(*mcp.TextContent).Text})
	}
	if _, err := session.CallTool(ctx, &mcp.CallToolParams{Name: "no_existe"}); err != nil {
		seen.Unknown = err.Error()
	}
	return seen
}

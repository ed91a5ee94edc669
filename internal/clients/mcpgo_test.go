//go:build clients

package clients

import (
	"testing"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"
)

func mcpGo(t *testing.T, plan tour) report {
	t.Helper()
	ctx := limited(t)
	road, err := transport.NewStreamableHTTP(plan.URL, transport.WithHTTPHeaders(map[string]string{"Authorization": "Bearer " + plan.Token}))
	if err != nil {
		t.Fatal(err)
	}
	c := client.NewClient(road, client.WithProtocolVersion(plan.Version))
	defer func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	}()
	if err := c.Start(ctx); err != nil {
		t.Fatal(err)
	}
	hello := mcp.InitializeRequest{}
	hello.Params.ClientInfo = mcp.Implementation{Name: "mcp-go", Version: "1"}
	if _, err := c.Initialize(ctx, hello); err != nil {
		t.Fatal(err)
	}
	seen := report{Version: c.ProtocolVersion()}
	list, err := c.ListTools(ctx, mcp.ListToolsRequest{})
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range list.Tools {
		seen.Tools = append(seen.Tools, tool.Name)
	}
	for _, step := range plan.Calls {
		request := mcp.CallToolRequest{}
		request.Params.Name, request.Params.Arguments, request.Params.Meta = step.Name, step.Arguments, mcp.NewMetaFromMap(step.Meta)
		res, err := c.CallTool(ctx, request)
		if err != nil {
			t.Fatalf("%s: %v", step.Name, err)
		}
		text, _ := mcp.AsTextContent(res.Content[0])
		seen.Calls = append(seen.Calls, outcome{res.IsError, res.StructuredContent, text.Text})
	}
	request := mcp.CallToolRequest{}
	request.Params.Name = "no_existe"
	if _, err := c.CallTool(ctx, request); err != nil {
		seen.Unknown = err.Error()
	}
	return seen
}

package dispatch

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"go.uber.org/goleak"

	"github.com/asixto/go-sdk/meta"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const (
	serverInfo = `"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"prueba","version":"1.0.0"}}`
	cacheable  = `"ttlMs":900000,"cacheScope":"private"`
	echoSchema = `{"type":"object","properties":{"texto":{"type":"string","maxLength":100}}}`
)

// desk is a Backend of one tool that repeats what it was given, with results
// as go-sdk makes them.
type desk struct{}

func (desk) Discover(context.Context) []byte {
	return []byte(`{"resultType":"complete",` + serverInfo + `,` + cacheable +
		`,"supportedVersions":["2026-07-28","2025-11-25","2025-06-18","2025-03-26","2024-11-05"]` +
		`,"capabilities":{"tools":{"listChanged":true}},"instructions":"Consulta antes de escribir."}`)
}

func (desk) List(context.Context) []byte {
	return []byte(`{"resultType":"complete",` + serverInfo + `,` + cacheable +
		`,"tools":[{"name":"repetir","description":"Repite lo dicho.","inputSchema":` + echoSchema + `}]}`)
}

func (desk) Call(_ context.Context, dst []byte, name string, args jsontext.Value, call meta.Call) ([]byte, *Error) {
	if name != "repetir" {
		return dst, UnknownTool(name)
	}
	dst = append(dst, `{`+serverInfo+`,"content":[{"type":"text","text":"hecho"}],"structuredContent":`...)
	return append(append(dst, echo(args, call)...), `,"resultType":"complete"}`...), nil
}

// echo is what the tool answers on both roads.
func echo(args []byte, call meta.Call) json.RawMessage {
	if args == nil {
		args = []byte("null")
	}
	said, err := json.Marshal(map[string]any{
		"args": json.RawMessage(args), "key": call.IdempotencyKey(), "channel": call.Channel(),
		"list": call.State(meta.KeyPriceListID).String(), "zone": call.Location().String(),
	})
	if err != nil {
		said = []byte(`{"args":"unreadable"}`)
	}
	return said
}

// peer is go-sdk's own handler with the same tool.
func peer() http.Handler {
	server := mcp.NewServer(&mcp.Implementation{Name: "prueba", Version: "1.0.0"}, &mcp.ServerOptions{
		Instructions: "Consulta antes de escribir.",
		Capabilities: &mcp.ServerCapabilities{Tools: &mcp.ToolCapabilities{ListChanged: true}},
		SetCacheable: func(_ context.Context, _ mcp.Request, c *mcp.Cacheable) {
			c.TTLMs, c.CacheScope = 900_000, "private"
		},
	})
	server.AddTool(
		&mcp.Tool{Name: "repetir", Description: "Repite lo dicho.", InputSchema: json.RawMessage(echoSchema)},
		func(_ context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return &mcp.CallToolResult{
				Content:           []mcp.Content{&mcp.TextContent{Text: "hecho"}},
				StructuredContent: echo(r.Params.Arguments, meta.FromMap(r.Params.Meta)),
			}, nil
		})
	return mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server },
		&mcp.StreamableHTTPOptions{Stateless: true, JSONResponse: true})
}

const triple = `"io.modelcontextprotocol/protocolVersion":"2026-07-28",` +
	`"io.modelcontextprotocol/clientInfo":{"name":"gateway","version":"1"},` +
	`"io.modelcontextprotocol/clientCapabilities":{}`

const gatewayArgs = `{"documento":"CC1032456789","tipo":"falla","descripcion":"No funciona el internet desde ayer","prioridad":null}`

// gatewayCall is a tools/call as the Gateway sends it.
const gatewayCall = `{"jsonrpc":"2.0","id":"r1","method":"tools/call","params":{"name":"repetir",` +
	`"arguments":` + gatewayArgs + `,` +
	`"_meta":{` + triple + `,"com.asixto/idempotencyKey":"9f2a7c","com.asixto/conversationId":"cnv_77b",` +
	`"com.asixto/requestId":"req_c41","com.asixto/channel":"voice","com.asixto/companyId":"cmp_31a",` +
	`"com.asixto/priceListId":"pl_mayorista","com.asixto/currency":"COP","com.asixto/timezone":"America/Bogota"}}}`

// post makes a request; a header without a value is taken away, one with a
// plus is added to what is there.
func post(t testing.TB, body string, headers ...string) *http.Request {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://servidor/mcp", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ":")
		value = strings.TrimSpace(value)
		more, add := strings.CutPrefix(name, "+")
		switch {
		case add:
			r.Header.Add(more, value)
		case value == "":
			r.Header.Del(name)
		default:
			r.Header.Set(name, value)
		}
	}
	return r
}

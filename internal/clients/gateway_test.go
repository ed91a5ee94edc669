//go:build clients

package clients

import (
	"bytes"
	"context"
	"io"
	"maps"
	"net/http"
	"testing"

	"github.com/asixto/go-sdk/meta"
)

// gateway sends requests in the Gateway's shape: no version header, a dash for a name where there is none.
type gateway struct {
	ctx    context.Context // the test's where it is nil
	client *http.Client
	url    string
	noAuth bool
}

type answer struct {
	status int
	header http.Header
	body   []byte
}

func (g gateway) call(t *testing.T, name string, args any, key string) answer {
	t.Helper()
	about := map[string]any{meta.KeyChannel: "chat"}
	if key != "" {
		about[meta.KeyIdempotencyKey] = key
	}
	return g.send(t, "tools/call", map[string]any{"name": name, "arguments": args, "_meta": about})
}

func (g gateway) send(t *testing.T, method string, params map[string]any) answer {
	t.Helper()
	res := g.open(t, method, params)
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatalf("%s: %v", method, err)
	}
	return answer{res.StatusCode, res.Header, body}
}

// open sends a request and leaves the body of its answer to be read.
func (g gateway) open(t *testing.T, method string, params map[string]any) *http.Response {
	t.Helper()
	full := map[string]any{"io.modelcontextprotocol/protocolVersion": modern, "io.modelcontextprotocol/clientCapabilities": map[string]any{}}
	name := "-"
	if params == nil {
		params = map[string]any{}
	}
	if given, ok := params["_meta"].(map[string]any); ok {
		maps.Copy(full, given)
	}
	if given, ok := params["name"].(string); ok {
		name = given
	}
	params["_meta"] = full
	body := encoded(t, map[string]any{"jsonrpc": "2.0", "id": "r1", "method": method, "params": params})
	ctx := g.ctx
	if ctx == nil {
		ctx = t.Context()
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, g.url, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header = http.Header{
		"Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"}, "Mcp-Method": {method}, "Mcp-Name": {name},
	}
	if !g.noAuth {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	res, err := g.client.Do(req)
	if err != nil {
		t.Fatalf("%s: %v", method, err)
	}
	return res
}

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
)

const revision = "2026-07-28"

// A gateway speaks to a server as the Asixto Gateway and its checker do: plain
// POSTs, no version header, Mcp-Name "-" where there is no name, string ids.
type gateway struct {
	url    string
	token  string
	client *http.Client
	lastID atomic.Int64
}

type reply struct {
	status int
	header http.Header
	body   []byte
}

type rpcError struct {
	Code    int             `json:"code"`
	Message string          `json:"message"`
	Data    json.RawMessage `json:"data"`
}

type envelope struct {
	JSONRPC string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Result  json.RawMessage `json:"result"`
	Error   *rpcError       `json:"error"`
}

type toolResult struct {
	ResultType string `json:"resultType"`
	IsError    bool   `json:"isError"`
	Content    []struct {
		Type string `json:"type"`
		Text string `json:"text"`
	} `json:"content"`
	Structured json.RawMessage `json:"structuredContent"`
}

type failure struct {
	Type    string `json:"error_type"`
	Message string `json:"user_message"`
	Details string `json:"details"`
}

// post sends one body. Headers given in over replace the usual ones; an empty
// value leaves the header out.
func (g *gateway) post(t *testing.T, method, name, body string, over map[string]string) reply {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, g.url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for k, v := range g.headers(method, name, over) {
		if v != "" {
			req.Header.Set(k, v)
		}
	}
	res, err := g.client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	raw, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	noInternals(t, string(raw))
	return reply{res.StatusCode, res.Header, raw}
}

func (g *gateway) headers(method, name string, over map[string]string) map[string]string {
	h := map[string]string{
		"Content-Type": "application/json",
		"Accept":       "application/json, text/event-stream",
		"Mcp-Method":   method,
		"Mcp-Name":     name,
	}
	if g.token != "" {
		h["Authorization"] = "Bearer " + g.token
	}
	maps.Copy(h, over)
	return h
}

// rpc sends a request with params, to which it adds the protocol's own _meta,
// and returns the envelope of the answer, which must be a 200 with the same id.
func (g *gateway) rpc(t *testing.T, method, name string, params map[string]any) envelope {
	t.Helper()
	id := fmt.Sprintf("r%d", g.lastID.Add(1))
	res := g.post(t, method, name, request(t, id, method, params), nil)
	if res.status != http.StatusOK {
		t.Fatalf("%s: status %d, want 200; body %s", method, res.status, res.body)
	}
	env := res.envelope(t)
	if env.JSONRPC != "2.0" || string(env.ID) != `"`+id+`"` {
		t.Errorf("%s: jsonrpc %q, id %s, want 2.0 and %q", method, env.JSONRPC, env.ID, id)
	}
	return env
}

// call runs a tool. args is a JSON object; meta is laid over the Gateway's
// usual values, where nil as a value sends null and absent leaves a key out.
func (g *gateway) call(t *testing.T, tool, args string, meta map[string]any) toolResult {
	t.Helper()
	params := map[string]any{"name": tool, "arguments": json.RawMessage(args), "_meta": gatewayMeta(meta)}
	env := g.rpc(t, "tools/call", tool, params)
	if env.Error != nil {
		t.Fatalf("%s(%s): protocol error %d %s", tool, args, env.Error.Code, env.Error.Message)
	}
	res := decode[toolResult](t, env.Result)
	if res.ResultType != "complete" {
		t.Errorf("%s: resultType %q, want complete", tool, res.ResultType)
	}
	if len(res.Content) != 1 || res.Content[0].Type != "text" || res.Content[0].Text == "" {
		t.Errorf("%s: content %+v, want one text", tool, res.Content)
	}
	return res
}

// ok is call for one that must succeed.
func (g *gateway) ok(t *testing.T, tool, args string, meta map[string]any) toolResult {
	t.Helper()
	res := g.call(t, tool, args, meta)
	if res.IsError {
		t.Fatalf("%s(%s): failed with %s", tool, args, res.Structured)
	}
	return res
}

// fail is call for one that must fail in the contract's form.
func (g *gateway) fail(t *testing.T, tool, args string, meta map[string]any) failure {
	t.Helper()
	res := g.call(t, tool, args, meta)
	if !res.IsError {
		t.Fatalf("%s(%s): succeeded with %s, want a failure", tool, args, res.Structured)
	}
	return res.failure(t)
}

func (r toolResult) failure(t *testing.T) failure {
	t.Helper()
	if got := r.Content[0].Text; got != string(r.Structured) {
		t.Errorf("text of a failure is %s, want its structuredContent %s", got, r.Structured)
	}
	f := decode[struct {
		Error failure `json:"error"`
	}](t, r.Structured).Error
	if f.Type == "" || f.Message == "" || len([]rune(f.Message)) > 200 {
		t.Errorf("failure %+v, want a type and a message of at most 200 characters", f)
	}
	return f
}

func (r toolResult) text() string { return r.Content[0].Text }

// envelope reads a JSON-RPC answer, be it plain JSON or an event stream.
func (r reply) envelope(t *testing.T) envelope {
	t.Helper()
	body := r.body
	if bytes.Contains(body, []byte("data:")) {
		_, after, _ := bytes.Cut(body, []byte("data:"))
		body, _, _ = bytes.Cut(after, []byte("\n"))
	}
	return decode[envelope](t, body)
}

func decode[T any](t *testing.T, raw []byte) T {
	t.Helper()
	var v T
	if err := json.Unmarshal(raw, &v); err != nil {
		t.Fatalf("%v in %s", err, raw)
	}
	return v
}

// request is the body of a JSON-RPC request.
func request(t *testing.T, id, method string, params map[string]any) string {
	t.Helper()
	p := maps.Clone(params)
	if p == nil {
		p = map[string]any{}
	}
	m := map[string]any{
		"io.modelcontextprotocol/protocolVersion":    revision,
		"io.modelcontextprotocol/clientCapabilities": map[string]any{},
		"io.modelcontextprotocol/clientInfo":         map[string]any{"name": "gateway", "version": "1"},
	}
	if given, ok := p["_meta"].(map[string]any); ok {
		maps.Copy(m, given)
	}
	p["_meta"] = m
	raw, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": id, "method": method, "params": p})
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// absent, as a value of a call's meta, leaves the key out.
var absent = struct{}{}

// lastKey makes every call of a test binary a logical operation of its own
// unless the test names the key.
var lastKey atomic.Int64

// gatewayMeta are the eight values of a call in chat, with over laid on top;
// its keys go without their prefix.
func gatewayMeta(over map[string]any) map[string]any {
	values := map[string]any{
		"idempotencyKey": fmt.Sprintf("9f2a7c%d", lastKey.Add(1)),
		"conversationId": "cnv_77b", "requestId": "req_c41", "channel": "chat", "companyId": "cmp_31a",
		"priceListId": nil, "currency": "COP", "timezone": "America/Bogota",
	}
	maps.Copy(values, over)
	m := map[string]any{}
	for k, v := range values {
		if v != absent {
			m["com.asixto/"+k] = v
		}
	}
	return m
}

func voice() map[string]any { return map[string]any{"channel": "voice"} }

func withKey(key string) map[string]any { return map[string]any{"idempotencyKey": key} }

// internals are traces of Go or of the backend that no answer may carry.
var internals = regexp.MustCompile(`main\.|json:|reflect|goroutine|runtime|panic|\.go:|soporte:|validator|unmarshal|interface \{|\*string|\*int\b|int64|float64|nil pointer|<nil>|hunter2|In\.[A-Z]|asixto:|idem:|schema:|EOF|jsontext`)

func noInternals(t *testing.T, body string) {
	t.Helper()
	if found := internals.FindString(body); found != "" {
		t.Errorf("the answer holds internal text %q: %s", found, body)
	}
}

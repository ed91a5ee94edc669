package main

import (
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

// This file is for requests that package asixtotest would not send.

const revision = "2026-07-28"

type reply struct {
	status int
	body   []byte
}

type envelope struct {
	Result json.RawMessage `json:"result"`
	Error  *struct {
		Code int `json:"code"`
	} `json:"error"`
}

// post sends one body with the Gateway's headers. Those given in over replace
// them; an empty value leaves one out.
func (d *desk) post(t *testing.T, method, name, body string, over map[string]string) reply {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "https://soporte.test/mcp", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	headers := map[string]string{
		"Content-Type": "application/json", "Accept": "application/json, text/event-stream",
		"Mcp-Method": method, "Mcp-Name": name, "Authorization": "Bearer " + testToken,
	}
	maps.Copy(headers, over)
	for k, v := range headers {
		if v != "" {
			req.Header.Set(k, v)
		}
	}
	res, err := d.RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	raw, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return reply{res.StatusCode, raw}
}

// rpc sends a request and returns the result of its answer.
func (d *desk) rpc(t *testing.T, method, name string, params map[string]any) json.RawMessage {
	t.Helper()
	res := d.post(t, method, name, request(t, "r1", method, params), nil)
	env := decode[envelope](t, res.body)
	if res.status != http.StatusOK || env.Error != nil {
		t.Fatalf("%s: %d %s", method, res.status, res.body)
	}
	return env.Result
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

// lastKey makes every call of a test binary a logical operation of its own.
var lastKey atomic.Int64

// gatewayMeta are the eight values of a call in chat.
func gatewayMeta() map[string]any {
	return map[string]any{
		"com.asixto/idempotencyKey": fmt.Sprintf("9f2a7c%d", lastKey.Add(1)),
		"com.asixto/conversationId": "cnv_77b", "com.asixto/requestId": "req_c41", "com.asixto/channel": "chat",
		"com.asixto/companyId": "cmp_31a", "com.asixto/priceListId": nil, "com.asixto/currency": "COP", "com.asixto/timezone": "America/Bogota",
	}
}

// internals are traces of Go or of the backend that no answer may carry.
var internals = regexp.MustCompile(`main\.|json:|reflect|goroutine|runtime|panic|\.go:|soporte:|validator|unmarshal|interface \{|\*string|\*int\b|int64|float64|nil pointer|<nil>|hunter2|In\.[A-Z]|asixto:|idem:|schema:|EOF|jsontext`)

func noInternals(t testing.TB, body string) {
	t.Helper()
	if found := internals.FindString(body); found != "" {
		t.Errorf("the answer holds internal text %q: %s", found, body)
	}
}

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"unicode/utf16"

	toolerrors "github.com/asixto/go-sdk/errors"
)

const revision = "2026-07-28"

// A caller speaks to the server as the Gateway does for one client.
type caller struct {
	url, token string
	access     string // the mcp_access_token, sent where the arguments name none
	channel    string // chat where it is empty
	client     *http.Client
}

type args map[string]any

// with is args with more, or other, arguments.
func (a args) with(more args) args {
	all := maps.Clone(a)
	maps.Copy(all, more)
	return all
}

type result struct {
	IsError bool `json:"isError"`
	Content []struct {
		Text string `json:"text"`
	} `json:"content"`
	Structured json.RawMessage `json:"structuredContent"`
}

type failure struct {
	Type    string `json:"error_type"`
	Message string `json:"user_message"`
	Details string `json:"details"`
}

// lastKey makes each call an operation of its own for the Gateway.
var lastKey atomic.Int64

func gatewayMeta(over map[string]any) map[string]any {
	m := map[string]any{
		"io.modelcontextprotocol/protocolVersion":    revision,
		"io.modelcontextprotocol/clientCapabilities": map[string]any{},
		"com.asixto/idempotencyKey":                  fmt.Sprintf("gw-%d", lastKey.Add(1)),
		"com.asixto/conversationId":                  "cnv_1", "com.asixto/requestId": "req_1", "com.asixto/channel": "chat",
		"com.asixto/companyId": "cmp_1", "com.asixto/currency": "COP", "com.asixto/timezone": "America/Bogota",
	}
	for k, v := range over {
		m["com.asixto/"+k] = v
		if v == nil {
			delete(m, "com.asixto/"+k)
		}
	}
	return m
}

func (c *caller) meta(over map[string]any) map[string]any {
	m := gatewayMeta(over)
	if c.channel != "" {
		m["com.asixto/channel"] = c.channel
	}
	return m
}

// rpc sends one request and returns the result, or "" and the protocol's error.
func (c *caller) rpc(t *testing.T, method, name string, params map[string]any) (answer json.RawMessage, problem string) {
	t.Helper()
	body, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": "r", "method": method, "params": params})
	if err != nil {
		t.Error(err)
		return nil, "unsent"
	}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, c.url, bytes.NewReader(body))
	if err != nil {
		t.Error(err)
		return nil, "unsent"
	}
	for k, v := range map[string]string{
		"Content-Type": "application/json", "Accept": "application/json, text/event-stream",
		"Mcp-Method": method, "Mcp-Name": name, "Authorization": "Bearer " + c.token,
	} {
		req.Header.Set(k, v)
	}
	res, err := c.client.Do(req)
	if err != nil {
		t.Error(err)
		return nil, "unanswered"
	}
	defer res.Body.Close()
	raw, err := io.ReadAll(res.Body)
	if err != nil {
		t.Error(err)
	}
	var env struct {
		Result json.RawMessage `json:"result"`
		Error  *struct {
			Message string `json:"message"`
		} `json:"error"`
	}
	if err := json.Unmarshal(raw, &env); err != nil {
		t.Errorf("%s: %d %s", method, res.StatusCode, raw)
		return nil, "unreadable"
	}
	if env.Error != nil {
		return nil, env.Error.Message
	}
	return env.Result, ""
}

// call runs a tool. meta is laid over the Gateway's usual values; nil as a value
// leaves one out. It may be used from any goroutine.
func (c *caller) call(t *testing.T, tool string, a args, meta map[string]any) result {
	t.Helper()
	sent := a.with(nil)
	if sent == nil {
		sent = args{}
	}
	if _, given := sent["mcp_access_token"]; !given && tool != getMCPAccess {
		sent["mcp_access_token"] = c.access
	}
	raw, problem := c.rpc(t, "tools/call", tool, map[string]any{"name": tool, "arguments": sent, "_meta": c.meta(meta)})
	if problem != "" {
		t.Errorf("%s: %s", tool, problem)
		return result{IsError: true}
	}
	r := decode[result](t, raw)
	for _, text := range []string{string(r.Structured), r.Content[0].Text} {
		if n := len(utf16.Encode([]rune(text))); n > 3000 {
			t.Errorf("%s: an answer of %d units", tool, n)
		}
		if strings.Contains(text, "acciones:") || strings.Contains(text, "idem:") {
			t.Errorf("%s: internal text in %s", tool, text)
		}
	}
	return r
}

// ok is call for what must succeed, with the answer as an Out.
func ok[Out any](t *testing.T, c *caller, tool string, a args) Out {
	t.Helper()
	r := c.call(t, tool, a, nil)
	if r.IsError {
		t.Fatalf("%s(%v) failed: %s", tool, a, r.Structured)
	}
	return decode[Out](t, r.Structured)
}

// refused is call for what must fail, with the kind of the failure.
func (c *caller) refused(t *testing.T, tool string, a args) failure {
	t.Helper()
	r := c.call(t, tool, a, nil)
	if !r.IsError {
		t.Fatalf("%s(%v) succeeded: %s", tool, a, r.Structured)
	}
	return r.failure(t)
}

func (r result) failure(t *testing.T) failure {
	t.Helper()
	return decode[struct {
		Error failure `json:"error"`
	}](t, r.Structured).Error
}

// wants fails the test unless a call is refused for that reason.
func wants(t *testing.T, c *caller, tool string, a args, reason *toolerrors.Error, kind string) {
	t.Helper()
	if f := c.refused(t, tool, a); f.Type != kind || f.Message != reason.UserMessage() {
		t.Errorf("%s(%v): %s %q, want %s %q", tool, a, f.Type, f.Message, kind, reason.UserMessage())
	}
}

func decode[T any](t *testing.T, raw []byte) T {
	t.Helper()
	var v T
	if err := json.Unmarshal(raw, &v); err != nil {
		t.Fatalf("%v in %s", err, raw)
	}
	return v
}

// definition is a tool as tools/list shows it.
type definition struct {
	Name        string         `json:"name"`
	Description string         `json:"description"`
	Input       object         `json:"inputSchema"`
	Output      map[string]any `json:"outputSchema"`
	Annotations map[string]any `json:"annotations"`
	Meta        map[string]any `json:"_meta"`
}

type object struct {
	Properties map[string]property `json:"properties"`
	Required   []string            `json:"required"`
}

type property struct {
	object

	Type        any       `json:"type"`
	Enum        []any     `json:"enum"`
	Items       *property `json:"items"`
	Format      string    `json:"format"`
	Description string    `json:"description"`
	MinLength   *int      `json:"minLength"`
	MaxLength   *int      `json:"maxLength"`
	Minimum     *float64  `json:"minimum"`
	Maximum     *float64  `json:"maximum"`
	MaxItems    *int      `json:"maxItems"`
}

// catalogue is tools/list.
func (c *caller) catalogue(t *testing.T) []definition {
	t.Helper()
	raw, problem := c.rpc(t, "tools/list", "-", map[string]any{"_meta": gatewayMeta(nil)})
	if problem != "" {
		t.Fatal(problem)
	}
	return decode[struct {
		Tools []definition `json:"tools"`
	}](t, raw).Tools
}

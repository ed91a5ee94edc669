package asixto

import (
	"context"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"go.uber.org/goleak"

	"github.com/asixto/go-sdk/idem"
	"github.com/asixto/go-sdk/meta"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

type echoIn struct {
	Texto string  `json:"texto" validate:"min=1,max=4000" doc:"Texto que se repite"`
	Nota  *string `json:"nota" validate:"max=20" doc:"Nota breve"`
}

type echoOut struct {
	Texto string `json:"texto"`
}

// echoTool is a definition without any fault.
func echoTool(name string, access Access) Tool {
	return Tool{
		Name: name, Title: "Repetir texto",
		Description:  "Repite el texto recibido. No la use para consultar datos de un cliente.",
		Verb:         "consultar un texto",
		Capabilities: []meta.Capability{meta.General},
		Access:       access,
	}
}

// logBuffer collects a server's log.
func logBuffer() (*slog.Logger, *syncBuffer) {
	b := &syncBuffer{}
	return slog.New(slog.NewTextHandler(b, nil)), b
}

func testServer(t *testing.T, opts *ServerOptions) *Server {
	t.Helper()
	if opts == nil {
		opts = &ServerOptions{}
	}
	if opts.Logger == nil {
		opts.Logger = slog.New(slog.DiscardHandler)
	}
	if opts.Store == nil {
		opts.Store = idem.NewMemory(nil)
	}
	return NewServer("prueba", "1.0.0", opts)
}

func mustAdd[In, Out any](t *testing.T, s *Server, tool Tool, h func(context.Context, In) (Out, error), opts ...ToolOption[In, Out]) {
	t.Helper()
	if err := AddTool(s, tool, h, opts...); err != nil {
		t.Fatalf("AddTool: %v", err)
	}
}

func handlerOf(t *testing.T, s *Server, opts *HandlerOptions) http.Handler {
	t.Helper()
	h, err := s.Handler(opts)
	if err != nil {
		t.Fatalf("Handler: %v", err)
	}
	return h
}

// metaOf is the metadata of a call as the Gateway sends it; null deletes.
func metaOf(changes map[string]any) map[string]any {
	m := map[string]any{
		"io.modelcontextprotocol/protocolVersion":    "2026-07-28",
		"io.modelcontextprotocol/clientCapabilities": map[string]any{},
		"io.modelcontextprotocol/clientInfo":         map[string]any{"name": "gateway", "version": "1"},
		meta.KeyConversationID:                       "cnv_1",
		meta.KeyRequestID:                            "req_1",
		meta.KeyChannel:                              "chat",
		meta.KeyCompanyID:                            "cmp_1",
		meta.KeyPriceListID:                          nil,
		meta.KeyCurrency:                             "COP",
		meta.KeyTimezone:                             "America/Bogota",
	}
	maps.Copy(m, changes)
	return m
}

func withKey(key string) map[string]any { return metaOf(map[string]any{meta.KeyIdempotencyKey: key}) }

// reply is one answer of the endpoint.
type reply struct {
	Status int
	Header http.Header
	Body   string

	Result struct {
		Content []struct {
			Text string `json:"text"`
		} `json:"content"`
		Structured jsontext.Value   `json:"structuredContent"`
		IsError    bool             `json:"isError"`
		ResultType string           `json:"resultType"`
		Tools      []jsontext.Value `json:"tools"`
	} `json:"result"`
	Error struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	} `json:"error"`
}

// failure reads the business error of an answer.
func (r *reply) failure(t *testing.T) (kind, message, details string) {
	t.Helper()
	var e struct {
		Error struct {
			Type    string `json:"error_type"`
			Message string `json:"user_message"`
			Details string `json:"details"`
		} `json:"error"`
	}
	if err := json.Unmarshal(r.Result.Structured, &e); err != nil || !r.Result.IsError {
		t.Fatalf("no business error: %s", r.Body)
	}
	return e.Error.Type, e.Error.Message, e.Error.Details
}

func post(t *testing.T, h http.Handler, body string, header map[string]string) *reply {
	t.Helper()
	return do(t, h, t.Context(), body, header)
}

func do(t *testing.T, h http.Handler, ctx context.Context, body string, header map[string]string) *reply { //nolint:revive // ctx last reads better here
	t.Helper()
	r := httptest.NewRequestWithContext(ctx, http.MethodPost, "/mcp", strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	for k, v := range header {
		r.Header.Set(k, v)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	got := &reply{Status: w.Code, Header: w.Result().Header, Body: w.Body.String()}
	if err := json.Unmarshal(w.Body.Bytes(), got); err != nil {
		t.Fatalf("the body is no JSON-RPC message: %v: %s", err, got.Body)
	}
	return got
}

// callTool sends one tools/call as the Gateway does.
func callTool(t *testing.T, h http.Handler, name string, args any, md map[string]any) *reply {
	t.Helper()
	return post(t, h, callBody(t, name, args, md), map[string]string{"Mcp-Method": "tools/call", "Mcp-Name": name})
}

func callBody(t *testing.T, name string, args any, md map[string]any) string {
	t.Helper()
	b, err := json.Marshal(map[string]any{
		"jsonrpc": "2.0", "id": "r1", "method": "tools/call",
		"params": map[string]any{"name": name, "arguments": args, "_meta": md},
	}, json.Deterministic(true))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

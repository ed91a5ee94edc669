package asixto

import (
	"bytes"
	"context"
	"flag"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
)

var stormRequests = flag.Int("storm", 20_000, "how many broken requests TestStorm sends")

// stormBodies are what is broken: one message of each kind that the entry knows.
func stormBodies(t *testing.T) []string {
	t.Helper()
	call := func(name string) string {
		return callBody(t, name, map[string]any{"texto": "hola", "nota": nil}, withKey("k"))
	}
	const md = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}`
	return []string{
		call("crear_texto"), call("leer_texto"), call("borrar_texto"),
		`{"jsonrpc":"2.0","id":"1","method":"tools/list","params":{` + md + `}}`,
		`{"jsonrpc":"2.0","id":2,"method":"server/discover","params":{` + md + `}}`,
		`{"jsonrpc":"2.0","id":3,"method":"subscriptions/listen","params":{` + md + `,"notifications":{"toolsListChanged":true}}}`,
		`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":3}}`,
		`{"jsonrpc":"2.0","id":4,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}`,
		`{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"leer_texto","arguments":{"texto":"x"}}}`,
		`[{"jsonrpc":"2.0","id":6,"method":"ping"}]`,
	}
}

// stormWords are put where the parsers may stumble.
func stormWords() []string {
	return []string{
		`{`, `}`, `[`, `]`, `"`, `,`, `:`, `null`, `true`, `-`, `1e999`, `1.5`, `\u0000`, `\ud800`, "\x00", "\xff", `{}`, `[]`, `""`,
		`"id":null,`, `"method":"tools/call",`, `"params":null,`, `"jsonrpc":"1.0",`, `"arguments":[],`, `"_meta":5,`,
		`"io.modelcontextprotocol/protocolVersion":7,`, `"com.asixto/idempotencyKey":{},`, `"com.asixto/channel":"fax",`,
		strings.Repeat(`[`, 100), strings.Repeat(`{"a":`, 70), strings.Repeat("9", 400), strings.Repeat("x", 5000),
	}
}

// broken damages a message in up to four places.
func broken(r *rand.Rand, body string, words []string) string {
	b := []byte(body)
	for range r.IntN(5) {
		if len(b) == 0 {
			break
		}
		i := r.IntN(len(b))
		j := min(len(b), i+1+r.IntN(24))
		switch r.IntN(6) {
		case 0:
			b[i] = byte(r.UintN(256))
		case 1:
			b = append(b[:i:i], b[j:]...)
		case 2:
			b = append(b[:j:j], b[i:]...)
		case 3:
			b = b[:i]
		case 4:
			b = append(append(b[:i:i], words[r.IntN(len(words))]...), b[i:]...)
		default:
			b = append(append(b[:i:i], words[r.IntN(len(words))]...), b[j:]...)
		}
	}
	return string(b)
}

// stormHeader is the Gateway's, with now and then another value.
func stormHeader(r *rand.Rand, h http.Header) {
	for name, values := range map[string][]string{
		"Content-Type":         {"application/json", "application/json; charset=utf-8", "text/plain", ""},
		"Accept":               {"application/json, text/event-stream", "*/*", "text/html", ""},
		"Authorization":        {"Bearer s3cr3t", "Bearer other", "Basic czNjcjN0", "Bearer", ""},
		"Mcp-Method":           {"", "tools/call", "tools/list", "server/discover", "initialize", "\x7f"},
		"Mcp-Name":             {"", "crear_texto", "leer_texto", "-", "ñ"},
		"Mcp-Protocol-Version": {"", "2026-07-28", "2025-06-18", "1"},
		"Mcp-Session-Id":       {"", "abc"},
		"Origin":               {"", "https://elsewhere.example"},
	} {
		value := values[0]
		if r.IntN(12) == 0 {
			value = values[r.IntN(len(values))]
		}
		if value != "" {
			h[name] = []string{value}
		}
	}
}

// TestStorm sends damaged requests through the whole entry. Each gets a JSON-RPC
// answer, an accepted notification or a stream; none a status of 500, none the
// text of a fault inside.
func TestStorm(t *testing.T) {
	t.Parallel()
	s := testServer(t, nil)
	for name, access := range map[string]Access{"crear_texto": Write, "leer_texto": Read, "borrar_texto": Destructive} {
		mustAdd(t, s, echoTool(name, access), func(_ context.Context, in echoIn) (echoOut, error) { return echoOut{in.Texto}, nil })
	}
	verifier, err := Tokens("gateway:s3cr3t")
	if err != nil {
		t.Fatal(err)
	}
	h := handlerOf(t, s, &HandlerOptions{Verifier: verifier})
	bodies, words := stormBodies(t), stormWords()
	var left atomic.Int64
	left.Store(int64(*stormRequests))
	served := [6]atomic.Int64{}
	var senders sync.WaitGroup
	for seed := range uint64(8 * runtime.GOMAXPROCS(0)) { // some wait for a stream to end
		senders.Go(func() {
			r := rand.New(rand.NewPCG(seed, 1))
			for left.Add(-1) >= 0 && !t.Failed() {
				body := broken(r, bodies[r.IntN(len(bodies))], words)
				served[stormOne(t, h, r, body)/100].Add(1)
			}
		})
	}
	senders.Wait()
	for _, class := range []int{2, 4} {
		if served[class].Load() < int64(*stormRequests)/20 {
			t.Errorf("%d answers with status %dxx: the storm misses a side", served[class].Load(), class)
		}
	}
	if err := s.Shutdown(t.Context()); err != nil {
		t.Errorf("Shutdown: %v", err)
	}
	t.Logf("2xx %d, 4xx %d, 5xx %d", served[2].Load(), served[4].Load(), served[5].Load())
}

func stormOne(t *testing.T, h http.Handler, r *rand.Rand, body string) (status int) {
	t.Helper()
	ctx := t.Context()
	if strings.Contains(body, "listen") { // its stream has no end of its own
		short, cancel := context.WithTimeout(ctx, 5*time.Millisecond)
		defer cancel()
		ctx = short
	}
	method := http.MethodPost
	if r.IntN(20) == 0 {
		method = []string{http.MethodGet, http.MethodDelete, http.MethodPut, http.MethodOptions, http.MethodHead}[r.IntN(5)]
	}
	req := httptest.NewRequestWithContext(ctx, method, "/mcp", strings.NewReader(body))
	stormHeader(r, req.Header)
	w := httptest.NewRecorder()
	h.ServeHTTP(w, req)
	var answer struct {
		Version string `json:"jsonrpc"`
	}
	switch {
	case w.Code >= http.StatusInternalServerError && (w.Code != http.StatusServiceUnavailable || w.Header().Get("Retry-After") == ""):
		t.Errorf("status %d to %s %q: %s", w.Code, method, body, w.Body)
	case w.Code == http.StatusAccepted && w.Body.Len() == 0, strings.HasPrefix(w.Header().Get("Content-Type"), "text/event-stream"):
	case json.Unmarshal(w.Body.Bytes(), &answer, json.RejectUnknownMembers(false)) != nil || answer.Version != "2.0":
		t.Errorf("no JSON-RPC answer, status %d to %s %q: %q", w.Code, method, body, w.Body)
	case bytes.Contains(w.Body.Bytes(), []byte("runtime error")), bytes.Contains(w.Body.Bytes(), []byte("goroutine ")):
		t.Errorf("internal text to %q: %s", body, w.Body)
	}
	return w.Code
}

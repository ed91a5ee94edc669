package dispatch

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"
)

// seeds are the requests of the goldens and some broken ones.
func seeds(f *testing.F) []string {
	f.Helper()
	paths, err := filepath.Glob("testdata/wire/*.txtar")
	if err != nil {
		f.Fatal(err)
	}
	bodies := []string{gatewayCall, "", "{}", "[]", "null", `{"id":1}`, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":[]}`}
	for _, path := range paths {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range archive.Files {
			_, body, ok := strings.Cut(string(file.Data), "\n\n")
			if ok && strings.HasSuffix(file.Name, ".request") {
				bodies = append(bodies, body)
			}
		}
	}
	return bodies
}

// FuzzParse holds the parser to encoding/json: what it takes is JSON, with the
// method and id that encoding/json reads.
func FuzzParse(f *testing.F) {
	for _, body := range seeds(f) {
		f.Add([]byte(body))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		p, err := parsed(string(body), 64)
		if err != nil {
			if valid := json.Valid(body); err.Code == CodeParseError && valid && !strings.Contains(err.Message, "UTF-8") {
				t.Fatalf("%q is JSON, but: %v", body, err)
			}
			return
		}
		var std struct {
			ID     json.RawMessage `json:"id"`
			Method string          `json:"method"`
		}
		// encoding/json takes members in any case; those bodies are not its to judge.
		lower := strings.ToLower(string(body))
		if strings.Count(lower, `"id"`)+strings.Count(lower, `"method"`)+strings.Count(lower, `\u`) > 2 {
			if !json.Valid(body) {
				t.Fatalf("%q is no JSON", body)
			}
			return
		}
		if fault := json.Unmarshal(body, &std); fault != nil {
			t.Fatalf("%q: %v", body, fault)
		}
		if got := string(text(p.env.method)); got != std.Method {
			t.Fatalf("%q: method %q, want %q", body, got, std.Method)
		}
		if got := string(p.env.replyID()); got != string(std.ID) {
			t.Fatalf("%q: id %q, want %q", body, got, std.ID)
		}
		if p.env.served() && p.env.validate() == nil {
			p.request()
		}
	})
}

// FuzzHandler sends anything through the entry with go-sdk behind it. Every
// answer is one JSON-RPC message, an accepted notification or a stream.
func FuzzHandler(f *testing.F) {
	for _, body := range seeds(f) {
		f.Add("POST", "application/json", "", "", "", []byte(body))
		f.Add("POST", "application/json; charset=utf-8", Revision, methodCall, "repetir", []byte(body))
	}
	f.Add("GET", "", "", "", "", []byte(nil))
	h := Handler(desk{}, peer(), nil)
	f.Fuzz(func(t *testing.T, method, media, version, called, name string, body []byte) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second) // ends streams
		defer cancel()
		r, err := http.NewRequestWithContext(ctx, method, "http://servidor/mcp", strings.NewReader(string(body)))
		if err != nil {
			return // net/http lets no such method in
		}
		for header, value := range map[string]string{"Content-Type": media, headerVersion: version, headerMethod: called, headerName: name} {
			if value != "" {
				r.Header.Set(header, value)
			}
		}
		rec := httptest.NewRecorder()
		h.ServeHTTP(rec, r)
		checkAnswer(t, RequestID(body), rec)
	})
}

// checkAnswer holds an answer to JSON-RPC; only to what has no id may go-sdk
// leave the id out, as MCP allows.
func checkAnswer(t *testing.T, id []byte, rec *httptest.ResponseRecorder) {
	t.Helper()
	if rec.Code >= http.StatusInternalServerError {
		t.Fatalf("status %d: %s", rec.Code, rec.Body)
	}
	if rec.Code == http.StatusAccepted && rec.Body.Len() == 0 {
		return
	}
	if strings.HasPrefix(rec.Header().Get("Content-Type"), "text/event-stream") {
		return
	}
	var answer struct {
		JSONRPC string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Result  json.RawMessage `json:"result"`
		Error   *struct {
			Code    *int   `json:"code"`
			Message string `json:"message"`
		} `json:"error"`
	}
	if err := json.Unmarshal(rec.Body.Bytes(), &answer); err != nil {
		t.Fatalf("status %d, %s: %v", rec.Code, rec.Body, err)
	}
	if answer.JSONRPC != "2.0" || answer.ID == nil && id != nil || (answer.Result == nil) == (answer.Error == nil) {
		t.Fatalf("status %d, no JSON-RPC answer: %s", rec.Code, rec.Body)
	}
	if fault := answer.Error; fault != nil && (fault.Code == nil || fault.Message == "" || strings.Contains(fault.Message, "mcp.")) {
		t.Fatalf("status %d, no error fit for the wire: %s", rec.Code, rec.Body)
	}
	if (answer.Result != nil) && rec.Code != http.StatusOK {
		t.Fatalf("status %d with a result: %s", rec.Code, rec.Body)
	}
}

package certify

import (
	"bytes"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/asixto/go-sdk/asixto/internal/rules"
)

// streaming puts every answer that went well into an event stream.
func streaming(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		rec := httptest.NewRecorder()
		next.ServeHTTP(rec, r)
		if rec.Code != http.StatusOK {
			maps.Copy(w.Header(), rec.Header())
			w.WriteHeader(rec.Code)
			_, _ = w.Write(rec.Body.Bytes())
			return
		}
		w.Header().Set("Content-Type", "text/event-stream; charset=utf-8")
		fmt.Fprint(w, ": hello\r\n\r\nevent: message\r\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\"}\r\n\r\n")
		fmt.Fprintf(w, "id: 1\nevent: message\ndata: %s\n\n", bytes.ReplaceAll(bytes.TrimSpace(rec.Body.Bytes()), []byte("\n"), []byte("\ndata: ")))
	})
}

func TestReadAnswer(t *testing.T) {
	t.Parallel()
	const answer = `{"jsonrpc":"2.0","id":"1","result":{"a":1}}`
	tests := map[string]struct {
		kind, body string
		err        error
	}{
		"JSON":                 {"application/json", answer, nil},
		"no type":              {"", answer, nil},
		"an event":             {"text/event-stream", "data: " + answer + "\n\n", nil},
		"no blank at the end":  {"text/event-stream", "data:" + answer, nil},
		"over two lines":       {"text/event-stream", "data: {\"jsonrpc\":\"2.0\",\ndata: \"id\":\"1\",\"result\":{}}\n\n", nil},
		"after a notification": {"text/event-stream", "data: {\"method\":\"x\"}\n\ndata: " + answer + "\n\n", nil},
		"and more behind":      {"text/event-stream", "data: " + answer + "\n\ndata: {", nil},
		"empty":                {"application/json", "", errNoAnswer},
		"two values":           {"application/json", answer + answer, errNoAnswer},
		"no answer":            {"application/json", `{"method":"x"}`, errNoAnswer},
		"a list":               {"application/json", "[" + answer + "]", errNoAnswer},
		"no event":             {"text/event-stream", ": x\n\n", errNoAnswer},
		"too long":             {"application/json", strings.Repeat(" ", 200), errTooLarge},
		"an event too long":    {"text/event-stream", "data: " + strings.Repeat("x", 200), errTooLarge},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, m, err := readAnswer(strings.NewReader(tt.body), tt.kind, 150)
			if err != tt.err || err == nil && m.Result == nil { //nolint:errorlint // the sentinels are not wrapped
				t.Errorf("message %v, error %v, want %v", m, err, tt.err)
			}
		})
	}
}

func FuzzReadAnswer(f *testing.F) {
	f.Add("text/event-stream", []byte("data: {\"id\":\"1\",\"result\":{}}\n\n"))
	f.Add("application/json", []byte(`{"id":1,"error":{"code":-32020,"message":"x"}}`))
	f.Fuzz(func(t *testing.T, kind string, body []byte) {
		raw, m, err := readAnswer(bytes.NewReader(body), kind, 1<<12)
		if (err == nil) != (m != nil) || len(raw) > 1<<12+1 {
			t.Fatalf("%d bytes, message %v, error %v", len(raw), m, err)
		}
		if err != nil {
			return
		}
		_ = m.Error.code()
		rep := &reply{message: *m, raw: raw}
		e := &examination{report: &Report{}, told: make(map[told]bool), client: &client{}}
		parsed, err := rules.Parse([]byte(searchTool))
		if err != nil {
			t.Fatal(err)
		}
		tool := &tool{name: "x", parsed: parsed, out: map[string]any{"type": "object"}}
		e.inspect(Step{}, tool, rep, "voice")
		_ = rep.outcome()
		for _, finding := range e.report.Findings {
			if strings.ContainsAny(finding.Detail, "\x1b\n\x00") {
				t.Errorf("a detail holds control characters: %q", finding.Detail)
			}
		}
	})
}

// Whatever a schema says, arguments are made up in bounded time, and values held
// against it.
func FuzzSchema(f *testing.F) {
	f.Add([]byte(searchTool))
	f.Add([]byte(openTool))
	f.Add([]byte(`{"name":"x","inputSchema":{"required":["a"],"properties":{"a":{"$ref":"#"},"b":{"anyOf":[{"$ref":"#"},{"$ref":"#"}]}}}}`))
	f.Add([]byte(`{"name":"x","inputSchema":{"required":["a"],"properties":{"a":{"type":"array","minItems":1e9,"items":{"type":"array","minItems":1e9}}}}}`))
	f.Add([]byte(`{"name":"x","inputSchema":{"required":["a"],"properties":{"a":{"type":"string","minLength":1e300,"pattern":"(a+)+$"}}}}`))
	f.Fuzz(func(t *testing.T, def []byte) {
		e := &examination{report: &Report{}, told: make(map[told]bool), client: &client{}}
		e.addTool(Step{}, jsontext.Value(def))
		for _, tool := range e.tools {
			made := [][]byte{encoded(certified(tool.in)), encoded(fitting(tool.in))}
			for _, args := range made {
				if !jsontext.Value(args).IsValid() {
					t.Errorf("arguments %s", args)
				}
			}
			nonconforming(tool.in, fitting(tool.in))
			_ = tool.nullable()
			_ = e.spoiled(tool)
			if err := e.definitions(t.Context(), Step{}); err != nil {
				t.Error(err)
			}
			if err := e.catalogue(t.Context(), Step{}); err != nil {
				t.Error(err)
			}
		}
	})
}

func TestMadeUpArguments(t *testing.T) {
	t.Parallel()
	schema := object(decoded(jsontext.Value(`{"type":"object","required":["t","e","n","m","b","c","l","o","d","u"],"properties":{
		"t":{"type":"string","minLength":8},"e":{"type":["string","null"],"enum":[null,"b","a"]},"n":{"type":"integer"},"m":{"type":"number","minimum":2.5},
		"b":{"type":"boolean"},"c":{"enum":[true]},"l":{"type":"array","items":{"type":"integer"}},"o":{"type":"object","required":["x"],"properties":{"x":{"type":"string"}}},
		"d":{"type":"string","format":"date"},"u":{"type":"string","maxLength":4,"pattern":"^[0-9]+$"},"z":{"type":["string","null"]}}}`)))
	const asCertified = `{"b":false,"c":true,"d":"XXXXXX","e":"b","l":"XXXXXX","m":2.5,"n":1,"o":"XXXXXX","t":"XXXXXXXX","u":"XXXXXX"}`
	const asFits = `{"b":false,"c":true,"d":"2026-08-03","e":"b","l":[1],"m":2.5,"n":1,"o":{"x":"XXXXXX"},"t":"XXXXXXXX","u":"1111"}`
	if got := string(encoded(certified(schema))); got != asCertified {
		t.Errorf("as the certification does:\n got %s\nwant %s", got, asCertified)
	}
	if got := string(encoded(fitting(schema))); got != asFits {
		t.Errorf("fitting:\n got %s\nwant %s", got, asFits)
	}
	if path, why, ok := nonconforming(schema, fitting(schema)); !ok {
		t.Errorf("fitting arguments do not fit: %s %s", path, why)
	}
}

func TestNonconforming(t *testing.T) {
	t.Parallel()
	tests := []struct{ schema, value, path string }{
		{`{"type":"object","required":["a"]}`, `{}`, "a"},
		{`{"type":"object","properties":{"a":{"type":"integer"}}}`, `{"a":1.5}`, "a"},
		{`{"type":"object","properties":{},"additionalProperties":false}`, `{"b":1}`, "b"},
		{`{"properties":{"a":{"type":"array","items":{"enum":[1,"x"]}}}}`, `{"a":[1,"y"]}`, "a[]"},
		{`{"properties":{"a":{"const":null}}}`, `{"a":0}`, "a"},
		{`{"properties":{"a":{"maxLength":1}}}`, `{"a":"👍👍"}`, "a"},
		{`{"properties":{"a":{"minimum":2}}}`, `{"a":1}`, "a"},
		{`{"properties":{"a":{"anyOf":[{"type":"string"},{"type":"null"}]}}}`, `{"a":1}`, "a"},
		{`{"properties":{"a":{"allOf":[{"type":"string"},{"minLength":2}]}}}`, `{"a":"x"}`, "a"},
		{`{"$defs":{"d":{"type":"string"}},"properties":{"a":{"$ref":"#/$defs/d"}}}`, `{"a":1}`, "a"},
		{`{"type":"object","properties":{"a":{"type":["integer","null"],"maximum":3}}}`, `{"a":null}`, ""},
		{`{"type":"object","properties":{"a":{"anyOf":[{"type":"integer"},{"type":"null"}]}}}`, `{"a":2}`, ""},
		{`{"$ref":"#"}`, `1`, ""},
		{`true`, `1`, ""},
		{`{"patternProperties":{"^x":{}},"additionalProperties":false}`, `{"x1":1}`, ""},
	}
	for _, tt := range tests {
		path, why, ok := nonconforming(decoded(jsontext.Value(tt.schema)), decoded(jsontext.Value(tt.value)))
		if path != tt.path || ok != (tt.path == "") {
			t.Errorf("%s against %s: %q %q %t, want %q", tt.value, tt.schema, path, why, ok, tt.path)
		}
	}
}

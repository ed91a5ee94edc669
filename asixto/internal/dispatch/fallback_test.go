package dispatch

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestOnward shows what the fallback is given.
func TestOnward(t *testing.T) {
	t.Parallel()
	const both = "application/json, text/event-stream"
	type seen struct{ Version, Method, Name, Accept string }
	for _, c := range []struct {
		name    string
		body    string
		headers []string
		want    seen
	}{
		{"nothing to fill in", `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}`, nil, seen{Accept: both}},
		{"the version fills the rest in", message("tools/nada", ""), nil, seen{Revision, "tools/nada", "", both}},
		{"an empty version too", message("tools/nada", ""), []string{"+Mcp-Protocol-Version:"}, seen{Revision, "tools/nada", "", both}},
		{"a name", message("prompts/get", `"name":"añ\u006f",`), nil, seen{Revision, "prompts/get", "año", both}},
		{"a name of the wrong type", message("prompts/get", `"name":5,`), nil, seen{Revision, "prompts/get", "", both}},
		{"a uri", message("resources/read", `"uri":"file:///x",`), nil, seen{Revision, "resources/read", "file:///x", both}},
		{"an older version", strings.Replace(message(methodCall, `"name":"x",`), Revision, "2025-06-18", 1), nil, seen{"2025-06-18", methodCall, "x", both}},
		{"what is there stays", message("tools/nada", ""), []string{"Mcp-Method: otro", "Mcp-Name: -"}, seen{Revision, "otro", "-", both}},
		{"with a version nothing is filled in", message("tools/nada", ""), []string{"Mcp-Protocol-Version: 2025-06-18"}, seen{"2025-06-18", "", "", both}},
		{"a version of the wrong type", strings.Replace(message(methodList, ""), `"2026-07-28"`, "5", 1), nil, seen{Accept: both}},
		{"Accept is filled in", message("tools/nada", ""), []string{"Accept: text/html"}, seen{Revision, "tools/nada", "", both}},
		{"but not for a stream", message(methodListen, ""), []string{"Accept: text/html"}, seen{Revision, methodListen, "", "text/html"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var got seen
			var body string
			var length int64
			fallback := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				h := r.Header
				got = seen{h.Get(headerVersion), h.Get(headerMethod), h.Get(headerName), h.Get("Accept")}
				read, _ := io.ReadAll(r.Body)
				body, length = string(read), r.ContentLength
				w.WriteHeader(http.StatusAccepted)
			})
			r := chunked(post(t, c.body, c.headers...))
			before := r.Header.Clone()
			rec := httptest.NewRecorder()
			Handler(desk{}, fallback, nil).ServeHTTP(rec, r)
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("headers (-want +got):\n%s", diff)
			}
			if body != c.body || length != int64(len(c.body)) || rec.Code != http.StatusAccepted {
				t.Errorf("status %d, %d bytes announced, body %q", rec.Code, length, body)
			}
			if diff := cmp.Diff(before, r.Header); diff != "" {
				t.Errorf("the request itself was changed (-before +after):\n%s", diff)
			}
		})
	}
}

func TestNoFallback(t *testing.T) {
	t.Parallel()
	got := serve(Handler(desk{}, nil, nil), post(t, `{"jsonrpc":"2.0","id":1,"method":"initialize"}`))
	if want := refusal(404, json.Number("1"), "-32601"); !cmp.Equal(want, got) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// TestOnwardOwnsBody: the fallback may read its body when the buffers hold
// another request.
func TestOnwardOwnsBody(t *testing.T) {
	t.Parallel()
	const first = `{"jsonrpc":"2.0","id":1,"method":"initialize"}`
	var h http.Handler
	var body []byte
	h = Handler(desk{}, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		for range 8 {
			serve(h, post(t, message(methodList, "")))
		}
		body, _ = io.ReadAll(r.Body)
	}), nil)
	serve(h, post(t, first))
	if string(body) != first {
		t.Errorf("the fallback read %s", body)
	}
}

// TestIDsAreEchoed: whichever road a request takes, its answer carries its id, or
// refuses it and says so under it.
func TestIDsAreEchoed(t *testing.T) {
	t.Parallel()
	h := Handler(desk{}, peer(), nil)
	for _, id := range []string{
		"0", "-1", "9007199254740992", "-9007199254740992", `""`, `"9007199254740993"`, `"á\n"`,
		"9007199254740993", "-9007199254740993", "9223372036854775808", strings.Repeat("9", 400),
	} {
		for _, body := range []string{
			strings.Replace(message(methodList, ""), `"r1"`, id, 1),
			`{"jsonrpc":"2.0","id":` + id + `,"method":"tools/list"}`,
			`{"jsonrpc":"2.0","id":` + id + `,"method":"no/such"}`,
		} {
			rec := httptest.NewRecorder()
			h.ServeHTTP(rec, post(t, body))
			var got struct {
				ID json.RawMessage `json:"id"`
			}
			if err := json.Unmarshal(rec.Body.Bytes(), &got); err != nil || string(got.ID) != id {
				t.Errorf("%.80s: %d %.120s: %v", body, rec.Code, rec.Body, err)
			}
		}
	}
}

// TestHeld shows what becomes of a fallback's answer.
func TestHeld(t *testing.T) {
	t.Parallel()
	answer := func(status int, media, body string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			if media != "" {
				w.Header().Set("Content-Type", media)
			}
			if status != 0 {
				w.WriteHeader(status)
				w.WriteHeader(http.StatusTeapot) // a second one counts for nothing
			}
			for _, part := range strings.SplitAfter(body, ",") {
				_, _ = io.WriteString(w, part)
			}
			_ = http.NewResponseController(w).Flush()
		}
	}
	const (
		leak    = `{"jsonrpc":"2.0","id":1,"error":{"code":0,"message":"unmarshaling \"5\" into a *mcp.X"}}`
		noLeak  = `{"jsonrpc":"2.0","id":1,"result":{"text":"unmarshaling","error":{"message":"unmarshal"}}}`
		asked   = `{"jsonrpc":"2.0","id":"unmarshal","error":{"code":-32601,"message":"no"}}`
		cleaned = `{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"a member of params has the wrong type"}}`
		spoken  = `{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"no, gracias"}}`
	)
	for _, c := range []struct {
		name       string
		fallback   http.Handler
		status     int
		media, out string
	}{
		{"JSON", answer(0, "application/json", noLeak), 200, "application/json", noLeak},
		{"JSON with a status", answer(404, "application/json", noLeak), 404, "application/json", noLeak},
		{"nothing", answer(202, "", ""), 202, "", ""},
		{"not even a status", answer(0, "", ""), 200, "", ""},
		{"text", answer(403, "text/plain; charset=utf-8", "no, gracias\n"), 403, "application/json", spoken},
		{"text that is no refusal", answer(200, "text/plain", "sí"), 200, "text/plain", "sí"},
		{"Go types", answer(0, "application/json", leak), 200, "application/json", cleaned},
		{"Go types with a status", answer(400, "application/json", leak), 400, "application/json", cleaned},
		{"no Go types", answer(404, "application/json", asked), 404, "application/json", asked},
		{"what is no JSON", answer(0, "application/json", "unmarshal"), 200, "application/json", "unmarshal"},
		{"a stream", answer(200, "text/event-stream", "data: "+leak+"\n\n"), 200, "text/event-stream", "data: " + leak + "\n\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			rec := httptest.NewRecorder()
			Handler(desk{}, c.fallback, nil).ServeHTTP(rec, post(t, `{"jsonrpc":"2.0","id":1,"method":"initialize"}`))
			if rec.Code != c.status || rec.Header().Get("Content-Type") != c.media || rec.Body.String() != c.out {
				t.Errorf("got %d %s %s, want %d %s %s", rec.Code, rec.Header().Get("Content-Type"), rec.Body, c.status, c.media, c.out)
			}
			if stream := c.media == "text/event-stream"; rec.Flushed != stream {
				t.Errorf("flushed: %v", rec.Flushed)
			}
		})
	}
}

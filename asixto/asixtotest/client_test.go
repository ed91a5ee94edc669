package asixtotest_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/asixto/go-sdk/asixto"
	"github.com/asixto/go-sdk/asixto/asixtotest"
)

func TestTools(t *testing.T) {
	t.Parallel()
	c := asixtotest.New(t, server(t, newCourier(), nil))
	if diff := cmp.Diff([]string{look, book}, c.Tools(t)); diff != "" {
		t.Error(diff)
	}
}

// Requests look as those of the Gateway do.
func TestRequestsAreTheGateways(t *testing.T) {
	t.Parallel()
	var got *http.Request
	var body string
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		got = r
		raw, _ := io.ReadAll(r.Body)
		body = string(raw)
		_, _ = io.WriteString(w, `{"jsonrpc":"2.0","id":"otro","result":{}}`)
	})
	r := try(t, func(tb testing.TB) { asixtotest.Through(tb, h, "/mcp", "tk").Do(tb, book, pickup()) })
	if !strings.Contains(r.said(), "the answer is that of request otro") {
		t.Errorf("said %s", r.said())
	}
	for name, want := range map[string]string{
		"Content-Type": "application/json", "Accept": "application/json, text/event-stream", "Mcp-Method": "tools/call", "Mcp-Name": book,
		"Authorization": "Bearer tk", "Mcp-Protocol-Version": "",
	} {
		if v := got.Header.Get(name); v != want {
			t.Errorf("%s: %q, want %q", name, v, want)
		}
	}
	if got.Method != http.MethodPost || got.URL.Path != "/mcp" || got.RequestURI != "/mcp" || got.Host != "asixto.test" || got.TLS == nil {
		t.Errorf("%s %s %s at %s, TLS %t", got.Method, got.URL.Path, got.RequestURI, got.Host, got.TLS != nil)
	}
	for _, member := range []string{
		"idempotencyKey", "conversationId", "requestId", "channel", "companyId", "priceListId", "currency", "timezone",
	} {
		if !strings.Contains(body, `"com.asixto/`+member+`":`) {
			t.Errorf("no %s in %s", member, body)
		}
	}
	if !strings.Contains(body, `"io.modelcontextprotocol/protocolVersion":"2026-07-28"`) || !strings.Contains(body, `"id":"r_`) {
		t.Errorf("body %s", body)
	}
	try(t, func(tb testing.TB) { asixtotest.Through(tb, h, "/mcp", "").Tools(tb) })
	if got.Header.Get("Mcp-Name") != "-" || got.Header.Get("Authorization") != "" {
		t.Errorf("tools/list with %v", got.Header)
	}
}

// An answer outside the contract's form fails the test that gets it.
func TestAnswersOutsideTheForm(t *testing.T) {
	t.Parallel()
	const text = `"content":[{"type":"text","text":"hola"}]`
	for name, tt := range map[string]struct{ answer, says string }{
		"no JSON":          {`hola`, "no JSON-RPC message"},
		"neither":          {`{"jsonrpc":"2.0","id":"ID"}`, "neither a result nor an error"},
		"refused":          {`{"jsonrpc":"2.0","id":"ID","error":{"code":-32602,"message":"no"}}`, "refused with -32602"},
		"no type":          {`{"jsonrpc":"2.0","id":"ID","result":{` + text + `}}`, "resultType"},
		"no text":          {`{"jsonrpc":"2.0","id":"ID","result":{"resultType":"complete","content":[]}}`, "does not begin with a text"},
		"no list":          {`{"jsonrpc":"2.0","id":"ID","result":{"resultType":"complete","content":5}}`, "another form"},
		"shapeless":        {`{"jsonrpc":"2.0","id":"ID","result":{"resultType":"complete","isError":true,` + text + `,"structuredContent":5}}`, "contract's form"},
		"without an error": {`{"jsonrpc":"2.0","id":"ID","result":{"resultType":"complete","isError":true,` + text + `}}`, "contract's form"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				raw, _ := io.ReadAll(r.Body)
				_, after, _ := strings.Cut(string(raw), `"id":"`)
				id, _, _ := strings.Cut(after, `"`)
				_, _ = io.WriteString(w, strings.ReplaceAll(tt.answer, "ID", id))
			})
			mustFail(t, func(tb testing.TB) { asixtotest.Through(tb, h, "/mcp", "").Do(tb, book, pickup()) }, tt.says)
		})
	}
}

// As on a network, a client may leave while the handler runs.
func TestClientLeaves(t *testing.T) {
	t.Parallel()
	ended := make(chan error, 1)
	h := http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		<-r.Context().Done()
		ended <- context.Cause(r.Context())
	})
	ctx, cancel := context.WithCancelCause(t.Context())
	c := asixtotest.Through(t, h, "/mcp", "")
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://asixto.test/mcp", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	gone := errors.New("gone")
	go cancel(gone)
	res, err := (&http.Client{Transport: c}).Do(req)
	if err == nil {
		res.Body.Close()
		t.Errorf("answer %d", res.StatusCode)
	}
	if why := <-ended; !errors.Is(why, gone) {
		t.Errorf("the handler's context ends with %v", why)
	}
	if res, err := (&http.Client{Transport: c}).Do(req); err == nil {
		res.Body.Close()
		t.Error("a client that has left gets an answer")
	}
}

// A call that never ends is reported, and does not hang the test.
func TestCallThatNeverEnds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		h := http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-release })
		mustFail(t, func(tb testing.TB) {
			c := asixtotest.Through(tb, h, "/mcp", "")
			ctx, cancel := context.WithTimeout(tb.Context(), time.Second)
			defer cancel()
			req, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://asixto.test/mcp", http.NoBody)
			if err != nil {
				tb.Fatal(err)
			}
			if res, err := c.RoundTrip(req); err == nil {
				res.Body.Close()
			}
		}, "still running 10s after the end of the test")
		close(release)
	})
}

// A server may be tested with other tokens, and with what stands before it.
func TestThrough(t *testing.T) {
	t.Parallel()
	verifier, err := asixto.Tokens("gateway:tk-bueno")
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	if err := server(t, newCourier(), nil).Mount(mux, "/mcp", &asixto.HandlerOptions{Verifier: verifier}); err != nil {
		t.Fatal(err)
	}
	mustPass(t, func(tb testing.TB) {
		asixtotest.Call[recogidaOut](tb, asixtotest.Through(tb, mux, "/mcp", "tk-bueno"), book, pickup())
	})
	mustFail(t, func(tb testing.TB) { asixtotest.Through(tb, mux, "/mcp", "tk-malo").Do(tb, book, pickup()) }, "HTTP 401")
	mustFail(t, func(tb testing.TB) { asixtotest.Through(tb, mux, "/otra", "tk-bueno").Do(tb, book, pickup()) }, "HTTP 404")
}

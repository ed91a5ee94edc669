package dispatch

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/iotest"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/asixto/go-sdk/meta"
)

// backend is a desk whose Call is given.
type backend struct {
	desk
	call func(ctx context.Context, name string, args jsontext.Value, call meta.Call) ([]byte, *Error)
}

func (b backend) Call(ctx context.Context, dst []byte, name string, args jsontext.Value, call meta.Call) ([]byte, *Error) {
	result, err := b.call(ctx, name, args, call)
	return append(dst, result...), err
}

// TestOverHTTP sends the Gateway's calls over connections that are used again,
// in parallel, with results below and above net/http's buffers.
func TestOverHTTP(t *testing.T) {
	t.Parallel()
	srv := httptest.NewServer(Handler(backend{call: func(_ context.Context, name string, args jsontext.Value, _ meta.Call) ([]byte, *Error) {
		return []byte(`{"name":"` + name + `","args":` + string(args) + `}`), nil
	}}, nil, nil))
	defer srv.Close()
	defer srv.Client().CloseIdleConnections()

	var group sync.WaitGroup
	for i := range 32 {
		group.Go(func() {
			args := fmt.Sprintf(`{"n":%d,"pad":"%s"}`, i, strings.Repeat("ñ", i*i*50))
			body := message(methodCall, `"name":"repetir","arguments":`+args+`,`)
			resp, err := srv.Client().Post(srv.URL, "application/json", strings.NewReader(body))
			if err != nil {
				t.Error(err)
				return
			}
			defer resp.Body.Close()
			got, err := io.ReadAll(resp.Body)
			want := `{"jsonrpc":"2.0","id":"r1","result":{"name":"repetir","args":` + args + `}}`
			if err != nil || string(got) != want || resp.ContentLength != int64(len(want)) {
				t.Errorf("%v, %d bytes announced, %.99s", err, resp.ContentLength, got)
			}
		})
	}
	group.Wait()
}

// TestClientGone ends the call's context with the client.
func TestClientGone(t *testing.T) {
	t.Parallel()
	started, ended := make(chan struct{}), make(chan error, 1)
	srv := httptest.NewServer(Handler(backend{call: func(ctx context.Context, _ string, _ jsontext.Value, _ meta.Call) ([]byte, *Error) {
		close(started)
		<-ctx.Done()
		ended <- ctx.Err()
		return []byte("{}"), nil
	}}, nil, nil))
	defer srv.Close()
	defer srv.Client().CloseIdleConnections()

	ctx, leave := context.WithCancel(t.Context())
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, srv.URL, strings.NewReader(gatewayCall))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	go func() { <-started; leave() }()
	resp, err := srv.Client().Do(r)
	if err == nil {
		resp.Body.Close()
	}
	if !errors.Is(err, context.Canceled) {
		t.Errorf("the client got %v", err)
	}
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("the call's context ended with %v", err)
	}
}

// TestOutlivesRequest: what a tool was given must not change when the buffers
// are used again, nor the id while the tool runs.
func TestOutlivesRequest(t *testing.T) {
	t.Parallel()
	type given struct {
		Name, Key string
		Args      jsontext.Value
	}
	var h http.Handler
	var kept []given
	h = Handler(backend{call: func(_ context.Context, name string, args jsontext.Value, call meta.Call) ([]byte, *Error) {
		kept = append(kept, given{name, call.IdempotencyKey(), args})
		for range 8 {
			serve(h, post(t, strings.Replace(message(methodList, ""), "r1", "r9", 1)))
		}
		return []byte("{}"), nil
	}}, nil, nil)
	var want []given
	for i := range 20 {
		n := strconv.Itoa(i)
		renew := strings.NewReplacer(`"r1"`, `"r`+n+`"`, "repetir", "t"+n, "9f2a7c", "k"+n, "CC1032456789", n)
		got := serve(h, post(t, renew.Replace(gatewayCall)))
		if id := got.Body.(map[string]any)["id"]; id != "r"+n {
			t.Errorf("request r%d is answered as %v", i, id)
		}
		want = append(want, given{"t" + n, "k" + n, jsontext.Value(renew.Replace(gatewayArgs))})
	}
	if diff := cmp.Diff(want, kept); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestArguments(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]jsontext.Value{
		"": nil, `"arguments":null,`: nil, `"arguments":{},`: jsontext.Value("{}"), `"arguments": [1 , 2] ,`: jsontext.Value("[1 , 2]"),
	} {
		h := Handler(backend{call: func(_ context.Context, _ string, args jsontext.Value, _ meta.Call) ([]byte, *Error) {
			if diff := cmp.Diff(want, args); diff != "" {
				t.Errorf("%s (-want +got):\n%s", given, diff)
			}
			return []byte("{}"), nil
		}}, nil, nil)
		if got := serve(h, post(t, message(methodCall, `"name":"repetir",`+given))); got.Status != http.StatusOK {
			t.Errorf("%s: %v", given, got)
		}
	}
}

// TestAllocations holds the hot path to its figure, 13: without the pool, or with
// a map, it is twice as many. The race detector takes a quarter out of the pool.
func TestAllocations(t *testing.T) { //nolint:paralleltest // the allocations of all goroutines are counted
	h, w := Handler(fixed{}, nil, nil), &sink{header: http.Header{}}
	r := post(t, "")
	got := testing.AllocsPerRun(1000, func() {
		clear(w.header)
		r.Body = io.NopCloser(strings.NewReader(gatewayCall))
		h.ServeHTTP(w, r)
	})
	if got > 20 {
		t.Errorf("one tools/call allocates %v times", got)
	}
}

func TestTrace(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		meta  string
		want  Trace
		found bool
	}{
		{`"traceparent":"00-a-b-01","tracestate":"x=1","baggage":"k=v",`, Trace{"00-a-b-01", "x=1", "k=v"}, true},
		{`"traceparent":"00-a-b-01","tracestate":5,`, Trace{Parent: "00-a-b-01"}, true},
		{`"tracestate":"x=1",`, Trace{}, false},
		{``, Trace{}, false},
	} {
		h := Handler(backend{call: func(ctx context.Context, _ string, _ jsontext.Value, _ meta.Call) ([]byte, *Error) {
			if got, found := TraceFrom(ctx); got != c.want || found != c.found {
				t.Errorf("_meta %s: got %v, %v", c.meta, got, found)
			}
			return []byte("{}"), nil
		}}, nil, nil)
		if got := serve(h, post(t, strings.Replace(gatewayCall, triple, c.meta+triple, 1))); got.Status != http.StatusOK {
			t.Errorf("_meta %s: %v", c.meta, got)
		}
	}
}

func TestLimits(t *testing.T) {
	t.Parallel()
	body := message(methodList, "")
	size := int64(len(body))
	for _, c := range []struct {
		name    string
		opts    *Options
		request func() *http.Request
		status  int
	}{
		{"body at the limit", &Options{MaxBody: size}, func() *http.Request { return post(t, body) }, 200},
		{"body over the limit", &Options{MaxBody: size - 1}, func() *http.Request { return post(t, body) }, 413},
		{"body of unknown length at the limit", &Options{MaxBody: size}, func() *http.Request { return chunked(post(t, body)) }, 200},
		{"body of unknown length over the limit", &Options{MaxBody: size - 1}, func() *http.Request { return chunked(post(t, body)) }, 413},
		{"body over a limit outside", nil, func() *http.Request {
			r := post(t, body)
			r.Body = http.MaxBytesReader(httptest.NewRecorder(), r.Body, size-1)
			return r
		}, 413},
		{"the largest limit", &Options{MaxBody: 1<<63 - 1}, func() *http.Request { return post(t, body) }, 200},
		{"body announced over the limit is not read", nil, func() *http.Request {
			r := post(t, "")
			r.ContentLength, r.Body = 5<<20, io.NopCloser(iotest.ErrReader(io.ErrUnexpectedEOF))
			return r
		}, 413},
		{"body cut short", nil, func() *http.Request {
			r := post(t, body)
			r.Body = io.NopCloser(io.MultiReader(strings.NewReader(body[:50]), iotest.ErrReader(io.ErrUnexpectedEOF)))
			return r
		}, 400},
		{"depth at the limit", &Options{MaxDepth: 4}, func() *http.Request { return post(t, body) }, 200},
		{"depth over the limit", &Options{MaxDepth: 3}, func() *http.Request { return post(t, body) }, 400},
		{"no limits are the defaults", &Options{MaxBody: -1, MaxDepth: -1}, func() *http.Request { return post(t, body) }, 200},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if got := serve(Handler(desk{}, nil, c.opts), c.request()); got.Status != c.status {
				t.Errorf("got %v, want status %d", got, c.status)
			}
		})
	}
}

func chunked(r *http.Request) *http.Request {
	r.ContentLength = -1
	return r
}

// TestBackendError: a Backend's own error keeps its code and data.
func TestBackendError(t *testing.T) {
	t.Parallel()
	h := Handler(backend{call: func(context.Context, string, jsontext.Value, meta.Call) ([]byte, *Error) {
		return []byte(`{"ignored":true}`), &Error{Code: CodeInternalError, Message: "x", Data: []byte(`{"a":"b"}`)}
	}}, nil, nil)
	want := withData(refusal(200, "r1", "-32603"), map[string]any{"a": "b"})
	if diff := cmp.Diff(want, serve(h, post(t, gatewayCall))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestStream opens subscriptions/listen through the entry and hears of a new
// tool.
func TestStream(t *testing.T) {
	t.Parallel()
	server := mcp.NewServer(&mcp.Implementation{Name: "prueba", Version: "1"}, &mcp.ServerOptions{
		Capabilities: &mcp.ServerCapabilities{Tools: &mcp.ToolCapabilities{ListChanged: true}},
	})
	srv := httptest.NewServer(Handler(desk{}, mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server },
		&mcp.StreamableHTTPOptions{Stateless: true, JSONResponse: true}), nil))
	defer srv.Close()
	defer srv.Client().CloseIdleConnections()

	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, srv.URL,
		strings.NewReader(message(methodListen, `"notifications":{"toolsListChanged":true},`)))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	resp, err := srv.Client().Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	events := bufio.NewScanner(resp.Body)
	hear := func(method string) {
		for events.Scan() {
			if strings.Contains(events.Text(), method) {
				return
			}
		}
		t.Fatalf("the stream ended before %s: %v", method, events.Err())
	}
	hear("notifications/subscriptions/acknowledged")
	server.AddTool(&mcp.Tool{Name: "nueva", InputSchema: map[string]any{"type": "object"}}, nil)
	hear("notifications/tools/list_changed")
}

// TestPromisedBody: the buffer grows with what arrives, so that half-open
// clients cannot hold what they only promise.
func TestPromisedBody(t *testing.T) {
	t.Parallel()
	r := post(t, "")
	r.ContentLength = 4 << 20
	r.Body = io.NopCloser(io.MultiReader(strings.NewReader("{"), iotest.ErrReader(io.ErrUnexpectedEOF)))
	p := new(parser)
	if err := p.load(r, 4<<20); err == nil || p.buf.Cap() > 1<<10 {
		t.Errorf("error %v, %d bytes held", err, p.buf.Cap())
	}
}

// TestSwollenParser: what one long body took must not stay in the pool.
func TestSwollenParser(t *testing.T) { //nolint:paralleltest // the pool gives back what it got only to the same processor
	h, ok := Handler(desk{}, nil, nil).(*handler)
	if !ok {
		t.Fatal("another handler")
	}
	for name, p := range map[string]*parser{
		"buffer": {buf: *bytes.NewBuffer(make([]byte, 0, 1<<20))}, "scratch": {scratch: make([]byte, 0, 1<<20)},
	} {
		h.release(p)
		if h.parsers.Get() == p {
			t.Errorf("a parser with a long %s is kept", name)
		}
	}
}

package asixtotest

import (
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httptrace"
	"sync"
)

// RoundTrip makes the client an [http.RoundTripper]: it hands a request to the
// server's handler, in memory, and returns what the handler answered. As on a
// network the client may leave (the request's context ends) while the handler
// works on; its own context ends then. A stream is returned when it has ended. An &http.Client{Transport: c} sends what
// the other methods do not, such as a broken request.
func (c *Client) RoundTrip(req *http.Request) (*http.Response, error) {
	left := req.Context()
	if err := left.Err(); err != nil {
		if req.Body != nil {
			req.Body.Close()
		}
		return nil, err
	}
	ctx, cancel := context.WithCancelCause(context.Background()) // what the test keeps on its context is not on a server's
	unwatch := context.AfterFunc(left, func() { cancel(context.Cause(left)) })
	sent := whenSent(left, ctx)
	in := incoming(ctx, req, sent)
	rec := httptest.NewRecorder()
	done := make(chan error, 1)
	c.running.begin()
	go func() {
		defer c.running.end()
		err := serve(c.handler, rec, in)
		sent()
		unwatch()
		cancel(nil)
		done <- err
	}()
	select {
	case err := <-done:
		if err != nil {
			return nil, err
		}
		res := rec.Result()
		res.Request = req
		return res, nil
	case <-left.Done():
		return nil, left.Err()
	}
}

// serve runs a handler as net/http does: a panic breaks the connection off.
func serve(h http.Handler, w http.ResponseWriter, r *http.Request) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("asixtotest: the handler panicked: %v", v)
		}
	}()
	defer r.Body.Close()
	h.ServeHTTP(w, r)
	return nil
}

// incoming is a request as the server sees it.
func incoming(ctx context.Context, out *http.Request, sent func()) *http.Request {
	in := out.Clone(ctx)
	in.RequestURI = out.URL.RequestURI()
	in.RemoteAddr = "192.0.2.1:1234" // of the range for documentation
	in.Proto, in.ProtoMajor, in.ProtoMinor = "HTTP/1.1", 1, 1
	if in.Host == "" {
		in.Host = out.URL.Host
	}
	if out.URL.Scheme == "https" {
		in.TLS = &tls.ConnectionState{Version: tls.VersionTLS13, HandshakeComplete: true, ServerName: out.URL.Hostname()}
	}
	if in.Body == nil {
		in.Body = http.NoBody
	}
	in.Body = &body{ReadCloser: in.Body, left: in.ContentLength, sent: sent}
	return in
}

// whenSent tells the trace of a request, once, that it is on its way. Where the
// client leaves then, the server knows before it reads on.
func whenSent(client, server context.Context) func() {
	trace := httptrace.ContextClientTrace(client)
	return sync.OnceFunc(func() {
		if trace != nil && trace.WroteRequest != nil {
			trace.WroteRequest(httptrace.WroteRequestInfo{})
		}
		if client.Err() != nil {
			<-server.Done()
		}
	})
}

// body is that of a request; it says when the server has read all of it.
type body struct {
	io.ReadCloser
	left int64 // of the length that was announced
	sent func()
}

// Read reports the request as sent with its last byte, before the server gets
// that.
func (b *body) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if b.left -= int64(n); err != nil || b.left == 0 {
		b.sent()
	}
	return n, err
}

// inflight counts handlers that run.
type inflight struct {
	mu   sync.Mutex
	n    int
	idle chan struct{} // closed when none runs any more; nil before the first
}

func (f *inflight) begin() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.n++; f.n == 1 {
		f.idle = make(chan struct{})
	}
}

func (f *inflight) end() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.n--; f.n == 0 {
		close(f.idle)
	}
}

// none is closed as soon as no handler runs.
func (f *inflight) none() <-chan struct{} {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.idle == nil {
		f.idle = make(chan struct{})
		close(f.idle)
	}
	return f.idle
}

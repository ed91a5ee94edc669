package main

import (
	"bufio"
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func serve(t *testing.T, h http.HandlerFunc) (addr string) {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return strings.TrimPrefix(s.URL, "http://")
}

func TestDriveCountsEveryAnswer(t *testing.T) {
	t.Parallel()
	var asked, refused atomic.Int64
	addr := serve(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if asked.Add(1)%10 == 0 || !bytes.Contains(body, []byte(`"com.asixto/idempotencyKey":"run-`)) {
			refused.Add(1)
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	})
	m, err := drive(t.Context(), addr, 4, 200*time.Millisecond, scenarios()[0].requests(addr, "t", "run"))
	if err != nil {
		t.Fatal(err)
	}
	if int64(m.bad) != refused.Load() || m.bad == 0 || m.rate <= 0 || m.p50 <= 0 || m.p99 < m.p50 {
		t.Errorf("%+v, where %d of %d were refused", m, refused.Load(), asked.Load())
	}
}

func TestDriveFailsWithItsServer(t *testing.T) {
	t.Parallel()
	addr := serve(t, func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })
	if _, err := drive(t.Context(), addr, 2, time.Second, scenarios()[0].requests(addr, "t", "run")); err == nil {
		t.Error("a server that breaks every connection was measured")
	}
}

func TestScenarioChecksTheAnswer(t *testing.T) {
	t.Parallel()
	var n atomic.Int64
	tests := map[string]struct {
		answer func() string
		status int
		want   string
	}{
		"good":         {func() string { return `{"result":{"structuredContent":{"radicado":"SOP-1"}}}` }, 200, ""},
		"an error":     {func() string { return `{"result":{"isError":true,"x":"radicado"}}` }, 200, "no good answer"},
		"a fast error": {func() string { return `{"error":{"code":-32600}}` }, 200, "no good answer"},
		"a status":     {func() string { return `{"result":{"structuredContent":{"radicado":"SOP-1"}}}` }, 500, "no good answer"},
		"two effects":  {func() string { return `{"radicado":"` + strings.Repeat("x", int(n.Add(1))) + `"}` }, 200, "is not the first"},
	}
	replay := scenarios()[1]
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			addr := serve(t, func(w http.ResponseWriter, _ *http.Request) {
				w.WriteHeader(tt.status)
				_, _ = io.WriteString(w, tt.answer())
			})
			_, err := replay.measure(t.Context(), addr, "t", 1, 20*time.Millisecond)
			if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
				t.Errorf("error %v, want %q", err, tt.want)
			}
		})
	}
}

func TestReadAnswer(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		raw    string
		status int
		body   string
		fails  bool
	}{
		"length":          {raw: "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabcHTTP", status: 200, body: "abc"},
		"chunks":          {raw: "HTTP/1.1 503 No\r\ntransfer-encoding: chunked\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\n\r\nHTTP", status: 503, body: "abc"},
		"no body":         {raw: "HTTP/1.1 204 No Content\r\n\r\nHTTP", status: 204},
		"cut":             {raw: "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nab", fails: true},
		"no status":       {raw: "HTTP/1.1 abc\r\n\r\n", fails: true},
		"another version": {raw: "SIP/2.0 200 OK\r\n\r\n", fails: true},
		"no length":       {raw: "HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n", fails: true},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var body bytes.Buffer
			r := bufio.NewReader(strings.NewReader(tt.raw))
			status, err := readAnswer(r, &body)
			if tt.fails {
				if err == nil {
					t.Error("no error")
				}
				return
			}
			if err != nil || status != tt.status || body.String() != tt.body {
				t.Errorf("status %d, body %q, error %v", status, body.String(), err)
			}
			if rest, _ := io.ReadAll(r); len(rest) > 0 && string(rest) != "HTTP" {
				t.Errorf("left unread %q", rest)
			}
		})
	}
}

func FuzzReadAnswer(f *testing.F) {
	f.Add([]byte("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc"))
	f.Add([]byte("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n"))
	f.Add([]byte("HTTP/1.1 200 OK\r\nContent-Length: -3\r\n\r\nabc"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		var body bytes.Buffer
		if _, err := readAnswer(bufio.NewReader(bytes.NewReader(raw)), &body); err == nil && body.Len() > len(raw) {
			t.Errorf("%d bytes out of %d", body.Len(), len(raw))
		}
	})
}

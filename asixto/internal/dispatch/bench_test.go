package dispatch

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/asixto/go-sdk/meta"
)

// fixed answers the same at once, so that the road itself is measured.
type fixed struct{ desk }

var fixedResult = []byte(`{` + serverInfo + `,"content":[{"type":"text","text":"hecho"}],` +
	`"structuredContent":{"radicado":"RAD-1","estado":"abierto"},"resultType":"complete"}`)

func (fixed) Call(_ context.Context, dst []byte, _ string, _ jsontext.Value, _ meta.Call) ([]byte, *Error) {
	return append(dst, fixedResult...), nil
}

// sink is a ResponseWriter that keeps nothing.
type sink struct {
	header http.Header
	status int
}

func (s *sink) Header() http.Header { return s.header }

func (s *sink) WriteHeader(status int) { s.status = status }

func (s *sink) Write(p []byte) (int, error) { return len(p), nil }

// BenchmarkCall serves one tools/call of the Gateway through the entry and
// through go-sdk's handler.
func BenchmarkCall(b *testing.B) {
	for _, road := range []struct {
		name    string
		handler http.Handler
	}{
		{"dispatch", Handler(fixed{}, nil, nil)},
		{"gosdk", peer()},
	} {
		b.Run(road.name, func(b *testing.B) {
			r := post(b, "", "Mcp-Protocol-Version: "+Revision, "Mcp-Method: tools/call", "Mcp-Name: repetir")
			r.ContentLength = int64(len(gatewayCall))
			w := &sink{header: http.Header{}}
			b.SetBytes(r.ContentLength)
			b.ReportAllocs()
			for b.Loop() {
				clear(w.header)
				w.status = http.StatusOK
				r.Body = io.NopCloser(strings.NewReader(gatewayCall))
				road.handler.ServeHTTP(w, r)
				if w.status != http.StatusOK {
					b.Fatalf("status %d", w.status)
				}
			}
		})
	}
}

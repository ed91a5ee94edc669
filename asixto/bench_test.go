package asixto

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/asixto/go-sdk/idem"
)

type caseIn struct {
	Documento   string  `json:"documento" validate:"min=5,max=20" doc:"Documento del cliente"`
	Tipo        string  `json:"tipo" validate:"oneof=falla instalacion cobro" doc:"Tipo de problema"`
	Descripcion string  `json:"descripcion" validate:"min=10,max=400" doc:"El problema en palabras del cliente"`
	Prioridad   *string `json:"prioridad" validate:"oneof=alta normal" doc:"Prioridad que pide el cliente"`
}

type caseOut struct {
	Radicado string `json:"radicado"`
	Estado   string `json:"estado" validate:"oneof=abierto en_cola"`
	SLAHoras *int   `json:"sla_horas,omitempty"`
}

func openCase(context.Context, caseIn) (caseOut, error) {
	hours := 24
	return caseOut{"SOP-1", "abierto", &hours}, nil
}

// BenchmarkHandler is one request through the whole HTTP handler, without a
// socket, beside the same tool on go-sdk's typed AddTool.
func BenchmarkHandler(b *testing.B) {
	s := NewServer("bench", "1.0.0", &ServerOptions{Store: idem.NewMemory(nil), Logger: slog.New(slog.DiscardHandler)})
	for name, access := range map[string]Access{"consultar_caso": Read, "abrir_caso": Write} {
		if err := AddTool(s, echoTool(name, access), openCase); err != nil {
			b.Fatal(err)
		}
	}
	ours, err := s.Handler(nil)
	if err != nil {
		b.Fatal(err)
	}
	plain := mcp.NewServer(&mcp.Implementation{Name: "bench", Version: "1.0.0"}, nil)
	mcp.AddTool(plain, &mcp.Tool{Name: "consultar_caso", Description: "Read."},
		func(context.Context, *mcp.CallToolRequest, caseIn) (*mcp.CallToolResult, caseOut, error) {
			return nil, caseOut{"SOP-1", "abierto", nil}, nil
		})
	theirs := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return plain },
		&mcp.StreamableHTTPOptions{Stateless: true, JSONResponse: true})

	n := 0
	benchmarks := []struct {
		name string
		h    http.Handler
		tool string
		key  func() string
	}{
		{"read", ours, "consultar_caso", func() string { return "k" }},
		{"write", ours, "abrir_caso", func() string { n++; return fmt.Sprint("k", n) }},
		{"replay", ours, "abrir_caso", func() string { return "replayed" }},
		{"go-sdk", theirs, "consultar_caso", func() string { return "k" }},
	}
	for _, bb := range benchmarks {
		b.Run(bb.name, func(b *testing.B) {
			head, tail, _ := strings.Cut(benchBody(bb.tool), "KEY")
			b.ReportAllocs()
			for b.Loop() {
				w := &discard{header: http.Header{}}
				bb.h.ServeHTTP(w, benchRequest(head+bb.key()+tail, bb.tool))
				if w.status != http.StatusOK && w.status != 0 || w.bytes < 100 {
					b.Fatalf("status %d, %d bytes", w.status, w.bytes)
				}
			}
		})
	}
}

func benchBody(tool string) string {
	return `{"jsonrpc":"2.0","id":"r1","method":"tools/call","params":{"name":"` + tool + `","arguments":{"documento":"CC1032456789",` +
		`"tipo":"falla","descripcion":"No funciona el internet desde ayer"},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",` +
		`"io.modelcontextprotocol/clientCapabilities":{},"io.modelcontextprotocol/clientInfo":{"name":"bench","version":"1"},` +
		`"com.asixto/idempotencyKey":"KEY","com.asixto/conversationId":"cnv_1","com.asixto/requestId":"req_1","com.asixto/channel":"chat",` +
		`"com.asixto/companyId":"cmp_1","com.asixto/priceListId":null,"com.asixto/currency":"COP","com.asixto/timezone":"America/Bogota"}}}`
}

func benchRequest(body, tool string) *http.Request {
	r, _ := http.NewRequestWithContext(context.Background(), http.MethodPost, "http://localhost/mcp", strings.NewReader(body))
	r.Header["Content-Type"] = []string{"application/json"}
	r.Header["Accept"] = []string{"application/json, text/event-stream"}
	r.Header["Mcp-Method"] = []string{"tools/call"}
	r.Header["Mcp-Name"] = []string{tool}
	r.Header["Mcp-Protocol-Version"] = []string{revision}
	return r
}

// discard is a ResponseWriter that only counts.
type discard struct {
	header http.Header
	status int
	bytes  int
}

func (d *discard) Header() http.Header  { return d.header }
func (d *discard) WriteHeader(code int) { d.status = code }
func (d *discard) Write(p []byte) (int, error) {
	d.bytes += len(p)
	return len(p), nil
}

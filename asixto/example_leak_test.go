package asixto_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"

	"github.com/asixto/go-sdk/asixto"
	"github.com/asixto/go-sdk/meta"
)

// In development the log tells of an identifier that slipped into an answer, by the
// path of its field and without its value.
func ExampleLeak() {
	onlyWarnings := &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		switch a.Key {
		case "msg", "leak", "field":
			return a
		}
		return slog.Attr{}
	}, Level: slog.LevelWarn}
	srv := asixto.NewServer("mi-empresa", "1.0.0", &asixto.ServerOptions{
		Development: true,
		Logger:      slog.New(slog.NewTextHandler(os.Stdout, onlyWarnings)),
	})
	type In struct{}
	type Sede struct {
		Nombre string `json:"nombre"`
		Nota   string `json:"nota"`
	}
	type Out struct {
		Sedes []Sede `json:"sedes"`
	}
	err := asixto.AddTool(srv, asixto.Tool{
		Name: "consultar_sedes", Title: "Consultar sedes", Verb: "consultar las sedes", Access: asixto.Read,
		Description:  "Consulta las sedes. No la use para agendar una visita.",
		Capabilities: []meta.Capability{meta.InformacionEmpresa},
	}, func(context.Context, In) (Out, error) {
		return Out{[]Sede{{Nombre: "Centro"}, {"Norte", "fila 0190a0b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b"}}}, nil
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	verifier, err := asixto.Tokens("pasarela:el-token-de-hoy-000")
	if err != nil {
		fmt.Println(err)
		return
	}
	h, err := srv.Handler(&asixto.HandlerOptions{Verifier: verifier})
	if err != nil {
		fmt.Println(err)
		return
	}
	r := httptest.NewRequestWithContext(context.Background(), http.MethodPost, "/mcp", strings.NewReader(
		`{"jsonrpc":"2.0","id":"1","method":"tools/call","params":{"name":"consultar_sedes","arguments":{},"_meta":{`+
			`"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}`))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer el-token-de-hoy-000")
	h.ServeHTTP(httptest.NewRecorder(), r)
	// Output: msg="the answer seems to leak" leak=uuid field=sedes[].nota
}

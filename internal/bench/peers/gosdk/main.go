// Command gosdk serves the two tools under load on go-sdk alone: its typed
// AddTool and its stateless HTTP handler, without idempotency.
//
//	gosdk ADDRESS
package main

import (
	"context"
	"log"
	"net/http"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type abrirIn struct {
	Documento   string  `json:"documento" jsonschema:"documento del cliente"`
	Tipo        string  `json:"tipo" jsonschema:"falla, instalacion o cobro"`
	Descripcion string  `json:"descripcion" jsonschema:"el problema en palabras del cliente"`
	Prioridad   *string `json:"prioridad,omitempty" jsonschema:"alta o normal"`
}

type abrirOut struct {
	Radicado string `json:"radicado"`
	Estado   string `json:"estado"`
	SLAHoras int    `json:"sla_horas"`
}

type consultarIn struct {
	Documento string `json:"documento" jsonschema:"documento del cliente"`
}

type consultarOut struct {
	Nombre string `json:"nombre"`
	Estado string `json:"estado"`
}

func abrir(context.Context, *mcp.CallToolRequest, abrirIn) (*mcp.CallToolResult, abrirOut, error) {
	return nil, abrirOut{Radicado: "SOP-1", Estado: "abierto", SLAHoras: 24}, nil
}

func consultar(context.Context, *mcp.CallToolRequest, consultarIn) (*mcp.CallToolResult, consultarOut, error) {
	return nil, consultarOut{Nombre: "Ana Restrepo", Estado: "activo"}, nil
}

func main() {
	srv := mcp.NewServer(&mcp.Implementation{Name: "peer", Version: "1.0.0"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "abrir_caso_soporte", Description: "Abre un caso."}, abrir)
	mcp.AddTool(srv, &mcp.Tool{
		Name: "consultar_cliente", Description: "Consulta un cliente.",
		Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true},
	}, consultar)
	options := &mcp.StreamableHTTPOptions{Stateless: true, JSONResponse: true}
	http.Handle("/mcp", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, options))
	log.Fatal(http.ListenAndServe(os.Args[1], nil)) //nolint:gosec // a peer under load, on loopback
}

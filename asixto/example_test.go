package asixto_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/asixto/go-sdk/asixto"
	toolerrors "github.com/asixto/go-sdk/errors"
	"github.com/asixto/go-sdk/idem"
	"github.com/asixto/go-sdk/meta"
)

// AbrirCasoIn are the arguments: a pointer is optional and accepts null.
type AbrirCasoIn struct {
	Documento   string  `json:"documento" validate:"min=5,max=20" doc:"Documento del cliente, sin puntos ni espacios"`
	Descripcion string  `json:"descripcion" validate:"min=10,max=400" doc:"El problema en palabras del cliente"`
	Prioridad   *string `json:"prioridad" validate:"oneof=alta normal" doc:"Prioridad que pide el cliente"`
}

// AbrirCasoOut is the answer.
type AbrirCasoOut struct {
	Radicado string `json:"radicado"`
	Estado   string `json:"estado" validate:"oneof=abierto en_cola"`
}

var errNoCustomer = errors.New("crm: no such customer")

// openCase stands for the company's own system.
func openCase(_ context.Context, document string) (string, error) {
	if document != "CC1032456789" {
		return "", errNoCustomer
	}
	return "SOP-1", nil
}

// A write from its types to the answer of a call. The second call carries the
// same idempotency key: it gets the same bytes, and there is still one case.
func ExampleAddTool() {
	srv := asixto.NewServer("mi-empresa", "1.0.0", &asixto.ServerOptions{Store: idem.NewMemory(nil)})
	err := asixto.AddTool(srv, asixto.Tool{
		Name:         "abrir_caso_soporte",
		Title:        "Abrir caso de soporte",
		Description:  "Registra un caso de soporte y devuelve su radicado. No la use para consultar un caso existente.",
		Verb:         "abrir un caso de soporte",
		Capabilities: []meta.Capability{meta.PQR, meta.Soporte},
		Access:       asixto.Write,
	}, func(ctx context.Context, in AbrirCasoIn) (AbrirCasoOut, error) {
		number, err := openCase(ctx, in.Documento)
		if errors.Is(err, errNoCustomer) {
			return AbrirCasoOut{}, toolerrors.NotFound("No encontré un cliente con ese documento.").WithCause(err)
		}
		if err != nil {
			return AbrirCasoOut{}, err // its text goes to the log, the customer hears a fixed sentence
		}
		return AbrirCasoOut{Radicado: number, Estado: "abierto"}, nil
	})
	if err != nil {
		fmt.Println(err) // every violation of the contract, one on each line
		return
	}
	mux := http.NewServeMux()
	if err := srv.Mount(mux, "/mcp", nil); err != nil {
		fmt.Println(err)
		return
	}

	args := `{"documento":"CC1032456789","descripcion":"No funciona el internet desde ayer","prioridad":null}`
	fmt.Println(call(mux, "abrir_caso_soporte", args, `"com.asixto/idempotencyKey":"9f2a7c"`))
	fmt.Println(call(mux, "abrir_caso_soporte", args, `"com.asixto/idempotencyKey":"9f2a7c"`))
	fmt.Println(call(mux, "abrir_caso_soporte", `{"descripcion":"No funciona el internet"}`, `"com.asixto/idempotencyKey":"41bd"`))
	// Output:
	// {"radicado":"SOP-1","estado":"abierto"}
	// {"radicado":"SOP-1","estado":"abierto"}
	// {"error":{"error_type":"VALIDATION","user_message":"Falta documento del cliente.","details":"documento: falta documento del cliente"}}
}

// call sends a tools/call as the Gateway does and returns the structured
// content of the answer. md are further members of _meta.
func call(h http.Handler, tool, args, md string) string {
	body := fmt.Sprintf(`{"jsonrpc":"2.0","id":"1","method":"tools/call","params":{"name":%q,"arguments":%s,"_meta":{%s,`+
		`"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}`, tool, args, md)
	r := httptest.NewRequestWithContext(context.Background(), http.MethodPost, "/mcp", strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	_, structured, _ := strings.Cut(w.Body.String(), `"structuredContent":`)
	structured, _, _ = strings.Cut(structured, `,"isError"`)
	structured, _, _ = strings.Cut(structured, `,"resultType"`)
	return structured
}

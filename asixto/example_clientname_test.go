package asixto_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/asixto/go-sdk/asixto"
	"github.com/asixto/go-sdk/meta"
)

// The client of a call is the name in front of its token, whichever token of that
// name it shows.
func ExampleClientName() {
	srv := asixto.NewServer("mi-empresa", "1.0.0", nil)
	type In struct{}
	type Out struct {
		Cliente string `json:"cliente"`
	}
	err := asixto.AddTool(srv, asixto.Tool{
		Name: "consultar_cliente", Title: "Consultar cliente", Verb: "consultar quién llama", Access: asixto.Read,
		Description:  "Dice quién llama. No la use para consultar a otro.",
		Capabilities: []meta.Capability{meta.General},
	}, func(ctx context.Context, _ In) (Out, error) { return Out{asixto.ClientName(ctx)}, nil })
	if err != nil {
		fmt.Println(err)
		return
	}
	verifier, err := asixto.Tokens("pasarela:el-token-de-hoy-000,pasarela:el-de-la-semana-000")
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
		`{"jsonrpc":"2.0","id":"1","method":"tools/call","params":{"name":"consultar_cliente","arguments":{},"_meta":{`+
			`"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}`))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer el-de-la-semana-000")
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	_, structured, _ := strings.Cut(w.Body.String(), `"structuredContent":`)
	structured, _, _ = strings.Cut(structured, `,"resultType"`)
	fmt.Println(structured)
	// Output: {"cliente":"pasarela"}
}

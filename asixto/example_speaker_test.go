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

// Saldo is an answer that says its own text on the telephone.
type Saldo struct {
	Valor  int    `json:"valor"`
	Moneda string `json:"moneda"`
}

// Spoken leaves the chat to the data and says a sentence in a call.
func (s Saldo) Spoken(call meta.Call) string {
	if call.Channel() == meta.Voice {
		return fmt.Sprintf("Su saldo es de %d pesos.", s.Valor)
	}
	return ""
}

func ExampleSpeaker() {
	type In struct {
		Documento string `json:"documento" validate:"min=5,max=20" doc:"Documento del cliente"`
	}
	srv := asixto.NewServer("mi-empresa", "1.0.0", nil)
	err := asixto.AddTool(srv, asixto.Tool{
		Name:         "consultar_saldo",
		Description:  "Consulta el saldo de un cliente. No la use para registrar un pago.",
		Verb:         "consultar el saldo",
		Capabilities: []meta.Capability{meta.Facturacion},
		Access:       asixto.Read,
	}, func(ctx context.Context, _ In) (Saldo, error) {
		return Saldo{Valor: 25000, Moneda: meta.From(ctx).Currency()}, nil
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	h, err := srv.Handler(nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, channel := range []string{"voice", "chat"} {
		r := httptest.NewRequestWithContext(context.Background(), http.MethodPost, "/mcp", strings.NewReader(
			`{"jsonrpc":"2.0","id":"1","method":"tools/call","params":{"name":"consultar_saldo","arguments":{"documento":"CC1032"},"_meta":{`+
				`"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},`+
				`"com.asixto/channel":"`+channel+`","com.asixto/currency":"COP"}}}`))
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		_, text, _ := strings.Cut(w.Body.String(), `"text":`)
		text, _, _ = strings.Cut(text, `}],`)
		fmt.Println(text)
	}
	// Output:
	// "Su saldo es de 25000 pesos."
	// "{\"valor\":25000,\"moneda\":\"COP\"}"
}

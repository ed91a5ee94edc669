package asixto_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"

	"github.com/modelcontextprotocol/go-sdk/auth"

	"github.com/asixto/go-sdk/asixto"
)

// A client without a token learns from the challenge where the metadata is, and
// from the metadata who gives tokens.
func ExampleServer_Mount_metadata() {
	srv := asixto.NewServer("mi-empresa", "1.0.0", &asixto.ServerOptions{Title: "Mi empresa"})
	mux := http.NewServeMux()
	err := srv.Mount(mux, "/mcp", &asixto.HandlerOptions{
		// In a program the verifier of package asixtojwt, or Introspection.
		Verifier: func(context.Context, string, *http.Request) (*auth.TokenInfo, error) {
			return nil, auth.ErrInvalidToken
		},
		PublicURL:            "https://mcp.example.com/mcp",
		AuthorizationServers: []string{"https://login.example.com"},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	w := httptest.NewRecorder()
	mux.ServeHTTP(w, httptest.NewRequestWithContext(context.Background(), http.MethodPost, "/mcp", http.NoBody))
	fmt.Println(w.Code, w.Header().Get("WWW-Authenticate"))

	w = httptest.NewRecorder()
	mux.ServeHTTP(w, httptest.NewRequestWithContext(context.Background(), http.MethodGet, asixto.MetadataPath+"/mcp", http.NoBody))
	fmt.Print(w.Body)
	// Output:
	// 401 Bearer scope="mcp:tools", resource_metadata="https://mcp.example.com/.well-known/oauth-protected-resource/mcp"
	// {"resource":"https://mcp.example.com/mcp","authorization_servers":["https://login.example.com"],"scopes_supported":["mcp:tools"],"bearer_methods_supported":["header"],"resource_name":"Mi empresa"}
}

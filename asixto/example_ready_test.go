package asixto_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"

	"github.com/asixto/go-sdk/asixto"
	"github.com/asixto/go-sdk/idem"
)

// Liveness says that the process answers, readiness that calls can be served: a
// load balancer asks for the second.
func ExampleServer_Ready() {
	srv := asixto.NewServer("mi-empresa", "1.0.0", &asixto.ServerOptions{Store: idem.NewMemory(nil)})
	mux := http.NewServeMux()
	if err := srv.Mount(mux, "/mcp", nil); err != nil {
		fmt.Println(err)
		return
	}
	ask := func(path string) {
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, httptest.NewRequestWithContext(context.Background(), http.MethodGet, path, http.NoBody))
		fmt.Print(w.Code, " ", w.Body)
	}
	ask(asixto.ReadyPath)
	if err := srv.Shutdown(context.Background()); err != nil {
		fmt.Println(err)
	}
	ask(asixto.ReadyPath)
	ask(asixto.HealthPath)
	fmt.Println(srv.Ready(context.Background())) // for a router other than http.ServeMux
	// Output:
	// 200 {"estado":"listo"}
	// 503 {"estado":"no_disponible"}
	// 200 {"estado":"ok"}
	// asixto: the server is shutting down
}

package asixto_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/asixto/go-sdk/asixto"
	"github.com/asixto/go-sdk/idem"
)

// Serve is all that a program needs: it listens until the context ends and
// lets the calls in progress finish.
func ExampleServer_Serve() {
	srv := asixto.NewServer("mi-empresa", "1.0.0", &asixto.ServerOptions{Store: idem.NewMemory(nil)})
	verifier, err := asixto.Tokens("gateway:el-token-vigente,gateway:el-anterior")
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel() // a program passes the context of signal.NotifyContext instead
	opts := &asixto.ServeOptions{Grace: 10 * time.Second}
	opts.Verifier = verifier // the fields of HandlerOptions, by themselves
	opts.PublicURL = "https://mcp.example.com/mcp"
	fmt.Println(srv.Serve(ctx, "127.0.0.1:0", opts))
	// Output:
	// <nil>
}

// A server of the author's own, with other routes beside the tools.
func ExampleServer_Mount() {
	srv := asixto.NewServer("mi-empresa", "1.0.0", nil)
	mux := http.NewServeMux()
	if err := srv.Mount(mux, "/mcp", &asixto.HandlerOptions{MaxBody: 1 << 20}); err != nil {
		fmt.Println(err)
		return
	}
	w := httptest.NewRecorder()
	mux.ServeHTTP(w, httptest.NewRequestWithContext(context.Background(), http.MethodGet, asixto.HealthPath, http.NoBody))
	fmt.Print(w.Code, " ", w.Body)

	// After the http.Server's own Shutdown, wait for writes whose client has left.
	fmt.Println(srv.Shutdown(context.Background()))
	// Output:
	// 200 {"estado":"ok"}
	// <nil>
}

// Any other transport of go-sdk: here in memory, in a program usually
// &mcp.StdioTransport{}.
func ExampleServer_Run() {
	srv := asixto.NewServer("mi-empresa", "1.0.0", &asixto.ServerOptions{Title: "Mi empresa"})
	ours, theirs := mcp.NewInMemoryTransports()
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- srv.Run(ctx, ours) }()

	client := mcp.NewClient(&mcp.Implementation{Name: "prueba", Version: "1.0.0"}, nil)
	session, err := client.Connect(ctx, theirs, nil)
	if err != nil {
		fmt.Println(err)
		cancel()
		return
	}
	tools, err := session.ListTools(ctx, nil)
	if err != nil {
		fmt.Println(err)
	} else {
		fmt.Println(len(tools.Tools))
	}
	cancel()
	<-ended
	// Output:
	// 0
}

// The endpoint alone, for a router other than http.ServeMux.
func ExampleServer_Handler() {
	srv := asixto.NewServer("mi-empresa", "1.0.0", nil)
	verifier, err := asixto.Tokens("norte:s3cr3t")
	if err != nil {
		fmt.Println(err)
		return
	}
	h, err := srv.Handler(&asixto.HandlerOptions{Verifier: verifier})
	if err != nil {
		fmt.Println(err)
		return
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequestWithContext(context.Background(), http.MethodPost, "/mcp", http.NoBody))
	fmt.Println(w.Code, w.Header().Get("WWW-Authenticate"))
	// Output:
	// 401 Bearer scope="mcp:tools"
}

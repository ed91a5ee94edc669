// Command plain is the support desk of examples/soporte, its five tools of the contract, written on go-sdk alone with
// the same guarantees: what this SDK is compared with. The backend is the example's own, by links to its files.
//
//	plain -addr ADDRESS
//
// ASIXTO_TOKENS holds the one bearer token; without it the server is open.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const maxBody = 4 << 20

func main() {
	addr := flag.String("addr", "127.0.0.1:8080", "the `address` to serve /mcp and /salud on")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := serve(ctx, *addr, os.Getenv("ASIXTO_TOKENS"))
	stop()
	if err != nil {
		log.Fatal(err)
	}
}

func serve(ctx context.Context, addr, token string) error {
	srv := newServer(newBackend(nil))
	var handler http.Handler = mcp.NewStreamableHTTPHandler(
		func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true, JSONResponse: true},
	)
	handler = withHeaders(handler)
	if token != "" {
		handler = auth.RequireBearerToken(verify(token), &auth.RequireBearerTokenOptions{Scopes: []string{"mcp:tools"}})(handler)
	}
	mux := http.NewServeMux()
	mux.Handle("/mcp", handler)
	mux.HandleFunc("GET /salud", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, "ok") })
	hs := &http.Server{Addr: addr, Handler: mux, ReadHeaderTimeout: 10 * time.Second}
	ended := make(chan error, 1)
	go func() { ended <- hs.ListenAndServe() }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), 20*time.Second)
	defer cancel()
	if err := hs.Shutdown(grace); err != nil {
		return err
	}
	if err := <-ended; !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

func verify(token string) auth.TokenVerifier {
	return func(_ context.Context, given string, _ *http.Request) (*auth.TokenInfo, error) {
		if given != token {
			return nil, auth.ErrInvalidToken
		}
		return &auth.TokenInfo{UserID: "default", Scopes: []string{"mcp:tools"}, Expiration: time.Now().Add(time.Hour)}, nil
	}
}

// withHeaders fills in the version header that the Gateway does not send and go-sdk wants.
func withHeaders(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
		if err != nil {
			http.Error(w, "the body cannot be read", http.StatusRequestEntityTooLarge)
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		var envelope struct {
			Params struct {
				Meta map[string]any `json:"_meta"`
			} `json:"params"`
		}
		version := ""
		if json.Unmarshal(body, &envelope) == nil {
			version, _ = envelope.Params.Meta["io.modelcontextprotocol/protocolVersion"].(string)
		}
		if version != "" && r.Header.Get("Mcp-Protocol-Version") == "" {
			r.Header.Set("Mcp-Protocol-Version", version)
		}
		next.ServeHTTP(w, r)
	})
}

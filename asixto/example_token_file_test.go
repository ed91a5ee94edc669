package asixto_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/asixto/go-sdk/asixto"
)

// A token is rotated in three steps, without a restart: add the new one, let the
// Gateway change to it, take the old one out. Both are the same client, so that a
// call with the old one and its retry with the new one are one operation.
func ExampleTokensFile() {
	dir, err := os.MkdirTemp("", "tokens")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = os.RemoveAll(dir) }()
	path := filepath.Join(dir, "tokens") // in a cluster: a mounted secret
	put := func(content string) {
		next := path + ".next"
		if err := os.WriteFile(next, []byte(content), 0o600); err != nil {
			fmt.Println(err)
		}
		if err := os.Rename(next, path); err != nil {
			fmt.Println(err)
		}
	}

	put("# production\ngateway:the-old-one;expires=2099-01-31T00:00:00Z\n")
	verifier, err := asixto.TokensFile(path, &asixto.TokensOptions{Refresh: time.Nanosecond}) // by default a second
	if err != nil {
		fmt.Println(err)
		return
	}
	srv := asixto.NewServer("mi-empresa", "1.0.0", nil)
	h, err := srv.Handler(&asixto.HandlerOptions{Verifier: verifier})
	if err != nil {
		fmt.Println(err)
		return
	}
	const list = `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{` +
		`"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}`
	ask := func(token string) int {
		r := httptest.NewRequestWithContext(context.Background(), http.MethodPost, "/mcp", strings.NewReader(list))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "application/json, text/event-stream")
		r.Header.Set("Authorization", "Bearer "+token)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		return w.Code
	}
	fmt.Println(ask("the-old-one"), ask("the-new-one"))
	put("gateway:the-old-one;expires=2099-01-31T00:00:00Z\ngateway:the-new-one;expires=2099-06-30T00:00:00Z\n")
	fmt.Println(ask("the-old-one"), ask("the-new-one"))
	put("gateway:the-new-one;expires=2099-06-30T00:00:00Z\n")
	fmt.Println(ask("the-old-one"), ask("the-new-one"))
	// Output:
	// 200 401
	// 200 200
	// 401 200
}

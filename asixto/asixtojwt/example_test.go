package asixtojwt_test

import (
	"cmp"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"time"

	"github.com/go-jose/go-jose/v4"

	"github.com/asixto/go-sdk/asixto"
	"github.com/asixto/go-sdk/asixto/asixtojwt"
)

// The recommended way: the Gateway gets its tokens from the company's
// authorization server by client credentials, and this server checks them.
func ExampleNew() {
	login := newIssuer() // in a program: the authorization server
	defer login.Close()

	const public = "https://mcp.example.com/mcp"
	verifier, err := asixtojwt.New(&asixtojwt.Options{
		Issuer:   "https://login.example.com",
		Audience: public,
		JWKSURL:  login.URL, // in a program: https://login.example.com/jwks.json
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	srv := asixto.NewServer("mi-empresa", "1.0.0", nil)
	h, err := srv.Handler(&asixto.HandlerOptions{
		Verifier:             verifier,
		PublicURL:            public,
		AuthorizationServers: []string{"https://login.example.com"},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	ask := func(token string) {
		r := httptest.NewRequestWithContext(context.Background(), http.MethodPost, "/mcp", strings.NewReader(list))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "application/json, text/event-stream")
		r.Header.Set("Authorization", "Bearer "+token)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		fmt.Println(w.Code, cmp.Or(w.Header().Get("WWW-Authenticate"), "served"))
	}
	ask(login.token(public, "mcp:tools"))
	ask(login.token(public, "other"))
	ask(login.token("https://other.example.com", "mcp:tools"))
	// Output:
	// 200 served
	// 403 Bearer error="insufficient_scope", scope="mcp:tools", resource_metadata="https://mcp.example.com/.well-known/oauth-protected-resource/mcp"
	// 401 Bearer error="invalid_token", scope="mcp:tools", resource_metadata="https://mcp.example.com/.well-known/oauth-protected-resource/mcp"
}

const list = `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{` +
	`"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}`

// issuer publishes one key and signs with it.
type issuer struct {
	*httptest.Server
	key *ecdsa.PrivateKey
}

func newIssuer() *issuer {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		panic(err)
	}
	set := jose.JSONWebKeySet{Keys: []jose.JSONWebKey{{Key: key.Public(), KeyID: "2027-01", Use: "sig", Algorithm: "ES256"}}}
	return &issuer{key: key, Server: httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_ = json.NewEncoder(w).Encode(set)
	}))}
}

func (i *issuer) token(audience, scope string) string {
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.ES256, Key: i.key},
		(&jose.SignerOptions{}).WithType("at+jwt").WithHeader("kid", "2027-01"))
	if err != nil {
		panic(err)
	}
	claims, err := json.Marshal(map[string]any{
		"iss": "https://login.example.com", "aud": audience, "client_id": "gateway", "scope": scope,
		"exp": time.Now().Add(time.Hour).Unix(),
	})
	if err != nil {
		panic(err)
	}
	signed, err := signer.Sign(claims)
	if err != nil {
		panic(err)
	}
	token, err := signed.CompactSerialize()
	if err != nil {
		panic(err)
	}
	return token
}

package asixto_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"

	"github.com/asixto/go-sdk/asixto"
)

// Opaque tokens of an authorization server are asked about.
func ExampleIntrospection() {
	login := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { // the authorization server
		if id, secret, _ := r.BasicAuth(); id != "mcp" || secret != "s3cr3t" || r.PostFormValue("token") != "t0ken" {
			fmt.Fprint(w, `{"active":false}`)
			return
		}
		fmt.Fprint(w, `{"active":true,"client_id":"gateway","scope":"mcp:tools","aud":"https://mcp.example.com/mcp","exp":4070908800}`)
	}))
	defer login.Close()

	verifier, err := asixto.Introspection(&asixto.IntrospectionOptions{
		Endpoint: login.URL, ClientID: "mcp", ClientSecret: "s3cr3t", Audience: "https://mcp.example.com/mcp",
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	info, err := verifier(context.Background(), "t0ken", nil)
	fmt.Println(info.UserID, info.Scopes, info.Expiration.UTC().Year(), err)
	_, err = verifier(context.Background(), "guessed", nil)
	fmt.Println(err)
	// Output:
	// gateway [mcp:tools] 2099 <nil>
	// invalid token: it is not active
}

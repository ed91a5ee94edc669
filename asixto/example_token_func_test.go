package asixto_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/modelcontextprotocol/go-sdk/auth"

	"github.com/asixto/go-sdk/asixto"
)

// Tokens from a vault: the function is asked now and then, and what it says last
// holds.
func ExampleTokensFunc() {
	vault := map[string]string{"gateway": "s3cr3t"}
	verifier, err := asixto.TokensFunc(func(context.Context) ([]asixto.Token, error) {
		var tokens []asixto.Token
		for client, value := range vault {
			tokens = append(tokens, asixto.Token{Client: client, Value: value, Expires: time.Now().Add(time.Hour)})
		}
		return tokens, nil
	}, &asixto.TokensOptions{Refresh: time.Minute})
	if err != nil {
		fmt.Println(err)
		return
	}
	info, err := verifier(context.Background(), "s3cr3t", nil)
	fmt.Println(info.UserID, info.Scopes, err)
	_, err = verifier(context.Background(), "guessed", nil)
	fmt.Println(errors.Is(err, auth.ErrInvalidToken))
	// Output:
	// gateway [mcp:tools] <nil>
	// true
}

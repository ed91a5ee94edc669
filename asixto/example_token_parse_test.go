package asixto_test

import (
	"fmt"

	"github.com/asixto/go-sdk/asixto"
)

// The form of a list is the same everywhere; an error says which entry is wrong
// and never what it holds.
func ExampleParseTokens() {
	tokens, err := asixto.ParseTokens("gateway:s3cr3t;expires=2027-01-31T00:00:00Z, gateway:the-next-one, auditoria:4ud1t")
	for _, t := range tokens {
		fmt.Println(t, t.Expires.Format("2006-01-02"))
	}
	fmt.Println(err)
	_, err = asixto.ParseTokens("gateway:s3cr3t,auditoria:4 ud1t")
	fmt.Println(err)
	// Output:
	// gateway:… 2027-01-31
	// gateway:… 0001-01-01
	// auditoria:… 0001-01-01
	// <nil>
	// asixto: token 2 of the list has a character that no bearer token may have: use letters, digits and "-._~+/", with "=" at the end alone
}

package guard_test

import (
	"context"
	"fmt"

	"github.com/asixto/go-sdk/asixto/guard"
	toolerrors "github.com/asixto/go-sdk/errors"
	"github.com/asixto/go-sdk/idem"
	"github.com/asixto/go-sdk/meta"
)

// What one conversation has looked up opens nothing for another one.
func ExampleOwnership() {
	keys := idem.NewMemory(nil) // the server's own store: Redis and SQL do as well
	owners := guard.NewOwnership(idem.NewFacts(keys, idem.DefaultFactTTL), nil)

	in := func(conversation string) context.Context {
		return meta.NewContext(context.Background(), meta.New(meta.Values{ConversationID: conversation}))
	}
	fmt.Println(owners.Resolve(in("cnv_a"), "CC1032456789")) // in the lookup tool
	fmt.Println(owners.Require(in("cnv_a"), "CC1032456789")) // in the tool that changes the record
	err := toolerrors.From(owners.Require(in("cnv_b"), "CC1032456789"))
	fmt.Println(err.Kind(), err.UserMessage())
	// Output:
	// <nil>
	// <nil>
	// PERMISSION Primero hay que consultar en esta conversación los datos del titular.
}

package guard_test

import (
	"context"
	"fmt"

	"github.com/asixto/go-sdk/asixto"
	"github.com/asixto/go-sdk/asixto/guard"
	"github.com/asixto/go-sdk/meta"
)

// titular is what the arguments of tools implement that touch a record.
type titular interface{ Titular() string }

type facturaIn struct{ Documento string }

func (in facturaIn) Titular() string { return in.Documento }

type fichaOut struct {
	Nombre    string `json:"nombre"`
	Documento string `json:"-"` // for the guard alone
}

// One guard before every tool that touches a customer's record, and one after the
// lookup. A server gets them as ServerOptions.Middleware.
func ExampleBefore() {
	owners := guard.NewOwnership(guard.NewMemory(nil), nil)
	before := guard.Before(func(ctx context.Context, in titular) error { return owners.Require(ctx, in.Titular()) })
	after := guard.After(func(ctx context.Context, out fichaOut) error { return owners.Resolve(ctx, out.Documento) })

	ctx := meta.NewContext(context.Background(), meta.New(meta.Values{ConversationID: "cnv_a"}))
	pagar := before(func(context.Context, asixto.Tool, any) (any, error) { return "pagada", nil })
	consultar := after(func(context.Context, asixto.Tool, any) (any, error) { return fichaOut{"Laura", "CC1032456789"}, nil })

	fmt.Println(pagar(ctx, asixto.Tool{}, facturaIn{"CC1032456789"}))
	_, err := consultar(ctx, asixto.Tool{}, nil)
	fmt.Println(err)
	fmt.Println(pagar(ctx, asixto.Tool{}, facturaIn{"CC1032456789"}))
	// Output:
	// <nil> PERMISSION: Primero hay que consultar en esta conversación los datos del titular.: guard: this conversation has not resolved the identity
	// <nil>
	// pagada <nil>
}

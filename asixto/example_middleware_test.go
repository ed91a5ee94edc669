package asixto_test

import (
	"context"
	"fmt"

	"github.com/asixto/go-sdk/asixto"
	"github.com/asixto/go-sdk/meta"
)

// Middleware sees every call with its metadata, the decoded arguments and the
// answer; a replay does not pass through it again.
func ExampleMiddleware() {
	audit := func(next asixto.Handler) asixto.Handler {
		return func(ctx context.Context, tool asixto.Tool, in any) (any, error) {
			out, err := next(ctx, tool, in)
			fmt.Println(tool.Name, meta.From(ctx).ConversationID(), err)
			return out, err
		}
	}
	type In struct {
		Ciudad string `json:"ciudad" validate:"max=40" doc:"Nombre de la ciudad"`
	}
	type Out struct {
		Sedes int `json:"sedes"`
	}
	srv := asixto.NewServer("mi-empresa", "1.0.0", &asixto.ServerOptions{Middleware: []asixto.Middleware{audit}})
	err := asixto.AddTool(srv, asixto.Tool{
		Name:         "contar_sedes",
		Description:  "Cuenta las sedes de una ciudad. No la use para consultar horarios.",
		Verb:         "consultar las sedes",
		Capabilities: []meta.Capability{meta.InformacionEmpresa},
		Access:       asixto.Read,
	}, func(context.Context, In) (Out, error) { return Out{Sedes: 3}, nil })
	if err != nil {
		fmt.Println(err)
		return
	}
	h, err := srv.Handler(nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(call(h, "contar_sedes", `{"ciudad":"Cali"}`, `"com.asixto/conversationId":"cnv_77b"`))
	// Output:
	// contar_sedes cnv_77b <nil>
	// {"sedes":3}
}

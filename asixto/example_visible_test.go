package asixto_test

import (
	"context"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/auth"

	"github.com/asixto/go-sdk/asixto"
	"github.com/asixto/go-sdk/meta"
)

// A catalogue that differs by client: the hook looks at who is calling. A tool
// can also leave the offer while the server runs.
func ExampleServer_RemoveTools() {
	type In struct {
		Ciudad string `json:"ciudad" validate:"max=40" doc:"Nombre de la ciudad"`
	}
	type Out struct {
		Sedes int `json:"sedes"`
	}
	srv := asixto.NewServer("mi-empresa", "1.0.0", &asixto.ServerOptions{
		Visible: func(ctx context.Context, tool asixto.Tool) bool {
			client := auth.TokenInfoFromContext(ctx)
			return tool.Name != "auditar_sedes" || client != nil && client.UserID == "auditoria"
		},
	})
	for _, name := range []string{"auditar_sedes", "contar_sedes"} {
		err := asixto.AddTool(srv, asixto.Tool{
			Name:         name,
			Description:  "Cuenta las sedes de una ciudad. No la use para consultar horarios.",
			Verb:         "consultar las sedes",
			Capabilities: []meta.Capability{meta.InformacionEmpresa},
			Access:       asixto.Read,
		}, func(context.Context, In) (Out, error) { return Out{Sedes: 3}, nil })
		if err != nil {
			fmt.Println(err)
			return
		}
	}
	h, err := srv.Handler(nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%q\n", call(h, "auditar_sedes", `{"ciudad":"Cali"}`, `"com.asixto/channel":"chat"`)) // unknown to this client
	fmt.Printf("%q\n", call(h, "contar_sedes", `{"ciudad":"Cali"}`, `"com.asixto/channel":"chat"`))
	srv.RemoveTools("contar_sedes")
	fmt.Printf("%q\n", call(h, "contar_sedes", `{"ciudad":"Cali"}`, `"com.asixto/channel":"chat"`))
	// Output:
	// ""
	// "{\"sedes\":3}"
	// ""
}

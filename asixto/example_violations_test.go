package asixto_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/asixto/go-sdk/asixto"
	"github.com/asixto/go-sdk/meta"
)

// A tool that would fail certification is refused with everything that is wrong
// with it, each with what to write instead.
func ExampleRegistrationError() {
	type In struct {
		Texto string `json:"texto" doc:"Texto que se busca"`
	}
	type Out struct {
		Total int `json:"total"`
	}
	srv := asixto.NewServer("mi-empresa", "1.0.0", nil)
	err := asixto.AddTool(srv, asixto.Tool{
		Name:         "BuscarItems",
		Description:  "Busca en el catálogo. No la use para consultar un pedido.",
		Capabilities: []meta.Capability{meta.Ventas},
		Access:       asixto.Read,
	}, func(context.Context, In) (Out, error) { return Out{}, nil })

	if refused, ok := errors.AsType[*asixto.RegistrationError](err); ok {
		for _, v := range refused.Violations {
			fmt.Printf("%q at %q\n", v.Rule, v.Field)
		}
	}
	// Output:
	// "name-pattern" at ""
	// "verb-present" at ""
	// "text-max-length" at "texto"
}

// What the contract only recommends does not stop a server; a reason in words
// lifts it.
func ExampleServer_Warnings() {
	type In struct {
		Texto string `json:"texto" validate:"max=40" doc:"Texto que se busca"`
	}
	type Out struct {
		Total int `json:"total"`
	}
	search := func(context.Context, In) (Out, error) { return Out{}, nil }
	tool := asixto.Tool{
		Name:         "buscar_items",
		Description:  "Busca en el catálogo.",
		Verb:         "buscar en el catálogo",
		Capabilities: []meta.Capability{meta.Ventas},
		Access:       asixto.Read,
	}
	srv := asixto.NewServer("mi-empresa", "1.0.0", nil)
	fmt.Println(asixto.AddTool(srv, tool, search))
	for _, w := range srv.Warnings() {
		fmt.Println(w.Tool, w.Rule)
	}

	tool.Allow = map[string]string{"description-when-not": "es la única búsqueda del servidor"}
	srv = asixto.NewServer("mi-empresa", "1.0.0", nil)
	fmt.Println(asixto.AddTool(srv, tool, search), len(srv.Warnings()))
	// Output:
	// <nil>
	// buscar_items description-when-not
	// <nil> 0
}

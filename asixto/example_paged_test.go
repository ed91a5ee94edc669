package asixto_test

import (
	"context"
	"fmt"

	"github.com/asixto/go-sdk/asixto"
	"github.com/asixto/go-sdk/meta"
)

// PlanesIn asks for plans, a page at a time.
type PlanesIn struct {
	Texto string `json:"texto" validate:"max=80" doc:"Texto que se busca"`
	asixto.PageIn
}

// PlanesOut is one page of plans. The list is named after what it holds.
type PlanesOut struct {
	asixto.PageOut

	Planes []string `json:"planes_encontrados"`
}

// Spoken says the page on the telephone.
func (o PlanesOut) Spoken(call meta.Call) string {
	if call.Channel() != meta.Voice {
		return ""
	}
	return o.Say("plan", "planes", o.Planes...)
}

// A search over what is at hand: in a call three are said, and that there are more.
func ExamplePaged() {
	todos := []string{"Hogar 100", "Hogar 200", "Hogar 300", "Hogar 500", "Empresa"}
	buscar := func(ctx context.Context, in PlanesIn) (PlanesOut, error) {
		return asixto.Paged(ctx, in.PageIn, asixto.FromSlice(todos), func(p asixto.Page[string]) PlanesOut {
			return PlanesOut{PageOut: p.PageOut, Planes: p.Items}
		})
	}
	call := meta.New(meta.Values{Channel: meta.Voice})
	ctx := meta.NewContext(context.Background(), call)
	var in PlanesIn
	for {
		out, err := buscar(ctx, in)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(out.Spoken(call))
		if in.Offset = out.Next; in.Offset == nil {
			return
		}
	}
	// Output:
	// Encontré 5 planes: Hogar 100; Hogar 200; Hogar 300. Hay 2 más.
	// Siguen: Hogar 500; Empresa. No hay más.
}

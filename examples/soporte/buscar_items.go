package main

import (
	"context"
	"errors"

	"github.com/asixto/go-sdk/asixto"
	"github.com/asixto/go-sdk/asixto/speak"
	toolerrors "github.com/asixto/go-sdk/errors"
	"github.com/asixto/go-sdk/meta"
)

// BuscarItemsIn are the arguments of buscar_items.
type BuscarItemsIn struct {
	Texto string `json:"texto" validate:"min=2,max=80" doc:"Texto que se busca, por ejemplo plan hogar"`
	asixto.PageIn
}

// BuscarItemsOut is one page of what was found. Nothing found is a success
// with an empty list and a total of 0.
type BuscarItemsOut struct {
	asixto.PageOut

	Items []ItemDeCatalogo `json:"items"`
}

// ItemDeCatalogo is one item with its final price.
type ItemDeCatalogo struct {
	Nombre    string      `json:"nombre"`
	Categoria string      `json:"categoria"`
	Precio    speak.Money `json:"precio" doc:"Precio final en la moneda de la conversación"`
}

// Spoken says how many there are and at most three of them in a call.
func (o BuscarItemsOut) Spoken(call meta.Call) string {
	if call.Channel() != meta.Voice {
		return ""
	}
	var dichos []string
	for _, it := range o.Items {
		dichos = append(dichos, it.Nombre+", "+it.Precio.Spoken())
	}
	return o.Say("resultado", "resultados", dichos...)
}

func addBuscarItems(s *asixto.Server, b *backend) error {
	return asixto.AddTool(s, asixto.Tool{
		Name:  "buscar_items",
		Title: "Buscar productos y servicios",
		Description: "Busca por texto en el catálogo de planes, equipos y servicios y devuelve el precio vigente de cada uno. " +
			"No la uses para consultar lo que un cliente ya tiene contratado.",
		Verb:         "buscar productos y servicios",
		Capabilities: []meta.Capability{meta.InformacionProductos, meta.InformacionServicios, meta.Ventas, meta.CambioPlan},
		Access:       asixto.Read,
	}, b.buscarItems)
}

func (b *backend) buscarItems(ctx context.Context, in BuscarItemsIn) (BuscarItemsOut, error) {
	t := tarifaDe(meta.From(ctx))
	todos, err := b.BuscarItems(ctx, in.Texto, t)
	if errors.Is(err, errSinTarifa) {
		return BuscarItemsOut{}, toolerrors.Blocker("No hay precios publicados para esta consulta.").WithCause(err)
	}
	if err != nil {
		return BuscarItemsOut{}, err
	}
	return asixto.Paged(ctx, in.PageIn, asixto.FromSlice(todos), func(p asixto.Page[item]) BuscarItemsOut {
		out := BuscarItemsOut{PageOut: p.PageOut}
		for _, it := range p.Items {
			out.Items = append(out.Items, ItemDeCatalogo{it.Nombre, it.Categoria, speak.NewMoney(it.precio(t), t.Moneda)})
		}
		return out
	})
}

// tarifaDe is the price list and currency that the call belongs to. A call that
// names none gets the public prices, in pesos; one whose list or currency cannot be
// read gets no price rather than the wrong one.
func tarifaDe(call meta.Call) tarifa {
	lista, _ := call.PriceListID()
	return tarifa{
		Lista:  siDice(call, meta.KeyPriceListID, lista, listaMinorista),
		Moneda: siDice(call, meta.KeyCurrency, call.Currency(), monedaCOP),
	}
}

// siDice is a value of the call, be it empty because it cannot be read, and otro where
// the call leaves it out.
func siDice(call meta.Call, key, valor, otro string) string {
	if s := call.State(key); s == meta.Missing || s == meta.Null {
		return otro
	}
	return valor
}

package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"unicode/utf16"

	"github.com/asixto/go-sdk/asixto"
	toolerrors "github.com/asixto/go-sdk/errors"
	"github.com/asixto/go-sdk/meta"
)

// porDefecto is the size of a page in chat where the call asks for none.
const porDefecto = 10

// BuscarItemsIn are the arguments of buscar_items.
type BuscarItemsIn struct {
	Texto  string `json:"texto" validate:"min=2,max=80" doc:"Texto que se busca, por ejemplo plan hogar"`
	Limit  *int   `json:"limit" validate:"min=1,max=25" doc:"Límite de resultados, 10 si no se indica"`
	Offset *int   `json:"offset" validate:"min=0,max=10000" doc:"Offset: cuántos resultados saltar para ver los siguientes"`
}

// BuscarItemsOut is one page of what was found. Nothing found is a success
// with an empty list and a total of 0.
type BuscarItemsOut struct {
	Total           int              `json:"total" doc:"Cuántos hay en todas las páginas"`
	Moneda          string           `json:"moneda" doc:"Moneda de los precios, en ISO 4217"`
	Items           []ItemDeCatalogo `json:"items"`
	SiguienteOffset *int             `json:"siguiente_offset,omitempty" doc:"El offset de la página que sigue, ausente en la última"`
}

// ItemDeCatalogo is one item with its final price.
type ItemDeCatalogo struct {
	Nombre    string  `json:"nombre"`
	Categoria string  `json:"categoria"`
	Precio    float64 `json:"precio"`
}

// Spoken says how many there are and at most three of them in a call.
func (o BuscarItemsOut) Spoken(call meta.Call) string {
	switch {
	case call.Channel() != meta.Voice:
		return ""
	case o.Total == 0:
		return "No encontré resultados para esa búsqueda."
	case len(o.Items) == 0:
		return "No hay más resultados para esa búsqueda."
	}
	var dichos []string
	for _, it := range o.Items[:min(len(o.Items), maxHablado)] {
		dichos = append(dichos, it.Nombre+", "+importeHablado(centesimas(it.Precio), o.Moneda))
	}
	return frase("Encontré "+contar(o.Total, "resultado", "resultados")+":", strings.Join(dichos, "; ")+".")
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
	call := meta.From(ctx)
	t := tarifaDe(call)
	todos, err := b.BuscarItems(ctx, in.Texto, t)
	if errors.Is(err, errSinTarifa) {
		return BuscarItemsOut{}, toolerrors.Blocker("No hay precios publicados para esta consulta.").WithCause(err)
	}
	if err != nil {
		return BuscarItemsOut{}, err
	}
	return pagina(todos, t, in.offset(), in.limit(call.Channel())), nil
}

func (in BuscarItemsIn) limit(canal meta.Channel) int {
	limit := porDefecto
	if in.Limit != nil {
		limit = *in.Limit
	}
	if canal == meta.Voice {
		return min(limit, maxHablado)
	}
	return limit
}

func (in BuscarItemsIn) offset() int {
	if in.Offset == nil {
		return 0
	}
	return *in.Offset
}

// tarifaDe is the price list and currency that the call belongs to. A call that
// names none gets the public prices; one whose list cannot be read gets no
// price rather than the wrong one.
func tarifaDe(call meta.Call) tarifa {
	lista, _ := call.PriceListID()
	if s := call.State(meta.KeyPriceListID); s == meta.Missing || s == meta.Null {
		lista = listaMinorista
	}
	return tarifa{Lista: lista, Moneda: cmp.Or(call.Currency(), monedaCOP)}
}

// pagina cuts one page out of what was found and shortens it until the answer
// arrives whole; what it leaves out is on the next page.
func pagina(todos []item, t tarifa, offset, limit int) BuscarItemsOut {
	out := BuscarItemsOut{Total: len(todos), Moneda: t.Moneda, Items: []ItemDeCatalogo{}}
	desde := min(offset, len(todos))
	for _, it := range todos[desde:min(desde+limit, len(todos))] {
		out.Items = append(out.Items, ItemDeCatalogo{it.Nombre, it.Categoria, float64(it.precio(t)) / 100})
	}
	for {
		out.SiguienteOffset = nil
		if sigue := desde + len(out.Items); sigue < len(todos) {
			out.SiguienteOffset = &sigue
		}
		if len(out.Items) <= 1 || cabe(out) {
			return out
		}
		out.Items = out.Items[:len(out.Items)-1]
	}
}

// cabe reports whether the answer is within what reaches the model.
func cabe(out BuscarItemsOut) bool {
	b, err := json.Marshal(out)
	return err == nil && len(utf16.Encode([]rune(string(b)))) <= asixto.MaxAnswer
}

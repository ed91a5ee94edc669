package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type buscarIn struct {
	Texto  string `json:"texto"`
	Limit  *int   `json:"limit"`
	Offset *int   `json:"offset"`
}

type buscarOut struct {
	Total     int           `json:"total"`
	Siguiente *int          `json:"siguiente_offset,omitempty"`
	Items     []itemVigente `json:"items"`

	offset int
}

type itemVigente struct {
	Nombre    string `json:"nombre"`
	Categoria string `json:"categoria"`
	Precio    money  `json:"precio"`
}

func (o buscarOut) spoken() string {
	said := make([]string, 0, 3)
	for _, it := range o.Items[:min(len(o.Items), 3)] {
		said = append(said, it.Nombre+", "+it.Precio.spoken())
	}
	list, left := strings.Join(said, "; "), o.Total-o.offset-len(said)
	switch {
	case o.Total == 0:
		return "No encontré resultados."
	case len(said) == 0:
		return "No hay más resultados."
	case o.offset > 0 && left <= 0:
		return plural(len(said), "Sigue: ", "Siguen: ") + list + ". No hay más."
	case o.offset > 0 && left == 1:
		return plural(len(said), "Sigue: ", "Siguen: ") + list + ". Queda 1 más."
	case o.offset > 0:
		return fmt.Sprintf("%s%s. Quedan %d más.", plural(len(said), "Sigue: ", "Siguen: "), list, left)
	case left <= 0:
		return fmt.Sprintf("Encontré %d %s: %s.", o.Total, plural(o.Total, "resultado", "resultados"), list)
	}
	return fmt.Sprintf("Encontré %d resultados: %s. Hay %d más.", o.Total, list, left)
}

func addBuscarItems(s *mcp.Server, d *desk) {
	add(s, d.once, tool[buscarIn, buscarOut]{
		name:  "buscar_items",
		title: "Buscar productos y servicios",
		description: "Busca por texto en el catálogo de planes, equipos y servicios y devuelve el precio vigente de cada uno. " +
			"No la uses para consultar lo que un cliente ya tiene contratado.",
		verb:         "buscar productos y servicios",
		capabilities: []string{"informacion_productos", "informacion_servicios", "ventas", "cambio_plan"},
		readOnly:     true,
		in: []field{
			text("texto", "Texto que se busca, por ejemplo plan hogar", 2, 80),
			optional(number("limit", "Límite de resultados, 10 si no se indica", 1, 25)),
			optional(number("offset", "Posición del primer resultado: siguiente_offset de la página anterior", 0, 1_000_000)),
		},
		out: []field{
			number("total", "Cuántos hay en total", 0, 0),
			optional(number("siguiente_offset", "Desde dónde sigue la página siguiente", 0, 0)),
			{name: "items", kind: "array", of: []field{
				text("nombre", "", 0, 0), text("categoria", "", 0, 0),
				{name: "precio", doc: "Precio final en la moneda de la conversación", kind: "object", of: []field{
					{name: "valor", doc: "Valor en unidades enteras de la moneda", kind: "number"}, text("moneda", "Moneda en ISO 4217", 0, 0),
				}},
			}},
		},
		run: d.buscarItems,
	})
}

func (d *desk) buscarItems(ctx context.Context, c call, in buscarIn) (buscarOut, error) {
	t := tarifa{Lista: c.priceList, Moneda: cmp.Or(c.currency, monedaCOP)}
	if c.listMissing {
		t.Lista = listaMinorista
	}
	todos, err := d.BuscarItems(ctx, in.Texto, t)
	if errors.Is(err, errSinTarifa) {
		return buscarOut{}, blocker("No hay precios publicados para esta consulta.")
	}
	if err != nil {
		return buscarOut{}, err
	}
	limit, offset := 10, 0
	if in.Limit != nil {
		limit = *in.Limit
	}
	if in.Offset != nil {
		offset = *in.Offset
	}
	if c.voice {
		limit = min(limit, 3)
	}
	return pagina(todos, limit, offset, t)
}

// pagina is the longest page that the Gateway lets through whole.
func pagina(todos []item, limit, offset int, t tarifa) (buscarOut, error) {
	desde := min(offset, len(todos))
	for n := min(limit, len(todos)-desde); ; n-- {
		out := buscarOut{Total: len(todos), Items: []itemVigente{}, offset: offset}
		for _, it := range todos[desde : desde+n] {
			out.Items = append(out.Items, itemVigente{it.Nombre, it.Categoria, money{amount(it.precio(t)), t.Moneda}})
		}
		if next := desde + n; n > 0 && next < len(todos) {
			out.Siguiente = &next
		}
		raw, err := json.Marshal(out)
		if err != nil || n <= 1 || max(units(string(raw)), units(out.spoken())) <= maxAnswer {
			return out, err
		}
	}
}

package main

import (
	"context"
	"strings"

	"github.com/asixto/go-sdk/asixto"
	"github.com/asixto/go-sdk/asixto/speak"
	"github.com/asixto/go-sdk/meta"
)

// ConsultarDireccionIn are the arguments of consultar_direccion.
type ConsultarDireccionIn struct {
	Direccion string `json:"direccion" validate:"min=3,max=40" doc:"Dirección deseada, en palabras: panadería luna"`
}

// Normalize writes the address as it will stand.
func (in *ConsultarDireccionIn) Normalize() { in.Direccion = nombreDeDireccion(in.Direccion) }

// ConsultarDireccionOut tells whether the address is free. One that is taken is an
// answer, not an error.
type ConsultarDireccionOut struct {
	DireccionNombre     string       `json:"direccion_nombre" doc:"La dirección como queda escrita"`
	DireccionDisponible bool         `json:"direccion_disponible"`
	DireccionParecidas  []string     `json:"direccion_parecidas" doc:"Otras que están libres, si esa no lo está"`
	DireccionPrecio     *speak.Money `json:"direccion_precio,omitempty" doc:"Lo que cuesta un año, ausente si no hay precio en la moneda"`
}

// Spoken tells it in a call.
func (o ConsultarDireccionOut) Spoken(call meta.Call) string {
	if call.Channel() != meta.Voice {
		return ""
	}
	cuesta := ""
	if o.DireccionPrecio != nil {
		cuesta = "Un año cuesta " + o.DireccionPrecio.Spoken() + "."
	}
	if o.DireccionDisponible {
		return speak.Sentences("La dirección "+dictada(o.DireccionNombre)+" está libre.", cuesta)
	}
	ocupada := "La dirección " + dictada(o.DireccionNombre) + " está ocupada."
	return speak.Sentences(ocupada, "Están libres "+dictada(speak.List(o.DireccionParecidas...))+".", cuesta)
}

func addConsultarDireccion(s *asixto.Server, b *backend) error {
	return asixto.AddTool(s, asixto.Tool{
		Name:  "consultar_direccion",
		Title: "Consultar una dirección",
		Description: "Dice si la dirección que el cliente quiere para su sitio está libre, o cuáles parecidas lo están, " +
			"y cuánto cuesta un año. No la uses para apartar una dirección: queda libre para otros hasta que el sitio exista.",
		Verb:         "consultar si una dirección está libre",
		Capabilities: []meta.Capability{meta.InformacionServicios, meta.Ventas},
		Access:       asixto.Read,
	}, b.consultarDireccion)
}

func (b *backend) consultarDireccion(ctx context.Context, in ConsultarDireccionIn) (ConsultarDireccionOut, error) {
	libre, parecidas, err := b.Disponible(ctx, in.Direccion)
	if err != nil {
		return ConsultarDireccionOut{}, err
	}
	return ConsultarDireccionOut{
		DireccionNombre: in.Direccion, DireccionDisponible: libre, DireccionParecidas: parecidas, DireccionPrecio: precioAnual(meta.From(ctx)),
	}, nil
}

// tarifaAnual is what an address costs for a year, in whole units of each currency. No
// price is worked out from that of another currency.
var tarifaAnual = map[string]int64{"COP": 48_000, "MXN": 240, "USD": 12}

// precioAnual is the price in the currency of a call, in pesos where it names none, and
// nil where there is no such price or the currency cannot be read.
func precioAnual(call meta.Call) *speak.Money {
	moneda := call.Currency()
	if s := call.State(meta.KeyCurrency); s == meta.Missing || s == meta.Null {
		moneda = "COP"
	}
	unidades, ok := tarifaAnual[moneda]
	if !ok {
		return nil
	}
	return new(speak.Whole(unidades, moneda))
}

// dictada is an address in words that can be read aloud.
func dictada(direccion string) string {
	return strings.NewReplacer("-", " guion ", ".", " punto ").Replace(direccion)
}

package main

import (
	"context"
	"slices"

	"github.com/asixto/go-sdk/asixto"
	"github.com/asixto/go-sdk/meta"
)

const temaEstilo = "estilo"

// SugerirOpcionesIn are the arguments of sugerir_opciones.
//
// Practice: field descriptions are prompt surface. That ideas come in the order of
// their likelihood can be checked by no machine, and improves what comes all the
// same.
type SugerirOpcionesIn struct {
	Tema  string `json:"tema" validate:"oneof=estilo secciones" doc:"Aspecto del sitio que se va a elegir"`
	Ideas string `json:"ideas" validate:"min=2,max=200" doc:"Ideas para este negocio, separadas por comas y ordenadas de más a menos probable"`
	asixto.PageIn
}

// SugerirOpcionesOut is a page of the options that the customer can really choose:
// the ideas first, in their order, then what else is built.
type SugerirOpcionesOut struct {
	asixto.PageOut

	Opciones []string `json:"opciones" doc:"De más a menos probable"`
}

// Spoken says at most three options in a call.
func (o SugerirOpcionesOut) Spoken(call meta.Call) string {
	if call.Channel() != meta.Voice {
		return ""
	}
	return o.Say("opción", "opciones", o.Opciones...)
}

func addSugerirOpciones(s *asixto.Server) error {
	return asixto.AddTool(s, asixto.Tool{
		Name:  "sugerir_opciones",
		Title: "Sugerir opciones de diseño",
		Description: "Ajusta ideas de diseño a lo que de verdad se construye y devuelve las opciones en orden. " +
			"No la uses para colores.",
		Verb:         "sugerir opciones de diseño",
		Capabilities: []meta.Capability{meta.InformacionServicios, meta.Ventas},
		Access:       asixto.Read,
	}, sugerirOpciones)
}

func sugerirOpciones(ctx context.Context, in SugerirOpcionesIn) (SugerirOpcionesOut, error) {
	todas := secciones
	if in.Tema == temaEstilo {
		todas = estilos
	}
	ordenadas := deLaCasa(slices.Concat(enLista(in.Ideas), todas), todas)
	return asixto.Paged(ctx, in.PageIn, asixto.FromSlice(ordenadas), func(p asixto.Page[string]) SugerirOpcionesOut {
		return SugerirOpcionesOut{p.PageOut, p.Items}
	})
}

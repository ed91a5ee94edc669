package main

import (
	"context"
	"iter"

	"github.com/asixto/go-sdk/asixto"
	"github.com/asixto/go-sdk/meta"
)

// SugerirPaletasIn are the arguments of sugerir_paletas.
type SugerirPaletasIn struct {
	Estilo *string `json:"estilo" validate:"oneof=sobrio alegre natural elegante" doc:"Estilo que quiere el cliente, todos si no se indica"`
	asixto.PageIn
}

// SugerirPaletasOut is a page of palettes; their names are what a site is made with.
type SugerirPaletasOut struct {
	asixto.PageOut

	Paletas []PaletaSugerida `json:"paletas"`
}

// PaletaSugerida is one palette.
type PaletaSugerida struct {
	Nombre  Paleta `json:"nombre"`
	Colores string `json:"colores"`
}

// Spoken says at most three palettes in a call.
func (o SugerirPaletasOut) Spoken(call meta.Call) string {
	if call.Channel() != meta.Voice {
		return ""
	}
	var dichas []string
	for _, p := range o.Paletas {
		dichas = append(dichas, string(p.Nombre)+", de color "+p.Colores)
	}
	return o.Say("paleta", "paletas", dichas...)
}

func addSugerirPaletas(s *asixto.Server) error {
	return asixto.AddTool(s, asixto.Tool{
		Name:  "sugerir_paletas",
		Title: "Sugerir paletas de color",
		Description: "Da las paletas de color con las que se construye un sitio, por estilo. " +
			"No la uses para colores sueltos ni para cambiar un sitio que ya existe.",
		Verb:         "sugerir paletas de color",
		Capabilities: []meta.Capability{meta.InformacionServicios, meta.Ventas},
		Access:       asixto.Read,
	}, sugerirPaletas)
}

func sugerirPaletas(ctx context.Context, in SugerirPaletasIn) (SugerirPaletasOut, error) {
	return asixto.Paged(ctx, in.PageIn, asixto.FromSeq(deEstilo(in.Estilo)), func(p asixto.Page[PaletaSugerida]) SugerirPaletasOut {
		return SugerirPaletasOut{p.PageOut, p.Items}
	})
}

// deEstilo are the palettes of a style one after the other, all where none is named.
func deEstilo(estilo *string) iter.Seq[PaletaSugerida] {
	return func(yield func(PaletaSugerida) bool) {
		for _, p := range paletas {
			if asixto.Or(estilo, p.Estilo) == p.Estilo && !yield(PaletaSugerida{p.Nombre, p.Colores}) {
				return
			}
		}
	}
}

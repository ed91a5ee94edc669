package main

import (
	"context"

	"github.com/asixto/go-sdk/asixto"
	"github.com/asixto/go-sdk/asixto/speak"
	"github.com/asixto/go-sdk/meta"
)

// SugerirPaletasIn are the arguments of sugerir_paletas.
type SugerirPaletasIn struct {
	Estilo *string `json:"estilo" validate:"oneof=sobrio alegre natural elegante" doc:"Estilo que quiere el cliente, todos si no se indica"`
}

// SugerirPaletasOut are palettes; their names are what a site is made with.
type SugerirPaletasOut struct {
	Paletas      []PaletaSugerida `json:"paletas"`
	PaletasTotal int              `json:"paletas_total" doc:"Cuántas hay de ese estilo"`
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
	texto := "Una paleta es " + dichas[0] + "."
	for _, d := range dichas[1:] {
		texto = speak.Sentences(texto, "Otra es "+d+".")
	}
	return texto
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
	var todas []PaletaSugerida
	for _, p := range paletas {
		if in.Estilo == nil || p.Estilo == *in.Estilo {
			todas = append(todas, PaletaSugerida{p.Nombre, p.Colores})
		}
	}
	return SugerirPaletasOut{Paletas: todas[:min(len(todas), cuantas(ctx))], PaletasTotal: len(todas)}, nil
}

// cuantas is how many things of a list the channel of a call takes.
func cuantas(ctx context.Context) int {
	if meta.From(ctx).Channel() == meta.Voice {
		return asixto.VoiceItems
	}
	return asixto.ChatItems
}

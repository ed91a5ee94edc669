package main

import (
	"context"
	"errors"
	"strconv"

	"github.com/asixto/go-sdk/asixto"
	"github.com/asixto/go-sdk/asixto/speak"
	toolerrors "github.com/asixto/go-sdk/errors"
	"github.com/asixto/go-sdk/meta"
)

// ConsultarVisitasIn are the arguments of consultar_visitas.
type ConsultarVisitasIn struct {
	Registro string `json:"registro" validate:"min=4,max=20" doc:"Registro del negocio" asixto:"from=registrar_negocio.negocio_registro"`
	asixto.PageIn
}

func (in *ConsultarVisitasIn) negocio() string { return in.Registro }

// ConsultarVisitasOut is a page of days with visits, the last one first, and what the
// counter shows.
type ConsultarVisitasOut struct {
	asixto.PageOut

	VisitasContador int             `json:"visitas_contador" doc:"Cuántas visitas ha tenido el sitio desde que es público"`
	VisitasPorDia   []VisitasDelDia `json:"visitas_por_dia" doc:"Los días con visitas, primero el más reciente"`
}

// VisitasDelDia is a day with its visits.
type VisitasDelDia struct {
	Dia     speak.Time `json:"dia" doc:"Comienzo del día"`
	Visitas int        `json:"visitas"`
}

// Spoken says in a call what the counter shows, once, and at most three days.
func (o ConsultarVisitasOut) Spoken(call meta.Call) string {
	if call.Channel() != meta.Voice {
		return ""
	}
	if o.Total == 0 {
		return "El sitio todavía no tiene visitas."
	}
	contador := ""
	if o.Offset == 0 {
		contador = "El contador de visitas va en " + speak.Number(int64(o.VisitasContador)) + "."
	}
	return speak.Sentences(contador, o.Say("día con visitas", "días con visitas", dichas(o.VisitasPorDia)...))
}

// dichas says the visits of days. The first one and each of another year tell theirs,
// since the days of a site may go back over several.
func dichas(dias []VisitasDelDia) []string {
	textos := make([]string, len(dias))
	for i, d := range dias {
		dia, year := speak.Day(d.Dia.Time()), d.Dia.Time().Year()
		if i == 0 || year != dias[i-1].Dia.Time().Year() {
			dia += " de " + strconv.Itoa(year)
		}
		textos[i] = dia + ", " + speak.Count(d.Visitas, "visita", "visitas")
	}
	return textos
}

func addConsultarVisitas(s *asixto.Server, b *backend) error {
	return asixto.AddTool(s, asixto.Tool{
		Name:  "consultar_visitas",
		Title: "Consultar las visitas de un sitio",
		Description: "Dice cuántas visitas ha tenido el sitio de un negocio, en total y día por día. " +
			"No la uses para saber si un sitio está listo.",
		Verb:         "consultar las visitas de un sitio",
		Capabilities: []meta.Capability{meta.ConsultaEstado, meta.SeguimientoPostventa},
		Access:       asixto.Read,
	}, b.consultarVisitas)
}

func (b *backend) consultarVisitas(ctx context.Context, in ConsultarVisitasIn) (ConsultarVisitasOut, error) {
	s, estado, err := b.EstadoSitio(ctx, in.Registro)
	switch {
	case errors.Is(err, errNoExiste):
		return ConsultarVisitasOut{}, toolerrors.NotFound(sinSitio).WithCause(err)
	case err != nil:
		return ConsultarVisitasOut{}, err
	case estado == estadoFallido:
		return ConsultarVisitasOut{}, toolerrors.NotFound(sinSitio)
	}
	suma, err := b.opts.Contador.Suma(ctx, s.Direccion)
	if err != nil {
		return ConsultarVisitasOut{}, err
	}
	call := meta.From(ctx)
	porDia := func(ctx context.Context, limit, offset int) ([]visitasDeUnDia, int, error) {
		return b.opts.Contador.PorDia(ctx, s.Direccion, call.Location(), limit, offset)
	}
	return asixto.Paged(ctx, in.PageIn, porDia, func(p asixto.Page[visitasDeUnDia]) ConsultarVisitasOut {
		out := ConsultarVisitasOut{PageOut: p.PageOut, VisitasContador: suma}
		for _, d := range p.Items {
			out.VisitasPorDia = append(out.VisitasPorDia, VisitasDelDia{speak.At(call, d.Dia), d.Visitas})
		}
		return out
	})
}

package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/asixto/go-sdk/asixto"
	"github.com/asixto/go-sdk/asixto/asixtotest"
	toolerrors "github.com/asixto/go-sdk/errors"
	"github.com/asixto/go-sdk/meta"
)

// contadorDePrueba is a counter that remembers what it was asked.
type contadorDePrueba struct {
	suma int
	dias []visitasDeUnDia
	err  error

	asked         string
	limit, offset int
	zona          *time.Location
}

func (c *contadorDePrueba) Suma(context.Context, string) (int, error) { return c.suma, nil }

func (c *contadorDePrueba) PorDia(
	_ context.Context, direccion string, zona *time.Location, limit, offset int,
) (dias []visitasDeUnDia, total int, err error) {
	c.asked, c.zona, c.limit, c.offset = direccion, zona, limit, offset
	from := min(offset, len(c.dias))
	return c.dias[from:min(from+limit, len(c.dias))], len(c.dias), c.err
}

// The query is asked for what the channel takes, of the site of the business.
func TestVisitsAreAQuery(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		channel      asixtotest.CallOption
		page         asixto.PageIn
		limit, first int
	}{
		"chat":                {asixtotest.Chat(), asixto.PageIn{}, asixto.ChatItems, 0},
		"chat, a larger page": {asixtotest.Chat(), asixto.PageIn{Limit: new(25), Offset: new(7)}, asixto.MaxChatItems, 7},
		"voice":               {asixtotest.Voice(), asixto.PageIn{}, asixto.VoiceItems, 0},
		"voice, 25 wanted":    {asixtotest.Voice(), asixto.PageIn{Limit: new(25), Offset: new(3)}, asixto.VoiceItems, 3},
		"voice, one wanted":   {asixtotest.Voice(), asixto.PageIn{Limit: new(1), Offset: new(3)}, 1, 3},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := creado(t)
			c := &contadorDePrueba{suma: 900, dias: slices.Repeat([]visitasDeUnDia{{w.ahora, 30}}, 30)}
			w.backend.opts.Contador = c
			out := asixtotest.Call[ConsultarVisitasOut](t, w, visitas, ConsultarVisitasIn{elNegocio, tt.page}, tt.channel)
			if c.asked != "peluqueria-ana" || c.limit != tt.limit || c.offset != tt.first || len(out.VisitasPorDia) != min(tt.limit, 30-tt.first) {
				t.Errorf("asked of %s for %d from %d on, answered %d, want %d from %d", c.asked, c.limit, c.offset, len(out.VisitasPorDia), tt.limit, tt.first)
			}
		})
	}
}

// Days are those of the call's zone, of UTC where it names none, also where a day
// begins at one o'clock.
func TestDaysOfVisitsAreOfTheZone(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		begin time.Time
		zone  asixtotest.CallOption
		days  []string
		says  string
	}{
		"Bogotá": {
			time.Date(2026, time.May, 4, 3, 0, 0, 0, time.UTC), asixtotest.Timezone("America/Bogota"),
			[]string{"2026-05-04T00:00:00-05:00 2", "2026-05-03T00:00:00-05:00 4"},
			"el lunes 4 de mayo de 2026, 2 visitas; el domingo 3 de mayo, 4 visitas.",
		},
		"Madrid": {
			time.Date(2026, time.May, 4, 3, 0, 0, 0, time.UTC), asixtotest.Timezone("Europe/Madrid"),
			[]string{"2026-05-04T00:00:00+02:00 6"}, "el lunes 4 de mayo de 2026, 6 visitas.",
		},
		"no zone": {
			time.Date(2026, time.May, 4, 3, 0, 0, 0, time.UTC), asixtotest.Without(meta.KeyTimezone),
			[]string{"2026-05-04T00:00:00Z 6"}, "el lunes 4 de mayo de 2026, 6 visitas.",
		},
		"Santiago, which has no midnight": {
			time.Date(2026, time.September, 6, 3, 0, 0, 0, time.UTC), asixtotest.Timezone("America/Santiago"),
			[]string{"2026-09-06T01:00:00-03:00 4", "2026-09-05T00:00:00-04:00 2"},
			"el domingo 6 de septiembre de 2026, 4 visitas; el sábado 5 de septiembre, 2 visitas.",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := creado(t)
			w.backend.sitios["peluqueria-ana"].Inicio, w.ahora = tt.begin, tt.begin.Add(5*cadaVisita)
			in := ConsultarVisitasIn{Registro: elNegocio}
			out := asixtotest.Call[ConsultarVisitasOut](t, w, visitas, in, tt.zone)
			var days []string
			for _, v := range out.VisitasPorDia {
				days = append(days, fmt.Sprint(v.Dia.Time().Format(time.RFC3339), " ", v.Visitas))
			}
			if diff := cmp.Diff(tt.days, days); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			said := asixtotest.Spoken(t, w, visitas, in, tt.zone)
			if !strings.HasPrefix(said, "El contador de visitas va en seis. Encontré ") || !strings.HasSuffix(said, ": "+tt.says) {
				t.Errorf("%q", said)
			}
		})
	}
}

// What the counter says is said as a person would.
func TestVisitsAreSaid(t *testing.T) {
	t.Parallel()
	dia := func(d, n int) visitasDeUnDia {
		return visitasDeUnDia{time.Date(2026, time.May, d, 5, 0, 0, 0, time.UTC), n}
	}
	tests := map[string]struct {
		suma   int
		dias   []visitasDeUnDia
		offset *int
		want   string
	}{
		"none":             {0, nil, nil, "El sitio todavía no tiene visitas."},
		"none, and beyond": {0, nil, new(9), "El sitio todavía no tiene visitas."},
		"many": {
			45_921, []visitasDeUnDia{dia(4, 1), dia(3, 45_920)}, nil,
			"El contador de visitas va en cuarenta y cinco mil novecientos veintiuno. " +
				"Encontré 2 días con visitas: el lunes 4 de mayo de 2026, 1 visita; el domingo 3 de mayo, 45920 visitas.",
		},
		"the last page": {
			10, []visitasDeUnDia{dia(4, 4), dia(3, 3), dia(2, 2), dia(1, 1)}, new(3),
			"Sigue: el viernes 1 de mayo de 2026, 1 visita. No hay más.",
		},
		"over New Year": {
			9, []visitasDeUnDia{
				{time.Date(2027, time.January, 1, 5, 0, 0, 0, time.UTC), 4}, {time.Date(2026, time.December, 31, 5, 0, 0, 0, time.UTC), 3},
				{time.Date(2026, time.December, 30, 5, 0, 0, 0, time.UTC), 2},
			}, nil,
			"El contador de visitas va en nueve. Encontré 3 días con visitas: el viernes 1 de enero de 2027, 4 visitas; " +
				"el jueves 31 de diciembre de 2026, 3 visitas; el miércoles 30 de diciembre, 2 visitas.",
		},
		"beyond it": {10, []visitasDeUnDia{dia(4, 10)}, new(1), "No hay más días con visitas."},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := creado(t)
			w.backend.opts.Contador = &contadorDePrueba{suma: tt.suma, dias: tt.dias}
			if said := asixtotest.Spoken(t, w, visitas, ConsultarVisitasIn{elNegocio, asixto.PageIn{Offset: tt.offset}}); said != tt.want {
				t.Errorf("%q, want %q", said, tt.want)
			}
		})
	}
}

// Whose site it is, whether there is one, and a counter that is down.
func TestVisitsThatCannotBeTold(t *testing.T) {
	t.Parallel()
	in := ConsultarVisitasIn{Registro: elNegocio}
	for name, channel := range channels() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			asixtotest.Fails(t, verificado(t), visitas, in, toolerrors.KindNotFound, "todavía no tiene un sitio", channel)

			w := creado(t)
			asixtotest.Fails(t, w, visitas, in, toolerrors.KindPermission, "verificar su correo", channel, asixtotest.ConversationID("cnv_otra"))
			w.backend.opts.Contador = &contadorDePrueba{suma: 5, err: errors.New("dial 10.0.0.7: hunter2")}
			f := asixtotest.Fails(t, w, visitas, in, toolerrors.KindUnknown, "", channel)
			if strings.Contains(f.Structured+f.Text, "hunter2") {
				t.Errorf("%s tells what the counter said", f.Structured)
			}

			w = verificado(t)
			w.falla = true
			asixtotest.Call[CrearSitioOut](t, w, crear, unSitio(), channel)
			asixtotest.Call[ConsultarVisitasOut](t, w, visitas, in, channel)
			w.pasa(duraCreacion)
			asixtotest.Fails(t, w, visitas, in, toolerrors.KindNotFound, "todavía no tiene un sitio", channel)
		})
	}
}

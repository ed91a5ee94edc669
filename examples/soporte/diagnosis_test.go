package main

import (
	"testing"
	"time"

	"github.com/asixto/go-sdk/asixto/asixtotest"
	"github.com/asixto/go-sdk/meta"
)

// When a test of the line ended is told in the zone of the call, its year too: what is
// last year in Bogotá may be this year in Madrid.
func TestDiagnosisEndsInTheZoneOfTheCall(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		zone      asixtotest.CallOption
		fin, said string
	}{
		"Bogotá": {
			asixtotest.Timezone("America/Bogota"), "2025-12-31T22:32:00-05:00",
			"el miércoles 31 de diciembre de 2025 a las diez y treinta y dos de la noche",
		},
		"Madrid": {
			asixtotest.Timezone("Europe/Madrid"), "2026-01-01T04:32:00+01:00",
			"el jueves 1 de enero de 2026 a las cuatro y treinta y dos de la madrugada",
		},
		"no zone": {
			asixtotest.Without(meta.KeyTimezone), "2026-01-01T03:32:00Z",
			"el jueves 1 de enero de 2026 a las tres y treinta y dos de la madrugada",
		},
		"no such zone": {
			asixtotest.Timezone("America/Macondo"), "2026-01-01T03:32:00Z",
			"el jueves 1 de enero de 2026 a las tres y treinta y dos de la madrugada",
		},
	}
	d := newDesk(t)
	d.backend.pruebas = pruebasDeMuestra()
	in := ConsultarDiagnosticoIn{docMarta}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			want := `{"progreso":"fallido","next_action":"Ofrezca abrir un caso de soporte.","resultado":"La línea no responde.","fin":"` + tt.fin + `"}`
			for channel, option := range map[string]asixtotest.CallOption{"chat": asixtotest.Chat(), "voice": asixtotest.Voice()} {
				if a := d.Do(t, consultarDiagnostico, in, tt.zone, option); a.Structured != want {
					t.Errorf("%s: %s, want %s", channel, a.Structured, want)
				}
			}
			if said, want := asixtotest.Spoken(t, d, consultarDiagnostico, in, tt.zone), "La línea no responde. La prueba terminó "+tt.said+"."; said != want {
				t.Errorf("said %q, want %q", said, want)
			}
		})
	}
}

// A test that has not ended has no end to tell, until the moment in which it has.
func TestDiagnosisWithoutAnEnd(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	for name, tt := range map[string]struct {
		before bool // the moment in which it ends
		said   string
	}{
		"just before": {true, "El diagnóstico de la línea sigue en curso."},
		"at its end":  {false, "La línea funciona bien. La prueba terminó el lunes 4 de mayo de 2026 a las nueve de la mañana."},
	} {
		inicio := monday().Add(-duraDiagnostico)
		if tt.before {
			inicio = inicio.Add(time.Nanosecond)
		}
		d.backend.pruebas = map[string]diagnostico{docLaura: {docLaura, inicio}}
		in := ConsultarDiagnosticoIn{docLaura}
		if out := asixtotest.Call[ConsultarDiagnosticoOut](t, d, consultarDiagnostico, in); (out.Fin == nil) != tt.before || (out.Resultado == nil) != tt.before {
			t.Errorf("%s: %+v", name, out)
		}
		if said := asixtotest.Spoken(t, d, consultarDiagnostico, in); said != tt.said {
			t.Errorf("%s: said %q, want %q", name, said, tt.said)
		}
	}
}

package main

import (
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestSampleData(t *testing.T) {
	t.Parallel()
	b := newBackend(nil)
	if got := b.clientes[clave(docLaura)].Estado; got != clienteActivo {
		t.Errorf("CC1032456789 is %q, want active", got)
	}
	if len(b.items) < 40 {
		t.Errorf("%d items, want at least 40", len(b.items))
	}
	for _, it := range b.items {
		for _, lista := range []string{listaMinorista, listaMayorista} {
			for _, moneda := range []string{monedaCOP, monedaUSD} {
				if it.precio(tarifa{lista, moneda}) <= 0 {
					t.Errorf("%s has no price in %s, %s", it.Nombre, lista, moneda)
				}
			}
		}
		if len([]rune(it.Nombre)) > 40 {
			t.Errorf("name %q is over 40 characters", it.Nombre)
		}
	}
	proximas, err := b.ProximasCitas(t.Context(), docLaura)
	if err != nil || len(proximas) != 2 || proximas[0].Codigo != "CITA-7781" {
		t.Errorf("appointments %+v, %v, want CITA-7781 first of two", proximas, err)
	}
}

func TestDataIsDeterministic(t *testing.T) {
	t.Parallel()
	opts := &backendOptions{Now: monday}
	a, b := newBackend(opts), newBackend(opts)
	if diff := cmp.Diff(a.clientes, b.clientes); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(a.citas, b.citas); diff != "" {
		t.Error(diff)
	}
}

func TestSearchIgnoresAccentsAndCase(t *testing.T) {
	t.Parallel()
	b := newBackend(nil)
	nombres := func(texto string) []string {
		found, err := b.BuscarItems(t.Context(), texto, tarifa{listaMinorista, monedaCOP})
		if err != nil {
			t.Fatal(err)
		}
		var out []string
		for _, it := range found {
			out = append(out, it.Nombre)
		}
		return out
	}
	plan := nombres("plan")
	if len(plan) < 12 {
		t.Fatalf("%d items for plan, want at least 12", len(plan))
	}
	for _, texto := range []string{"PLAN", "Plán", "  plan ", "plánes"[:5], "pla\u0301n", "¿plan?"} {
		if diff := cmp.Diff(plan, nombres(texto)); diff != "" {
			t.Errorf("%q finds other items than plan: %s", texto, diff)
		}
	}
	tests := map[string][]string{
		"television basica": {"Plan Televisión básica"},
		"BÁSICA plan":       {"Plan Televisión básica"},
		"musica":            {"Paquete música"},
		"an":                nil, // a word begins with the text, it does not merely hold it
		"plan zeppelin":     nil,
		"   ":               nil,
		"?!":                nil,
	}
	for texto, want := range tests {
		if diff := cmp.Diff(want, nombres(texto)); diff != "" {
			t.Errorf("%q: %s", texto, diff)
		}
	}
}

func TestUnknownPricesAreNoPrices(t *testing.T) {
	t.Parallel()
	b := newBackend(nil)
	for _, tf := range []tarifa{{"pl_otra", monedaCOP}, {listaMayorista, "EUR"}, {}} {
		if _, err := b.BuscarItems(t.Context(), "plan", tf); !errors.Is(err, errSinTarifa) {
			t.Errorf("%+v: %v, want errSinTarifa", tf, err)
		}
	}
}

// Both checks and the change happen under one lock: of many who cancel one
// appointment at once, one does.
func TestOneOfManyCancels(t *testing.T) {
	t.Parallel()
	b := newBackend(nil)
	var wg sync.WaitGroup
	errs := make([]error, 30)
	for i := range errs {
		wg.Go(func() { _, errs[i] = b.CancelarCita(t.Context(), "cc 1.032.456.789", "cita 7781", "") })
	}
	wg.Wait()
	done := 0
	for _, err := range errs {
		if err == nil {
			done++
		} else if f, ok := errors.AsType[*estadoFinalError](err); !ok || f.Estado != citaCancelada {
			t.Errorf("error %v, want that it is already cancelled", err)
		}
	}
	if done != 1 || b.Efectos().CitasCanceladas != 1 {
		t.Errorf("%d calls and %d effects, want one of each", done, b.Efectos().CitasCanceladas)
	}
}

func TestPriorityIsTheDesksDecision(t *testing.T) {
	t.Parallel()
	tests := []struct {
		tipo, prioridad, estado string
		horas                   int
	}{
		{tipoFalla, "alta", casoAbierto, 4},
		{tipoFalla, "normal", casoAbierto, 24},
		{tipoInstalacion, "alta", casoEnCola, 48},
		{"cobro", "alta", casoEnCola, 72},
	}
	for _, tt := range tests {
		if estado, horas := atencion(tt.tipo, tt.prioridad); estado != tt.estado || horas != tt.horas {
			t.Errorf("%s, %s: %s in %d hours, want %s in %d", tt.tipo, tt.prioridad, estado, horas, tt.estado, tt.horas)
		}
	}
}

func TestSpokenWords(t *testing.T) {
	t.Parallel()
	at := func(h, m int) time.Time { return time.Date(2026, time.May, 5, h, m, 0, 0, bogota) }
	tests := []struct{ got, want string }{
		{fechaHablada(at(10, 0)), "martes 5 de mayo a las 10 de la mañana"},
		{fechaHablada(at(15, 30)), "martes 5 de mayo a las 3 y 30 de la tarde"},
		{horaHablada(at(0, 15)), "a las 12 y 15 de la madrugada"},
		{horaHablada(at(1, 0)), "a la 1 de la madrugada"},
		{horaHablada(at(12, 0)), "a las 12 de la tarde"},
		{horaHablada(at(13, 5)), "a la 1 y 5 de la tarde"},
		{horaHablada(at(23, 0)), "a las 11 de la noche"},
		{importeHablado(6990000, monedaCOP), "69.900 pesos"},
		{importeHablado(123456789, monedaUSD), "1.234.567,89 dólares"},
		{importeHablado(1700, monedaUSD), "17 dólares"},
		{importeHablado(1705, "EUR"), "17,05 EUR"},
		{contar(1, "cita", "citas"), "1 cita"},
		{contar(0, "cita", "citas"), "0 citas"},
		{digitosHablados("3001234567"), "300 123 45 67"},
		{digitosHablados("6015550"), "601 55 50"},
		{digitosHablados("573001234567"), "573 001 234 567"},
		{finalDelTelefono("3001234567"), "termina en 4567"},
		{correoOculto("ángela@correo.example"), "á***@correo.example"},
		{correoOculto("@correo.example"), "***"},
	}
	for _, tt := range tests {
		if tt.got != tt.want {
			t.Errorf("got %q, want %q", tt.got, tt.want)
		}
	}
}

// Pages of every size hold each item once, in order, and always arrive whole.
func TestPagesCoverEverything(t *testing.T) {
	t.Parallel()
	tf := tarifa{listaMinorista, monedaCOP}
	long := make([]item, 60)
	for i := range long {
		long[i] = item{Nombre: strings.Repeat("😀", 100) + string(rune('A'+i)), precios: map[tarifa]int64{tf: int64(i)}}
	}
	for _, todos := range [][]item{catalogo(), long, long[:1], nil} {
		for limit := 1; limit <= 25; limit++ {
			var want, got []string
			for _, it := range todos {
				want = append(want, it.Nombre)
			}
			for offset := 0; ; {
				p := pagina(todos, tf, offset, limit)
				if len(p.Items) > limit || p.Total != len(todos) || !cabe(p) {
					t.Fatalf("limit %d, offset %d: %d items, total %d, fits %t", limit, offset, len(p.Items), p.Total, cabe(p))
				}
				for _, it := range p.Items {
					got = append(got, it.Nombre)
				}
				if p.SiguienteOffset == nil {
					break
				}
				if *p.SiguienteOffset <= offset {
					t.Fatalf("limit %d: the page at %d leads to %d", limit, offset, *p.SiguienteOffset)
				}
				offset = *p.SiguienteOffset
			}
			if !slices.Equal(got, want) {
				t.Fatalf("limit %d: the pages hold %d items, want %d in order", limit, len(got), len(want))
			}
		}
	}
}

package main

import (
	"errors"
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

func TestMaskedContacts(t *testing.T) {
	t.Parallel()
	tests := []struct{ got, want string }{
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

func TestDiagnosis(t *testing.T) {
	t.Parallel()
	now := monday()
	b := newBackend(&backendOptions{Now: func() time.Time { return now }})
	if _, err := b.Diagnostico(t.Context(), docLaura); !errors.Is(err, errNoExiste) {
		t.Errorf("before the first: %v", err)
	}
	for range 2 { // the second call tells of the first test
		d, err := b.IniciarDiagnostico(t.Context(), docLaura)
		if err != nil || !d.Inicio.Equal(monday()) {
			t.Errorf("%+v, %v", d, err)
		}
		now = now.Add(time.Minute)
	}
	want := estadoDiagnostico{Terminado: true, Fin: monday().Add(duraDiagnostico), Funciona: true}
	if d, err := b.Diagnostico(t.Context(), docLaura); d != want || err != nil {
		t.Errorf("after two minutes: %+v, %v", d, err)
	}
	if d, err := b.IniciarDiagnostico(t.Context(), docLaura); err != nil || d.Inicio.Equal(monday()) {
		t.Errorf("a new one: %+v, %v", d, err)
	}
	if n := b.Efectos().DiagnosticosIniciados; n != 2 {
		t.Errorf("%d were started, want 2", n)
	}
}

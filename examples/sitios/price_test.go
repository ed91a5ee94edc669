package main

import (
	"strings"
	"testing"

	"github.com/asixto/go-sdk/asixto/asixtotest"
	"github.com/asixto/go-sdk/meta"
)

// An address has its price in the currency of the call, and none where the house has
// none: it is never worked out from another one.
func TestPriceOfAnAddress(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		currency   asixtotest.CallOption
		price, say string
	}{
		"pesos of Colombia": {asixtotest.Currency("COP"), `,"direccion_precio":{"valor":48000,"moneda":"COP"}`, " Un año cuesta cuarenta y ocho mil pesos."},
		"pesos of Mexico":   {asixtotest.Currency("MXN"), `,"direccion_precio":{"valor":240,"moneda":"MXN"}`, " Un año cuesta doscientos cuarenta pesos."},
		"dollars":           {asixtotest.Currency("USD"), `,"direccion_precio":{"valor":12,"moneda":"USD"}`, " Un año cuesta doce dólares."},
		"not named":         {asixtotest.Without(meta.KeyCurrency), `,"direccion_precio":{"valor":48000,"moneda":"COP"}`, " Un año cuesta cuarenta y ocho mil pesos."},
		"null":              {asixtotest.With(meta.KeyCurrency, nil), `,"direccion_precio":{"valor":48000,"moneda":"COP"}`, " Un año cuesta cuarenta y ocho mil pesos."},
		"no price":          {asixtotest.Currency("EUR"), "", ""},
		"unreadable":        {asixtotest.Currency("usd"), "", ""},
	}
	w := newTaller(t)
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			in := ConsultarDireccionIn{Direccion: "Ana"}
			want := `{"direccion_nombre":"ana","direccion_disponible":true,"direccion_parecidas":[]` + tt.price + `}`
			for channel, option := range channels() {
				if a := w.Do(t, direccion, in, tt.currency, option); a.Structured != want {
					t.Errorf("%s: %s, want %s", channel, a.Structured, want)
				}
			}
			if said, want := asixtotest.Spoken(t, w, direccion, in, tt.currency), "La dirección ana está libre."+tt.say; said != want {
				t.Errorf("%q, want %q", said, want)
			}
			taken := ConsultarDireccionIn{Direccion: "panadería luna"}
			want = "La dirección panaderia guion luna está ocupada. Están libres panaderia guion luna guion 2, " +
				"panaderia guion luna guion 3 y panaderia guion luna guion 4." + tt.say
			if said := asixtotest.Spoken(t, w, direccion, taken, tt.currency); said != want {
				t.Errorf("%q, want %q", said, want)
			}
		})
	}
}

// What is proposed in place of a long address can be taken as it is.
func TestLongAddressesThatAreTaken(t *testing.T) {
	t.Parallel()
	for name, taken := range map[string]string{
		"as long as it may be":     strings.Repeat("a", largoDireccion),
		"cut where a word begins":  strings.Repeat("a", largoDireccion-3) + "-bc",
		"with room for the number": strings.Repeat("a", largoDireccion-2),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := verificado(t)
			w.backend.sitios[taken] = &sitio{Direccion: taken}
			out := asixtotest.Call[ConsultarDireccionOut](t, w, direccion, ConsultarDireccionIn{Direccion: taken})
			if out.DireccionDisponible || len(out.DireccionParecidas) != 3 {
				t.Fatalf("%+v", out)
			}
			for _, otra := range out.DireccionParecidas {
				if again := asixtotest.Call[ConsultarDireccionOut](t, w, direccion, ConsultarDireccionIn{Direccion: otra}); again.DireccionNombre != otra {
					t.Errorf("%q is written as %q", otra, again.DireccionNombre)
				}
			}
			asixtotest.Call[CrearSitioOut](t, w, crear, CrearSitioIn{
				Registro: elNegocio, Direccion: out.DireccionParecidas[0], Paleta: "coral", Confirmado: true,
			})
		})
	}
}

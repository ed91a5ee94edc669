package main

import (
	"log/slog"
	"testing"

	"github.com/asixto/go-sdk/asixto"
	"github.com/asixto/go-sdk/asixto/asixtotest"
	"github.com/asixto/go-sdk/idem"
)

// All that the certification does, with made-up arguments, and with real ones.
func TestContract(t *testing.T) {
	t.Parallel()
	w := newTaller(t)
	asixtotest.Contract(t, w.server, asixtotest.Strict())

	w = verificado(t)
	w.Contract(t, asixtotest.Strict(),
		asixtotest.Arguments(registrar, unNegocio()),
		asixtotest.Arguments(verificar, VerificarCorreoIn{Registro: elNegocio, Codigo: "000000"}),
		asixtotest.Arguments(direccion, ConsultarDireccionIn{Direccion: "panadería luna"}),
	)
}

func TestGoldenCatalogue(t *testing.T) {
	t.Parallel()
	asixtotest.Golden(t, newTaller(t).server, "testdata/catalogue.json")
}

// Every tool that writes has one effect for one key, whatever happens to the call.
func TestWritesOnce(t *testing.T) {
	t.Parallel()
	type write struct {
		begin     func(testing.TB) *taller
		in, other any
		effects   func(*taller) int
	}
	tests := map[string]write{
		registrar: {
			begin: newTaller, in: unNegocio(), other: RegistrarNegocioIn{Nombre: "Otro", Correo: elCorreo, Tipo: tipoTienda, Entrega: new("ambas")},
			effects: func(w *taller) int { return len(w.estado()) },
		},
		enviar: {
			begin: registrado, in: EnviarCodigoIn{Registro: elNegocio}, other: EnviarCodigoIn{Registro: elNegocio, Envio: new(2)},
			effects: (*taller).enviados,
		},
		verificar: {
			begin: func(tb testing.TB) *taller {
				tb.Helper()
				w := registrado(tb)
				asixtotest.Call[EnviarCodigoOut](tb, w, enviar, EnviarCodigoIn{Registro: elNegocio})
				return w
			},
			in: VerificarCorreoIn{Registro: elNegocio, Codigo: elCodigo}, other: VerificarCorreoIn{Registro: elNegocio, Codigo: "111111"},
			effects: func(w *taller) int { return cuenta(w, func(n negocio) bool { return n.Verificado }) },
		},
		crear: {
			begin: verificado, in: unSitio(), other: CrearSitioIn{Registro: elNegocio, Direccion: "otra", Paleta: "vino", Confirmado: true},
			effects: func(w *taller) int { return cuenta(w, func(n negocio) bool { return n.sitio != nil }) },
		},
	}
	for tool, tt := range tests {
		t.Run(tool, func(t *testing.T) {
			t.Parallel()
			asixtotest.Idempotent(t, func(tb testing.TB) asixtotest.Write {
				tb.Helper()
				w := tt.begin(tb)
				return asixtotest.Write{Client: w.Client, Tool: tool, In: tt.in, Other: tt.other, Effects: func() int { return tt.effects(w) }}
			})
		})
	}
}

func cuenta(w *taller, es func(negocio) bool) (n int) {
	for _, uno := range w.estado() {
		if es(uno) {
			n++
		}
	}
	return n
}

func TestReadsWriteNothing(t *testing.T) {
	t.Parallel()
	tests := map[string]any{
		direccion:       ConsultarDireccionIn{Direccion: "peluqueria ana"},
		paletasDe:       SugerirPaletasIn{Estilo: new("alegre")},
		opciones:        SugerirOpcionesIn{Tema: temaEstilo, Ideas: "alegre, sobrio"},
		consultarEstado: ConsultarEstadoIn{Registro: elNegocio},
		visitas:         ConsultarVisitasIn{Registro: elNegocio},
	}
	for tool, in := range tests {
		t.Run(tool, func(t *testing.T) {
			t.Parallel()
			w := creado(t)
			asixtotest.ReadOnly(t, w.Client, tool, in, w.estado)
		})
	}
}

// The tool that is not offered works all the same, and is held to the contract.
func TestReiniciarNegocio(t *testing.T) {
	t.Parallel()
	w := creado(t)
	s := asixto.NewServer("taller", "1.0.0", &asixto.ServerOptions{Store: idem.NewMemory(nil), Logger: slog.New(slog.DiscardHandler)})
	if err := addRegistrarNegocio(s, w.backend); err != nil {
		t.Fatal(err)
	}
	if err := addReiniciarNegocio(s, w.backend); err != nil {
		t.Fatal(err)
	}
	dev := asixtotest.New(t, s)
	in := ReiniciarNegocioIn{Registro: elNegocio, Confirmado: true}
	if out := asixtotest.Call[ReiniciarNegocioOut](t, dev, "reiniciar_negocio", in); !out.NegocioReiniciado {
		t.Errorf("%+v", out)
	}
	if n, err := w.backend.Negocio(elNegocio); err != nil || n.Verificado || n.sitio != nil {
		t.Errorf("afterwards %+v, %v, want no verification and no site", n, err)
	}
	if out := asixtotest.Call[ConsultarDireccionOut](t, w, direccion, ConsultarDireccionIn{Direccion: "peluqueria-ana"}); !out.DireccionDisponible {
		t.Error("the address is still taken")
	}
	in.Registro = "NEG-9999"
	asixtotest.Fails(t, dev, "reiniciar_negocio", in, "NOT_FOUND", "No encontré")
}

package main

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/asixto/go-sdk/asixto"
	"github.com/asixto/go-sdk/asixto/asixtotest"
	"github.com/asixto/go-sdk/idem"
	"github.com/asixto/go-sdk/meta"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// The tools.
const (
	registrar = "registrar_negocio"
	enviar    = "enviar_codigo"
	verificar = "verificar_correo"
	direccion = "consultar_direccion"
	paletasDe = "sugerir_paletas"
	opciones  = "sugerir_opciones"
	crear     = "crear_sitio"
	visitas   = "consultar_visitas"
)

const (
	elCodigo  = "482913"
	elCorreo  = "ana@correo.example"
	elNegocio = "NEG-1001"
)

// taller is the house with everything around it under the test's control.
type taller struct {
	*asixtotest.Client
	backend *backend
	server  *asixto.Server

	mu      sync.Mutex
	ahora   time.Time
	correos []string // to whom codes went
	caido   error    // what the mail server says
	falla   bool     // no site can be built
	log     bytes.Buffer
}

// Write keeps the server's log.
func (w *taller) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.log.Write(p)
}

func newTaller(tb testing.TB) *taller {
	tb.Helper()
	w := &taller{ahora: time.Date(2026, time.May, 4, 14, 0, 0, 0, time.UTC)}
	w.backend = newBackend(&backendOptions{
		Now: w.now, Cartero: w.entregar,
		Codigo: func() string { return elCodigo },
		Falla:  func(string) bool { w.mu.Lock(); defer w.mu.Unlock(); return w.falla },
	})
	var err error
	w.server, err = newServer(w.backend, &asixto.ServerOptions{
		Store: idem.NewMemory(nil), Development: true, Logger: slog.New(slog.NewTextHandler(w, nil)),
	})
	if err != nil {
		tb.Fatal(err)
	}
	w.Client = asixtotest.New(tb, w.server)
	tb.Cleanup(func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		if leak := "seems to leak"; strings.Contains(w.log.String(), leak) {
			tb.Errorf("an answer %s", leak)
		}
		if tb.Failed() {
			tb.Logf("server log:\n%s", w.log.String())
		}
	})
	return w
}

func (w *taller) now() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.ahora
}

func (w *taller) pasa(d time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.ahora = w.ahora.Add(d)
}

func (w *taller) entregar(_ context.Context, correo, codigo string) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.caido != nil {
		return w.caido
	}
	w.correos = append(w.correos, correo+" "+codigo)
	return nil
}

func (w *taller) enviados() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.correos)
}

// estado is all that a call may have changed.
func (w *taller) estado() map[string]negocio {
	w.backend.mu.Lock()
	defer w.backend.mu.Unlock()
	all := map[string]negocio{}
	for k, n := range w.backend.negocios {
		all[k] = *n
	}
	return all
}

func unNegocio() RegistrarNegocioIn {
	return RegistrarNegocioIn{
		Nombre: "Peluquería Ana", Correo: elCorreo, Tipo: tipoServicios, Horario: new("de lunes a sábado"),
		Ofrece: new("cortes, color, peinados"),
	}
}

func unSitio() CrearSitioIn {
	return CrearSitioIn{Registro: elNegocio, Direccion: "peluqueria-ana", Paleta: "coral", Secciones: new("servicios, horario"), Confirmado: true}
}

// registrado has a business registered in the usual conversation.
func registrado(tb testing.TB) *taller {
	tb.Helper()
	w := newTaller(tb)
	asixtotest.Call[RegistrarNegocioOut](tb, w, registrar, unNegocio())
	return w
}

// verificado has its e-mail verified too.
func verificado(tb testing.TB) *taller {
	tb.Helper()
	w := registrado(tb)
	asixtotest.Call[EnviarCodigoOut](tb, w, enviar, EnviarCodigoIn{Registro: elNegocio})
	asixtotest.Call[VerificarCorreoOut](tb, w, verificar, VerificarCorreoIn{Registro: elNegocio, Codigo: elCodigo})
	return w
}

// creado has a site that was just begun.
func creado(tb testing.TB) *taller {
	tb.Helper()
	w := verificado(tb)
	asixtotest.Call[CrearSitioOut](tb, w, crear, unSitio())
	return w
}

func channels() map[string]asixtotest.CallOption {
	return map[string]asixtotest.CallOption{string(meta.Chat): asixtotest.Chat(), string(meta.Voice): asixtotest.Voice()}
}

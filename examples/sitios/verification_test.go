package main

import (
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/asixto/go-sdk/asixto"
	"github.com/asixto/go-sdk/asixto/asixtotest"
	toolerrors "github.com/asixto/go-sdk/errors"
	"github.com/asixto/go-sdk/idem"
	"github.com/asixto/go-sdk/meta"
)

// The server holds the gate, whatever the model was told: without a verified e-mail
// there is no site, in either channel.
func TestNoSiteWithoutAVerifiedEmail(t *testing.T) {
	t.Parallel()
	for channel, option := range channels() {
		t.Run(channel, func(t *testing.T) {
			t.Parallel()
			w := registrado(t)
			asixtotest.Fails(t, w, crear, unSitio(), toolerrors.KindBlocker, "verificar el correo", option)
			asixtotest.Call[EnviarCodigoOut](t, w, enviar, EnviarCodigoIn{Registro: elNegocio}, option)
			asixtotest.Fails(t, w, crear, unSitio(), toolerrors.KindBlocker, "verificar el correo", option)
			asixtotest.Fails(t, w, verificar, VerificarCorreoIn{Registro: elNegocio, Codigo: "000000"}, toolerrors.KindValidation, "no coincide", option)
			asixtotest.Fails(t, w, crear, unSitio(), toolerrors.KindBlocker, "verificar el correo", option)
			if n, err := w.backend.Negocio(elNegocio); err != nil || n.sitio != nil {
				t.Fatalf("%+v, %v, want no site", n, err)
			}
			asixtotest.Call[VerificarCorreoOut](t, w, verificar, VerificarCorreoIn{Registro: elNegocio, Codigo: "482 913"}, option)
			asixtotest.Call[CrearSitioOut](t, w, crear, unSitio(), option)
		})
	}
}

// Many who create at once make one site.
func TestOneOfManyCreates(t *testing.T) {
	t.Parallel()
	w := verificado(t)
	var group sync.WaitGroup
	errs := make([]error, 20)
	for i := range errs {
		group.Go(func() {
			_, errs[i] = w.backend.CrearSitio(t.Context(), elNegocio, sitio{Direccion: fmt.Sprintf("ana-%d", i)})
		})
	}
	group.Wait()
	done := 0
	for _, err := range errs {
		if err == nil {
			done++
		} else if !errors.Is(err, errYaCreado) {
			t.Errorf("error %v, want errYaCreado", err)
		}
	}
	if done != 1 || len(w.backend.sitios) != 2 {
		t.Errorf("%d were created, and %d addresses are taken, want 1 and 2", done, len(w.backend.sitios))
	}
}

// What one conversation has registered another one may not touch, until it has
// proved to read the e-mail.
func TestOnlyWhoReadsTheMailComesBack(t *testing.T) {
	t.Parallel()
	w := creado(t)
	other := asixtotest.ConversationID("cnv_otra")
	state := ConsultarEstadoIn{Registro: elNegocio}
	asixtotest.Fails(t, w, consultarEstado, state, toolerrors.KindPermission, "verificar su correo", other)
	asixtotest.Fails(t, w, crear, unSitio(), toolerrors.KindPermission, "verificar su correo", other)
	w.pasa(time.Hour)
	asixtotest.Call[EnviarCodigoOut](t, w, enviar, EnviarCodigoIn{Registro: elNegocio, Envio: new(2)}, other)
	asixtotest.Fails(t, w, verificar, VerificarCorreoIn{Registro: elNegocio, Codigo: "000000"}, toolerrors.KindValidation, "", other)
	asixtotest.Fails(t, w, consultarEstado, state, toolerrors.KindPermission, "", other)
	asixtotest.Call[VerificarCorreoOut](t, w, verificar, VerificarCorreoIn{Registro: "neg 1001", Codigo: elCodigo}, other)
	if out := asixtotest.Call[ConsultarEstadoOut](t, w, consultarEstado, state, other); out.EstadoSitio != estadoPublicado {
		t.Errorf("%+v", out)
	}
}

// Processes over one store are one house: who registered a business in one may touch it
// in the other, and no other conversation may.
func TestServersOverOneStoreAreOneHouse(t *testing.T) {
	t.Parallel()
	for name, channel := range channels() {
		b, store := newBackend(nil), idem.NewMemory(nil)
		var servers [2]*asixtotest.Client
		for i := range servers {
			srv, err := newServer(b, &asixto.ServerOptions{Store: store, Logger: slog.New(slog.DiscardHandler)})
			if err != nil {
				t.Fatal(err)
			}
			servers[i] = asixtotest.New(t, srv)
		}
		mine, other := asixtotest.ConversationID("cnv_"+name), asixtotest.ConversationID("cnv_otra")
		asixtotest.Call[RegistrarNegocioOut](t, servers[0], registrar, unNegocio(), channel, mine)
		state := ConsultarEstadoIn{Registro: elNegocio}
		asixtotest.Fails(t, servers[1], consultarEstado, state, toolerrors.KindPermission, "", channel, other)
		asixtotest.Fails(t, servers[1], consultarEstado, state, toolerrors.KindNotFound, "todavía no tiene un sitio", channel, mine)
	}
}

// Whoever leaves before there is a site has left the data.
func TestDataIsKeptWhereTheCustomerLeaves(t *testing.T) {
	t.Parallel()
	w := registrado(t)
	n, err := w.backend.Negocio(elNegocio)
	if err != nil || n.Nombre != "Peluquería Ana" || n.Correo != elCorreo || n.Horario == "" || n.sitio != nil {
		t.Errorf("%+v, %v", n, err)
	}
}

func TestCodesEnd(t *testing.T) {
	t.Parallel()
	verify := func(code string) VerificarCorreoIn { return VerificarCorreoIn{Registro: elNegocio, Codigo: code} }
	sent := func(t *testing.T) *taller {
		t.Helper()
		w := registrado(t)
		asixtotest.Fails(t, w, verificar, verify(elCodigo), toolerrors.KindValidation, "No hay un código")
		asixtotest.Call[EnviarCodigoOut](t, w, enviar, EnviarCodigoIn{Registro: elNegocio})
		return w
	}
	t.Run("after ten minutes", func(t *testing.T) {
		t.Parallel()
		w := sent(t)
		w.pasa(vidaCodigo)
		asixtotest.Fails(t, w, verificar, verify(elCodigo), toolerrors.KindValidation, "No hay un código")
	})
	t.Run("once used", func(t *testing.T) {
		t.Parallel()
		w := sent(t)
		asixtotest.Call[VerificarCorreoOut](t, w, verificar, verify(elCodigo))
		asixtotest.Fails(t, w, verificar, verify(elCodigo), toolerrors.KindValidation, "No hay un código")
	})
	t.Run("after five wrong ones, of which a repetition is none", func(t *testing.T) {
		t.Parallel()
		w := sent(t)
		for i := range fallosDeCodigo {
			for range 3 {
				asixtotest.Fails(t, w, verificar, verify(fmt.Sprintf("%06d", min(i, fallosDeCodigo-2))), toolerrors.KindValidation, "no coincide")
			}
		}
		asixtotest.Fails(t, w, verificar, verify("999999"), toolerrors.KindValidation, "no coincide")
		asixtotest.Fails(t, w, verificar, verify(elCodigo), toolerrors.KindValidation, "No hay un código")
	})
}

// The mails to one address are bounded, however many businesses name it.
func TestMailsAreBounded(t *testing.T) {
	t.Parallel()
	w := newTaller(t)
	send := func(i int) EnviarCodigoIn { return EnviarCodigoIn{Registro: fmt.Sprintf("NEG-%d", primerNegocio+i)} }
	for i := range codigosPorDia + 1 {
		asixtotest.Call[RegistrarNegocioOut](t, w, registrar, unNegocio())
		if i < codigosPorDia {
			asixtotest.Call[EnviarCodigoOut](t, w, enviar, send(i))
			asixtotest.Fails(t, w, enviar, send(0), toolerrors.KindBlocker, "esperar un minuto")
			w.pasa(entreCodigos)
		}
	}
	asixtotest.Fails(t, w, enviar, send(codigosPorDia), toolerrors.KindBlocker, "muchos códigos")
	w.pasa(24*time.Hour - codigosPorDia*entreCodigos)
	asixtotest.Call[EnviarCodigoOut](t, w, enviar, send(codigosPorDia))
	if n := w.enviados(); n != codigosPorDia+1 {
		t.Errorf("%d mails, want %d", n, codigosPorDia+1)
	}
}

// From when on there may be another code is said in the zone of the call, alike in
// both channels, and is no minute too early.
func TestNextCodeIsSaidInTheZone(t *testing.T) {
	t.Parallel()
	w := newTaller(t)
	w.pasa(10 * time.Second) // the first one leaves at 14:00:10 UTC
	for i := range codigosPorDia {
		asixtotest.Call[RegistrarNegocioOut](t, w, registrar, unNegocio())
		asixtotest.Call[EnviarCodigoOut](t, w, enviar, EnviarCodigoIn{Registro: fmt.Sprintf("NEG-%d", primerNegocio+i)})
		w.pasa(entreCodigos)
	}
	in := EnviarCodigoIn{Registro: elNegocio, Envio: new(2)}
	for name, tt := range map[string]struct {
		zone asixtotest.CallOption
		says string
	}{
		"Bogotá":   {asixtotest.Timezone("America/Bogota"), "el martes 5 de mayo a las nueve y uno de la mañana"},
		"Auckland": {asixtotest.Timezone("Pacific/Auckland"), "el miércoles 6 de mayo a las dos y uno de la madrugada"},
		"no zone":  {asixtotest.Without(meta.KeyTimezone), "el martes 5 de mayo a las dos y uno de la tarde"},
	} {
		want := "Ya se enviaron muchos códigos a ese correo. Se puede pedir otro desde " + tt.says + "."
		for channel, option := range channels() {
			if a := asixtotest.Fails(t, w, enviar, in, toolerrors.KindBlocker, "", tt.zone, option); a.Heard() != want {
				t.Errorf("%s, %s: %q, want %q", name, channel, a.Heard(), want)
			}
		}
	}
	w.pasa(time.Date(2026, time.May, 5, 14, 1, 0, 0, time.UTC).Sub(w.now()))
	asixtotest.Call[EnviarCodigoOut](t, w, enviar, in)
}

// An equal call is a repetition by the Gateway's key; who wants another code says so.
func TestAnotherCodeIsAnotherCall(t *testing.T) {
	t.Parallel()
	w := registrado(t)
	v := asixtotest.NewConversation(w.Client)
	for range 3 {
		v.Do(t, enviar, EnviarCodigoIn{Registro: elNegocio})
		w.pasa(entreCodigos)
	}
	if n := w.enviados(); n != 1 {
		t.Errorf("%d mails for one call that was repeated, want 1", n)
	}
	v.Do(t, enviar, EnviarCodigoIn{Registro: elNegocio, Envio: new(2)})
	if n := w.enviados(); n != 2 {
		t.Errorf("%d mails, want 2", n)
	}
}

// A mail that does not leave can be tried again at once, and says nothing of why.
func TestMailServerDown(t *testing.T) {
	t.Parallel()
	w := registrado(t)
	w.caido = errors.New("550 relay of hunter2 denied")
	f := asixtotest.Fails(t, w, enviar, EnviarCodigoIn{Registro: elNegocio}, toolerrors.KindSystem, "No fue posible")
	if strings.Contains(f.Structured+f.Text, "hunter2") {
		t.Errorf("%s tells what the mail server said", f.Structured)
	}
	w.caido = nil
	asixtotest.Call[EnviarCodigoOut](t, w, enviar, EnviarCodigoIn{Registro: elNegocio})
}

func TestUnknownRegistration(t *testing.T) {
	t.Parallel()
	w := newTaller(t)
	asixtotest.Fails(t, w, enviar, EnviarCodigoIn{Registro: "NEG-9999"}, toolerrors.KindNotFound, "No encontré")
	asixtotest.Fails(t, w, verificar, VerificarCorreoIn{Registro: "NEG-9999", Codigo: elCodigo}, toolerrors.KindNotFound, "No encontré")
	asixtotest.Fails(t, w, consultarEstado, ConsultarEstadoIn{Registro: "NEG-9999"}, toolerrors.KindPermission, "")
}

func TestRandomCodes(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for range 50 {
		c := codigoAlAzar()
		if len(c) != 6 || soloDigitos(c) != c {
			t.Fatalf("%q, want six digits", c)
		}
		seen[c] = true
	}
	if len(seen) < 45 {
		t.Errorf("%d different codes of 50", len(seen))
	}
}

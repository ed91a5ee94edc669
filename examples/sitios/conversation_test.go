package main

import (
	"testing"
	"time"

	"github.com/asixto/go-sdk/asixto"
	"github.com/asixto/go-sdk/asixto/asixtotest"
)

// A whole conversation, in each channel: what the tools are asked and what the
// customer hears.
func TestGoldenConversations(t *testing.T) {
	t.Parallel()
	for channel, option := range channels() {
		t.Run(channel, func(t *testing.T) {
			t.Parallel()
			w := newTaller(t)
			v := asixtotest.NewConversation(w.Client, option, asixtotest.ConversationID("cnv_"+channel))
			v.Do(t, registrar, `{"nombre":"Peluquería Ana","correo":"ana@correo.example","tipo":"servicios"}`)
			v.Do(t, registrar, unNegocio())
			v.Do(t, opciones, SugerirOpcionesIn{Tema: "secciones", Ideas: "servicios, galeria, blog"})
			v.Do(t, opciones, SugerirOpcionesIn{Tema: temaEstilo, Ideas: "alegre"})
			v.Do(t, opciones, SugerirOpcionesIn{Tema: temaEstilo, Ideas: "alegre", PageIn: asixto.PageIn{Offset: new(3)}})
			v.Do(t, paletasDe, SugerirPaletasIn{Estilo: new("alegre")})
			v.Do(t, paletasDe, SugerirPaletasIn{PageIn: asixto.PageIn{Limit: new(5)}})
			v.Do(t, paletasDe, SugerirPaletasIn{PageIn: asixto.PageIn{Offset: new(6)}})
			v.Do(t, paletasDe, SugerirPaletasIn{PageIn: asixto.PageIn{Offset: new(8)}})
			v.Do(t, direccion, ConsultarDireccionIn{Direccion: "Panadería Luna"})
			v.Do(t, direccion, ConsultarDireccionIn{Direccion: "Peluquería Ana"})
			v.Do(t, crear, unSitio())
			v.Do(t, enviar, EnviarCodigoIn{Registro: elNegocio})
			v.Do(t, enviar, EnviarCodigoIn{Registro: elNegocio, Envio: new(2)})
			v.Do(t, verificar, VerificarCorreoIn{Registro: elNegocio, Codigo: "12"})
			v.Do(t, verificar, VerificarCorreoIn{Registro: elNegocio, Codigo: "000000"})
			v.Do(t, verificar, VerificarCorreoIn{Registro: elNegocio, Codigo: elCodigo})
			v.Do(t, consultarEstado, ConsultarEstadoIn{Registro: elNegocio})
			v.Do(t, visitas, ConsultarVisitasIn{Registro: elNegocio})
			v.Do(t, crear, `{"registro":"NEG-1001","direccion":"peluqueria-ana","paleta":"coral","confirmado":false}`)
			v.Do(t, crear, CrearSitioIn{Registro: elNegocio, Direccion: "panaderia-luna", Paleta: "coral", Confirmado: true})
			v.Do(t, crear, unSitio())
			v.Retry(t)
			v.Do(t, consultarEstado, ConsultarEstadoIn{Registro: elNegocio})
			w.pasa(2 * time.Minute)
			v.Do(t, consultarEstado, ConsultarEstadoIn{Registro: elNegocio})
			v.Do(t, crear, CrearSitioIn{Registro: elNegocio, Direccion: "ana", Paleta: "vino", Confirmado: true})
			v.Do(t, visitas, ConsultarVisitasIn{Registro: elNegocio})
			w.pasa(31 * 24 * time.Hour)
			v.Do(t, visitas, ConsultarVisitasIn{Registro: elNegocio, PageIn: asixto.PageIn{Limit: new(4)}})
			v.Do(t, visitas, ConsultarVisitasIn{Registro: elNegocio, PageIn: asixto.PageIn{Offset: new(30)}})
			v.Do(t, visitas, ConsultarVisitasIn{Registro: elNegocio, PageIn: asixto.PageIn{Offset: new(32)}})
			v.Golden(t, "testdata/"+channel+".txt")
		})
	}
}

// A site that cannot be built leaves its address free, and may be tried elsewhere.
func TestSiteThatFails(t *testing.T) {
	t.Parallel()
	w := verificado(t)
	w.falla = true
	asixtotest.Call[CrearSitioOut](t, w, crear, unSitio())
	w.pasa(2 * time.Minute)
	out := asixtotest.Call[ConsultarEstadoOut](t, w, consultarEstado, ConsultarEstadoIn{Registro: elNegocio})
	if out.EstadoSitio != estadoFallido || out.Progress != "fallido" || out.NextAction == "" {
		t.Errorf("%+v", out)
	}
	if said := asixtotest.Spoken(t, w, consultarEstado, ConsultarEstadoIn{Registro: elNegocio}); said != "El sitio no se pudo construir." {
		t.Errorf("%q", said)
	}
	w.falla = false
	asixtotest.Call[CrearSitioOut](t, w, crear, CrearSitioIn{Registro: elNegocio, Direccion: "ana", Paleta: "vino", Confirmado: true})
	if out := asixtotest.Call[ConsultarDireccionOut](t, w, direccion, ConsultarDireccionIn{Direccion: "peluqueria-ana"}); !out.DireccionDisponible {
		t.Errorf("the address of the site that failed: %+v", out)
	}
}

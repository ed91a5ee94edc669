package main

import (
	"context"
	"errors"
	"slices"

	"github.com/asixto/go-sdk/asixto"
	"github.com/asixto/go-sdk/asixto/guard"
	"github.com/asixto/go-sdk/idem"
)

// instrucciones say what holds for all tools.
const instrucciones = "El registro que da registrar_negocio identifica al negocio en las demás herramientas. " +
	"Las listas vienen por páginas: siguiente_offset trae la que sigue."

// flujos state the order of the tools.
//
// Practice: flow at server level. It stands here once; no description repeats it.
func flujos() []asixto.Flow {
	codigo := asixto.Step{Tool: "enviar_codigo", Does: "manda un código a su correo"}
	correo := asixto.Step{Tool: "verificar_correo", Does: "confirma el correo con ese código"}
	return []asixto.Flow{
		{For: "crear un sitio", Steps: []asixto.Step{
			{Tool: "registrar_negocio", Does: "reúne los datos del negocio"},
			codigo, correo,
			{Tool: "consultar_direccion", Does: "mira si la dirección está libre"},
			{Tool: "crear_sitio", Does: "con la confirmación del cliente"},
		}, Note: "CRÍTICO: el sitio queda PUBLICADO Y VISIBLE PARA TODOS desde que se crea. " +
			"Si el cliente abandona antes de crear_sitio, sus datos ya quedaron registrados."},
		{For: "elegir el diseño, antes de crear el sitio", Steps: []asixto.Step{
			{Tool: "sugerir_opciones", Does: "ajusta las ideas a lo que se construye"}, {Tool: "sugerir_paletas"},
		}},
		{For: "retomar un negocio en otra conversación", Steps: []asixto.Step{codigo, correo, {Tool: consultarEstado}}},
	}
}

// negocioDe is what the arguments of every tool say that touches a business.
type negocioDe interface{ negocio() string }

// reconocido is what an answer says after which the conversation speaks for a
// business: it has registered it, or has proved to read its mail.
type reconocido interface{ reconocido() string }

// newServer returns a server with the tools over b. opts must hold a store: what
// conversations have proved is kept beside the idempotency keys. The error names
// all that is wrong with any tool.
func newServer(b *backend, opts *asixto.ServerOptions) (*asixto.Server, error) {
	o := *opts
	o.Title, o.Instructions, o.Flows = "Sitios para negocios", instrucciones, flujos()
	duenos := guard.NewOwnership(idem.NewFacts(o.Store, idem.DefaultFactTTL), &guard.Options{
		Kind: "negocio", Message: "Primero hay que registrar el negocio, o verificar su correo, en esta conversación.",
	})
	o.Middleware = append(slices.Clip(o.Middleware),
		guard.After(func(ctx context.Context, out reconocido) error { return duenos.Resolve(ctx, clave(out.reconocido())) }),
		guard.Before(func(ctx context.Context, in negocioDe) error { return duenos.Require(ctx, clave(in.negocio())) }),
	)
	s := asixto.NewServer("sitios", "1.0.0", &o)
	// Practice: registering is a decision. addReiniciarNegocio exists, works and is
	// tested; it is not in this list, for a model that was talked into using it would
	// erase a verification.
	return s, errors.Join(
		addRegistrarNegocio(s, b),
		addEnviarCodigo(s, b),
		addVerificarCorreo(s, b),
		addConsultarDireccion(s, b),
		addSugerirPaletas(s),
		addSugerirOpciones(s),
		addCrearSitio(s, b),
		addConsultarEstado(s, b),
		addConsultarVisitas(s, b),
	)
}

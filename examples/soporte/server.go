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
const instrucciones = "Los resultados de buscar_items vienen por páginas: siguiente_offset trae la que sigue."

// flujos state the order of the tools once, for the whole server.
func flujos() []asixto.Flow {
	identifica := asixto.Step{Tool: consultarCliente, Does: "identifica al titular y da los códigos de sus citas"}
	return []asixto.Flow{
		{For: "cancelar una cita", Steps: []asixto.Step{
			identifica, {Tool: "cancelar_cita", Does: "con uno de esos códigos y la confirmación del titular"},
		}, Note: "Una cita cancelada no se recupera."},
		{For: "cambiar los datos de contacto", Steps: []asixto.Step{identifica, {Tool: "actualizar_cliente"}}},
		{For: "revisar una línea que falla", Steps: []asixto.Step{
			identifica, {Tool: "iniciar_diagnostico", Does: "lo pone en marcha"}, {Tool: consultarDiagnostico, Does: "cuando el cliente pregunte"},
			{Tool: "abrir_caso_soporte", Does: "si el diagnóstico encontró una falla"},
		}},
	}
}

// titular is what the arguments of every tool say that touches a client's record.
type titular interface{ titular() string }

// newServer returns a server with the tools over b. opts must hold a store: what
// conversations have looked up is kept beside the idempotency keys. The error
// names all that is wrong with any tool.
func newServer(b *backend, opts *asixto.ServerOptions) (*asixto.Server, error) {
	o := *opts
	o.Title, o.Instructions, o.Flows = "Mesa de soporte", instrucciones, flujos()
	titulares := guard.NewOwnership(idem.NewFacts(o.Store, idem.DefaultFactTTL), nil)
	o.Middleware = append(slices.Clip(o.Middleware),
		guard.After(func(ctx context.Context, out ConsultarClienteOut) error {
			return titulares.Resolve(ctx, clave(out.Documento))
		}),
		guard.Before(func(ctx context.Context, in titular) error { return titulares.Require(ctx, clave(in.titular())) }),
	)
	s := asixto.NewServer("soporte", "1.0.0", &o)
	return s, errors.Join(
		addConsultarCliente(s, b),
		addBuscarItems(s, b),
		addAbrirCaso(s, b),
		addActualizarCliente(s, b),
		addCancelarCita(s, b),
		addIniciarDiagnostico(s, b),
		addConsultarDiagnostico(s, b),
	)
}

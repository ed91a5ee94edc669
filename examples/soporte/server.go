package main

import (
	"errors"

	"github.com/asixto/go-sdk/asixto"
)

// instrucciones state the flow between the tools once, for the whole server.
const instrucciones = "Las citas de un cliente y sus códigos salen de consultar_cliente; cancelar_cita recibe uno de esos códigos. " +
	"Los resultados de buscar_items vienen por páginas: siguiente_offset trae la que sigue."

// newServer returns a server with the five tools over b. Its error names all
// that is wrong with any of them.
func newServer(b *backend, opts *asixto.ServerOptions) (*asixto.Server, error) {
	o := asixto.ServerOptions{}
	if opts != nil {
		o = *opts
	}
	o.Title, o.Instructions = "Mesa de soporte", instrucciones
	s := asixto.NewServer("soporte", "1.0.0", &o)
	return s, errors.Join(
		addConsultarCliente(s, b),
		addBuscarItems(s, b),
		addAbrirCaso(s, b),
		addActualizarCliente(s, b),
		addCancelarCita(s, b),
	)
}

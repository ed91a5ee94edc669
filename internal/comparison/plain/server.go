package main

import "github.com/modelcontextprotocol/go-sdk/mcp"

const sinCliente = "No encontré un cliente con ese documento."

const instrucciones = "Los resultados de buscar_items vienen por páginas: siguiente_offset trae la que sigue.\n" +
	"Para cancelar una cita: 1) consultar_cliente, identifica al titular y da los códigos de sus citas; " +
	"2) cancelar_cita, con uno de esos códigos y la confirmación del titular. Una cita cancelada no se recupera.\n" +
	"Para cambiar los datos de contacto: 1) consultar_cliente, identifica al titular; 2) actualizar_cliente."

// A desk is what the tools stand on.
type desk struct {
	*backend

	once   *effects
	owners *owners
}

func documento(doc string) field { return text("documento", doc, 5, 20) }

func fecha(doc string) field {
	return field{name: "fecha", doc: doc, kind: "string", format: "date-time"}
}

func newServer(b *backend) *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "soporte", Title: "Mesa de soporte", Version: "1.0.0"}, &mcp.ServerOptions{
		Instructions: instrucciones, Capabilities: &mcp.ServerCapabilities{},
	})
	d := &desk{b, newEffects(), newOwners()}
	addConsultarCliente(s, d)
	addBuscarItems(s, d)
	addAbrirCaso(s, d)
	addActualizarCliente(s, d)
	addCancelarCita(s, d)
	return s
}

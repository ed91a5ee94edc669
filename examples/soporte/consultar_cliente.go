package main

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"github.com/asixto/go-sdk/asixto"
	"github.com/asixto/go-sdk/asixto/speak"
	toolerrors "github.com/asixto/go-sdk/errors"
	"github.com/asixto/go-sdk/meta"
)

const consultarCliente = "consultar_cliente"

// sinCliente is what every tool says of a document that nobody has.
const sinCliente = "No encontré un cliente con ese documento."

// ConsultarClienteIn are the arguments of consultar_cliente.
type ConsultarClienteIn struct {
	Documento string `json:"documento" validate:"min=5,max=20" doc:"Documento del cliente: tipo y número, sin puntos ni espacios"`
}

// ConsultarClienteOut tells who the client is. Contact data is masked: whoever
// says a document in a conversation has not proved to be its holder.
type ConsultarClienteOut struct {
	Nombre        string        `json:"nombre"`
	Estado        string        `json:"estado" validate:"oneof=activo suspendido"`
	Telefono      string        `json:"telefono" doc:"Solo el final del número"`
	Correo        string        `json:"correo" doc:"Solo el comienzo y el dominio"`
	ProximasCitas []ProximaCita `json:"proximas_citas"`
	TotalCitas    int           `json:"total_citas"`

	// Documento is whom the conversation has now identified; the guard alone reads it.
	Documento string `json:"documento" asixto:"strip"`
}

// ProximaCita is one appointment still ahead.
type ProximaCita struct {
	CitaID   string     `json:"cita_id" doc:"Código público de la cita"`
	Servicio string     `json:"servicio"`
	Fecha    speak.Time `json:"fecha"`
}

// Spoken says the client and the next appointments in a call.
func (o ConsultarClienteOut) Spoken(call meta.Call) string {
	if call.Channel() != meta.Voice {
		return ""
	}
	estado := map[string]string{clienteActivo: "activa", clienteSuspendido: "suspendida"}[o.Estado]
	cuenta := "La cuenta de " + o.Nombre + " está " + estado + "."
	if o.TotalCitas == 0 {
		return speak.Sentences(cuenta, "No tiene citas próximas.")
	}
	var dichas []string
	for _, c := range o.ProximasCitas {
		dichas = append(dichas, c.Servicio+", "+c.Fecha.Spoken())
	}
	tiene := "Tiene " + speak.Count(o.TotalCitas, "cita próxima", "citas próximas") + ": " + strings.Join(dichas, "; ") + "."
	if faltan := o.TotalCitas - len(dichas); faltan > 0 {
		return speak.Sentences(cuenta, tiene, "Hay "+strconv.Itoa(faltan)+" más.")
	}
	return speak.Sentences(cuenta, tiene)
}

func addConsultarCliente(s *asixto.Server, b *backend) error {
	return asixto.AddTool(s, asixto.Tool{
		Name:  consultarCliente,
		Title: "Consultar cliente",
		Description: "Busca un cliente por su documento y devuelve su nombre, el estado de la cuenta y sus próximas citas. " +
			"No la uses para cambiar datos ni para cancelar una cita.",
		Verb: "consultar los datos de un cliente",
		Capabilities: []meta.Capability{
			meta.Soporte, meta.PQR, meta.Garantia, meta.Agenda, meta.Cancelacion, meta.ActualizacionDatos, meta.ConsultaEstado,
		},
		Access: asixto.Read,
	}, b.consultarCliente)
}

func (b *backend) consultarCliente(ctx context.Context, in ConsultarClienteIn) (ConsultarClienteOut, error) {
	c, err := b.Cliente(ctx, in.Documento)
	if errors.Is(err, errNoExiste) {
		return ConsultarClienteOut{}, toolerrors.NotFound(sinCliente).WithCause(err)
	}
	if err != nil {
		return ConsultarClienteOut{}, err
	}
	citas, err := b.ProximasCitas(ctx, c.Documento)
	if err != nil {
		return ConsultarClienteOut{}, err
	}
	return ConsultarClienteOut{
		Nombre:        c.Nombre,
		Estado:        c.Estado,
		Telefono:      finalDelTelefono(c.Telefono),
		Correo:        correoOculto(c.Correo),
		ProximasCitas: proximas(citas, meta.From(ctx)),
		TotalCitas:    len(citas),
		Documento:     c.Documento,
	}, nil
}

// proximas keeps as many appointments as the channel says at once, each with
// its date in the tenant's zone.
func proximas(citas []cita, call meta.Call) []ProximaCita {
	cuantas := asixto.ChatItems
	if call.Channel() == meta.Voice {
		cuantas = asixto.VoiceItems
	}
	citas = citas[:min(len(citas), cuantas)]
	out := make([]ProximaCita, len(citas))
	for i, c := range citas {
		out[i] = ProximaCita{CitaID: c.Codigo, Servicio: c.Servicio, Fecha: speak.At(call, c.Fecha)}
	}
	return out
}

func finalDelTelefono(telefono string) string {
	return "termina en " + telefono[max(0, len(telefono)-4):]
}

func correoOculto(correo string) string {
	usuario, dominio, _ := strings.Cut(correo, "@")
	for _, inicial := range usuario {
		return string(inicial) + "***@" + dominio
	}
	return "***"
}

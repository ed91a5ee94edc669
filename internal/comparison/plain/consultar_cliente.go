package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type consultarIn struct {
	Documento string `json:"documento"`
}

type consultarOut struct {
	Nombre        string        `json:"nombre"`
	Estado        string        `json:"estado"`
	Telefono      string        `json:"telefono"`
	Correo        string        `json:"correo"`
	ProximasCitas []proximaCita `json:"proximas_citas"`
	TotalCitas    int           `json:"total_citas"`
}

type proximaCita struct {
	CitaID   string    `json:"cita_id"`
	Servicio string    `json:"servicio"`
	Fecha    time.Time `json:"fecha"`
}

func (o consultarOut) spoken() string {
	estado := map[string]string{clienteActivo: "activa", clienteSuspendido: "suspendida"}[o.Estado]
	cuenta := "La cuenta de " + o.Nombre + " está " + estado + "."
	if o.TotalCitas == 0 {
		return cuenta + " No tiene citas próximas."
	}
	var said []string
	for _, c := range o.ProximasCitas {
		said = append(said, c.Servicio+", "+moment(c.Fecha))
	}
	tiene := fmt.Sprintf("%s Tiene %d %s: %s.", cuenta, o.TotalCitas,
		plural(o.TotalCitas, "cita próxima", "citas próximas"), strings.Join(said, "; "))
	if faltan := o.TotalCitas - len(said); faltan > 0 {
		return fmt.Sprintf("%s Hay %d más.", tiene, faltan)
	}
	return tiene
}

func addConsultarCliente(s *mcp.Server, d *desk) {
	add(s, d.once, tool[consultarIn, consultarOut]{
		name:  "consultar_cliente",
		title: "Consultar cliente",
		description: "Busca un cliente por su documento y devuelve su nombre, el estado de la cuenta y sus próximas citas. " +
			"No la uses para cambiar datos ni para cancelar una cita.",
		verb:         "consultar los datos de un cliente",
		capabilities: []string{"soporte", "pqr", "garantia", "agenda", "cancelacion", "actualizacion_datos", "consulta_estado"},
		readOnly:     true,
		in:           []field{documento("Documento del cliente: tipo y número, sin puntos ni espacios")},
		out: []field{
			text("nombre", "", 0, 0), oneOf("estado", "", clienteActivo, clienteSuspendido),
			text("telefono", "Solo el final del número", 0, 0), text("correo", "Solo el comienzo y el dominio", 0, 0),
			{name: "proximas_citas", kind: "array", of: []field{
				text("cita_id", "Código público de la cita", 0, 0), text("servicio", "", 0, 0), fecha(""),
			}},
			number("total_citas", "", 0, 0),
		},
		run: d.consultarCliente,
	})
}

func (d *desk) consultarCliente(ctx context.Context, c call, in consultarIn) (consultarOut, error) {
	encontrado, err := d.Cliente(ctx, in.Documento)
	if errors.Is(err, errNoExiste) {
		return consultarOut{}, notFound(sinCliente)
	}
	if err != nil {
		return consultarOut{}, err
	}
	citas, err := d.ProximasCitas(ctx, encontrado.Documento)
	if err != nil {
		return consultarOut{}, err
	}
	d.owners.resolve(c, encontrado.Documento)
	out := consultarOut{
		Nombre:        encontrado.Nombre,
		Estado:        encontrado.Estado,
		Telefono:      "termina en " + encontrado.Telefono[max(0, len(encontrado.Telefono)-4):],
		Correo:        correoOculto(encontrado.Correo),
		ProximasCitas: []proximaCita{},
		TotalCitas:    len(citas),
	}
	cuantas := 10
	if c.voice {
		cuantas = 3
	}
	for _, p := range citas[:min(len(citas), cuantas)] {
		out.ProximasCitas = append(out.ProximasCitas, proximaCita{p.Codigo, p.Servicio, p.Fecha.In(c.zone).Truncate(time.Second)})
	}
	return out, nil
}

func correoOculto(correo string) string {
	usuario, dominio, _ := strings.Cut(correo, "@")
	for _, inicial := range usuario {
		return string(inicial) + "***@" + dominio
	}
	return "***"
}

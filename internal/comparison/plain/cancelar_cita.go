package main

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type cancelarIn struct {
	Documento  string  `json:"documento"`
	CitaID     string  `json:"cita_id"`
	Confirmado bool    `json:"confirmado"`
	Motivo     *string `json:"motivo"`
}

type cancelarOut struct {
	Estado   string    `json:"estado"`
	Servicio string    `json:"servicio"`
	Fecha    time.Time `json:"fecha"`
}

func (o cancelarOut) spoken() string {
	return "Quedó cancelada la cita de " + o.Servicio + ", " + moment(o.Fecha) + "."
}

func addCancelarCita(s *mcp.Server, d *desk) {
	confirmado := oneOf("confirmado", "La decisión del cliente: confirmó que quiere cancelar esta cita", true)
	confirmado.kind = "boolean"
	add(s, d.once, tool[cancelarIn, cancelarOut]{
		name:  "cancelar_cita",
		title: "Cancelar cita",
		description: "Cancela de forma definitiva una cita programada del cliente. " +
			"No la uses para cambiar la fecha de una cita ni sin la confirmación expresa del cliente.",
		verb:         "cancelar una cita",
		capabilities: []string{"agenda", "cancelacion"},
		destructive:  true,
		in: []field{
			documento("Documento del titular: tipo y número, sin puntos ni espacios"),
			text("cita_id", "Código de cita", 4, 20),
			confirmado,
			optional(text("motivo", "Motivo de la cancelación, en palabras del cliente", 0, 200)),
		},
		out: []field{
			oneOf("estado", "", citaCancelada), text("servicio", "", 0, 0), fecha("Para cuándo estaba programada"),
		},
		run: d.cancelarCita,
	})
}

func (d *desk) cancelarCita(ctx context.Context, c call, in cancelarIn) (cancelarOut, error) {
	if err := d.owners.require(c, in.Documento); err != nil {
		return cancelarOut{}, err
	}
	motivo := ""
	if in.Motivo != nil {
		motivo = strings.TrimSpace(*in.Motivo)
	}
	cancelada, err := d.CancelarCita(ctx, in.Documento, in.CitaID, motivo)
	if final, ok := errors.AsType[*estadoFinalError](err); ok {
		return cancelarOut{}, validation("La cita ya está " + final.Estado + " y no se puede cambiar.")
	}
	switch {
	case errors.Is(err, errNoExiste):
		return cancelarOut{}, notFound("No encontré una cita con ese código.")
	case errors.Is(err, errAjena):
		return cancelarOut{}, permission("Esa cita no está a nombre de este cliente.")
	case err != nil:
		return cancelarOut{}, err
	}
	return cancelarOut{cancelada.Estado, cancelada.Servicio, cancelada.Fecha.In(c.zone).Truncate(time.Second)}, nil
}

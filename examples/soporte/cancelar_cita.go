package main

import (
	"context"
	"errors"
	"time"

	"github.com/asixto/go-sdk/asixto"
	toolerrors "github.com/asixto/go-sdk/errors"
	"github.com/asixto/go-sdk/meta"
)

// CancelarCitaIn are the arguments of cancelar_cita.
type CancelarCitaIn struct {
	Documento  string  `json:"documento" validate:"min=5,max=20" doc:"Documento del titular: tipo y número, sin puntos ni espacios"`
	CitaID     string  `json:"cita_id" validate:"min=4,max=20" doc:"Código de cita" asixto:"from=consultar_cliente.proximas_citas[].cita_id"`
	Confirmado bool    `json:"confirmado" validate:"eq=true" doc:"La decisión del cliente: confirmó que quiere cancelar esta cita"`
	Motivo     *string `json:"motivo" validate:"max=200" doc:"Motivo de la cancelación, en palabras del cliente"`
}

// CancelarCitaOut is the appointment as it is after the call.
type CancelarCitaOut struct {
	Estado   string    `json:"estado" validate:"oneof=cancelada"`
	Servicio string    `json:"servicio"`
	Fecha    time.Time `json:"fecha" doc:"Para cuándo estaba programada"`
}

// Spoken says which appointment was cancelled in a call.
func (o CancelarCitaOut) Spoken(call meta.Call) string {
	if call.Channel() != meta.Voice {
		return ""
	}
	return "La cita de " + o.Servicio + " del " + fechaHablada(o.Fecha) + " quedó cancelada."
}

func addCancelarCita(s *asixto.Server, b *backend) error {
	return asixto.AddTool(s, asixto.Tool{
		Name:  "cancelar_cita",
		Title: "Cancelar cita",
		Description: "Cancela de forma definitiva una cita programada del cliente. " +
			"No la uses para cambiar la fecha de una cita ni sin la confirmación expresa del cliente.",
		Verb:         "cancelar una cita",
		Capabilities: []meta.Capability{meta.Agenda, meta.Cancelacion},
		Access:       asixto.Destructive,
	}, b.cancelarCita)
}

func (b *backend) cancelarCita(ctx context.Context, in CancelarCitaIn) (CancelarCitaOut, error) {
	motivo := ""
	if in.Motivo != nil {
		motivo = *in.Motivo
	}
	c, err := b.CancelarCita(ctx, in.Documento, in.CitaID, motivo)
	if final, ok := errors.AsType[*estadoFinalError](err); ok {
		return CancelarCitaOut{}, toolerrors.Validation("La cita no se puede cancelar porque ya está " + final.Estado + ".").WithCause(err)
	}
	switch {
	case errors.Is(err, errNoExiste):
		return CancelarCitaOut{}, toolerrors.NotFound("No encontré una cita con ese código.").WithCause(err)
	case errors.Is(err, errAjena):
		return CancelarCitaOut{}, toolerrors.Permission("Esa cita no está a nombre de este cliente.").WithCause(err)
	case err != nil:
		return CancelarCitaOut{}, err
	}
	return CancelarCitaOut{Estado: c.Estado, Servicio: c.Servicio, Fecha: c.Fecha.In(meta.From(ctx).Location())}, nil
}

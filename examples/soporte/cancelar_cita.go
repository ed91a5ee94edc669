package main

import (
	"context"
	"errors"

	"github.com/asixto/go-sdk/asixto"
	"github.com/asixto/go-sdk/asixto/guard"
	"github.com/asixto/go-sdk/asixto/speak"
	toolerrors "github.com/asixto/go-sdk/errors"
	"github.com/asixto/go-sdk/meta"
)

// CancelarCitaIn are the arguments of cancelar_cita.
type CancelarCitaIn struct {
	Documento string `json:"documento" validate:"min=5,max=20" doc:"Documento del titular: tipo y número, sin puntos ni espacios"`
	CitaID    string `json:"cita_id" validate:"min=4,max=20" doc:"Código de cita" asixto:"from=consultar_cliente.proximas_citas[].cita_id"`

	Confirmado asixto.Confirmed `json:"confirmado" doc:"La decisión del cliente: confirmó que quiere cancelar esta cita"`
	Motivo     *string          `json:"motivo" validate:"max=200" doc:"Motivo de la cancelación, en palabras del cliente"`
}

func (in *CancelarCitaIn) titular() string { return in.Documento }

// Normalize leaves out a reason that says nothing.
func (in *CancelarCitaIn) Normalize() { in.Motivo = asixto.Trimmed(in.Motivo) }

// CancelarCitaOut is the appointment as it is after the call.
type CancelarCitaOut struct {
	Estado   string     `json:"estado" validate:"oneof=cancelada"`
	Servicio string     `json:"servicio"`
	Fecha    speak.Time `json:"fecha" doc:"Para cuándo estaba programada"`
}

// Spoken says which appointment was cancelled in a call.
func (o CancelarCitaOut) Spoken(call meta.Call) string {
	if call.Channel() != meta.Voice {
		return ""
	}
	return "Quedó cancelada la cita de " + o.Servicio + ", " + o.Fecha.Spoken() + "."
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
	c, err := b.CancelarCita(ctx, in.Documento, in.CitaID, asixto.Or(in.Motivo, ""))
	if final, ok := errors.AsType[*estadoFinalError](err); ok {
		return CancelarCitaOut{}, guard.Final("La cita", final.Estado).WithCause(err)
	}
	switch {
	case errors.Is(err, errNoExiste):
		return CancelarCitaOut{}, toolerrors.NotFound("No encontré una cita con ese código.").WithCause(err)
	case errors.Is(err, errAjena):
		return CancelarCitaOut{}, toolerrors.Permission("Esa cita no está a nombre de este cliente.").WithCause(err)
	case err != nil:
		return CancelarCitaOut{}, err
	}
	return CancelarCitaOut{Estado: c.Estado, Servicio: c.Servicio, Fecha: speak.At(meta.From(ctx), c.Fecha)}, nil
}

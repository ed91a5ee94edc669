package main

import (
	"context"
	"errors"

	"github.com/asixto/go-sdk/asixto"
	toolerrors "github.com/asixto/go-sdk/errors"
	"github.com/asixto/go-sdk/meta"
)

const consultarEstado = "consultar_estado_sitio"

// sinSitio is what is said of a business that has no site.
const sinSitio = "Ese negocio todavía no tiene un sitio."

// ConsultarEstadoIn are the arguments of consultar_estado_sitio.
type ConsultarEstadoIn struct {
	Registro string `json:"registro" validate:"min=4,max=20" doc:"Registro del negocio" asixto:"from=registrar_negocio.negocio_registro"`
}

func (in *ConsultarEstadoIn) negocio() string { return in.Registro }

// ConsultarEstadoOut tells how far the site is. One that could not be built is a
// result, not an error.
type ConsultarEstadoOut struct {
	asixto.Work

	EstadoSitio     string `json:"estado_sitio" validate:"oneof=en_construccion publicado fallido"`
	EstadoDireccion string `json:"estado_direccion" doc:"Dirección del sitio"`
}

// Spoken tells it in a call.
func (o ConsultarEstadoOut) Spoken(call meta.Call) string {
	if call.Channel() != meta.Voice {
		return ""
	}
	switch o.EstadoSitio {
	case estadoEnConstruccion:
		return "El sitio todavía se está construyendo."
	case estadoFallido:
		return "El sitio no se pudo construir."
	default:
		return "El sitio está listo en " + dictada(o.EstadoDireccion) + "."
	}
}

func addConsultarEstado(s *asixto.Server, b *backend) error {
	return asixto.AddTool(s, asixto.Tool{
		Name:  consultarEstado,
		Title: "Consultar el estado de un sitio",
		Description: "Dice si un sitio se está construyendo, está listo o falló. " +
			"Úsala solo cuando el cliente lo pida. No la uses varias veces seguidas para esperar a que termine.",
		Verb:         "consultar el estado de un sitio",
		Capabilities: []meta.Capability{meta.ConsultaEstado, meta.Ventas},
		Access:       asixto.Read,
	}, b.consultarEstado)
}

func (b *backend) consultarEstado(ctx context.Context, in ConsultarEstadoIn) (ConsultarEstadoOut, error) {
	s, estado, err := b.EstadoSitio(ctx, in.Registro)
	if errors.Is(err, errNoExiste) {
		return ConsultarEstadoOut{}, toolerrors.NotFound(sinSitio).WithCause(err)
	}
	if err != nil {
		return ConsultarEstadoOut{}, err
	}
	out := ConsultarEstadoOut{Work: asixto.WorkRunning(), EstadoSitio: estado, EstadoDireccion: s.Direccion + "." + dominio}
	switch estado {
	case estadoPublicado:
		out.Work = asixto.WorkFinished()
	case estadoFallido:
		out.Work = asixto.WorkFailed("Ofrezca crearlo con otra dirección. No lo intente sin la confirmación del cliente.")
	}
	return out, nil
}

package main

import (
	"context"
	"errors"

	"github.com/asixto/go-sdk/asixto"
	"github.com/asixto/go-sdk/asixto/speak"
	toolerrors "github.com/asixto/go-sdk/errors"
	"github.com/asixto/go-sdk/meta"
)

// AbrirCasoIn are the arguments of abrir_caso_soporte.
type AbrirCasoIn struct {
	Documento   string  `json:"documento" validate:"min=5,max=20" doc:"Documento del cliente: tipo y número, sin puntos ni espacios"`
	Tipo        string  `json:"tipo" validate:"oneof=falla instalacion cobro" doc:"Tipo de problema"`
	Descripcion string  `json:"descripcion" validate:"min=10,max=400" doc:"Descripción del problema, en palabras del cliente"`
	Prioridad   *string `json:"prioridad" validate:"oneof=alta normal" doc:"Prioridad que pide el cliente, normal si no se indica"`
}

// Normalize drops a priority where none is kept: only a fault may be urgent.
func (in *AbrirCasoIn) Normalize() { in.Prioridad = asixto.When(in.Tipo == tipoFalla, in.Prioridad) }

// AbrirCasoOut is the registered case.
type AbrirCasoOut struct {
	Radicado string `json:"radicado" doc:"Número con el que el cliente pregunta por su caso"`
	Estado   string `json:"estado" validate:"oneof=abierto en_cola"`
	SLAHoras *int   `json:"sla_horas,omitempty" doc:"Horas en las que se atiende el caso"`
}

// Spoken says the case number and the promise in a call.
func (o AbrirCasoOut) Spoken(call meta.Call) string {
	if call.Channel() != meta.Voice {
		return ""
	}
	texto := "El caso quedó registrado con el radicado " + o.Radicado + "."
	if o.SLAHoras != nil {
		texto = speak.Sentences(texto, "Se atiende en "+speak.Count(*o.SLAHoras, "hora", "horas")+" o menos.")
	}
	return texto
}

func addAbrirCaso(s *asixto.Server, b *backend) error {
	return asixto.AddTool(s, asixto.Tool{
		Name:  "abrir_caso_soporte",
		Title: "Abrir caso de soporte",
		Description: "Registra un caso de soporte para un cliente identificado y devuelve su número de radicado. " +
			"Úsala solo cuando el cliente ya describió el problema. No la uses para consultar el estado de un caso existente.",
		Verb:         "abrir un caso de soporte",
		Capabilities: []meta.Capability{meta.PQR, meta.Soporte, meta.Garantia},
		Access:       asixto.Write,
	}, b.abrirCaso)
}

func (b *backend) abrirCaso(ctx context.Context, in AbrirCasoIn) (AbrirCasoOut, error) {
	abierto, err := b.AbrirCaso(ctx, nuevoCaso{
		Documento: in.Documento, Tipo: in.Tipo, Descripcion: in.Descripcion, Prioridad: asixto.Or(in.Prioridad, prioridadNormal),
	})
	switch {
	case errors.Is(err, errNoExiste):
		return AbrirCasoOut{}, toolerrors.NotFound(sinCliente).WithCause(err)
	case errors.Is(err, errSuspendido):
		return AbrirCasoOut{}, toolerrors.Blocker("La cuenta está suspendida. Debe reactivarse antes de abrir un caso.").WithCause(err)
	case err != nil:
		return AbrirCasoOut{}, err
	}
	return AbrirCasoOut{Radicado: abierto.Radicado, Estado: abierto.Estado, SLAHoras: &abierto.SLAHoras}, nil
}

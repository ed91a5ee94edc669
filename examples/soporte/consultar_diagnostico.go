package main

import (
	"context"
	"errors"

	"github.com/asixto/go-sdk/asixto"
	toolerrors "github.com/asixto/go-sdk/errors"
	"github.com/asixto/go-sdk/meta"
)

const consultarDiagnostico = "consultar_diagnostico"

// ConsultarDiagnosticoIn are the arguments of consultar_diagnostico.
type ConsultarDiagnosticoIn struct {
	Documento string `json:"documento" validate:"min=5,max=20" doc:"Documento del cliente: tipo y número, sin puntos ni espacios"`
}

func (in *ConsultarDiagnosticoIn) titular() string { return in.Documento }

// ConsultarDiagnosticoOut tells how far the test is. A line that is out of order
// is a result, not an error.
type ConsultarDiagnosticoOut struct {
	asixto.Work

	Resultado *string `json:"resultado,omitempty" doc:"Lo que encontró la prueba, cuando terminó"`
}

// Spoken tells what came out in a call.
func (o ConsultarDiagnosticoOut) Spoken(call meta.Call) string {
	if call.Channel() != meta.Voice {
		return ""
	}
	return asixto.Or(o.Resultado, "El diagnóstico de la línea sigue en curso.")
}

func addConsultarDiagnostico(s *asixto.Server, b *backend) error {
	return asixto.AddTool(s, asixto.Tool{
		Name:  consultarDiagnostico,
		Title: "Consultar diagnóstico de la línea",
		Description: "Consulta cómo va, o qué encontró, la última prueba de la línea de un cliente. " +
			"No la uses para poner en marcha una prueba.",
		Verb:         "consultar un diagnóstico de la línea",
		Capabilities: []meta.Capability{meta.Soporte, meta.ConsultaEstado},
		Access:       asixto.Read,
	}, b.consultarDiagnostico)
}

func (b *backend) consultarDiagnostico(ctx context.Context, in ConsultarDiagnosticoIn) (ConsultarDiagnosticoOut, error) {
	ended, fine, err := b.Diagnostico(ctx, in.Documento)
	switch {
	case errors.Is(err, errNoExiste):
		return ConsultarDiagnosticoOut{}, toolerrors.NotFound("No hay un diagnóstico de esa línea.").WithCause(err)
	case err != nil:
		return ConsultarDiagnosticoOut{}, err
	case !ended:
		return ConsultarDiagnosticoOut{Work: asixto.WorkRunning()}, nil
	case !fine:
		return ConsultarDiagnosticoOut{asixto.WorkFailed("Ofrezca abrir un caso de soporte."), new("La línea no responde.")}, nil
	}
	return ConsultarDiagnosticoOut{asixto.WorkFinished(), new("La línea funciona bien.")}, nil
}

package main

import (
	"context"
	"errors"

	"github.com/asixto/go-sdk/asixto"
	"github.com/asixto/go-sdk/asixto/speak"
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

	Resultado *string     `json:"resultado,omitempty" doc:"Lo que encontró la prueba, cuando terminó"`
	Fin       *speak.Time `json:"fin,omitempty" doc:"Cuándo terminó la prueba"`
}

// Spoken tells in a call what came out, and when: the last test of a line may be of
// another year.
func (o ConsultarDiagnosticoOut) Spoken(call meta.Call) string {
	if call.Channel() != meta.Voice {
		return ""
	}
	if o.Resultado == nil || o.Fin == nil {
		return "El diagnóstico de la línea sigue en curso."
	}
	return speak.Sentences(*o.Resultado, "La prueba terminó "+speak.FullMoment(o.Fin.Time())+".")
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
	d, err := b.Diagnostico(ctx, in.Documento)
	switch {
	case errors.Is(err, errNoExiste):
		return ConsultarDiagnosticoOut{}, toolerrors.NotFound("No hay un diagnóstico de esa línea.").WithCause(err)
	case err != nil:
		return ConsultarDiagnosticoOut{}, err
	case !d.Terminado:
		return ConsultarDiagnosticoOut{Work: asixto.WorkRunning()}, nil
	}
	out := ConsultarDiagnosticoOut{asixto.WorkFinished(), new("La línea funciona bien."), new(speak.At(meta.From(ctx), d.Fin))}
	if !d.Funciona {
		out.Work, out.Resultado = asixto.WorkFailed("Ofrezca abrir un caso de soporte."), new("La línea no responde.")
	}
	return out, nil
}

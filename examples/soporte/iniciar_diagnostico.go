package main

import (
	"context"
	"errors"

	"github.com/asixto/go-sdk/asixto"
	"github.com/asixto/go-sdk/asixto/speak"
	toolerrors "github.com/asixto/go-sdk/errors"
	"github.com/asixto/go-sdk/meta"
)

// IniciarDiagnosticoIn are the arguments of iniciar_diagnostico.
type IniciarDiagnosticoIn struct {
	Documento string `json:"documento" validate:"min=5,max=20" doc:"Documento del cliente: tipo y número, sin puntos ni espacios"`
}

func (in *IniciarDiagnosticoIn) titular() string { return in.Documento }

// IniciarDiagnosticoOut tells that the test is under way, and the model not to
// wait for it.
type IniciarDiagnosticoOut struct {
	asixto.Work

	Inicio speak.Time `json:"inicio"`
}

// Spoken tells that the test has begun in a call.
func (o IniciarDiagnosticoOut) Spoken(call meta.Call) string {
	if call.Channel() != meta.Voice {
		return ""
	}
	return "El diagnóstico de la línea comenzó y suele tardar dos minutos."
}

func addIniciarDiagnostico(s *asixto.Server, b *backend) error {
	return asixto.AddTool(s, asixto.Tool{
		Name:  "iniciar_diagnostico",
		Title: "Iniciar diagnóstico de la línea",
		Description: "Pone en marcha una prueba remota de la línea de un cliente, que sigue después de la respuesta. " +
			"No la uses para saber cómo va una prueba que ya comenzó.",
		Verb:         "iniciar un diagnóstico de la línea",
		Capabilities: []meta.Capability{meta.Soporte},
		Access:       asixto.Write,
	}, b.iniciarDiagnostico)
}

func (b *backend) iniciarDiagnostico(ctx context.Context, in IniciarDiagnosticoIn) (IniciarDiagnosticoOut, error) {
	d, err := b.IniciarDiagnostico(ctx, in.Documento)
	if errors.Is(err, errNoExiste) {
		return IniciarDiagnosticoOut{}, toolerrors.NotFound(sinCliente).WithCause(err)
	}
	if err != nil {
		return IniciarDiagnosticoOut{}, err
	}
	return IniciarDiagnosticoOut{asixto.WorkStarted(consultarDiagnostico, duraDiagnostico), speak.At(meta.From(ctx), d.Inicio)}, nil
}

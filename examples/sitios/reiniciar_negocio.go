package main

import (
	"context"
	"errors"

	"github.com/asixto/go-sdk/asixto"
	toolerrors "github.com/asixto/go-sdk/errors"
	"github.com/asixto/go-sdk/meta"
)

// ReiniciarNegocioIn are the arguments of reiniciar_negocio.
type ReiniciarNegocioIn struct {
	Registro string `json:"registro" validate:"min=4,max=20" doc:"Registro del negocio" asixto:"from=registrar_negocio.negocio_registro"`

	Confirmado asixto.Confirmed `json:"confirmado" doc:"La decisión: confirmó que quiere reiniciarlo"`
}

// ReiniciarNegocioOut tells that the business is as just registered.
type ReiniciarNegocioOut struct {
	NegocioReiniciado bool `json:"negocio_reiniciado"`
}

// addReiniciarNegocio adds a tool for development: it takes back the verification
// and the site of a business. The server does not offer it, see newServer.
func addReiniciarNegocio(s *asixto.Server, b *backend) error {
	return asixto.AddTool(s, asixto.Tool{
		Name:         "reiniciar_negocio",
		Title:        "Reiniciar un negocio",
		Description:  "Borra la verificación y el sitio de un negocio, para pruebas. No la uses con un negocio de verdad.",
		Verb:         "reiniciar un negocio",
		Capabilities: []meta.Capability{meta.General},
		Access:       asixto.Destructive,
	}, b.reiniciarNegocio)
}

func (b *backend) reiniciarNegocio(_ context.Context, in ReiniciarNegocioIn) (ReiniciarNegocioOut, error) {
	err := b.Reiniciar(in.Registro)
	if errors.Is(err, errNoExiste) {
		return ReiniciarNegocioOut{}, toolerrors.NotFound(sinNegocio).WithCause(err)
	}
	return ReiniciarNegocioOut{NegocioReiniciado: err == nil}, err
}

package main

import (
	"context"
	"errors"

	"github.com/asixto/go-sdk/asixto"
	toolerrors "github.com/asixto/go-sdk/errors"
	"github.com/asixto/go-sdk/meta"
)

// VerificarCorreoIn are the arguments of verificar_correo.
type VerificarCorreoIn struct {
	Registro string `json:"registro" validate:"min=4,max=20" doc:"Registro del negocio" asixto:"from=registrar_negocio.negocio_registro"`
	Codigo   string `json:"codigo" validate:"len=6,number" doc:"Código recibido por correo, de seis dígitos"`
}

// Normalize takes a code as people say and type it, "123 456".
func (in *VerificarCorreoIn) Normalize() { in.Codigo = sinSeparadores.Replace(in.Codigo) }

// VerificarCorreoOut tells that the e-mail is the business's own.
type VerificarCorreoOut struct {
	CorreoVerificado bool   `json:"correo_verificado" doc:"Siempre true: un código que no coincide es un error"`
	CorreoNegocio    string `json:"correo_negocio" doc:"Nombre del negocio"`

	// Registro is for whom the conversation now speaks; the guard alone reads it.
	Registro string `json:"registro" asixto:"strip"`
}

func (o VerificarCorreoOut) reconocido() string { return o.Registro }

// Spoken tells it in a call.
func (o VerificarCorreoOut) Spoken(call meta.Call) string {
	if call.Channel() != meta.Voice {
		return ""
	}
	return "El correo de " + o.CorreoNegocio + " quedó verificado."
}

func addVerificarCorreo(s *asixto.Server, b *backend) error {
	return asixto.AddTool(s, asixto.Tool{
		Name:  "verificar_correo",
		Title: "Verificar el correo",
		Description: "Comprueba el código que el cliente recibió y deja verificado el correo de su negocio. " +
			"No la uses con un código que el cliente no haya dicho.",
		Verb:         "verificar el correo de un negocio",
		Capabilities: []meta.Capability{meta.Lead, meta.Ventas},
		Access:       asixto.Write,
	}, b.verificarCorreo)
}

func (b *backend) verificarCorreo(ctx context.Context, in VerificarCorreoIn) (VerificarCorreoOut, error) {
	n, err := b.VerificarCorreo(ctx, in.Registro, in.Codigo)
	switch {
	case errors.Is(err, errNoExiste):
		return VerificarCorreoOut{}, toolerrors.NotFound(sinNegocio).WithCause(err)
	case errors.Is(err, errVencido):
		return VerificarCorreoOut{}, toolerrors.Validation("No hay un código vigente. Hay que pedir otro.").WithCause(err)
	case errors.Is(err, errOtroCodigo):
		return VerificarCorreoOut{}, toolerrors.Validation("El código no coincide con el que se envió.").WithCause(err)
	case err != nil:
		return VerificarCorreoOut{}, err
	}
	return VerificarCorreoOut{CorreoVerificado: true, CorreoNegocio: n.Nombre, Registro: n.Registro}, nil
}

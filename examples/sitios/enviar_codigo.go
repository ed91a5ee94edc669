package main

import (
	"context"
	"errors"
	"strings"

	"github.com/asixto/go-sdk/asixto"
	"github.com/asixto/go-sdk/asixto/speak"
	toolerrors "github.com/asixto/go-sdk/errors"
	"github.com/asixto/go-sdk/meta"
)

// sinNegocio is what every tool says of a registration that nobody has.
const sinNegocio = "No encontré un negocio con ese registro."

// EnviarCodigoIn are the arguments of enviar_codigo. Whoever comes back in another
// conversation begins here, so it is open to all: it tells nothing, and the backend
// bounds the mails to one address.
type EnviarCodigoIn struct {
	Registro string `json:"registro" validate:"min=4,max=20" doc:"Registro del negocio" asixto:"from=registrar_negocio.negocio_registro"`
	// Envio tells one wish for a code from the next: the Gateway's key derives from
	// the arguments, so an equal call is a repetition, and sends no mail.
	Envio *int `json:"envio" validate:"min=1,max=5" doc:"Número de envío: 1 la primera vez, uno más cada vez que el cliente pide otro código"`
}

// EnviarCodigoOut tells where the code went, and what comes next.
type EnviarCodigoOut struct {
	CodigoDestino string     `json:"codigo_destino" doc:"El correo al que se envió, oculto en parte"`
	CodigoVence   speak.Time `json:"codigo_vence" doc:"Hasta cuándo sirve el código"`
	NextAction    string     `json:"next_action" doc:"Qué debe hacer el agente a continuación"`
}

// Spoken says in a call where the code went.
func (o EnviarCodigoOut) Spoken(call meta.Call) string {
	if call.Channel() != meta.Voice {
		return ""
	}
	return "El código fue enviado al correo registrado y sirve hasta " + strings.TrimPrefix(speak.Hour(o.CodigoVence.Time()), "a ") + "."
}

// Practice: what not to do afterwards. The description says it where it matters
// before the call, next_action where it matters after it.
func addEnviarCodigo(s *asixto.Server, b *backend) error {
	return asixto.AddTool(s, asixto.Tool{
		Name:  "enviar_codigo",
		Title: "Enviar un código de verificación",
		Description: "Envía un código de seis dígitos al correo de un negocio registrado. " +
			"Tras la llamada no supongas el código: solo lo conoce quien lee ese correo. " +
			"No la uses otra vez, salvo que el cliente pida otro código.",
		Verb:         "enviar un código de verificación",
		Capabilities: []meta.Capability{meta.Lead, meta.Ventas},
		Access:       asixto.Write,
	}, b.enviarCodigo)
}

func (b *backend) enviarCodigo(ctx context.Context, in EnviarCodigoIn) (EnviarCodigoOut, error) {
	call := meta.From(ctx)
	correo, vence, err := b.EnviarCodigo(ctx, in.Registro)
	if muchos, ok := errors.AsType[*muchosCodigosError](err); ok {
		otro := "Se puede pedir otro desde " + speak.Moment(muchos.Desde.In(call.Location())) + "."
		return EnviarCodigoOut{}, toolerrors.Blocker("Ya se enviaron muchos códigos a ese correo. " + otro).WithCause(err)
	}
	switch {
	case errors.Is(err, errNoExiste):
		return EnviarCodigoOut{}, toolerrors.NotFound(sinNegocio).WithCause(err)
	case errors.Is(err, errMuyPronto):
		return EnviarCodigoOut{}, toolerrors.Blocker("Ya se envió un código. Hay que esperar un minuto para pedir otro.").WithCause(err)
	case err != nil:
		return EnviarCodigoOut{}, toolerrors.System("No fue posible enviar el código en este momento.").WithCause(err)
	}
	return EnviarCodigoOut{
		CodigoDestino: correoOculto(correo),
		CodigoVence:   speak.At(call, vence),
		NextAction:    "Pida al cliente el código que le llegó y espere su respuesta. No lo adivine ni envíe otro por su cuenta.",
	}, nil
}

func correoOculto(correo string) string {
	usuario, servidor, _ := strings.Cut(correo, "@")
	for _, inicial := range usuario {
		return string(inicial) + "***@" + servidor
	}
	return "***"
}

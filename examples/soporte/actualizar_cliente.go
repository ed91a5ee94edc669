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

// ActualizarClienteIn are the arguments of actualizar_cliente. Its fields are
// all a client may change by asking: name, document and state are not here, so
// the closed schema refuses them.
type ActualizarClienteIn struct {
	Documento string  `json:"documento" validate:"min=5,max=20" doc:"Documento del cliente: tipo y número, sin puntos ni espacios"`
	Telefono  *string `json:"telefono" validate:"min=7,max=20" doc:"Teléfono nuevo, con indicativo si es de otro país"`
	Correo    *string `json:"correo" validate:"email,max=120" doc:"Correo nuevo"`
}

func (in *ActualizarClienteIn) titular() string { return in.Documento }

// Normalize leaves out what says nothing.
func (in *ActualizarClienteIn) Normalize() {
	in.Telefono, in.Correo = asixto.Trimmed(in.Telefono), asixto.Trimmed(in.Correo)
}

// ActualizarClienteOut says what was updated. The values are those the caller
// has just given, as they were kept; nothing else of the record is told.
type ActualizarClienteOut struct {
	Actualizados []string `json:"actualizados" validate:"dive,oneof=telefono correo" doc:"Los campos que cambiaron"`
	Telefono     *string  `json:"telefono,omitempty" doc:"El teléfono guardado"`
	Correo       *string  `json:"correo,omitempty" doc:"El correo guardado"`
}

// Spoken says each updated field with its value in a call.
func (o ActualizarClienteOut) Spoken(call meta.Call) string {
	if call.Channel() != meta.Voice {
		return ""
	}
	var dichos []string
	if o.Telefono != nil {
		dichos = append(dichos, "el teléfono "+speak.Digits(*o.Telefono))
	}
	if o.Correo != nil {
		dichos = append(dichos, "el correo "+dictado.Replace(*o.Correo))
	}
	if len(dichos) > 1 {
		return "Quedaron actualizados " + speak.List(dichos...) + "."
	}
	return "Quedó actualizado " + speak.List(dichos...) + "."
}

// dictado is how an address is told on the telephone.
var dictado = strings.NewReplacer("@", " arroba ", ".", " punto ", "_", " guion bajo ", "-", " guion ", "+", " más ")

func addActualizarCliente(s *asixto.Server, b *backend) error {
	return asixto.AddTool(s, asixto.Tool{
		Name:  "actualizar_cliente",
		Title: "Actualizar datos de contacto",
		Description: "Cambia el teléfono o el correo de un cliente y devuelve lo que quedó guardado. " +
			"No la uses para cambiar el nombre, el documento o el estado de la cuenta.",
		Verb:         "actualizar los datos de contacto",
		Capabilities: []meta.Capability{meta.ActualizacionDatos},
		Access:       asixto.Write,
	}, b.actualizarCliente)
}

func (b *backend) actualizarCliente(ctx context.Context, in ActualizarClienteIn) (ActualizarClienteOut, error) {
	nuevo, err := in.contacto()
	if err != nil {
		return ActualizarClienteOut{}, err
	}
	c, err := b.ActualizarContacto(ctx, in.Documento, nuevo)
	if errors.Is(err, errNoExiste) {
		return ActualizarClienteOut{}, toolerrors.NotFound(sinCliente).WithCause(err)
	}
	if err != nil {
		return ActualizarClienteOut{}, err
	}
	out := ActualizarClienteOut{}
	if nuevo.Telefono != nil {
		out.Actualizados, out.Telefono = append(out.Actualizados, "telefono"), &c.Telefono
	}
	if nuevo.Correo != nil {
		out.Actualizados, out.Correo = append(out.Actualizados, "correo"), &c.Correo
	}
	return out, nil
}

// contacto is what the call changes, in the form the backend keeps.
func (in *ActualizarClienteIn) contacto() (contacto, error) {
	if in.Telefono == nil && in.Correo == nil {
		return contacto{}, toolerrors.Validation("Falta el dato nuevo: indique un teléfono o un correo.")
	}
	nuevo := contacto{Correo: in.Correo}
	if in.Telefono != nil {
		digitos := soloDigitos(*in.Telefono)
		if len(digitos) < 7 || len(digitos) > 15 {
			return contacto{}, toolerrors.Validation("El teléfono debe tener entre 7 y 15 dígitos.")
		}
		nuevo.Telefono = &digitos
	}
	return nuevo, nil
}

func soloDigitos(s string) string {
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, s)
}

package main

import (
	"context"
	"strings"

	"github.com/asixto/go-sdk/asixto"
	toolerrors "github.com/asixto/go-sdk/errors"
	"github.com/asixto/go-sdk/meta"
)

// RegistrarNegocioIn are the arguments of registrar_negocio.
//
// Practice: conditional rules. One tool serves two shapes: services, which have
// hours, and a shop, which delivers.
//
// Practice: schema and validation. The tags are the schema that the model sees and
// the rules that every call is held to; what no schema can say, required_if, is held
// all the same.
type RegistrarNegocioIn struct {
	Nombre   string  `json:"nombre" validate:"min=2,max=60" doc:"Nombre del negocio, como lo escribe el cliente"`
	Correo   string  `json:"correo" validate:"email,max=120" doc:"Correo electrónico del dueño, donde recibirá un código"`
	Tipo     string  `json:"tipo" validate:"oneof=servicios tienda" doc:"Tipo de negocio: servicios si atiende, tienda si vende productos"`
	Horario  *string `json:"horario" validate:"required_if=Tipo servicios,min=3,max=120" doc:"Horario de atención, solo si es de servicios"`
	Entrega  *string `json:"entrega" validate:"required_if=Tipo tienda,oneof=domicilio recogida ambas" doc:"Entrega, solo si es tienda"`
	Ofrece   *string `json:"ofrece" validate:"max=200" doc:"Lo que ofrece, separado por comas, de lo más a lo menos importante"`
	Telefono *string `json:"telefono" validate:"min=7,max=20" doc:"Teléfono que se muestra en el sitio"`
}

// Normalize runs before the rules.
//
// Practice: drop what does not apply. A model fills in more than it should; a stray
// value is dropped here, so that it is never a refusal that the model has to mend.
//
// Practice: normalise once. Blanks become nothing here, and datos below turns what is
// missing into its one form; nothing behind it asks again.
func (in *RegistrarNegocioIn) Normalize() {
	in.Nombre, in.Correo = strings.Join(strings.Fields(in.Nombre), " "), strings.ToLower(strings.TrimSpace(in.Correo))
	in.Horario = asixto.When(in.Tipo == tipoServicios, asixto.Trimmed(in.Horario))
	in.Entrega = asixto.When(in.Tipo == tipoTienda, asixto.Trimmed(in.Entrega))
	in.Ofrece, in.Telefono = asixto.Trimmed(in.Ofrece), asixto.Trimmed(in.Telefono)
}

// datos is what the call says, in the form the backend keeps.
func (in *RegistrarNegocioIn) datos() datos {
	return datos{
		Nombre: in.Nombre, Correo: in.Correo, Tipo: in.Tipo,
		Horario:  asixto.Or(in.Horario, ""),
		Entrega:  asixto.Or(in.Entrega, ""),
		Ofrece:   enLista(asixto.Or(in.Ofrece, "")),
		Telefono: soloDigitos(asixto.Or(in.Telefono, "")),
	}
}

// RegistrarNegocioOut is the registered business.
//
// Practice: result keys. Each begins with what its tool is about, in every tool, so
// that no two answers in one conversation hold different things by one name. Only the
// keys of a page and of long work are the SDK's, and everywhere mean the same.
type RegistrarNegocioOut struct {
	NegocioRegistro string   `json:"negocio_registro" doc:"Registro con el que el cliente retoma su negocio"`
	NegocioNombre   string   `json:"negocio_nombre"`
	NegocioOfrece   []string `json:"negocio_ofrece"`
}

func (o RegistrarNegocioOut) reconocido() string { return o.NegocioRegistro }

// Spoken says the registration in a call.
func (o RegistrarNegocioOut) Spoken(call meta.Call) string {
	if call.Channel() != meta.Voice {
		return ""
	}
	return "El negocio " + o.NegocioNombre + " quedó registrado con el número " + o.NegocioRegistro + "."
}

// Practice: the description is the integration guide. What the tool does, when to
// call it and when not is all that a model knows of it.
func addRegistrarNegocio(s *asixto.Server, b *backend) error {
	return asixto.AddTool(s, asixto.Tool{
		Name:  "registrar_negocio",
		Title: "Registrar un negocio",
		Description: "Guarda los datos de un negocio que quiere un sitio y devuelve su registro. " +
			"Úsala en cuanto el cliente haya dicho el nombre, el correo y el tipo de negocio. " +
			"No la uses de nuevo para el mismo negocio, salvo que el cliente corrija un dato.",
		Verb:         "registrar un negocio",
		Capabilities: []meta.Capability{meta.Lead, meta.Ventas},
		Access:       asixto.Write,
	}, b.registrarNegocio)
}

func (b *backend) registrarNegocio(ctx context.Context, in RegistrarNegocioIn) (RegistrarNegocioOut, error) {
	d := in.datos()
	if n := len(d.Telefono); in.Telefono != nil && (n < 7 || n > 15) {
		return RegistrarNegocioOut{}, toolerrors.Validation("El teléfono debe tener entre 7 y 15 dígitos.")
	}
	n, err := b.Registrar(ctx, d)
	if err != nil {
		return RegistrarNegocioOut{}, err
	}
	return RegistrarNegocioOut{NegocioRegistro: n.Registro, NegocioNombre: n.Nombre, NegocioOfrece: n.Ofrece}, nil
}

func soloDigitos(s string) string {
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, s)
}

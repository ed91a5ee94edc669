package main

import (
	"context"
	"errors"

	"github.com/asixto/go-sdk/asixto"
	"github.com/asixto/go-sdk/asixto/guard"
	toolerrors "github.com/asixto/go-sdk/errors"
	"github.com/asixto/go-sdk/meta"
)

// CrearSitioIn are the arguments of crear_sitio.
type CrearSitioIn struct {
	Registro  string  `json:"registro" validate:"min=4,max=20" doc:"Registro del negocio" asixto:"from=registrar_negocio.negocio_registro"`
	Direccion string  `json:"direccion" validate:"min=3,max=40" doc:"Dirección elegida" asixto:"from=consultar_direccion.direccion_nombre"`
	Paleta    Paleta  `json:"paleta" doc:"Paleta de color elegida"`
	Secciones *string `json:"secciones" validate:"max=200" doc:"Secciones elegidas, separadas por comas, en el orden del menú"`

	Confirmado asixto.Confirmed `json:"confirmado" doc:"La decisión del cliente: confirmó que quiere publicar el sitio"`
}

func (in *CrearSitioIn) negocio() string { return in.Registro }

// Normalize writes the address as it will stand, and leaves out sections that say
// nothing.
func (in *CrearSitioIn) Normalize() {
	in.Direccion, in.Secciones = nombreDeDireccion(in.Direccion), asixto.Trimmed(in.Secciones)
}

// sitio is what the call asks for, of what is built: it always has a first page and
// a way to reach the business.
func (in *CrearSitioIn) sitio() sitio {
	pedidas := "inicio," + asixto.Or(in.Secciones, "") + ",contacto"
	return sitio{Direccion: in.Direccion, Paleta: in.Paleta, Secciones: deLaCasa(enLista(pedidas), secciones)}
}

// CrearSitioOut are the details of the site, which is public, and being built.
type CrearSitioOut struct {
	asixto.Work

	SitioDireccion string   `json:"sitio_direccion" doc:"Dirección en la que ya es público"`
	SitioNegocio   string   `json:"sitio_negocio" doc:"Nombre del negocio"`
	SitioPaleta    Paleta   `json:"sitio_paleta"`
	SitioSecciones []string `json:"sitio_secciones"`
}

// Spoken says the address in a call.
func (o CrearSitioOut) Spoken(call meta.Call) string {
	if call.Channel() != meta.Voice {
		return ""
	}
	return "El sitio de " + o.SitioNegocio + " comenzó a construirse. Su dirección es " + dictada(o.SitioDireccion) + "."
}

func addCrearSitio(s *asixto.Server, b *backend) error {
	return asixto.AddTool(s, asixto.Tool{
		Name:  "crear_sitio",
		Title: "Crear y publicar un sitio",
		Description: "Crea el sitio de un negocio con el correo verificado y lo deja público desde ese momento. " +
			"Úsala solo con la confirmación expresa del cliente. No la uses para saber cómo va un sitio ni para cambiarlo.",
		Verb:         "crear un sitio",
		Capabilities: []meta.Capability{meta.Ventas},
		Access:       asixto.Write,
	}, b.crearSitio)
}

func (b *backend) crearSitio(ctx context.Context, in CrearSitioIn) (CrearSitioOut, error) {
	n, err := b.CrearSitio(ctx, in.Registro, in.sitio())
	switch {
	case errors.Is(err, errNoExiste):
		return CrearSitioOut{}, toolerrors.NotFound(sinNegocio).WithCause(err)
	case errors.Is(err, errSinVerificar):
		return CrearSitioOut{}, toolerrors.Blocker("Primero hay que verificar el correo del negocio.").WithCause(err)
	case errors.Is(err, errYaCreado):
		return CrearSitioOut{}, guard.Final("El sitio", "creado").WithCause(err)
	case errors.Is(err, errOcupada):
		return CrearSitioOut{}, toolerrors.Validation("Esa dirección ya está ocupada. Hay que elegir otra.").WithCause(err)
	case err != nil:
		return CrearSitioOut{}, err
	}
	return CrearSitioOut{
		Work: enMarcha(), SitioDireccion: n.sitio.Direccion + "." + dominio,
		SitioNegocio: n.Nombre, SitioPaleta: n.sitio.Paleta, SitioSecciones: n.sitio.Secciones,
	}, nil
}

// enMarcha tells the model what to do with the answer.
//
// Practice: the result is a prompt. A model that has started a job asks for its state
// in a loop and tells of each time; what stops it stands in the answer, which it reads
// when it decides what comes next, and in next_action alone, which nobody hears.
func enMarcha() asixto.Work {
	w := asixto.WorkStarted(consultarEstado, duraCreacion)
	w.NextAction = "Presente al cliente de inmediato la dirección y los detalles del sitio. " + w.NextAction
	return w
}

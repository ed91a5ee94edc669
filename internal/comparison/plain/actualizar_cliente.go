package main

import (
	"context"
	"errors"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type actualizarIn struct {
	Documento string  `json:"documento"`
	Telefono  *string `json:"telefono"`
	Correo    *string `json:"correo"`
}

type actualizarOut struct {
	Actualizados []string `json:"actualizados"`
	Telefono     *string  `json:"telefono,omitempty"`
	Correo       *string  `json:"correo,omitempty"`
}

func (o actualizarOut) spoken() string {
	var said []string
	if o.Telefono != nil {
		said = append(said, "el teléfono "+dictated(*o.Telefono))
	}
	if o.Correo != nil {
		said = append(said, "el correo "+dictado.Replace(*o.Correo))
	}
	if len(said) > 1 {
		return "Quedaron actualizados " + strings.Join(said, " y ") + "."
	}
	return "Quedó actualizado " + strings.Join(said, " y ") + "."
}

// dictado is how an address is told on the telephone.
var dictado = strings.NewReplacer("@", " arroba ", ".", " punto ", "_", " guion bajo ", "-", " guion ", "+", " más ")

func addActualizarCliente(s *mcp.Server, d *desk) {
	correo := text("correo", "Correo nuevo", 0, 120)
	correo.email = true
	add(s, d.once, tool[actualizarIn, actualizarOut]{
		name:  "actualizar_cliente",
		title: "Actualizar datos de contacto",
		description: "Cambia el teléfono o el correo de un cliente y devuelve lo que quedó guardado. " +
			"No la uses para cambiar el nombre, el documento o el estado de la cuenta.",
		verb:         "actualizar los datos de contacto",
		capabilities: []string{"actualizacion_datos"},
		in: []field{
			documento("Documento del cliente: tipo y número, sin puntos ni espacios"),
			optional(text("telefono", "Teléfono nuevo, con indicativo si es de otro país", 7, 20)),
			optional(correo),
		},
		out: []field{
			{name: "actualizados", doc: "Los campos que cambiaron", kind: "array", of: []field{oneOf("", "", "telefono", "correo")}},
			optional(text("telefono", "El teléfono guardado", 0, 0)),
			optional(text("correo", "El correo guardado", 0, 0)),
		},
		run: d.actualizarCliente,
	})
}

func (d *desk) actualizarCliente(ctx context.Context, c call, in actualizarIn) (actualizarOut, error) {
	out := actualizarOut{Actualizados: []string{}}
	if err := d.owners.require(c, in.Documento); err != nil {
		return out, err
	}
	nuevo, err := in.contacto()
	if err != nil {
		return out, err
	}
	guardado, err := d.ActualizarContacto(ctx, in.Documento, nuevo)
	if errors.Is(err, errNoExiste) {
		return out, notFound(sinCliente)
	}
	if err != nil {
		return out, err
	}
	if nuevo.Telefono != nil {
		out.Actualizados, out.Telefono = append(out.Actualizados, "telefono"), &guardado.Telefono
	}
	if nuevo.Correo != nil {
		out.Actualizados, out.Correo = append(out.Actualizados, "correo"), &guardado.Correo
	}
	return out, nil
}

func (in actualizarIn) contacto() (contacto, error) {
	nuevo := contacto{Correo: in.Correo}
	if in.Telefono == nil && in.Correo == nil {
		return nuevo, validation("Falta el dato nuevo: indique un teléfono o un correo.")
	}
	if in.Telefono != nil {
		digitos := soloDigitos(*in.Telefono)
		if len(digitos) < 7 || len(digitos) > 15 {
			return nuevo, validation("El teléfono debe tener entre 7 y 15 dígitos.")
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

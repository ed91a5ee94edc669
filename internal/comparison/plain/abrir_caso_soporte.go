package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type abrirCasoIn struct {
	Documento   string  `json:"documento"`
	Tipo        string  `json:"tipo"`
	Descripcion string  `json:"descripcion"`
	Prioridad   *string `json:"prioridad"`
}

type abrirCasoOut struct {
	Radicado string `json:"radicado"`
	Estado   string `json:"estado"`
	SLAHoras int    `json:"sla_horas"`
}

func (o abrirCasoOut) spoken() string {
	return fmt.Sprintf("El caso quedó registrado con el radicado %s. Se atiende en %d horas o menos.", o.Radicado, o.SLAHoras)
}

func addAbrirCaso(s *mcp.Server, d *desk) {
	add(s, d.once, tool[abrirCasoIn, abrirCasoOut]{
		name:  "abrir_caso_soporte",
		title: "Abrir caso de soporte",
		description: "Registra un caso de soporte para un cliente identificado y devuelve su número de radicado. " +
			"Úsala solo cuando el cliente ya describió el problema. No la uses para consultar el estado de un caso existente.",
		verb:         "abrir un caso de soporte",
		capabilities: []string{"pqr", "soporte", "garantia"},
		in: []field{
			documento("Documento del cliente: tipo y número, sin puntos ni espacios"),
			oneOf("tipo", "Tipo de problema", tipoFalla, tipoInstalacion, "cobro"),
			text("descripcion", "Descripción del problema, en palabras del cliente", 10, 400),
			optional(oneOf("prioridad", "Prioridad que pide el cliente, normal si no se indica", prioridadAlta, prioridadNormal)),
		},
		out: []field{
			text("radicado", "Número con el que el cliente pregunta por su caso", 0, 0),
			oneOf("estado", "", casoAbierto, casoEnCola),
			optional(number("sla_horas", "Horas en las que se atiende el caso", 0, 0)),
		},
		run: d.abrirCaso,
	})
}

func (d *desk) abrirCaso(ctx context.Context, _ call, in abrirCasoIn) (abrirCasoOut, error) {
	prioridad := prioridadNormal
	if in.Tipo == tipoFalla && in.Prioridad != nil { // only a fault may be urgent
		prioridad = *in.Prioridad
	}
	c, err := d.AbrirCaso(ctx, nuevoCaso{in.Documento, in.Tipo, in.Descripcion, prioridad})
	switch {
	case errors.Is(err, errNoExiste):
		return abrirCasoOut{}, notFound(sinCliente)
	case errors.Is(err, errSuspendido):
		return abrirCasoOut{}, blocker("La cuenta está suspendida. Debe reactivarse antes de abrir un caso.")
	case err != nil:
		return abrirCasoOut{}, err
	}
	return abrirCasoOut{c.Radicado, c.Estado, c.SLAHoras}, nil
}

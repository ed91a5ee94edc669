package main

import (
	"context"
	"fmt"
)

const (
	casoAbierto = "abierto"
	casoEnCola  = "en_cola"
)

const (
	tipoFalla       = "falla"
	tipoInstalacion = "instalacion"
)

const (
	prioridadAlta   = "alta"
	prioridadNormal = "normal"
)

// primerCaso keeps the numbers short enough to be said in a call.
const primerCaso = 1001

type nuevoCaso struct {
	Documento   string
	Tipo        string
	Descripcion string
	Prioridad   string
}

type caso struct {
	nuevoCaso
	Radicado string
	Estado   string
	SLAHoras int
}

// AbrirCaso registers a case. It is errNoExiste where there is no such client
// and errSuspendido where the client may not open one.
func (b *backend) AbrirCaso(ctx context.Context, n nuevoCaso) (caso, error) {
	if err := b.begin(ctx, "abrir_caso"); err != nil {
		return caso{}, err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	c, ok := b.clientes[clave(n.Documento)]
	if !ok {
		return caso{}, errNoExiste
	}
	if c.Estado == clienteSuspendido {
		return caso{}, errSuspendido
	}
	b.efectos.CasosAbiertos++
	nuevo := caso{nuevoCaso: n, Radicado: fmt.Sprintf("SOP-%d", primerCaso+b.efectos.CasosAbiertos-1)}
	nuevo.Estado, nuevo.SLAHoras = atencion(n.Tipo, n.Prioridad)
	b.casos[nuevo.Radicado] = nuevo
	return nuevo, nil
}

// atencion decides state and promise. What the caller asks for is one input of
// it, never the answer: a billing question does not jump the queue.
func atencion(tipo, prioridad string) (estado string, slaHoras int) {
	switch {
	case tipo == tipoFalla && prioridad == prioridadAlta:
		return casoAbierto, 4
	case tipo == tipoFalla:
		return casoAbierto, 24
	case tipo == tipoInstalacion:
		return casoEnCola, 48
	default:
		return casoEnCola, 72
	}
}

// Casos returns how many cases the desk holds.
func (b *backend) Casos() int {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return len(b.casos)
}

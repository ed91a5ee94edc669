package main

import (
	"context"
	"time"
)

// duraDiagnostico is how long the line is tested.
const duraDiagnostico = 2 * time.Minute

// diagnostico is a test of a client's line, which goes on after it was started.
type diagnostico struct {
	Documento string
	Inicio    time.Time
}

// IniciarDiagnostico starts a test of the client's line, or tells of the one that
// is running. It is errNoExiste where there is no such client.
func (b *backend) IniciarDiagnostico(ctx context.Context, documento string) (diagnostico, error) {
	if err := b.begin(ctx, "iniciar_diagnostico"); err != nil {
		return diagnostico{}, err
	}
	now := b.now()
	b.mu.Lock()
	defer b.mu.Unlock()
	c, ok := b.clientes[clave(documento)]
	if !ok {
		return diagnostico{}, errNoExiste
	}
	if d, ok := b.pruebas[c.Documento]; ok && now.Sub(d.Inicio) < duraDiagnostico {
		return d, nil
	}
	b.efectos.DiagnosticosIniciados++
	d := diagnostico{Documento: c.Documento, Inicio: now}
	b.pruebas[c.Documento] = d
	return d, nil
}

// estadoDiagnostico is how the last test of a line stands.
type estadoDiagnostico struct {
	Terminado bool
	Fin       time.Time // when it ended, or will
	Funciona  bool      // what it found
}

// Diagnostico says how the last test of the client's line stands. It is errNoExiste
// without a test.
func (b *backend) Diagnostico(ctx context.Context, documento string) (estadoDiagnostico, error) {
	if err := b.begin(ctx, "diagnostico"); err != nil {
		return estadoDiagnostico{}, err
	}
	now := b.now()
	b.mu.RLock()
	defer b.mu.RUnlock()
	d, ok := b.pruebas[clave(documento)]
	if !ok {
		return estadoDiagnostico{}, errNoExiste
	}
	fin := d.Inicio.Add(duraDiagnostico)
	return estadoDiagnostico{Terminado: !now.Before(fin), Fin: fin, Funciona: b.clientes[d.Documento].Estado == clienteActivo}, nil
}

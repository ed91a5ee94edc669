package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// What the backend answers when it cannot do what it was asked. The tools turn
// these into sentences for the customer; their own text is for the log.
var (
	errNoExiste   = errors.New("soporte: no such record")
	errSuspendido = errors.New("soporte: the client is suspended")
	errAjena      = errors.New("soporte: the record belongs to another client")
	errSinTarifa  = errors.New("soporte: no prices for that list and currency")
)

// estadoFinalError says that a record is in a state that never changes again.
type estadoFinalError struct {
	Estado string
}

func (e *estadoFinalError) Error() string {
	return fmt.Sprintf("soporte: the record is final: %s", e.Estado)
}

// backend stands in for the author's own systems: a CRM, a catalogue, a ticket
// desk and an agenda, all in memory. It is safe for concurrent use, and each
// change checks its conditions and happens under one lock, so two calls at
// once never both pass a check that only one of them may pass.
type backend struct {
	now    func() time.Time
	before func(ctx context.Context, op string) error
	items  []item // never changes, read without the lock

	mu       sync.RWMutex
	clientes map[string]*cliente
	citas    map[string]*cita
	casos    map[string]caso
	efectos  efectos
	pruebas  map[string]diagnostico // the last one, by document
}

// backendOptions are for tests; the zero value is the program's own.
type backendOptions struct {
	// Now is the clock; nil is time.Now.
	Now func() time.Time
	// Before runs at the start of each operation, outside the lock. Its error
	// is the operation's: that is how a test plays a dependency that fails or
	// is slow.
	Before func(ctx context.Context, op string) error
}

// efectos counts what really happened, for tests to compare with the number of
// calls.
type efectos struct {
	CasosAbiertos         int
	ClientesActualizados  int
	CitasCanceladas       int
	DiagnosticosIniciados int
}

// newBackend returns a backend that holds the sample data. A nil opts is the
// zero value.
func newBackend(opts *backendOptions) *backend {
	if opts == nil {
		opts = &backendOptions{}
	}
	b := &backend{now: opts.Now, before: opts.Before, items: catalogo(), casos: map[string]caso{}, pruebas: map[string]diagnostico{}}
	if b.now == nil {
		b.now = time.Now
	}
	b.clientes = clientesDeMuestra()
	b.citas = citasDeMuestra(b.now())
	return b
}

// begin is the first line of every operation.
func (b *backend) begin(ctx context.Context, op string) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("soporte: %s: %w", op, err)
	}
	if b.before == nil {
		return nil
	}
	return b.before(ctx, op)
}

// Efectos returns the counters as they are now.
func (b *backend) Efectos() efectos {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return b.efectos
}

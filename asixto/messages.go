package asixto

import (
	"cmp"

	toolerrors "github.com/asixto/go-sdk/errors"
	"github.com/asixto/go-sdk/schema"
)

// Messages are the fixed sentences a customer may hear when no error of the
// author's applies. A field left empty keeps its Spanish default, so the zero
// value is complete. Each is one short sentence that can be read aloud and
// must hold nothing technical.
type Messages struct {
	// System tells of a technical failure or a time-out.
	System string
	// Unknown tells of a failure that nothing else describes.
	Unknown string
	// InProgress tells that the same operation is still running elsewhere.
	InProgress string
	// InDoubt tells that it is not known whether the operation happened.
	InDoubt string
	// AlreadyDone tells that the operation happened but its answer was not
	// kept.
	AlreadyDone string
	// KeyReused tells that one idempotency key came with other arguments.
	KeyReused string
	// KeyUnusable tells that the idempotency key is missing (under
	// StrictKeys), empty, too long or no string.
	KeyUnusable string
	// Busy tells that too many calls are running.
	Busy string
	// Closing tells that the server is shutting down.
	Closing string
	// Arguments are the clauses for what is wrong with an argument, joined into
	// one sentence; the zero value is schema.Spanish().
	Arguments schema.Messages
}

func (m Messages) withDefaults() Messages {
	return Messages{
		System:      cmp.Or(m.System, toolerrors.DefaultMessage(toolerrors.KindSystem)),
		Unknown:     cmp.Or(m.Unknown, toolerrors.DefaultMessage(toolerrors.KindUnknown)),
		InProgress:  cmp.Or(m.InProgress, "La operación todavía está en curso. Espere un momento antes de intentarlo de nuevo."),
		InDoubt:     cmp.Or(m.InDoubt, "No pude confirmar si la operación se realizó. Una persona debe revisarla antes de repetirla."),
		AlreadyDone: cmp.Or(m.AlreadyDone, "La operación ya se realizó, pero no puedo mostrar su detalle."),
		KeyReused:   cmp.Or(m.KeyReused, "Esta solicitud ya se usó con otros datos. Haga una solicitud nueva."),
		KeyUnusable: cmp.Or(m.KeyUnusable, "La solicitud llegó sin una clave de operación válida."),
		Busy:        cmp.Or(m.Busy, "Hay demasiadas solicitudes en este momento. Intente de nuevo en un momento."),
		Closing:     cmp.Or(m.Closing, "El servicio se está reiniciando. Intente de nuevo en un momento."),
		Arguments:   m.Arguments,
	}
}

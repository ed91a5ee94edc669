package asixto

import (
	"context"
	"errors"
	"fmt"

	toolerrors "github.com/asixto/go-sdk/errors"
	"github.com/asixto/go-sdk/idem"
	"github.com/asixto/go-sdk/schema"
)

// A systemError is a fault of the tool's own code: an answer that cannot or must
// not be sent, a method of an argument type that panics.
type systemError struct{ cause error }

func (e *systemError) Error() string { return e.cause.Error() }
func (e *systemError) Unwrap() error { return e.cause }

var (
	errBusy        = errors.New("asixto: ServerOptions.MaxRunning handlers are running")
	errKeyUnusable = errors.New("asixto: the idempotency key is missing, empty, over 256 bytes or no string")
	errAlreadyDone = errors.New("asixto: the effect happened, its answer was not stored")
)

// failed is the answer for any error.
func (c *call) failed(err error) answer {
	a := errorAnswer(c.failure(err))
	a.busy = errors.Is(err, errBusy)
	return a
}

// failure turns any error into one the customer may hear. The order matters:
// what the engine says about the key comes before what the handler said.
func (c *call) failure(err error) *toolerrors.Error {
	m := &c.server.messages
	var invalid *schema.InvalidError
	var system *systemError
	switch {
	case errors.Is(err, errAlreadyDone):
		return toolerrors.System(m.AlreadyDone).WithCause(err)
	case errors.Is(err, idem.ErrInDoubt):
		return toolerrors.System(m.InDoubt).WithCause(err)
	case errors.Is(err, idem.ErrConflict):
		return toolerrors.Validation(m.KeyReused).WithCause(err)
	case errors.Is(err, idem.ErrInProgress):
		return toolerrors.System(m.InProgress).WithCause(err)
	case errors.Is(err, errBusy):
		return toolerrors.System(m.Busy).WithCause(err)
	case errors.Is(err, idem.ErrClosed), errors.Is(err, errClosing):
		return toolerrors.System(m.Closing).WithCause(err)
	case errors.Is(err, idem.ErrStore):
		return toolerrors.System(m.System).WithCause(err)
	case errors.Is(err, errKeyUnusable):
		return toolerrors.Validation(m.KeyUnusable).WithCause(err)
	case errors.As(err, &system), errors.Is(err, errRecord), isCrash(err):
		return toolerrors.System(m.System).WithCause(err)
	case errors.As(err, &invalid):
		return toolerrors.Validation(invalid.UserMessage()).WithDetails(invalid.Details()).WithCause(err)
	}
	return c.handlerFailure(err)
}

// handlerFailure passes on what the author wrote for the customer and says a
// fixed sentence for the rest.
func (c *call) handlerFailure(err error) *toolerrors.Error {
	var written *toolerrors.Error
	var kind toolerrors.Kind
	if errors.As(err, &written) || errors.As(err, &kind) {
		return toolerrors.From(err)
	}
	m := &c.server.messages
	if toolerrors.KindOf(err) == toolerrors.KindSystem {
		return toolerrors.System(m.System).WithCause(err)
	}
	return toolerrors.Unknown(m.Unknown).WithCause(err)
}

// isCrash reports whether the handler panicked or ended its goroutine.
func isCrash(err error) bool {
	var own *panicError
	var engine *idem.PanicError
	return errors.Is(err, errGoexit) || errors.As(err, &own) || errors.As(err, &engine)
}

// isAbandoned reports whether a call ended before its work did.
func isAbandoned(ctx context.Context, err error) bool {
	return err != nil && (ctx.Err() != nil && errors.Is(err, context.Cause(ctx)) || errors.Is(err, context.DeadlineExceeded))
}

// A panicError is a handler's panic, with the stack for the log.
type panicError struct {
	value any
	stack []byte
}

func (e *panicError) Error() string { return fmt.Sprintf("panic: %v", e.value) }

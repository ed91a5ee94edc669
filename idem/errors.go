package idem

import (
	"errors"
	"fmt"
)

// Errors that Do returns, to be found with errors.Is. Where there is a cause it is wrapped too.
var (
	// ErrRequest: the request cannot be used: no tool, no key or too long a one, a negative time. Nothing happened.
	ErrRequest = errors.New("idem: bad request")
	// ErrConflict: the key belongs to a request with another fingerprint. Nothing happened.
	ErrConflict = errors.New("idem: the key was used with other arguments")
	// ErrInProgress: another call with this key is still running and the wait is over, or too many wait already.
	ErrInProgress = errors.New("idem: still in progress")
	// ErrInDoubt: nobody knows whether the effect happened. Every later call says the same until the request's Resolve
	// decides it.
	ErrInDoubt = errors.New("idem: in doubt")
	// ErrStore: the store failed before the effect. Nothing happened.
	ErrStore = errors.New("idem: the store failed")
	// ErrClosed: the engine is shutting down. It is also the cause of the context of a run that a shutdown cancels.
	ErrClosed = errors.New("idem: the engine is shut down")
	// ErrNoResult: the effect happened and its result was not kept. Only the generic Do returns it; Engine.Do sets
	// Outcome.Tombstone.
	ErrNoResult = errors.New("idem: done, and its result was not kept")
)

// Causes of an ended run context, beside its deadline and ErrClosed.
var (
	errLeaseEnded = fmt.Errorf("%w: its lease ended without being renewed", ErrLost)
	errCap        = errors.New("idem: held for longer than Options.Cap")
)

var errGoexit = errors.New("idem: run called runtime.Goexit")

// PanicError is what becomes of a panic in run, in Resolve or in the store.
type PanicError struct {
	// Value is what was given to panic.
	Value any
	// Stack is the stack of the goroutine that panicked, for the log.
	Stack []byte
}

// Error returns the panic's value without the stack.
func (e *PanicError) Error() string { return fmt.Sprintf("idem: panicked: %v", e.Value) }

func inDoubt(cause error) error {
	if cause == nil {
		return ErrInDoubt
	}
	return fmt.Errorf("%w: %w", ErrInDoubt, cause)
}

func storeFailed(cause error) error { return fmt.Errorf("%w: %w", ErrStore, cause) }

package idem

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
)

// Do is Engine.Do for code that is no MCP tool, such as a webhook or a queue's consumer: it keeps T as JSON. Every call, also the
// first, gets T as decoded from that JSON, so that all see the same value. ErrNoResult says that the effect happened and its
// result was not kept. A T that cannot be encoded leaves such a key behind and is an error for the caller.
func Do[T any](ctx context.Context, e *Engine, req Request, run func(context.Context) (T, error)) (T, error) {
	var value T
	if run == nil {
		return value, fmt.Errorf("%w: run is nil", ErrRequest)
	}
	out, err := e.Do(ctx, req, func(ctx context.Context) ([]byte, error) {
		v, err := run(ctx)
		if err != nil {
			return nil, err
		}
		return encode(v)
	})
	switch {
	case err != nil:
		return value, err
	case out.Tombstone:
		return value, ErrNoResult
	}
	if err := json.Unmarshal(out.Result, &value); err != nil {
		return value, fmt.Errorf("idem: the stored result of %q is no %T: %w", req.Key.Tool, value, errors.Join(ErrNoResult, err))
	}
	return value, nil
}

// encode fails with Done, also where a MarshalJSON panics: the effect has happened by then.
func encode(v any) (result []byte, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = Done(&PanicError{Value: p, Stack: debug.Stack()})
		}
	}()
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, Done(fmt.Errorf("idem: the result cannot be encoded: %w", err))
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

package idem

import "github.com/asixto/go-sdk/internal/bounded"

// runContext is what a run goes by. It leads to its flight.
type runContext struct {
	bounded.Context
	flight *flight
}

func (c *runContext) Value(key any) any {
	if key == (runKey{}) {
		return c.flight
	}
	return c.Context.Value(key)
}

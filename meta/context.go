package meta

import "context"

type contextKey struct{}

// NewContext returns a context that carries c to the handler.
func NewContext(ctx context.Context, c Call) context.Context {
	return context.WithValue(ctx, contextKey{}, &c)
}

// From returns the metadata of the call that ctx belongs to; the zero Call,
// which is usable as it is, where ctx carries none.
func From(ctx context.Context) Call {
	if c, ok := ctx.Value(contextKey{}).(*Call); ok {
		return *c
	}
	return Call{}
}

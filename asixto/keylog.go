package asixto

import (
	"cmp"
	"context"
	"log/slog"

	"github.com/asixto/go-sdk/idem"
)

// idempotency are the options of the engine: the author's own, with a log of what
// the line of a call does not tell.
func (s *Server) idempotency() *idem.Options {
	o := *cmp.Or(s.opts.Idempotency, &idem.Options{})
	o.Observer.Lost = s.logging(slog.LevelWarn, "a write lost the claim of its key; whether it happened is in doubt", o.Observer.Lost)
	o.Observer.SaveFailed = s.logging(slog.LevelError, "the result of a write cannot be stored yet; it is tried again", o.Observer.SaveFailed)
	o.Observer.StoreDown = s.logging(slog.LevelWarn, "the store of idempotency keys failed", o.Observer.StoreDown)
	return &o
}

// logging is a hook that writes a line and goes on to the author's.
func (s *Server) logging(level slog.Level, msg string, next func(context.Context, idem.Event)) func(context.Context, idem.Event) {
	return func(ctx context.Context, e idem.Event) {
		if c, ok := ctx.Value(callKey{}).(*call); ok { // whose key it is
			var attrs []slog.Attr
			if e.Op != "" {
				attrs = append(attrs, slog.String("op", e.Op))
			}
			c.tell(ctx, level, msg, append(attrs, slog.Any("cause", e.Err))...)
		}
		if next != nil {
			next(ctx, e)
		}
	}
}

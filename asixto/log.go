package asixto

import (
	"context"
	"errors"
	"log/slog"
	"time"

	toolerrors "github.com/asixto/go-sdk/errors"
	"github.com/asixto/go-sdk/idem"
)

// attrs identify the call in the log: what the Gateway sent to trace it by,
// never arguments, results, keys or tokens.
func (c *call) attrs() []any {
	return []any{
		slog.String("tool", c.tool.Name),
		slog.String("requestId", c.meta.RequestID()),
		slog.String("conversationId", c.meta.ConversationID()),
		slog.String("channel", string(c.meta.Channel())),
	}
}

// logEnd writes the one line of a finished call: what the author must see to is
// an error, what is part of business is information.
func (c *call) logEnd(ctx context.Context, a answer, err error) {
	level, outcome := slog.LevelInfo, "ok"
	if err != nil {
		kind := c.failure(err).Kind()
		outcome = string(kind)
		if kind == toolerrors.KindSystem || kind == toolerrors.KindUnknown {
			level = slog.LevelError
		}
	}
	if !c.server.log.Enabled(ctx, level) {
		return
	}
	attrs := append(c.attrs(),
		slog.String("outcome", outcome),
		slog.Duration("duration", time.Since(c.start)),
		slog.Int("bytes", len(a.structured)))
	if c.replayed {
		attrs = append(attrs, slog.Bool("replayed", true))
	}
	if c.waited {
		attrs = append(attrs, slog.Bool("waited", true))
	}
	if err != nil {
		attrs = append(attrs, slog.Any("cause", err))
		if stack := stackOf(err); stack != "" {
			attrs = append(attrs, slog.String("stack", stack))
		}
	}
	c.server.log.Log(ctx, level, "tools/call", attrs...)
}

func stackOf(err error) string {
	var own *panicError
	if errors.As(err, &own) {
		return string(own.stack)
	}
	var engine *idem.PanicError
	if errors.As(err, &engine) {
		return string(engine.Stack)
	}
	return ""
}

package asixto

import (
	"context"
	"errors"
	"log/slog"
	"runtime"
	"strings"
	"sync"
	"time"

	toolerrors "github.com/asixto/go-sdk/errors"
	"github.com/asixto/go-sdk/idem"
)

// tell writes a line that begins with what identifies the call: what the Gateway
// sent to trace it by, never arguments, results, keys or tokens. Its place in the
// code is that of NewServer's caller: this one would be in every line.
func (c *call) tell(ctx context.Context, level slog.Level, msg string, more ...slog.Attr) {
	h := c.server.log.Handler()
	if !h.Enabled(ctx, level) {
		return
	}
	r := slog.NewRecord(time.Now(), level, msg, c.server.place)
	r.AddAttrs(
		slog.String("tool", c.tool.Name),
		slog.String("requestId", clipped(c.meta.RequestID())),
		slog.String("conversationId", clipped(c.meta.ConversationID())),
		slog.String("channel", string(c.meta.Channel())),
	)
	r.AddAttrs(more...)
	_ = h.Handle(ctx, r) // nobody is left who could be told
}

// callerOf is the place so many calls above this function.
func callerOf(skip int) uintptr {
	var pcs [1]uintptr
	runtime.Callers(skip+1, pcs[:])
	return pcs[0]
}

// clipped bounds what a client sends for the log: an id has some tens of bytes,
// and a body may have megabytes.
func clipped(id string) string {
	const most = 256 // bytes
	if len(id) <= most {
		return id
	}
	return strings.ToValidUTF8(id[:most], "") + "…"
}

// An ending settles who tells the log how the work of a call ended: the call, or
// the work itself where the call was answered before.
type ending struct {
	mu       sync.Mutex
	answered bool
	worked   bool
	answer   answer
	err      error
}

// logEnd writes the one line of a finished call.
func (c *call) logEnd(ctx context.Context, a answer, err error) {
	e := &c.end
	e.mu.Lock()
	e.answered = true
	worked := e.worked
	e.mu.Unlock()
	if !isAbandoned(ctx, err) {
		c.logLine(ctx, "tools/call", a, err)
		return
	}
	level := slog.LevelInfo
	if errors.Is(err, context.DeadlineExceeded) {
		level = slog.LevelError
	}
	c.tell(ctx, level, "tools/call answered before its handler ended", slog.Any("cause", err))
	if worked { // it ended just now, and has left the line to this call
		c.logLine(ctx, "tools/call ended", e.answer, e.err)
	}
}

// logLate tells how work ended whose call was answered before.
func (c *call) logLate(ctx context.Context, a answer, err error) {
	e := &c.end
	e.mu.Lock()
	e.worked, e.answer, e.err = true, a, err
	late := e.answered
	e.mu.Unlock()
	if late {
		c.logLine(ctx, "tools/call ended", a, err)
	}
}

// logLine writes one line: what the author must see to is an error, what is part
// of business is information.
func (c *call) logLine(ctx context.Context, msg string, a answer, err error) {
	level, outcome := slog.LevelInfo, "ok"
	if err != nil {
		kind := c.failure(err).Kind()
		outcome = string(kind)
		if kind == toolerrors.KindSystem || kind == toolerrors.KindUnknown {
			level = slog.LevelError
		}
	}
	tooLong := a.isError && a.size() > MaxAnswer
	if tooLong {
		level = slog.LevelError
	}
	if !c.server.log.Enabled(ctx, level) {
		return
	}
	attrs := append(make([]slog.Attr, 0, 12), // as many as there can be
		slog.String("outcome", outcome),
		slog.Duration("duration", time.Since(c.start)),
		slog.Int("argumentBytes", len(c.args)),
		slog.Int("answerBytes", len(a.structured)))
	if c.server.opts.LogPayloads {
		attrs = append(attrs, slog.String("arguments", string(c.args)), slog.String("answer", string(a.structured)))
	}
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
	if tooLong {
		attrs = append(attrs, slog.Int("units", a.size()))
	}
	c.tell(ctx, level, msg, attrs...)
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

package asixto

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"slices"

	toolerrors "github.com/asixto/go-sdk/errors"
	"github.com/asixto/go-sdk/idem"
)

// work runs middleware and handler and checks what they answer. It may go on
// after the call was answered at its deadline or lost its client.
//
// Once the tool's own function has returned without an error the effect of a
// write has happened, whatever goes wrong on the way out: the error says so to
// the engine, and nothing frees the key.
func (c *call) work(ctx context.Context, in any) (a answer, err error) {
	defer func() {
		if v := recover(); v != nil {
			a, err = answer{}, idem.InDoubt(&panicError{v, debug.Stack()})
		}
		if err != nil && c.happened.Load() && c.tool.Access.Writes() {
			err = idem.Done(fmt.Errorf("%w: %w", errAlreadyDone, err))
		}
		c.logLate(ctx, a, err)
	}()
	out, err := c.handle(ctx, in)
	if err != nil {
		return answer{}, c.verdict(sound(err))
	}
	return c.finish(ctx, out)
}

// verdict keeps what the tool's own function said about its effect, whatever
// middleware made of it.
func (c *call) verdict(err error) error {
	if c.broke.Load() {
		return idem.InDoubt(err)
	}
	if own := c.refused.Load(); own != nil && !errors.Is(err, *own) {
		return errors.Join(err, *own)
	}
	return err
}

// handle runs middleware and handler within the bound on running ones.
func (c *call) handle(ctx context.Context, in any) (any, error) {
	running := &c.server.running
	defer running.Add(-1)
	if running.Add(1) > int64(c.server.opts.MaxRunning) {
		return nil, idem.NotDone(errBusy)
	}
	return c.tool.handler(ctx, c.tool.Tool, in)
}

// chain wraps a tool's function in the server's middleware.
func (s *Server) chain(op operation) Handler {
	h := Handler(func(ctx context.Context, _ Tool, in any) (any, error) {
		c, ok := ctx.Value(callKey{}).(*call)
		if !ok {
			return nil, errors.New("asixto: middleware must pass on the context of the call, or one made from it")
		}
		broke := true
		defer func() {
			if broke { // a panic is on its way out, and middleware may hide it
				c.broke.Store(true)
			}
		}()
		out, err := op.handle(ctx, in)
		broke = false
		if err != nil {
			err = sound(err)
			c.refused.Store(&err)
			return nil, err
		}
		c.happened.Store(true)
		return out, nil
	})
	for _, wrap := range slices.Backward(s.opts.Middleware) {
		if wrap != nil { // a nil entry keeps the server from starting
			h = wrap(h)
		}
	}
	return h
}

// sound returns err, or a plain error in its place where its own methods panic,
// as those of a typed nil do.
func sound(err error) (safe error) {
	defer func() {
		if recover() != nil {
			// A nil of a type may well have been meant as success.
			safe = idem.InDoubt(fmt.Errorf("asixto: the methods of an error of type %T panic: is it a nil of that type?", err))
		}
	}()
	_ = err.Error()
	_ = errors.Is(err, errBusy)
	_ = toolerrors.KindOf(err)
	return err
}

// finish checks and encodes what the handler answered. A read outside its own
// schema or over the limit is a failure; a write has happened, so its answer
// is sent and the log says what is wrong with it.
func (c *call) finish(ctx context.Context, out any) (answer, error) {
	structured, violation, err := c.tool.op.encode(out)
	if err != nil {
		return answer{}, &systemError{fmt.Errorf("asixto: the answer cannot be encoded: %w", err)}
	}
	if bytes.Contains(structured, []byte("\uFFFD")) {
		c.tell(ctx, slog.LevelWarn, "the answer holds U+FFFD, which also stands for invalid UTF-8")
	}
	a := answer{structured: structured, text: c.text(ctx, out, structured)}
	c.inspect(ctx, a)
	if violation == nil && a.size() > MaxAnswer {
		violation = fmt.Errorf("asixto: the answer has %d UTF-16 units, the Gateway cuts at %d: page it", a.size(), MaxAnswer)
	}
	switch {
	case violation == nil:
		return a, nil
	case c.tool.Access.Writes():
		c.tell(ctx, slog.LevelError, "answer of a write breaks the contract; sent, as its effect has happened", slog.Any("cause", violation))
		return a, nil
	default:
		return answer{}, &systemError{violation}
	}
}

// text is what will be said; the log tells what is wrong with the answer's own
// text.
func (c *call) text(ctx context.Context, out any, structured []byte) string {
	text, fault := wording(out, structured, c.meta)
	var broke *panicError
	switch {
	case errors.As(fault, &broke):
		c.tell(ctx, slog.LevelError, "Spoken panicked; the default text is sent",
			slog.Any("cause", broke.value), slog.String("stack", string(broke.stack)))
	case fault != nil:
		c.tell(ctx, slog.LevelWarn, "the text of the answer is not as it was said", slog.Any("cause", fault))
	}
	return text
}

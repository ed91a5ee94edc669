package asixto

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/modelcontextprotocol/go-sdk/auth"

	toolerrors "github.com/asixto/go-sdk/errors"
	"github.com/asixto/go-sdk/idem"
	"github.com/asixto/go-sdk/meta"
	"github.com/asixto/go-sdk/schema"
)

// call answers one tools/call from any transport. There is always an answer:
// every failure has its form.
func (s *Server) call(ctx context.Context, t *tool, args []byte, md meta.Call) answer {
	c := &call{server: s, tool: t, meta: md, args: args, start: time.Now()}
	ctx = meta.NewContext(ctx, md)
	a, err := c.run(ctx)
	if err != nil {
		a = errorAnswer(c.failure(err))
		a.busy = errors.Is(err, errBusy)
	}
	c.logEnd(ctx, a, err)
	return a
}

// A call is one tools/call on its way.
type call struct {
	server   *Server
	tool     *tool
	meta     meta.Call
	args     []byte
	start    time.Time
	replayed bool
	waited   bool
}

// run decodes the arguments and runs the handler by the rules of its access.
func (c *call) run(ctx context.Context) (answer, error) {
	in, err := c.tool.op.decode(c.args)
	if err != nil {
		return answer{}, err
	}
	if !c.tool.Access.Writes() {
		return c.once(ctx, in)
	}
	switch c.meta.State(meta.KeyIdempotencyKey) {
	case meta.Present:
	case meta.Missing:
		if c.server.opts.StrictKeys {
			return answer{}, errKeyUnusable
		}
		c.server.log.WarnContext(ctx, "write without an idempotency key: a repeated call repeats its effect", c.attrs()...)
		return c.once(context.WithoutCancel(ctx), in)
	default:
		return answer{}, errKeyUnusable
	}
	if c.server.engine == nil {
		return c.once(context.WithoutCancel(ctx), in)
	}
	return c.keyed(ctx, in)
}

// once runs the handler without a key.
func (c *call) once(ctx context.Context, in any) (answer, error) {
	g := &c.server.gate
	if !g.enter() {
		return answer{}, errClosing
	}
	ctx, cancel := context.WithCancelCause(ctx)
	release := context.AfterFunc(c.server.halted, func() { cancel(errClosing) })
	return runBounded(ctx, c.tool.Timeout, func(ctx context.Context) (answer, error) {
		out, err := c.handle(ctx, in)
		if err != nil {
			return answer{}, err
		}
		return c.finish(ctx, out)
	}, func() {
		release()
		cancel(nil)
		g.leave()
	})
}

// keyed runs the handler at most once for the call's key, or answers with what
// an earlier or concurrent run of it has answered.
func (c *call) keyed(ctx context.Context, in any) (answer, error) {
	req := idem.Request{
		Key: idem.Key{
			Client:  clientName(ctx),
			Company: c.meta.CompanyID(),
			Tool:    c.tool.Name,
			Key:     c.meta.IdempotencyKey(),
		},
		Fingerprint: fingerprint(c.args),
		Timeout:     c.tool.Timeout,
		Repeatable:  c.tool.Repeatable,
	}
	if c.tool.op.hasResolver() {
		req.Resolve = func(ctx context.Context, attempt idem.Attempt) (idem.Resolution, error) {
			return c.settle(ctx, in, attempt)
		}
	}
	out, err := c.server.engine.Do(ctx, req, func(ctx context.Context) ([]byte, error) {
		out, err := c.handle(ctx, in)
		if err != nil {
			return nil, err
		}
		a, err := c.finish(ctx, out)
		if err != nil {
			return nil, idem.Done(err) // the effect has happened: nothing may free the key
		}
		return a.record(), nil
	})
	if err != nil {
		return answer{}, err
	}
	c.replayed, c.waited = out.Replayed, out.Waited
	if out.Tombstone {
		return answer{}, errAlreadyDone
	}
	return parseRecord(out.Result)
}

// settle asks the author's resolver about a key in doubt.
func (c *call) settle(ctx context.Context, in any, attempt idem.Attempt) (idem.Resolution, error) {
	out, done, err := c.tool.op.resolve(ctx, in, attempt)
	if err != nil {
		return idem.Resolution{}, err
	}
	if !done {
		return idem.ResolvedNotDone(), nil
	}
	a, err := c.finish(ctx, out)
	if err != nil {
		c.server.log.ErrorContext(ctx, "the resolver's answer cannot be stored", append(c.attrs(), slog.Any("cause", err))...)
		return idem.ResolvedTombstone(), nil
	}
	return idem.ResolvedDone(a.record()), nil
}

// handle runs middleware and handler within the bound on running ones.
func (c *call) handle(ctx context.Context, in any) (any, error) {
	running := &c.server.running
	defer running.Add(-1)
	if running.Add(1) > int64(c.server.opts.MaxRunning) {
		return nil, idem.NotDone(errBusy)
	}
	return c.tool.handler(ctx, &c.tool.Tool, in)
}

// finish checks and encodes what the handler answered. A read outside its own
// schema or over the limit is a failure; a write has happened, so its answer
// is sent and the log says what is wrong with it.
func (c *call) finish(ctx context.Context, out any) (answer, error) {
	structured, violation, err := c.tool.op.encode(out)
	if err != nil {
		return answer{}, &brokenAnswerError{fmt.Errorf("asixto: the answer cannot be encoded: %w", err)}
	}
	a := answer{structured: structured, text: speak(out, structured, c.meta)}
	if violation == nil && a.size() > MaxAnswer {
		violation = fmt.Errorf("asixto: the answer has %d UTF-16 units, the Gateway cuts at %d: page it", a.size(), MaxAnswer)
	}
	switch {
	case violation == nil:
		return a, nil
	case c.tool.Access.Writes():
		c.server.log.ErrorContext(ctx, "answer of a write breaks the contract; sent, as its effect has happened",
			append(c.attrs(), slog.Any("cause", violation))...)
		return a, nil
	default:
		return answer{}, &brokenAnswerError{violation}
	}
}

// A brokenAnswerError is an answer that cannot or must not be sent.
type brokenAnswerError struct{ cause error }

func (e *brokenAnswerError) Error() string { return e.cause.Error() }
func (e *brokenAnswerError) Unwrap() error { return e.cause }

var (
	errBusy        = errors.New("asixto: ServerOptions.MaxRunning handlers are running")
	errKeyUnusable = errors.New("asixto: the idempotency key is missing, empty, over 256 bytes or no string")
	errAlreadyDone = errors.New("asixto: the effect happened, its answer was not stored")
)

// failure turns any error into one the customer may hear. The order matters:
// what the engine says about the key comes before what the handler said.
func (c *call) failure(err error) *toolerrors.Error {
	m := &c.server.messages
	var invalid *schema.InvalidError
	var broken *brokenAnswerError
	switch {
	case errors.Is(err, idem.ErrInDoubt):
		return toolerrors.System(m.InDoubt).WithCause(err)
	case errors.Is(err, idem.ErrConflict):
		return toolerrors.Validation(m.KeyReused).WithCause(err)
	case errors.Is(err, idem.ErrInProgress):
		return toolerrors.System(m.InProgress).WithCause(err)
	case errors.Is(err, errAlreadyDone):
		return toolerrors.System(m.AlreadyDone).WithCause(err)
	case errors.Is(err, errBusy):
		return toolerrors.System(m.Busy).WithCause(err)
	case errors.Is(err, idem.ErrClosed), errors.Is(err, errClosing):
		return toolerrors.System(m.Closing).WithCause(err)
	case errors.Is(err, idem.ErrStore):
		return toolerrors.System(m.System).WithCause(err)
	case errors.Is(err, errKeyUnusable):
		return toolerrors.Validation(m.KeyUnusable).WithCause(err)
	case errors.As(err, &broken), errors.Is(err, errRecord), isCrash(err):
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
	if errors.As(err, &written) {
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

// clientName is the stable name of the authenticated client: it scopes the
// idempotency keys. The token never does, since it is rotated.
func clientName(ctx context.Context) string {
	if info := auth.TokenInfoFromContext(ctx); info != nil {
		return info.UserID
	}
	return ""
}

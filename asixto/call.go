package asixto

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/asixto/go-sdk/idem"
	"github.com/asixto/go-sdk/meta"
	"github.com/asixto/go-sdk/schema"
)

// call answers one tools/call from any transport. There is always an answer:
// every failure has its form.
func (s *Server) call(ctx context.Context, t *tool, args []byte, md meta.Call) answer {
	c := &call{server: s, tool: t, meta: md, args: args, start: time.Now()}
	ctx = context.WithValue(meta.NewContext(ctx, md), callKey{}, c)
	ctx, ended := c.observe(ctx)
	a, err := c.run(ctx)
	if err != nil {
		a = c.failed(err)
		c.inspect(ctx, a)
	}
	c.logEnd(ctx, a, err)
	ended(a, err)
	return a
}

type callKey struct{}

// A call is one tools/call on its way.
type call struct {
	server   *Server
	tool     *tool
	meta     meta.Call
	args     []byte
	start    time.Time
	replayed bool
	waited   bool
	happened atomic.Bool           // the tool's own function returned without an error
	broke    atomic.Bool           // it panicked or ended its goroutine
	refused  atomic.Pointer[error] // what it returned
	end      ending
}

// run decodes the arguments and runs the handler by the rules of its access.
func (c *call) run(ctx context.Context) (answer, error) {
	in, err := c.tool.op.decode(c.args)
	if _, told := errors.AsType[*schema.InvalidError](err); err != nil && !told {
		err = &systemError{err}
	}
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
		c.tell(ctx, slog.LevelWarn, "write without an idempotency key: a repeated call repeats its effect")
		if c.tool.InTx {
			return c.keyed(ctx, in, rand.Text()) // the transaction is a key's: one that no other call has
		}
		return c.once(context.WithoutCancel(ctx), in)
	default:
		return answer{}, errKeyUnusable
	}
	if c.server.engine == nil {
		return c.once(context.WithoutCancel(ctx), in)
	}
	return c.keyed(ctx, in, c.meta.IdempotencyKey())
}

// once runs the handler without a key.
func (c *call) once(ctx context.Context, in any) (answer, error) {
	return c.server.runBounded(ctx, c.tool.Timeout, func(ctx context.Context) (answer, error) {
		return c.work(ctx, in)
	})
}

// keyed runs the handler at most once for the key, or answers with what an
// earlier or concurrent run of it has answered.
func (c *call) keyed(ctx context.Context, in any, key string) (answer, error) {
	req := idem.Request{
		Key: idem.Key{
			Client:  ClientName(ctx),
			Company: c.meta.CompanyID(),
			Tool:    c.tool.Name,
			Key:     key,
		},
		Fingerprint: fingerprint(c.args),
		Timeout:     c.tool.Timeout,
		Repeatable:  c.tool.Repeatable,
		InTx:        c.tool.InTx,
	}
	if _, resolver := c.tool.op.parts(); resolver {
		req.Resolve = func(ctx context.Context, attempt idem.Attempt) (idem.Resolution, error) {
			return c.settle(ctx, in, attempt)
		}
	}
	out, err := c.server.engine.Do(ctx, req, func(ctx context.Context) ([]byte, error) {
		a, err := c.work(ctx, in)
		if err != nil {
			return nil, err
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
		return idem.Resolution{}, sound(err)
	}
	if !done {
		return idem.ResolvedNotDone(), nil
	}
	a, err := c.finish(ctx, out)
	if err != nil {
		c.tell(ctx, slog.LevelError, "the resolver's answer cannot be stored", slog.Any("cause", err))
		return idem.ResolvedTombstone(), nil
	}
	return idem.ResolvedDone(a.record()), nil
}

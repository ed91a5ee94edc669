package asixto

import (
	"context"
	"log/slog"
	"runtime/debug"
	"slices"
	"time"

	"github.com/asixto/go-sdk/asixto/internal/dispatch"
	toolerrors "github.com/asixto/go-sdk/errors"
	"github.com/asixto/go-sdk/meta"
)

// An Observer sees each call of a tool begin and end, for traces and metrics:
// also those that are replayed, refused or over a bound, of which [Middleware]
// hears nothing. The context it returns is the call's from there on, so a span in
// it is the parent of the handler's own; ended is called once, when the call is
// answered, and may be nil. It holds up the call and must be quick; a panic is
// logged and changes nothing. Module asixto/asixtootel has one for OpenTelemetry.
type Observer func(ctx context.Context, call CallInfo) (next context.Context, ended func(CallOutcome))

// A CallInfo is a call as it begins.
type CallInfo struct {
	// Tool is the definition of the tool that is called.
	Tool Tool
	// Meta is what the Gateway says about the call.
	Meta meta.Call
	// Trace is the W3C trace context of the request's _meta, zero without one.
	Trace Trace
	// ArgumentBytes is the length of the arguments as they came, in bytes.
	ArgumentBytes int
}

// A CallOutcome is how a call was answered.
type CallOutcome struct {
	// Kind is the error type of a failure, empty for a success.
	Kind toolerrors.Kind
	// Err is the cause of a failure, for the author and never for the customer;
	// nil for a success.
	Err error
	// Duration is the time from the arguments' arrival to the answer.
	Duration time.Duration
	// Replayed says that the answer came from the store, and Waited that it is
	// the one of a call that was running with the same key.
	Replayed, Waited bool
	// AnswerBytes is the length of the structured content, in bytes.
	AnswerBytes int
}

// A Trace is a W3C trace context: the values of the headers of those names.
type Trace struct {
	// Parent is traceparent, empty where the request has none.
	Parent string
	// State is tracestate, and Baggage is baggage.
	State, Baggage string
}

// withTrace keeps the trace context of a request that go-sdk has taken in.
func withTrace(ctx context.Context, m map[string]any) context.Context {
	text := func(key string) string { s, _ := m[key].(string); return s }
	return dispatch.WithTrace(ctx, dispatch.Trace{Parent: text("traceparent"), State: text("tracestate"), Baggage: text("baggage")})
}

// observe tells the observers that the call begins; ended tells them, in the
// reverse order, that it is answered.
func (c *call) observe(ctx context.Context) (next context.Context, ended func(answer, error)) {
	observers := c.server.opts.Observers
	if len(observers) == 0 {
		return ctx, func(answer, error) {}
	}
	trace, _ := dispatch.TraceFrom(ctx)
	info := CallInfo{Tool: c.tool.Tool, Meta: c.meta, Trace: Trace(trace), ArgumentBytes: len(c.args)}
	var tell []func(CallOutcome)
	for _, o := range observers {
		own, end := c.begin(ctx, o, info)
		if own != nil {
			ctx = own //nolint:fatcontext // one for each observer
		}
		if end != nil {
			tell = append(tell, end)
		}
	}
	return ctx, func(a answer, err error) {
		out := CallOutcome{
			Err: err, Duration: time.Since(c.start), Replayed: c.replayed, Waited: c.waited, AnswerBytes: len(a.structured),
		}
		if err != nil {
			out.Kind = c.failure(err).Kind()
		}
		for _, end := range slices.Backward(tell) {
			func() {
				defer func() { c.spare(ctx, recover()) }()
				end(out)
			}()
		}
	}
}

func (c *call) begin(ctx context.Context, o Observer, info CallInfo) (next context.Context, ended func(CallOutcome)) {
	defer func() { c.spare(ctx, recover()) }()
	return o(ctx, info)
}

// spare tells the log of an observer's panic, of which the call takes no notice.
func (c *call) spare(ctx context.Context, v any) {
	if v != nil {
		c.tell(ctx, slog.LevelError, "an observer panicked; the call goes on",
			slog.Any("cause", v), slog.String("stack", string(debug.Stack())))
	}
}

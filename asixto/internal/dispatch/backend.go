package dispatch

import (
	"context"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/asixto/go-sdk/meta"
)

// Revision is the one revision of the protocol that is served here.
const Revision = "2026-07-28"

// Versions are the revisions that the entry and go-sdk 1.8.0 behind it speak,
// newest first, as server/discover and the refusal of any other list them.
func Versions() []string {
	return []string{Revision, "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"}
}

// Backend is the tool server behind the entry. Its methods are called
// concurrently and must not panic.
//
// Results are the whole JSON of the JSON-RPC member "result": they are written
// as they are, so they must be valid JSON. The context is the request's: it ends
// when the client goes away, and carries a [Trace] where the request had one.
type Backend interface {
	// Discover answers server/discover. What it returns is not changed afterwards.
	Discover(ctx context.Context) []byte

	// List answers tools/list: the whole catalogue, on one page, which is not
	// changed afterwards.
	List(ctx context.Context) []byte

	// Call appends the answer of tools/call to dst, which it must not keep. args
	// are the raw arguments, nil where they are absent or null; duplicate names and
	// escapes of lone surrogates are still in them. All but dst belongs to the call
	// and may be kept.
	//
	// A failure of the tool is a result. The error is for what the protocol
	// answers itself, such as [UnknownTool]; with it the result is ignored.
	Call(ctx context.Context, dst []byte, name string, args jsontext.Value, call meta.Call) ([]byte, *Error)
}

// Trace is the W3C trace context of a request, as its _meta carries it.
type Trace struct {
	Parent  string // traceparent
	State   string // tracestate, may be empty
	Baggage string // baggage, may be empty
}

type traceKey struct{}

// WithTrace returns ctx with the trace context of its request; one without a
// traceparent is none.
func WithTrace(ctx context.Context, t Trace) context.Context {
	if t.Parent == "" {
		return ctx
	}
	return context.WithValue(ctx, traceKey{}, t)
}

// TraceFrom returns the trace context of the request that ctx belongs to, false
// where it had no traceparent.
func TraceFrom(ctx context.Context) (Trace, bool) {
	t, ok := ctx.Value(traceKey{}).(Trace)
	return t, ok
}

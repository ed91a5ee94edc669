package asixtootel

import (
	"context"
	"fmt"
	"strings"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/propagation"
	semconv "go.opentelemetry.io/otel/semconv/v1.41.0"
	"go.opentelemetry.io/otel/semconv/v1.41.0/mcpconv"
	"go.opentelemetry.io/otel/trace"

	"github.com/asixto/go-sdk/asixto"
)

const (
	scope     = "github.com/asixto/go-sdk/asixto/asixtootel"
	method    = "tools/call"
	toolError = "tool_error" // the conventions' word for a result that is an error
)

// Options choose where spans and measurements go. Nil and the zero value take
// what is set globally in package otel.
type Options struct {
	// TracerProvider makes the spans; nil is otel.GetTracerProvider().
	TracerProvider trace.TracerProvider
	// MeterProvider takes the measurements; nil is otel.GetMeterProvider().
	MeterProvider metric.MeterProvider
	// Propagator reads the trace context of a call's _meta; nil reads W3C trace
	// context and baggage, which is what MCP sends.
	Propagator propagation.TextMapPropagator
}

// Observer returns an observer for [asixto.ServerOptions].Observers. Its error is
// the meter's, where it refuses the instrument.
func Observer(opts *Options) (asixto.Observer, error) {
	o := Options{}
	if opts != nil {
		o = *opts
	}
	if o.TracerProvider == nil {
		o.TracerProvider = otel.GetTracerProvider()
	}
	if o.MeterProvider == nil {
		o.MeterProvider = otel.GetMeterProvider()
	}
	if o.Propagator == nil {
		o.Propagator = propagation.NewCompositeTextMapPropagator(propagation.TraceContext{}, propagation.Baggage{})
	}
	duration, err := mcpconv.NewServerOperationDuration(o.MeterProvider.Meter(scope),
		metric.WithExplicitBucketBoundaries(0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300)) // the conventions' advice
	if err != nil {
		return nil, fmt.Errorf("asixtootel: %w", err)
	}
	t := &telemetry{tracer: o.TracerProvider.Tracer(scope), duration: duration, propagator: o.Propagator}
	return t.observe, nil
}

type telemetry struct {
	tracer     trace.Tracer
	duration   mcpconv.ServerOperationDuration
	propagator propagation.TextMapPropagator
}

func (t *telemetry) observe(ctx context.Context, call asixto.CallInfo) (context.Context, func(asixto.CallOutcome)) {
	common := []attribute.KeyValue{
		semconv.McpMethodNameToolsCall,
		semconv.GenAIOperationNameExecuteTool,
		semconv.GenAIToolName(call.Tool.Name),
	}
	ctx, links := t.below(ctx, call.Trace)
	//nolint:spancheck // ended when the call is
	ctx, span := t.tracer.Start(ctx, method+" "+call.Tool.Name, trace.WithSpanKind(trace.SpanKindServer),
		trace.WithAttributes(common...), trace.WithAttributes(identity(call)...), trace.WithLinks(links...))
	return ctx, func(out asixto.CallOutcome) { //nolint:spancheck // as above
		common := append(common[:len(common):len(common)], attribute.Bool("asixto.replayed", out.Replayed))
		if out.Err != nil {
			common = append(common, semconv.ErrorTypeKey.String(toolError), attribute.String("asixto.error_type", string(out.Kind)))
			span.SetStatus(codes.Error, string(out.Kind))
		}
		span.SetAttributes(common...)
		span.SetAttributes(attribute.Bool("asixto.waited", out.Waited), attribute.Int("asixto.answer_bytes", out.AnswerBytes))
		t.duration.RecordSet(ctx, out.Duration.Seconds(), attribute.NewSet(common...))
		span.End()
	}
}

// below is the context of the span that the caller named, where it named one, and
// the link to the one around the call.
func (t *telemetry) below(ctx context.Context, of asixto.Trace) (context.Context, []trace.Link) {
	around := trace.SpanContextFromContext(ctx)
	ctx = t.propagator.Extract(ctx, propagation.MapCarrier{
		"traceparent": of.Parent,
		"tracestate":  of.State,
		"baggage":     of.Baggage,
	})
	if around.IsValid() && !around.Equal(trace.SpanContextFromContext(ctx)) {
		return ctx, []trace.Link{{SpanContext: around}}
	}
	return ctx, nil
}

// identity is what the Gateway says of the call, as far as it says it.
func identity(call asixto.CallInfo) []attribute.KeyValue {
	attrs := []attribute.KeyValue{
		attribute.String("asixto.channel", string(call.Meta.Channel())),
		attribute.Int("asixto.argument_bytes", call.ArgumentBytes),
	}
	if id := clipped(call.Meta.ConversationID()); id != "" {
		attrs = append(attrs, semconv.GenAIConversationID(id))
	}
	if id := clipped(call.Meta.RequestID()); id != "" {
		attrs = append(attrs, attribute.String("asixto.request_id", id))
	}
	return attrs
}

// clipped bounds what a client says, as the server's log does.
func clipped(id string) string {
	const most = 256 // bytes
	if len(id) <= most {
		return id
	}
	return strings.ToValidUTF8(id[:most], "") + "…"
}

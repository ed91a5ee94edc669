package asixtootel_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/baggage"
	"go.opentelemetry.io/otel/codes"
	sdkmetric "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	"go.opentelemetry.io/otel/trace"
	"go.uber.org/goleak"

	"github.com/asixto/go-sdk/asixto"
	"github.com/asixto/go-sdk/asixto/asixtootel"
	toolerrors "github.com/asixto/go-sdk/errors"
	"github.com/asixto/go-sdk/idem"
	"github.com/asixto/go-sdk/meta"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const (
	parent   = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
	parentID = "0af7651916cd43dd8448eb211c80319c"
	secret   = "la contraseña es 1234"
)

type in struct {
	Texto string `json:"texto" validate:"max=60" doc:"Texto que se repite"`
}

type out struct {
	Texto string `json:"texto"`
}

// A bench is a server under observation.
type bench struct {
	handler http.Handler
	spans   *tracetest.SpanRecorder
	reader  *sdkmetric.ManualReader
	tracer  trace.Tracer
	inside  trace.SpanContext // what a handler saw
	baggage string
}

func newBench(t *testing.T) *bench {
	t.Helper()
	b := &bench{spans: tracetest.NewSpanRecorder(), reader: sdkmetric.NewManualReader()}
	traces := sdktrace.NewTracerProvider(sdktrace.WithSpanProcessor(b.spans))
	meters := sdkmetric.NewMeterProvider(sdkmetric.WithReader(b.reader))
	t.Cleanup(func() {
		if err := errors.Join(traces.Shutdown(context.WithoutCancel(t.Context())), meters.Shutdown(context.WithoutCancel(t.Context()))); err != nil {
			t.Error(err)
		}
	})
	b.tracer = traces.Tracer("test")
	observer, err := asixtootel.Observer(&asixtootel.Options{TracerProvider: traces, MeterProvider: meters})
	if err != nil {
		t.Fatal(err)
	}
	srv := asixto.NewServer("prueba", "1.0.0", &asixto.ServerOptions{
		Store: idem.NewMemory(nil), Logger: slog.New(slog.DiscardHandler), Observers: []asixto.Observer{observer},
	})
	err = asixto.AddTool(srv, asixto.Tool{
		Name: "crear_texto", Verb: "crear un texto", Capabilities: []meta.Capability{meta.General}, Access: asixto.Write,
		Description: "Crea un texto. No la uses para leer uno que ya existe.",
	}, func(ctx context.Context, i in) (out, error) {
		b.inside = trace.SpanContextFromContext(ctx)
		b.baggage = baggage.FromContext(ctx).Member("tenant").Value()
		if i.Texto == "no" {
			return out{}, toolerrors.Blocker("La cuenta está suspendida.").WithCause(errors.New(secret))
		}
		return out(i), nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if b.handler, err = srv.Handler(nil); err != nil {
		t.Fatal(err)
	}
	return b
}

// call sends one call, with more members for its _meta.
func (b *bench) call(ctx context.Context, t *testing.T, texto, more string) {
	t.Helper()
	body := `{"jsonrpc":"2.0","id":"1","method":"tools/call","params":{"name":"crear_texto","arguments":{"texto":"` + texto + `"},` +
		`"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}` + more + `}}}`
	r := httptest.NewRequestWithContext(ctx, http.MethodPost, "/mcp", strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	b.handler.ServeHTTP(w, r)
	if answer, _ := io.ReadAll(w.Result().Body); w.Code != http.StatusOK {
		t.Fatalf("status %d: %s", w.Code, answer)
	}
}

func attributes(set []attribute.KeyValue) map[string]string {
	m := map[string]string{}
	for _, kv := range set {
		m[string(kv.Key)] = kv.Value.String()
	}
	return m
}

const gatewayMeta = `,"traceparent":"` + parent + `","baggage":"tenant=norte","com.asixto/idempotencyKey":"k1",` +
	`"com.asixto/conversationId":"cnv_1","com.asixto/requestId":"req_1","com.asixto/channel":"voice"`

func TestSpanOfACall(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.call(t.Context(), t, "hola", gatewayMeta)
	spans := b.spans.Ended()
	if len(spans) != 1 {
		t.Fatalf("%d spans, want 1", len(spans))
	}
	s := spans[0]
	if s.Name() != "tools/call crear_texto" || s.SpanKind() != trace.SpanKindServer || s.Status().Code != codes.Unset {
		t.Errorf("span %q, kind %v, status %v", s.Name(), s.SpanKind(), s.Status())
	}
	if s.Parent().TraceID().String() != parentID || !s.Parent().IsRemote() {
		t.Errorf("parent %v", s.Parent())
	}
	if b.inside.SpanID() != s.SpanContext().SpanID() || b.baggage != "norte" {
		t.Errorf("the handler saw span %v and baggage %q", b.inside.SpanID(), b.baggage)
	}
	want := map[string]string{
		"mcp.method.name": "tools/call", "gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "crear_texto",
		"gen_ai.conversation.id": "cnv_1", "asixto.request_id": "req_1", "asixto.channel": "voice",
		"asixto.argument_bytes": "16", "asixto.answer_bytes": "16", "asixto.replayed": "false", "asixto.waited": "false",
	}
	if diff := cmp.Diff(want, attributes(s.Attributes())); diff != "" {
		t.Errorf("attributes (-want +got):\n%s", diff)
	}
}

func TestSpanOfAFailureHoldsNoCause(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.call(t.Context(), t, "no", "")
	s := b.spans.Ended()[0]
	if s.Status() != (sdktrace.Status{Code: codes.Error, Description: "BLOCKER"}) || s.Parent().IsValid() {
		t.Errorf("status %v, parent %v", s.Status(), s.Parent())
	}
	got := attributes(s.Attributes())
	if got["error.type"] != "tool_error" || got["asixto.error_type"] != "BLOCKER" {
		t.Errorf("attributes %v", got)
	}
	if _, empty := got["asixto.request_id"]; empty {
		t.Error("an id that was not sent is recorded")
	}
	for key, value := range got {
		if strings.Contains(value, "1234") || strings.Contains(value, "suspendida") {
			t.Errorf("%s holds the text of an error: %q", key, value)
		}
	}
	if len(s.Events()) > 0 {
		t.Errorf("events %v", s.Events())
	}
}

func TestSpanOfAReplay(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.call(t.Context(), t, "hola", gatewayMeta)
	b.call(t.Context(), t, "hola", gatewayMeta)
	if got := attributes(b.spans.Ended()[1].Attributes()); got["asixto.replayed"] != "true" {
		t.Errorf("attributes %v", got)
	}
}

func TestSpanAroundBecomesALink(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		more   string
		linked bool
	}{
		"with a trace context": {gatewayMeta, true},
		"without":              {"", false},
		"with a broken one":    {`,"traceparent":"00-zz"`, false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			ctx, around := b.tracer.Start(t.Context(), "POST /mcp")
			b.call(ctx, t, "hola", tt.more)
			around.End()
			s := b.spans.Ended()[0]
			links, inside := len(s.Links()) == 1, s.Parent().SpanID() == around.SpanContext().SpanID()
			if links != tt.linked || inside == tt.linked {
				t.Errorf("linked %v, child %v", links, inside)
			}
		})
	}
}

func TestMeasurements(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.call(t.Context(), t, "hola", gatewayMeta)
	b.call(t.Context(), t, "hola", gatewayMeta)
	b.call(t.Context(), t, "no", "")
	var all metricdata.ResourceMetrics
	if err := b.reader.Collect(t.Context(), &all); err != nil {
		t.Fatal(err)
	}
	m := all.ScopeMetrics[0].Metrics[0]
	histogram, ok := m.Data.(metricdata.Histogram[float64])
	if m.Name != "mcp.server.operation.duration" || m.Unit != "s" || !ok {
		t.Fatalf("instrument %s in %s, %T", m.Name, m.Unit, m.Data)
	}
	got := map[string]uint64{}
	for _, p := range histogram.DataPoints {
		attrs := attributes(p.Attributes.ToSlice())
		got[attrs["gen_ai.tool.name"]+" "+attrs["asixto.replayed"]+" "+attrs["asixto.error_type"]] = p.Count
		if len(p.Bounds) != 14 || p.Sum <= 0 || p.Sum > 30 {
			t.Errorf("%v: bounds %v, sum %v s", attrs, p.Bounds, p.Sum)
		}
		if _, unbounded := attrs["asixto.request_id"]; unbounded {
			t.Errorf("a measurement for each request: %v", attrs)
		}
	}
	if diff := cmp.Diff(map[string]uint64{"crear_texto false ": 1, "crear_texto true ": 1, "crear_texto false BLOCKER": 1}, got); diff != "" {
		t.Errorf("counts (-want +got):\n%s", diff)
	}
}

func TestGlobalProvidersAreTheDefault(t *testing.T) {
	t.Parallel()
	observer, err := asixtootel.Observer(nil)
	if err != nil {
		t.Fatal(err)
	}
	ctx, ended := observer(t.Context(), asixto.CallInfo{})
	ended(asixto.CallOutcome{})
	if ctx == nil {
		t.Error("no context")
	}
}

// A client cannot fill the spans.
func TestIDsOfASpanAreClipped(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	long := "a" + strings.Repeat("ñ", 1<<19)
	b.call(t.Context(), t, "hola", `,"com.asixto/idempotencyKey":"k","com.asixto/requestId":"`+long+`","com.asixto/conversationId":"`+long+`"`)
	for name, value := range attributes(b.spans.Ended()[0].Attributes()) {
		if len(value) > 300 || !utf8.ValidString(value) {
			t.Errorf("%s has %d bytes: %.80q", name, len(value), value)
		}
	}
}

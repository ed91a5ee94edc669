package asixtootel_test

import (
	"context"
	"fmt"

	sdktrace "go.opentelemetry.io/otel/sdk/trace"

	"github.com/asixto/go-sdk/asixto"
	"github.com/asixto/go-sdk/asixto/asixtootel"
	"github.com/asixto/go-sdk/meta"
)

// printer stands for an exporter, as of OTLP.
type printer struct{}

func (printer) ExportSpans(_ context.Context, spans []sdktrace.ReadOnlySpan) error {
	for _, s := range spans {
		fmt.Println(s.Name(), s.SpanKind(), s.Status().Code)
	}
	return nil
}

func (printer) Shutdown(context.Context) error { return nil }

// The observer of a server gives each call a span.
func ExampleObserver() {
	traces := sdktrace.NewTracerProvider(sdktrace.WithSyncer(printer{}))
	observer, err := asixtootel.Observer(&asixtootel.Options{TracerProvider: traces})
	if err != nil {
		fmt.Println(err)
		return
	}
	srv := asixto.NewServer("mi-empresa", "1.0.0", &asixto.ServerOptions{Observers: []asixto.Observer{observer}})
	type In struct {
		Ciudad string `json:"ciudad" validate:"max=40" doc:"Nombre de la ciudad"`
	}
	type Out struct {
		Sedes int `json:"sedes"`
	}
	err = asixto.AddTool(srv, asixto.Tool{
		Name: "contar_sedes", Verb: "consultar las sedes", Capabilities: []meta.Capability{meta.InformacionEmpresa}, Access: asixto.Read,
		Description: "Cuenta las sedes de una ciudad. No la use para consultar horarios.",
	}, func(context.Context, In) (Out, error) { return Out{Sedes: 3}, nil })
	if err != nil {
		fmt.Println(err)
		return
	}
	ask(srv, "contar_sedes", `{"ciudad":"Cali"}`)
	// Output: tools/call contar_sedes server Unset
}

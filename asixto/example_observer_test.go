package asixto_test

import (
	"context"
	"fmt"
	"log/slog"

	"github.com/asixto/go-sdk/asixto"
	"github.com/asixto/go-sdk/idem"
	"github.com/asixto/go-sdk/meta"
)

// An observer counts calls by how they ended; a replay, which middleware does not
// see, is one of them.
func ExampleObserver() {
	counts := map[string]int{}
	count := func(ctx context.Context, call asixto.CallInfo) (context.Context, func(asixto.CallOutcome)) {
		return ctx, func(out asixto.CallOutcome) {
			ending := "success"
			switch {
			case out.Err != nil:
				ending = string(out.Kind)
			case out.Replayed:
				ending = "replay"
			}
			counts[call.Tool.Name+" "+ending]++
		}
	}
	srv := asixto.NewServer("taller", "1.0.0", &asixto.ServerOptions{
		Store: idem.NewMemory(nil), Observers: []asixto.Observer{count}, Logger: slog.New(slog.DiscardHandler),
	})
	type In struct {
		Fecha string `json:"fecha" validate:"datetime=2006-01-02" doc:"Día de la cita, como 2026-12-01"`
	}
	type Out struct {
		Cita string `json:"cita" doc:"Número de la cita"`
	}
	err := asixto.AddTool(srv, asixto.Tool{
		Name: "agendar_cita", Verb: "agendar una cita", Capabilities: []meta.Capability{meta.Agenda}, Access: asixto.Write,
		Description: "Agenda una cita en el taller. No la uses para cambiar una que ya existe.",
	}, func(context.Context, In) (Out, error) { return Out{"C-1"}, nil })
	if err != nil {
		fmt.Println(err)
		return
	}
	h, err := srv.Handler(nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for range 2 {
		call(h, "agendar_cita", `{"fecha":"2026-12-01"}`, `"com.asixto/idempotencyKey":"k1"`)
	}
	fmt.Println(counts)
	// Output: map[agendar_cita replay:1 agendar_cita success:1]
}

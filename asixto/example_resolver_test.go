package asixto_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/asixto/go-sdk/asixto"
	"github.com/asixto/go-sdk/idem"
	"github.com/asixto/go-sdk/meta"
)

// The payment system did not reply: nobody knows whether the customer was
// charged. The first call says so; on the next one the resolver asks the
// payment system by the key it was given, and its answer becomes the result.
func ExampleResolver() {
	type In struct {
		Factura    string `json:"factura" validate:"min=3,max=20" doc:"Número de la factura"`
		Confirmado bool   `json:"confirmado" validate:"eq=true" doc:"El cliente confirmó el pago"`
	}
	type Out struct {
		Recibo string `json:"recibo"`
	}
	charged := map[string]string{} // the payment system, by downstream key
	srv := asixto.NewServer("mi-empresa", "1.0.0", &asixto.ServerOptions{Store: idem.NewMemory(nil)})
	err := asixto.AddTool(srv, asixto.Tool{
		Name:         "pagar_factura",
		Description:  "Cobra una factura. No la use para consultar su valor.",
		Verb:         "pagar una factura",
		Capabilities: []meta.Capability{meta.Facturacion},
		Access:       asixto.Destructive,
	}, func(ctx context.Context, _ In) (Out, error) {
		attempt, _ := idem.AttemptFrom(ctx)
		charged[attempt.DownstreamKey()] = "R-7"
		return Out{}, idem.InDoubt(errors.New("payment system: connection reset"))
	}, asixto.Resolver(func(_ context.Context, _ In, attempt idem.Attempt) (Out, bool, error) {
		receipt, done := charged[attempt.DownstreamKey()]
		return Out{Recibo: receipt}, done, nil
	}))
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
		fmt.Println(call(h, "pagar_factura", `{"factura":"F-100","confirmado":true}`, `"com.asixto/idempotencyKey":"k1"`))
	}
	// Output:
	// {"error":{"error_type":"SYSTEM","user_message":"No pude confirmar si la operación se realizó. Una persona debe revisarla antes de repetirla."}}
	// {"recibo":"R-7"}
}

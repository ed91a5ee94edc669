package main

import (
	"context"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/asixto/go-sdk/asixto"
	"github.com/asixto/go-sdk/asixto/speak"
	"github.com/asixto/go-sdk/idem"
	"github.com/asixto/go-sdk/meta"
)

// AuthorizeExecutionIn are the arguments of authorize_execution. Decision: what
// the source calls JSON is an object.
type AuthorizeExecutionIn struct {
	AccessIn

	CheckpointID   string         `json:"checkpoint_id" validate:"min=1,max=40" doc:"Punto de control aprobado" asixto:"from=request_approval.checkpoint_id"`
	IdempotencyKey string         `json:"idempotency_key" validate:"min=1,max=128" doc:"Clave estable de esta ejecución: repetirla devuelve la misma autorización"`
	Provider       string         `json:"provider" validate:"min=1,max=80" doc:"Proveedor que recibe la solicitud"`
	Operation      string         `json:"operation" validate:"min=1,max=80" doc:"Operación del proveedor, como refunds.create"`
	Request        jsontext.Value `json:"request" validate:"max=600" doc:"Solicitud exacta que se enviará" asixto:"free=cada proveedor define su solicitud"`
}

func (in AuthorizeExecutionIn) businessKey() string { return in.IdempotencyKey }

// AuthorizeExecutionOut is the authorisation with its receipt. Decision: the shape,
// but for executionId.
type AuthorizeExecutionOut struct {
	ExecutionID       string     `json:"executionId"`
	ExecutionReceipt  string     `json:"executionReceipt" doc:"Recibo firmado"`
	AuthorizedAt      speak.Time `json:"authorizedAt"`
	ExecutionDeadline speak.Time `json:"executionDeadline"`
	EffectDeadline    speak.Time `json:"effectDeadline"`
	NextAction        string     `json:"next_action"`
}

// Spoken says that the action may go on in a call.
func (o AuthorizeExecutionOut) Spoken(call meta.Call) string {
	return inVoice(call, "La ejecución quedó autorizada.")
}

// authorize_execution is Destructive: it uses up an approval for good, and what
// follows cannot be called back.
func addAuthorizeExecution(s *asixto.Server, b *backend, keys *idem.Engine) error {
	return asixto.AddTool(s, asixto.Tool{
		Name:  authorizeExecution,
		Title: "Autorizar ejecución",
		Description: "Consume una aprobación, una sola vez, justo antes de enviar al proveedor la solicitud exacta que se aprobó. " +
			"No la uses después de llamar al proveedor.",
		Verb:         "autorizar una ejecución",
		Capabilities: scenario,
		Access:       asixto.Destructive,
		Allow: map[string]string{
			"required-few":             "cada dato ata la autorización a una solicitud exacta",
			"destructive-confirmation": "la confirmación es la aprobación que se consume, y la da una persona fuera de la conversación",
		},
	}, once(keys, authorizeExecution, b.authorizeExecution))
}

func (b *backend) authorizeExecution(ctx context.Context, in AuthorizeExecutionIn) (AuthorizeExecutionOut, error) {
	e, err := b.authorise(ctx, order{in.CheckpointID, in.Provider, in.Operation, in.Request})
	if err != nil {
		return AuthorizeExecutionOut{}, err
	}
	moment := func(unix int64) speak.Time { return at(ctx, time.Unix(unix, 0)) }
	r := e.receipt
	return AuthorizeExecutionOut{
		r.Execution, e.signed, moment(r.Authorized), moment(r.Deadline), moment(r.EffectBy),
		"Envíe ahora la solicitud exacta y registre cada intento con record_execution_attempt.",
	}, nil
}

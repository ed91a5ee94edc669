package main

import (
	"context"
	"encoding/hex"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/asixto/go-sdk/asixto"
	"github.com/asixto/go-sdk/meta"
)

// RecordExecutionAttemptIn are the arguments of record_execution_attempt. Decision:
// of ISO 8601 the form of RFC 3339 is taken, which always has an offset.
type RecordExecutionAttemptIn struct {
	AccessIn

	ExecutionID           string         `json:"execution_id" validate:"min=1,max=40" doc:"Ejecución autorizada" asixto:"from=authorize_execution.executionId"`
	AttemptNumber         int            `json:"attempt_number" validate:"min=1,max=1000" doc:"Número del intento, desde 1"`
	Request               jsontext.Value `json:"request" validate:"max=600" doc:"Solicitud que se envió" asixto:"free=cada proveedor define su solicitud"`
	Response              jsontext.Value `json:"response,omitempty" validate:"max=4000" doc:"Respuesta del proveedor" asixto:"free=cada proveedor define su respuesta"`
	Status                attemptStatus  `json:"status" doc:"Resultado del intento"`
	StartedAt             time.Time      `json:"started_at" doc:"Cuándo empezó, con su desfase horario"`
	CompletedAt           *time.Time     `json:"completed_at" validate:"gtefield=StartedAt" doc:"Cuándo terminó, si se sabe"`
	ProviderStatus        *string        `json:"provider_status" validate:"max=80" doc:"Estado según el proveedor"`
	ProviderTransactionID *string        `json:"provider_transaction_id" validate:"max=120" doc:"Transacción del proveedor"`
	ErrorClass            *string        `json:"error_class" validate:"max=80" doc:"Clase de error"`
}

// RecordExecutionAttemptOut says what follows an attempt.
type RecordExecutionAttemptOut struct {
	AttemptNumber int           `json:"attempt_number"`
	Status        attemptStatus `json:"status"`
	OnTime        bool          `json:"on_time" doc:"Si empezó dentro del plazo de ejecución"`
	NextAction    string        `json:"next_action"`
}

// Spoken says that the attempt is kept in a call.
func (o RecordExecutionAttemptOut) Spoken(call meta.Call) string {
	return inVoice(call, "El intento quedó registrado.")
}

func addRecordExecutionAttempt(s *asixto.Server, b *backend) error {
	return asixto.AddTool(s, asixto.Tool{
		Name:  recordExecutionAttempt,
		Title: "Registrar intento",
		Description: "Agrega un intento ante el proveedor a una ejecución autorizada, haya funcionado o no. " +
			"No la uses para cambiar un intento que ya se registró.",
		Verb:         "registrar un intento de ejecución",
		Capabilities: scenario,
		Access:       asixto.Write,
		Allow:        map[string]string{"required-few": "un intento sin uno de estos datos no prueba nada"},
	}, b.recordExecutionAttempt)
}

func (b *backend) recordExecutionAttempt(ctx context.Context, in RecordExecutionAttemptIn) (RecordExecutionAttemptOut, error) {
	request, err := canonical(in.Request)
	if err != nil {
		return RecordExecutionAttemptOut{}, err
	}
	said, err := fingerprint(in)
	if err != nil {
		return RecordExecutionAttemptOut{}, err
	}
	receipt, err := b.addAttempt(ctx, in.ExecutionID, attempt{
		in.AttemptNumber, in.Status, in.StartedAt, digest(request), hex.EncodeToString(said[:]),
	})
	if err != nil {
		return RecordExecutionAttemptOut{}, err
	}
	next := "Repita solo la solicitud idéntica y registre el intento siguiente. No hace falta otra decisión."
	if in.Status == attemptSucceeded {
		next = "Registre lo observado con record_execution_effect."
	}
	return RecordExecutionAttemptOut{in.AttemptNumber, in.Status, in.StartedAt.Unix() <= receipt.Deadline, next}, nil
}

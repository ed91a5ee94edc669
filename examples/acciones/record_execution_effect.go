package main

import (
	"context"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/asixto/go-sdk/asixto"
	"github.com/asixto/go-sdk/meta"
)

// RecordExecutionEffectIn are the arguments of record_execution_effect.
type RecordExecutionEffectIn struct {
	AccessIn

	ExecutionID             string              `json:"execution_id" validate:"min=1,max=40" doc:"Ejecución autorizada" asixto:"from=authorize_execution.executionId"`
	Observation             jsontext.Value      `json:"observation" validate:"max=4000" doc:"Estado externo que se observó" asixto:"free=cada sistema describe su estado a su manera"`
	ObservedAt              time.Time           `json:"observed_at" doc:"Cuándo se observó, con su desfase horario"`
	VerificationMethod      verificationMethod  `json:"verification_method" doc:"Cómo se verifica lo observado"`
	VerificationStatus      *verificationStatus `json:"verification_status" doc:"Lo que afirma quien observa, unverified si no se indica; decide el verificador"`
	Proof                   jsontext.Value      `json:"proof,omitempty" validate:"max=4000" doc:"Prueba que pide el método" asixto:"free=cada método define su prueba"`
	Provider                *string             `json:"provider" validate:"max=80" doc:"Proveedor consultado"`
	ExternalReference       *string             `json:"external_reference" validate:"max=120" doc:"Referencia externa"`
	TaskGuardEffectReportID *string             `json:"task_guard_effect_report_id" validate:"required_if=VerificationMethod task_guard,min=1,max=40" doc:"Informe de efecto, obligatorio con task_guard" asixto:"from=record_action_effect.effect_report_id"`
}

// RecordExecutionEffectOut says what the verifier found.
type RecordExecutionEffectOut struct {
	VerificationMethod verificationMethod `json:"verification_method"`
	VerificationStatus verificationStatus `json:"verification_status"`
	OnTime             bool               `json:"on_time" doc:"Si se observó dentro del plazo"`
	NextAction         string             `json:"next_action"`
}

// Spoken says in a call whether the effect is verified.
func (o RecordExecutionEffectOut) Spoken(call meta.Call) string {
	return inVoice(call, map[verificationStatus]string{
		verified: "El efecto quedó verificado.", mismatch: "El efecto no coincide con lo informado.",
		unverified: "El efecto quedó registrado sin verificar.",
	}[o.VerificationStatus])
}

func addRecordExecutionEffect(s *asixto.Server, b *backend) error {
	return asixto.AddTool(s, asixto.Tool{
		Name:  recordExecutionEffect,
		Title: "Registrar el efecto de una ejecución",
		Description: "Agrega a una ejecución el estado externo que se observó después. " +
			"No la uses para registrar un intento ante el proveedor.",
		Verb:         "registrar el efecto de una ejecución",
		Capabilities: scenario,
		Access:       asixto.Write,
	}, b.recordExecutionEffect)
}

func (b *backend) recordExecutionEffect(ctx context.Context, in RecordExecutionEffectIn) (RecordExecutionEffectOut, error) {
	o, receipt, err := b.observe(ctx, in.ExecutionID, observation{
		Method: in.VerificationMethod, Observed: in.Observation, Proof: in.Proof, At: in.ObservedAt,
		Report: asixto.Or(in.TaskGuardEffectReportID, ""), ClaimStatus: asixto.Or(in.VerificationStatus, unverified),
	})
	if err != nil {
		return RecordExecutionEffectOut{}, err
	}
	next := "Informe a Task Guard con record_action_effect si está habilitado."
	if o.Status == mismatch {
		next = "Deténgase y avise a una persona: lo observado no coincide."
	}
	return RecordExecutionEffectOut{o.Method, o.Status, o.At.Unix() <= receipt.EffectBy, next}, nil
}

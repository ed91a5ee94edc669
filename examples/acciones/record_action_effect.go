package main

import (
	"context"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/asixto/go-sdk/asixto"
	"github.com/asixto/go-sdk/meta"
)

// RecordActionEffectIn are the arguments of record_action_effect. Decision:
// actual_effect takes the values of effect; the source says text.
type RecordActionEffectIn struct {
	AccessIn

	CheckID           string           `json:"check_id" validate:"min=1,max=40" doc:"Revisión de la acción que se ejecutó" asixto:"from=check_task_alignment.check_id"`
	ActualEffects     []string         `json:"actual_effects" validate:"min=1,max=10,dive,min=1,max=160" doc:"Lo que cambió de verdad"`
	ActualEffect      *effect          `json:"actual_effect" doc:"Clase de efecto que tuvo" asixto:"allow=one-operation: describe lo que hizo la acción, no lo que hace la herramienta"`
	AffectedResources []jsontext.Value `json:"affected_resources,omitempty" validate:"max=5,dive,max=500" doc:"Recursos que cambiaron" asixto:"free=cada sistema describe sus recursos a su manera"`
	ResultReference   *string          `json:"result_reference" validate:"max=200" doc:"Referencia del resultado"`
	ArtifactHash      *string          `json:"artifact_hash" validate:"max=128" doc:"Huella del artefacto"`
	Summary           *string          `json:"summary" validate:"max=300" doc:"Resumen de lo que pasó"`
	ValidationOutcome *string          `json:"validation_outcome" validate:"max=200" doc:"Resultado de la validación"`
}

// RecordActionEffectOut says whether it is what was meant to happen.
type RecordActionEffectOut struct {
	EffectReportID string `json:"effect_report_id"`
	EffectAligned  bool   `json:"effect_aligned"`
	NextAction     string `json:"next_action"`
}

// Spoken says in a call whether the effect was the expected one.
func (o RecordActionEffectOut) Spoken(call meta.Call) string {
	if o.EffectAligned {
		return inVoice(call, "El efecto fue el esperado.")
	}
	return inVoice(call, "El efecto no fue el esperado.")
}

func addRecordActionEffect(s *asixto.Server, b *backend) error {
	return asixto.AddTool(s, asixto.Tool{
		Name:  recordActionEffect,
		Title: "Registrar el efecto de una acción",
		Description: "Informa lo que cambió de verdad una acción que antes se revisó. " +
			"No la uses antes de ejecutar la acción.",
		Verb:         "registrar el efecto de una acción",
		Capabilities: scenario,
		Access:       asixto.Write,
	}, b.recordActionEffect)
}

func (b *backend) recordActionEffect(ctx context.Context, in RecordActionEffectIn) (RecordActionEffectOut, error) {
	r, err := b.reportEffect(ctx, in.CheckID, in.ActualEffects, asixto.Or(in.ActualEffect, ""))
	if err != nil {
		return RecordActionEffectOut{}, err
	}
	next := "Continúe con la tarea."
	if !r.Aligned {
		next = "No amplíe el trabajo. Pregunte al usuario en la sesión."
	}
	return RecordActionEffectOut{r.ID, r.Aligned, next}, nil
}

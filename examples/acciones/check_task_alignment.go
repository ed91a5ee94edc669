package main

import (
	"context"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/asixto/go-sdk/asixto"
	"github.com/asixto/go-sdk/idem"
	"github.com/asixto/go-sdk/meta"
)

// CheckTaskAlignmentIn are the arguments of check_task_alignment.
type CheckTaskAlignmentIn struct {
	AccessIn

	SessionRef          string         `json:"session_ref" validate:"min=1,max=80" doc:"Referencia estable de la conversación o sesión"`
	Action              string         `json:"action" validate:"min=1,max=300" doc:"Acción que se propone, en una frase"`
	ActionType          *string        `json:"action_type" validate:"max=40" doc:"Categoría de la acción, como edit o send"`
	Target              *string        `json:"target" validate:"max=200" doc:"Archivo, sistema, persona u otro objetivo"`
	Effects             []string       `json:"effects,omitempty" validate:"max=10,dive,min=1,max=160" doc:"Efectos que se esperan"`
	Rationale           *string        `json:"rationale" validate:"max=400" doc:"Por qué la acción apoya la tarea"`
	CurrentStep         *string        `json:"current_step" validate:"max=160" doc:"Paso actual de la tarea"`
	ContractVersion     *int           `json:"contract_version" validate:"min=1,max=1000000" doc:"Última versión del contrato que conoce el agente"`
	ExternalActionID    *string        `json:"external_action_id" validate:"min=1,max=80" doc:"Identificador de la acción en el anfitrión"`
	IdempotencyKey      *string        `json:"idempotency_key" validate:"min=1,max=128" doc:"Clave estable de esta revisión: repetirla devuelve la misma"`
	Effect              *effect        `json:"effect" doc:"Clase de efecto" asixto:"allow=one-operation: describe la acción que se revisa, no lo que hace la herramienta"`
	ToolName            *string        `json:"tool_name" validate:"max=80" doc:"Herramienta que se revisa"`
	Operation           *string        `json:"operation" validate:"max=80" doc:"Operación que se revisa"`
	Resource            jsontext.Value `json:"resource,omitempty" validate:"max=1000" doc:"Recurso afectado" asixto:"free=cada sistema describe sus recursos a su manera"`
	Destination         jsontext.Value `json:"destination,omitempty" validate:"max=1000" doc:"Destino del efecto" asixto:"free=cada sistema describe sus destinos a su manera"`
	DataClasses         []string       `json:"data_classes,omitempty" validate:"max=10,dive,min=1,max=60" doc:"Clases de datos implicadas"`
	Reversible          *bool          `json:"reversible" doc:"Si la acción se puede deshacer"`
	EstimatedCost       *float64       `json:"estimated_cost" validate:"min=0" doc:"Costo monetario estimado"`
	Provenance          *string        `json:"provenance" validate:"oneof=HOST_VERIFIED TOOL_ADAPTER_VERIFIED CONNECTOR_VERIFIED AGENT_ASSERTED UNVERIFIED" doc:"Quién responde por estos datos"`
	ClaimedRelationship *relationship  `json:"claimed_relationship" doc:"Cómo apoya la acción a la tarea"`
}

func (in CheckTaskAlignmentIn) businessKey() string { return asixto.Or(in.IdempotencyKey, "") }

// AlignmentOut is a decision of Task Guard.
type AlignmentOut struct {
	CheckID          string           `json:"check_id" asixto:"allow=output-identifier: explicar y registrar el efecto lo piden"`
	Verdict          alignmentVerdict `json:"verdict"`
	ContractVersion  int              `json:"contract_version"`
	ExternalActionID string           `json:"external_action_id" asixto:"allow=output-identifier: enlaza la revisión con su aprobación"`
	NextAction       string           `json:"next_action"`
}

func (c *check) out() AlignmentOut {
	return AlignmentOut{c.ID, c.Verdict, c.Version, c.ExternalActionID, next[c.Verdict]}
}

// Spoken says in a call whether the action may go on.
func (o AlignmentOut) Spoken(call meta.Call) string {
	if o.Verdict == aligned {
		return inVoice(call, "La acción corresponde a la tarea.")
	}
	return inVoice(call, "La acción todavía no se puede ejecutar.")
}

func addCheckTaskAlignment(s *asixto.Server, b *backend, keys *idem.Engine) error {
	return asixto.AddTool(s, asixto.Tool{
		Name:  checkTaskAlignment,
		Title: "Revisar alineación",
		Description: "Revisa una acción material propuesta contra la tarea activa, antes de ejecutarla. " +
			"No la uses para pedir una aprobación ni después de actuar.",
		Verb:         "revisar si una acción corresponde a la tarea",
		Capabilities: scenario,
		Access:       asixto.Write,
	}, once(keys, checkTaskAlignment, b.checkTaskAlignment))
}

func (b *backend) checkTaskAlignment(ctx context.Context, in CheckTaskAlignmentIn) (AlignmentOut, error) {
	c, err := b.propose(ctx, in.SessionRef, proposal{
		Action: in.Action, Target: asixto.Or(in.Target, ""), ExternalActionID: asixto.Or(in.ExternalActionID, ""),
		Provenance: asixto.Or(in.Provenance, ""), Effects: in.Effects, Effect: asixto.Or(in.Effect, ""),
		Relationship: asixto.Or(in.ClaimedRelationship, ""), ContractVersion: asixto.Or(in.ContractVersion, 0),
		Irreversible: !asixto.Or(in.Reversible, true),
	})
	if err != nil {
		return AlignmentOut{}, err
	}
	return c.out(), nil
}

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

// defaultExecutor executes what names nobody else.
const defaultExecutor = "maetra-executor"

// RequestApprovalIn are the arguments of request_approval.
type RequestApprovalIn struct {
	AccessIn

	Action            string             `json:"action" validate:"min=1,max=80" doc:"Nombre de la acción, como refunds.create"`
	Payload           jsontext.Value     `json:"payload,omitempty" validate:"max=600" doc:"Solicitud exacta que recibirá el proveedor" asixto:"free=cada proveedor define su solicitud"`
	AgentID           *string            `json:"agent_id" validate:"max=80" doc:"Identificador del agente"`
	AgentName         *string            `json:"agent_name" validate:"max=80" doc:"Nombre del agente"`
	Context           *string            `json:"context" validate:"max=1000" doc:"Contexto para quien decide"`
	Reasoning         *string            `json:"reasoning" validate:"max=1000" doc:"Razones del agente"`
	AutonomyLevel     *string            `json:"autonomy_level" validate:"oneof=L0 L1 L2 L3 L4 L5" doc:"Nivel de autonomía"`
	PolicyIDs         []string           `json:"policy_ids,omitempty" validate:"max=10,dive,min=1,max=40" doc:"Políticas por evaluar, todas si no se indica" asixto:"from=list_active_policies.policies[].id"`
	PolicyGroupIDs    []string           `json:"policy_group_ids,omitempty" validate:"max=10,dive,min=1,max=40" doc:"Grupos de políticas por evaluar" asixto:"from=list_active_policies.policies[].group_id"`
	TimeoutSeconds    *int               `json:"timeout_seconds" validate:"min=1,max=86400" doc:"Segundos para la decisión humana, una hora si no se indica"`
	IdempotencyKey    *string            `json:"idempotency_key" validate:"min=1,max=128" doc:"Clave estable de esta solicitud: repetirla devuelve la misma"`
	Target            jsontext.Value     `json:"target,omitempty" validate:"max=200" doc:"Cuenta o recurso exactos, con su provider; la ejecución lo necesita" asixto:"free=cada sistema describe sus recursos a su manera"`
	TaskAuthorization *TaskAuthorization `json:"task_authorization" doc:"Tarea que respalda la acción; la ejecución la necesita" asixto:"allow=flat-input: los tres datos solo valen juntos"`
	Runtime           jsontext.Value     `json:"runtime,omitempty" validate:"max=150" doc:"Versión de la herramienta o modelo; la ejecución la necesita" asixto:"free=cada herramienta describe su versión a su manera"`
	ExecutorAudience  *string            `json:"executor_audience" validate:"min=1,max=40" doc:"Cliente que ejecutará la acción, maetra-executor si no se indica"`
}

// TaskAuthorization is the task that an action is for.
type TaskAuthorization struct {
	TaskID           string `json:"task_id" validate:"min=1,max=40" doc:"Tarea activa" asixto:"from=start_task.task.id"`
	RevisionID       string `json:"revision_id" validate:"min=1,max=40" doc:"Revisión vigente del contrato" asixto:"from=start_task.task.revision_id"`
	ExternalActionID string `json:"external_action_id" validate:"min=1,max=80" doc:"Acción que se revisó" asixto:"from=check_task_alignment.external_action_id"`
}

func (in RequestApprovalIn) businessKey() string { return asixto.Or(in.IdempotencyKey, "") }

// CheckpointOut is where an approval stands. The fields of the decision are there
// once it is approved; their names are the source's.
type CheckpointOut struct {
	CheckpointID           string         `json:"checkpoint_id" asixto:"allow=output-identifier: consultar y autorizar lo piden"`
	Status                 approvalStatus `json:"status"`
	ExpiresAt              speak.Time     `json:"expires_at" doc:"Hasta cuándo se puede decidir"`
	DecisionToken          string         `json:"decisionToken,omitempty" asixto:"allow=output-secret: prueba la decisión ante el ejecutor y no sirve a otro cliente"`
	DecisionTokenIssuedAt  *speak.Time    `json:"decisionTokenIssuedAt,omitempty" asixto:"allow=output-secret: es un momento, no un secreto"`
	DecisionTokenExpiresAt *speak.Time    `json:"decisionTokenExpiresAt,omitempty" asixto:"allow=output-secret: es un momento, no un secreto"`
	ActionEnvelope         jsontext.Value `json:"actionEnvelope,omitempty" asixto:"free=es el sobre canónico que se firmó, tal como se aprobó"`
	ActionEnvelopeHash     string         `json:"actionEnvelopeHash,omitempty"`
	PolicyDigest           string         `json:"policyDigest,omitempty"`
	PolicyVersions         []string       `json:"policyVersions,omitempty" doc:"Versión exacta de cada política"`
	ExecutionDeadline      *speak.Time    `json:"executionDeadline,omitempty"`
	EffectDeadline         *speak.Time    `json:"effectDeadline,omitempty"`
	NextAction             string         `json:"next_action"`
}

// afterStatus is what the agent does next.
var afterStatus = map[approvalStatus]string{
	statusPending:  "Consulte con get_approval_status y wait_seconds, sin repetir la consulta de inmediato. No ejecute la acción.",
	statusApproved: "Llame authorize_execution justo antes de la solicitud exacta al proveedor. Aprobar no es autorizar.",
	statusExpired:  "No ejecute la acción. Pida otra aprobación si todavía hace falta.",
}

func (b *backend) checkpointOut(ctx context.Context, c checkpoint, status approvalStatus) CheckpointOut {
	out := CheckpointOut{
		CheckpointID: c.ID, Status: status, ExpiresAt: at(ctx, c.Expires), NextAction: "Deténgase. No ejecute la acción.",
	}
	if next, ok := afterStatus[status]; ok {
		out.NextAction = next
	}
	if status != statusApproved {
		return out
	}
	if c.execution != "" {
		out.NextAction = "La aprobación ya se usó. Siga con la ejecución que se autorizó."
	}
	issued := time.Unix(c.claims.Issued, 0)
	moment := func(t time.Time) *speak.Time { m := at(ctx, t); return &m }
	out.DecisionToken, out.DecisionTokenIssuedAt = c.decision, moment(issued)
	out.DecisionTokenExpiresAt = moment(time.Unix(c.claims.Expires, 0))
	out.ActionEnvelope, out.ActionEnvelopeHash = c.Envelope, c.claims.EnvelopeHash
	out.PolicyDigest, out.PolicyVersions = c.claims.PolicyDigest, c.claims.Versions
	out.ExecutionDeadline, out.EffectDeadline = out.DecisionTokenExpiresAt, moment(issued.Add(effectWindow))
	return out
}

// Spoken says in a call whether there is an approval.
func (o CheckpointOut) Spoken(call meta.Call) string {
	return inVoice(call, map[approvalStatus]string{
		statusPending: "La aprobación está pendiente.", statusApproved: "La acción fue aprobada.", statusRejected: "La acción fue rechazada.",
		statusExpired: "La aprobación venció.", statusBlocked: "Una política bloquea la acción.",
		statusCancelled: "La solicitud se canceló.", statusRevoked: "La aprobación fue revocada.",
	}[o.Status])
}

func addRequestApproval(s *asixto.Server, b *backend, keys *idem.Engine) error {
	return asixto.AddTool(s, asixto.Tool{
		Name:  requestApproval,
		Title: "Solicitar aprobación",
		Description: "Solicita que una persona apruebe una acción antes de que tenga consecuencias. " +
			"No la uses para ejecutar la acción ni para consultar una decisión.",
		Verb:         "solicitar una aprobación",
		Capabilities: scenario,
		Access:       asixto.Write,
	}, once(keys, requestApproval, b.requestApproval))
}

func (b *backend) requestApproval(ctx context.Context, in RequestApprovalIn) (CheckpointOut, error) {
	a := asked{
		envelope: envelope{
			Action: in.Action, Payload: in.Payload, Target: in.Target, Runtime: in.Runtime,
			Authority:        authority(asixto.Or(in.TaskAuthorization, TaskAuthorization{})),
			ExecutorAudience: asixto.Or(in.ExecutorAudience, defaultExecutor), AutonomyLevel: asixto.Or(in.AutonomyLevel, ""),
		},
		Context: asixto.Or(in.Context, ""), Reasoning: asixto.Or(in.Reasoning, ""), Policies: in.PolicyIDs, Groups: in.PolicyGroupIDs,
		Wait: defaultWait,
	}
	if in.TimeoutSeconds != nil {
		a.Wait = time.Duration(*in.TimeoutSeconds) * time.Second
	}
	c, err := b.ask(ctx, a)
	if err != nil {
		return CheckpointOut{}, err
	}
	return b.checkpointOut(ctx, c, c.status), nil
}

package main

import (
	"context"

	"github.com/asixto/go-sdk/asixto"
	"github.com/asixto/go-sdk/idem"
	"github.com/asixto/go-sdk/meta"
)

// StartTaskIn are the arguments of start_task.
type StartTaskIn struct {
	AccessIn

	SessionRef             string   `json:"session_ref" validate:"min=1,max=80" doc:"Referencia estable de la conversación o sesión"`
	Objective              string   `json:"objective" validate:"min=1,max=300" doc:"Objetivo actual del usuario, en sus palabras"`
	IdempotencyKey         string   `json:"idempotency_key" validate:"min=1,max=128" doc:"Clave estable de este inicio: repetirla no inicia otra tarea"`
	Title                  *string  `json:"title" validate:"max=80" doc:"Título corto de la tarea"`
	AgentName              *string  `json:"agent_name" validate:"max=80" doc:"Nombre del agente"`
	AgentID                *string  `json:"agent_id" validate:"max=80" doc:"Identificador del agente"`
	Constraints            []string `json:"constraints,omitempty" validate:"max=10,dive,min=1,max=160" doc:"Límites que puso el usuario"`
	Decisions              []string `json:"decisions,omitempty" validate:"max=10,dive,min=1,max=160" doc:"Decisiones acordadas"`
	SuccessCriteria        []string `json:"success_criteria,omitempty" validate:"max=10,dive,min=1,max=160" doc:"Condiciones observables de terminación"`
	InScope                []string `json:"in_scope,omitempty" validate:"max=10,dive,min=1,max=160" doc:"Lo que la tarea incluye"`
	OutOfScope             []string `json:"out_of_scope,omitempty" validate:"max=10,dive,min=1,max=160" doc:"Lo que la tarea excluye"`
	OpenQuestions          []string `json:"open_questions,omitempty" validate:"max=10,dive,min=1,max=160" doc:"Preguntas sin resolver"`
	DirectUserEventID      *string  `json:"direct_user_event_id" validate:"min=1,max=80" doc:"Mensaje directo del usuario, obligatorio para cambiar la tarea de una sesión"`
	HostType               *string  `json:"host_type" validate:"oneof=CODEX CLAUDE CUSTOM_MCP CUSTOM_API" doc:"Tipo de anfitrión"`
	IntegrationMode        *string  `json:"integration_mode" validate:"oneof=ADVISORY ENFORCED" doc:"Modo de integración, ADVISORY si no se indica"`
	ConfirmationCapable    *bool    `json:"confirmation_capable" doc:"Capacidad de preguntar al usuario en la sesión, falsa si no se indica"`
	EffectReportingCapable *bool    `json:"effect_reporting_capable" doc:"Capacidad de informar efectos reales, falsa si no se indica"`
}

func (in StartTaskIn) businessKey() string { return in.IdempotencyKey }

// StartTaskOut is the task with the version of its contract.
type StartTaskOut struct {
	Task            Task   `json:"task"`
	ContractVersion int    `json:"contract_version"`
	Anchor          string `json:"anchor" doc:"Huella del contrato: cambia cuando el contrato cambia"`
	NextAction      string `json:"next_action"`
}

// Task is what a task is known by.
type Task struct {
	ID         string     `json:"id" asixto:"allow=output-identifier: la autorización de ejecución lo pide"`
	RevisionID string     `json:"revision_id" asixto:"allow=output-identifier: la autorización de ejecución lo pide"`
	Title      string     `json:"title,omitempty"`
	Status     taskStatus `json:"status"`
}

func (t *task) out() Task { return Task{t.ID, t.revision(), t.Title, t.Status} }

// Spoken says that the task is under way in a call.
func (o StartTaskOut) Spoken(call meta.Call) string {
	return inVoice(call, "La tarea quedó iniciada.")
}

func addStartTask(s *asixto.Server, b *backend, keys *idem.Engine) error {
	return asixto.AddTool(s, asixto.Tool{
		Name:  startTask,
		Title: "Iniciar tarea",
		Description: "Inicia la tarea que el usuario autorizó en esta sesión, o cambia su contrato. " +
			"No la uses para registrar avances de la tarea vigente.",
		Verb:         "iniciar una tarea",
		Capabilities: scenario,
		Access:       asixto.Write,
	}, once(keys, startTask, b.startTask))
}

func (b *backend) startTask(ctx context.Context, in StartTaskIn) (StartTaskOut, error) {
	t, err := b.beginTask(ctx, in.SessionRef, contract{
		Title: asixto.Or(in.Title, ""), Objective: in.Objective, Constraints: in.Constraints, Decisions: in.Decisions,
		SuccessCriteria: in.SuccessCriteria, InScope: in.InScope, OutOfScope: in.OutOfScope, OpenQuestions: in.OpenQuestions,
	}, host{
		Mode:       asixto.Or(in.IntegrationMode, "ADVISORY"), // Decision: the source gives no default
		CanConfirm: asixto.Or(in.ConfirmationCapable, false), ReportsEffects: asixto.Or(in.EffectReportingCapable, false),
	}, asixto.Or(in.DirectUserEventID, ""))
	if err != nil {
		return StartTaskOut{}, err
	}
	return StartTaskOut{
		t.out(), t.Version, t.anchor(), "Conserve la tarea, la versión del contrato y el ancla, y revise cada acción material.",
	}, nil
}

package main

import (
	"context"
	"strings"

	"github.com/asixto/go-sdk/asixto"
	"github.com/asixto/go-sdk/meta"
)

// GetTaskContextIn are the arguments of get_task_context.
type GetTaskContextIn struct {
	AccessIn

	SessionRef string `json:"session_ref" validate:"min=1,max=80" doc:"Referencia estable de la conversación o sesión"`
}

// GetTaskContextOut is the contract in force, with the last milestone.
type GetTaskContextOut struct {
	Task            Task          `json:"task"`
	ContractVersion int           `json:"contract_version"`
	Anchor          string        `json:"anchor" doc:"Huella del contrato: cambia cuando el contrato cambia"`
	IntegrationMode string        `json:"integration_mode"`
	Contract        TaskContract  `json:"contract"`
	Progress        *TaskProgress `json:"progress,omitempty" doc:"El último hito"`
}

// TaskContract is what the user and the agent agreed on.
type TaskContract contract

// TaskProgress is a milestone.
type TaskProgress milestone

// Spoken says the objective in a call.
func (o GetTaskContextOut) Spoken(call meta.Call) string {
	return inVoice(call, "El objetivo de la tarea es: "+strings.TrimRight(o.Contract.Objective, ". ")+".")
}

func addGetTaskContext(s *asixto.Server, b *backend) error {
	return asixto.AddTool(s, asixto.Tool{
		Name:  getTaskContext,
		Title: "Obtener el contexto de la tarea",
		Description: "Devuelve el contrato vigente de la tarea de una sesión y su último hito. " +
			"No la uses para cambiar la tarea.",
		Verb:         "obtener el contexto de una tarea",
		Capabilities: scenario,
		Access:       asixto.Read,
	}, b.getTaskContext)
}

func (b *backend) getTaskContext(ctx context.Context, in GetTaskContextIn) (GetTaskContextOut, error) {
	t, err := b.taskOf(ctx, in.SessionRef)
	if err != nil {
		return GetTaskContextOut{}, err
	}
	out := GetTaskContextOut{
		Task: t.out(), ContractVersion: t.Version, Anchor: t.anchor(), IntegrationMode: t.Mode, Contract: TaskContract(t.contract),
	}
	if n := len(t.Milestones); n > 0 {
		last := TaskProgress(t.Milestones[n-1])
		out.Progress = &last
	}
	return out, nil
}

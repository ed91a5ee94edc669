package main

import (
	"context"

	"github.com/asixto/go-sdk/asixto"
	"github.com/asixto/go-sdk/asixto/speak"
	"github.com/asixto/go-sdk/meta"
)

// CompleteTaskIn are the arguments of complete_task.
type CompleteTaskIn struct {
	AccessIn

	SessionRef        string `json:"session_ref" validate:"min=1,max=80" doc:"Referencia estable de la conversación o sesión"`
	Summary           string `json:"summary" validate:"min=1,max=300" doc:"Resumen de lo que se logró"`
	CompletionEventID string `json:"completion_event_id" validate:"min=1,max=80" doc:"Evento que cierra la tarea" asixto:"allow=required-identifier: lo pone el anfitrión, que conoce sus propios eventos"`
}

// CompleteTaskOut is the task as it ended.
type CompleteTaskOut struct {
	Task        Task       `json:"task"`
	CompletedAt speak.Time `json:"completed_at"`
}

// Spoken says that the task has ended in a call.
func (o CompleteTaskOut) Spoken(call meta.Call) string {
	return inVoice(call, "La tarea quedó completada.")
}

func addCompleteTask(s *asixto.Server, b *backend) error {
	return asixto.AddTool(s, asixto.Tool{
		Name:  completeTask,
		Title: "Completar tarea",
		Description: "Completa la tarea activa de una sesión cuando el objetivo y los criterios de éxito se cumplieron. " +
			"No la uses mientras falte registrar el efecto de una acción ejecutada.",
		Verb:         "completar una tarea",
		Capabilities: scenario,
		Access:       asixto.Write,
	}, b.completeTask)
}

func (b *backend) completeTask(ctx context.Context, in CompleteTaskIn) (CompleteTaskOut, error) {
	t, ended, err := b.finishTask(ctx, in.SessionRef)
	if err != nil {
		return CompleteTaskOut{}, err
	}
	return CompleteTaskOut{t.out(), at(ctx, ended)}, nil
}

package main

import (
	"context"

	"github.com/asixto/go-sdk/asixto"
	"github.com/asixto/go-sdk/idem"
	"github.com/asixto/go-sdk/meta"
)

// RecordTaskProgressIn are the arguments of record_task_progress.
type RecordTaskProgressIn struct {
	AccessIn

	SessionRef      string   `json:"session_ref" validate:"min=1,max=80" doc:"Referencia estable de la conversación o sesión"`
	Summary         string   `json:"summary" validate:"min=1,max=300" doc:"Resumen del hito"`
	IdempotencyKey  string   `json:"idempotency_key" validate:"min=1,max=128" doc:"Clave estable de este hito: repetirla no lo registra otra vez"`
	Completed       []string `json:"completed,omitempty" validate:"max=10,dive,min=1,max=160" doc:"Lo que quedó hecho"`
	NextSteps       []string `json:"next_steps,omitempty" validate:"max=10,dive,min=1,max=160" doc:"Lo que sigue"`
	NewDependencies []string `json:"new_dependencies,omitempty" validate:"max=10,dive,min=1,max=160" doc:"Dependencias que aparecieron"`
	OpenQuestions   []string `json:"open_questions,omitempty" validate:"max=10,dive,min=1,max=160" doc:"Preguntas sin resolver"`
	CurrentStep     *string  `json:"current_step" validate:"max=160" doc:"Paso actual de la tarea"`
}

func (in RecordTaskProgressIn) businessKey() string { return in.IdempotencyKey }

// RecordTaskProgressOut says how many milestones there are now.
type RecordTaskProgressOut struct {
	Milestones      int    `json:"milestones" doc:"Cuántos hitos tiene la tarea"`
	ContractVersion int    `json:"contract_version"`
	NextAction      string `json:"next_action"`
}

// Spoken says that the milestone is kept in a call.
func (o RecordTaskProgressOut) Spoken(call meta.Call) string {
	return inVoice(call, "El avance quedó registrado.")
}

func addRecordTaskProgress(s *asixto.Server, b *backend, keys *idem.Engine) error {
	return asixto.AddTool(s, asixto.Tool{
		Name:  recordTaskProgress,
		Title: "Registrar avance",
		Description: "Registra un hito de la tarea activa de una sesión. " +
			"No la uses para informar el efecto de una acción ni para cambiar el objetivo.",
		Verb:         "registrar el avance de una tarea",
		Capabilities: scenario,
		Access:       asixto.Write,
	}, once(keys, recordTaskProgress, b.recordTaskProgress))
}

func (b *backend) recordTaskProgress(ctx context.Context, in RecordTaskProgressIn) (RecordTaskProgressOut, error) {
	t, err := b.addMilestone(ctx, in.SessionRef, milestone{
		Summary: in.Summary, CurrentStep: asixto.Or(in.CurrentStep, ""), Completed: in.Completed,
		NextSteps: in.NextSteps, NewDependencies: in.NewDependencies, OpenQuestions: in.OpenQuestions,
	})
	if err != nil {
		return RecordTaskProgressOut{}, err
	}
	next := "Continúe con la tarea."
	if len(in.NewDependencies) > 0 {
		next = "Revise cada dependencia nueva con check_task_alignment antes de actuar en ella."
	}
	return RecordTaskProgressOut{len(t.Milestones), t.Version, next}, nil
}

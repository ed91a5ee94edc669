package main

import (
	"context"

	"github.com/asixto/go-sdk/asixto"
)

// ExplainAlignmentIn are the arguments of explain_alignment. Decision: the
// relationship takes the values of claimed_relationship; the source says text.
type ExplainAlignmentIn struct {
	AccessIn

	CheckID      string       `json:"check_id" validate:"min=1,max=40" doc:"Revisión que pide una explicación" asixto:"from=check_task_alignment.check_id"`
	Relationship relationship `json:"relationship" doc:"Cómo apoya la acción a la tarea"`
	Evidence     []string     `json:"evidence,omitempty" validate:"max=10,dive,min=1,max=300" doc:"Pruebas de esa relación"`
}

// addExplainAlignment adds a tool whose name was lost in the source: Decision.
func addExplainAlignment(s *asixto.Server, b *backend) error {
	return asixto.AddTool(s, asixto.Tool{
		Name:  explainAlignment,
		Title: "Explicar alineación",
		Description: "Aporta pruebas de una acción cuya revisión pidió una explicación, y devuelve una nueva decisión. " +
			"No la uses para insistir sobre otro veredicto.",
		Verb:         "explicar la relación de una acción con la tarea",
		Capabilities: scenario,
		Access:       asixto.Write,
	}, b.explainAlignment)
}

func (b *backend) explainAlignment(ctx context.Context, in ExplainAlignmentIn) (AlignmentOut, error) {
	c, err := b.explain(ctx, in.CheckID, in.Relationship, in.Evidence)
	if err != nil {
		return AlignmentOut{}, err
	}
	return c.out(), nil
}

package main

import (
	"context"
	"time"

	"github.com/asixto/go-sdk/asixto"
)

// GetApprovalStatusIn are the arguments of get_approval_status. Decision: a call
// waits for 20 seconds at most, within the time that a tool has.
type GetApprovalStatusIn struct {
	AccessIn

	CheckpointID string `json:"checkpoint_id" validate:"min=1,max=40" doc:"Punto de control" asixto:"from=request_approval.checkpoint_id"`
	WaitSeconds  *int   `json:"wait_seconds" validate:"min=0,max=20" doc:"Segundos que se espera la decisión, ninguno si no se indica"`
}

func addGetApprovalStatus(s *asixto.Server, b *backend) error {
	return asixto.AddTool(s, asixto.Tool{
		Name:  getApprovalStatus,
		Title: "Consultar aprobación",
		Description: "Consulta la decisión sobre un punto de control, y si está pendiente la espera unos segundos. " +
			"No la uses para pedir otra aprobación.",
		Verb:         "consultar una aprobación",
		Capabilities: scenario,
		Access:       asixto.Read,
	}, b.getApprovalStatus)
}

func (b *backend) getApprovalStatus(ctx context.Context, in GetApprovalStatusIn) (CheckpointOut, error) {
	c, status, err := b.status(ctx, in.CheckpointID, time.Duration(asixto.Or(in.WaitSeconds, 0))*time.Second)
	if err != nil {
		return CheckpointOut{}, err
	}
	return b.checkpointOut(ctx, c, status), nil
}

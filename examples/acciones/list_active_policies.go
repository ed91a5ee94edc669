package main

import (
	"context"

	"github.com/asixto/go-sdk/asixto"
	"github.com/asixto/go-sdk/meta"
)

// ListActivePoliciesIn are the arguments of list_active_policies: the access alone.
type ListActivePoliciesIn struct{ AccessIn }

// ListActivePoliciesOut are the policies in force.
type ListActivePoliciesOut struct {
	Policies []PolicyRow `json:"policies"`
	Total    int         `json:"total"`
}

// PolicyRow is one of them.
type PolicyRow struct {
	ID         string     `json:"id"`
	GroupID    string     `json:"group_id"`
	Name       string     `json:"name"`
	Version    int        `json:"version"`
	Evaluation evaluation `json:"evaluation" doc:"Si decide por reglas exactas o por criterio"`
}

// Spoken says how many there are, and the first names, in a call.
func (o ListActivePoliciesOut) Spoken(call meta.Call) string {
	return listed(call, o.Policies, "política activa", "políticas activas", func(p PolicyRow) string { return p.Name })
}

func addListActivePolicies(s *asixto.Server, b *backend) error {
	return asixto.AddTool(s, asixto.Tool{
		Name:         listActivePolicies,
		Title:        "Listar políticas activas",
		Description:  "Lista las políticas de aprobación activas y cómo decide cada una. No la uses para pedir una aprobación.",
		Verb:         "listar las políticas activas",
		Capabilities: scenario,
		Access:       asixto.Read,
	}, b.listActivePolicies)
}

func (b *backend) listActivePolicies(context.Context, ListActivePoliciesIn) (ListActivePoliciesOut, error) {
	rows := make([]PolicyRow, len(b.policies))
	for i, p := range b.policies {
		rows[i] = PolicyRow{p.ID, p.Group, p.Name, p.Version, p.Evaluation}
	}
	return ListActivePoliciesOut{rows, len(rows)}, nil
}

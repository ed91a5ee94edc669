package main

import (
	"context"

	"github.com/asixto/go-sdk/asixto"
)

// UpdateRuleIn are the arguments of update_rule: only what is given changes.
type UpdateRuleIn struct {
	AccessIn

	ID   string    `json:"id" validate:"min=1,max=40" doc:"Regla que cambia" asixto:"from=create_rule.id"`
	Name *string   `json:"name" validate:"min=1,max=60" doc:"Nombre de la regla"`
	Type *ruleType `json:"type" doc:"Clase de regla"`
	RuleFields
}

func addUpdateRule(s *asixto.Server, b *backend) error {
	return asixto.AddTool(s, asixto.Tool{
		Name:         updateRule,
		Title:        "Actualizar regla",
		Description:  "Cambia los campos indicados de una regla de contenido. No la uses para crear una regla.",
		Verb:         "actualizar una regla",
		Capabilities: scenario,
		Access:       asixto.Write,
	}, b.updateRule)
}

func (b *backend) updateRule(_ context.Context, in UpdateRuleIn) (RuleOut, error) {
	r, err := b.putRule(in.ID, func(r *rule) {
		r.Name, r.Type = asixto.Or(in.Name, r.Name), asixto.Or(in.Type, r.Type)
		in.change(r)
	})
	return r.out(), err
}

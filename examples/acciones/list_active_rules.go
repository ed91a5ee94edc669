package main

import (
	"context"

	"github.com/asixto/go-sdk/asixto"
	"github.com/asixto/go-sdk/meta"
)

// ListActiveRulesIn are the arguments of list_active_rules: the access alone.
type ListActiveRulesIn struct{ AccessIn }

// ListActiveRulesOut are the rules in force.
type ListActiveRulesOut struct {
	Rules []RuleRow `json:"rules"`
	Total int       `json:"total"`
}

// RuleRow is one of them.
type RuleRow struct {
	ID       string     `json:"id" asixto:"allow=output-identifier: actualizar la regla lo pide"`
	Name     string     `json:"name"`
	Type     ruleType   `json:"type"`
	Action   ruleAction `json:"action"`
	Severity severity   `json:"severity"`
}

// Spoken says how many there are, and the first names, in a call.
func (o ListActiveRulesOut) Spoken(call meta.Call) string {
	return listed(call, o.Rules, "regla activa", "reglas activas", func(r RuleRow) string { return r.Name })
}

func addListActiveRules(s *asixto.Server, b *backend) error {
	return asixto.AddTool(s, asixto.Tool{
		Name:         listActiveRules,
		Title:        "Listar reglas activas",
		Description:  "Lista las reglas de contenido que están activas. No la uses para revisar un contenido.",
		Verb:         "listar las reglas activas",
		Capabilities: scenario,
		Access:       asixto.Read,
	}, b.listActiveRules)
}

func (b *backend) listActiveRules(context.Context, ListActiveRulesIn) (ListActiveRulesOut, error) {
	active := b.activeRules()
	return ListActiveRulesOut{active, len(active)}, nil
}

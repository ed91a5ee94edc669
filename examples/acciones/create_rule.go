package main

import (
	"context"

	"github.com/asixto/go-sdk/asixto"
	"github.com/asixto/go-sdk/meta"
)

// CreateRuleIn are the arguments of create_rule.
type CreateRuleIn struct {
	AccessIn

	Name string   `json:"name" validate:"min=1,max=60" doc:"Nombre de la regla"`
	Type ruleType `json:"type" doc:"Clase de regla"`
	RuleFields
}

// RuleFields are what a rule may say beside its name and type; update_rule takes
// them too.
type RuleFields struct {
	Action            *ruleAction `json:"action" doc:"Qué hacer cuando coincide, flag si no se indica al crear"`
	Severity          *severity   `json:"severity" doc:"Gravedad, medium si no se indica al crear"`
	Status            *ruleStatus `json:"status" doc:"Estado, draft si no se indica al crear"`
	AppliesToAll      *bool       `json:"applies_to_all" doc:"Si vale para todos los agentes, verdadero si no se indica al crear"`
	DataDirection     *direction  `json:"data_direction" doc:"Sentido de los datos, both si no se indica al crear"`
	CustomPatterns    []string    `json:"custom_patterns,omitempty" validate:"max=20,dive,min=1,max=200" doc:"Expresiones que se buscan"`
	ToolNames         []string    `json:"tool_names,omitempty" validate:"max=20,dive,min=1,max=80" doc:"Herramientas a las que se aplica"`
	DataCategories    []string    `json:"data_categories,omitempty" validate:"max=20,dive,min=1,max=80" doc:"Categorías de datos que se buscan"`
	DataDescriptions  []string    `json:"data_descriptions,omitempty" validate:"max=20,dive,min=1,max=200" doc:"Descripciones de datos que se buscan"`
	DSLStatements     []string    `json:"dsl_statements,omitempty" validate:"max=20,dive,min=1,max=200" doc:"Textos que el contenido no puede llevar"`
	PatternLibraryIDs []string    `json:"pattern_library_ids,omitempty" validate:"max=20,dive,min=1,max=80" doc:"Bibliotecas de patrones"`
	AgentIDs          []string    `json:"agent_ids,omitempty" validate:"max=20,dive,min=1,max=80" doc:"Agentes a los que se aplica si no es para todos"`
}

// change writes what was given; what was not stays.
func (f RuleFields) change(r *rule) {
	r.Action = asixto.Or(f.Action, r.Action)
	r.Severity = asixto.Or(f.Severity, r.Severity)
	r.Status = asixto.Or(f.Status, r.Status)
	r.AppliesToAll = asixto.Or(f.AppliesToAll, r.AppliesToAll)
	r.Direction = asixto.Or(f.DataDirection, r.Direction)
	for list, given := range map[*[]string][]string{
		&r.Patterns: f.CustomPatterns, &r.Tools: f.ToolNames, &r.Categories: f.DataCategories, &r.Descriptions: f.DataDescriptions,
		&r.Statements: f.DSLStatements, &r.Libraries: f.PatternLibraryIDs, &r.Agents: f.AgentIDs,
	} {
		if given != nil {
			*list = given
		}
	}
}

// RuleOut is a rule as it is after the call.
type RuleOut struct {
	ID            string     `json:"id" asixto:"allow=output-identifier: actualizar la regla lo pide"`
	Name          string     `json:"name"`
	Type          ruleType   `json:"type"`
	Action        ruleAction `json:"action"`
	Severity      severity   `json:"severity"`
	Status        ruleStatus `json:"status"`
	AppliesToAll  bool       `json:"applies_to_all"`
	DataDirection direction  `json:"data_direction"`
}

func (r *rule) out() RuleOut {
	return RuleOut{r.ID, r.Name, r.Type, r.Action, r.Severity, r.Status, r.AppliesToAll, r.Direction}
}

// Spoken says the rule's name and how it stands in a call.
func (o RuleOut) Spoken(call meta.Call) string {
	stands := map[ruleStatus]string{ruleActive: "activa", ruleArchived: "archivada", ruleDraft: "guardada como borrador"}[o.Status]
	return inVoice(call, "La regla "+o.Name+" quedó "+stands+".")
}

func addCreateRule(s *asixto.Server, b *backend) error {
	return asixto.AddTool(s, asixto.Tool{
		Name:         createRule,
		Title:        "Crear regla",
		Description:  "Crea una regla de contenido, que nace como borrador. No la uses para cambiar una regla que ya existe.",
		Verb:         "crear una regla",
		Capabilities: scenario,
		Access:       asixto.Write,
	}, b.createRule)
}

func (b *backend) createRule(_ context.Context, in CreateRuleIn) (RuleOut, error) {
	r, err := b.putRule("", func(r *rule) {
		// The status and applies_to_all are the source's defaults. Decision: the others.
		*r = rule{
			Name: in.Name, Type: in.Type, Action: "flag", Severity: "medium", Status: ruleDraft, AppliesToAll: true, Direction: bothWays,
		}
		in.change(r)
	})
	return r.out(), err
}

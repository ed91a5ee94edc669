package main

import (
	"context"
	"errors"
	"slices"

	"github.com/asixto/go-sdk/asixto"
	"github.com/asixto/go-sdk/asixto/guard"
	"github.com/asixto/go-sdk/idem"
	"github.com/asixto/go-sdk/meta"
)

// The tools.
const (
	getMCPAccess = "get_mcp_access"

	startTask          = "start_task"
	getTaskContext     = "get_task_context"
	checkTaskAlignment = "check_task_alignment"
	explainAlignment   = "explain_alignment"
	recordTaskProgress = "record_task_progress"
	recordActionEffect = "record_action_effect"
	completeTask       = "complete_task"

	checkAction     = "check_action"
	listActiveRules = "list_active_rules"
	createRule      = "create_rule"
	updateRule      = "update_rule"

	requestApproval        = "request_approval"
	getApprovalStatus      = "get_approval_status"
	listActivePolicies     = "list_active_policies"
	authorizeExecution     = "authorize_execution"
	recordExecutionAttempt = "record_execution_attempt"
	recordExecutionEffect  = "record_execution_effect"
)

// instructions say what holds for all tools.
const instructions = "Pida un acceso nuevo en cada ciclo de trabajo, después de compactar el contexto y cuando el acceso venza. " +
	"Omita los pasos cuya capacidad no esté habilitada. La confirmación del usuario no reemplaza la aprobación, " +
	"y la aprobación no reemplaza la autorización. Siga siempre el veredicto y next_action."

// flows state the order of the controls once; the backend enforces it by the
// identifiers that one tool gives and the next one takes.
func flows() []asixto.Flow {
	access := asixto.Step{Tool: getMCPAccess, Does: "da el token de acceso"}
	return []asixto.Flow{
		{For: "trabajar en una tarea", Steps: []asixto.Step{
			access, {Tool: startTask, Does: "fija el objetivo del usuario"}, {Tool: getTaskContext, Does: "al retomar"},
			{Tool: recordTaskProgress, Does: "en cada hito"}, {Tool: completeTask, Does: "al cumplir los criterios"},
		}},
		{For: "ejecutar una acción material", Steps: []asixto.Step{
			access, {Tool: checkTaskAlignment, Does: "antes de actuar"}, {Tool: explainAlignment, Does: "si el veredicto lo pide"},
			{Tool: checkAction, Does: "con el contenido de la solicitud"}, {Tool: requestApproval},
			{Tool: getApprovalStatus, Does: "hasta que la decisión sea final"},
			{Tool: authorizeExecution, Does: "justo antes de la solicitud exacta al proveedor"},
			{Tool: recordExecutionAttempt, Does: "en cada intento"}, {Tool: recordExecutionEffect, Does: "con lo observado"},
		}, Note: "Una aprobación sirve una sola vez."},
		{For: "cerrar después esa acción en la tarea", Steps: []asixto.Step{access, {Tool: recordActionEffect, Does: "con lo que cambió"}}},
		{For: "cambiar las reglas", Steps: []asixto.Step{access, {Tool: listActiveRules}, {Tool: createRule}, {Tool: updateRule}}},
	}
}

// newServer returns a server with the tools over b. keys hold the idempotency
// keys of the business, opts.Store those of the Gateway; one store may serve both.
// The error names all that is wrong with any tool.
func newServer(b *backend, keys *idem.Engine, opts *asixto.ServerOptions) (*asixto.Server, error) {
	o := *opts
	o.Title, o.Instructions, o.Flows, o.Visible = "Acciones vigiladas", instructions, flows(), b.capabilities.visible
	o.Middleware = append(slices.Clip(o.Middleware), guard.Before(func(ctx context.Context, in interface{ accessToken() string }) error {
		return b.requireAccess(ctx, in.accessToken())
	}), b.record)
	s := asixto.NewServer("acciones", "1.0.0", &o)
	return s, errors.Join(
		addGetMCPAccess(s, b),
		addStartTask(s, b, keys),
		addGetTaskContext(s, b),
		addCheckTaskAlignment(s, b, keys),
		addExplainAlignment(s, b),
		addRecordTaskProgress(s, b, keys),
		addRecordActionEffect(s, b),
		addCompleteTask(s, b),
		addCheckAction(s, b),
		addListActiveRules(s, b),
		addCreateRule(s, b),
		addUpdateRule(s, b),
		addRequestApproval(s, b, keys),
		addGetApprovalStatus(s, b),
		addListActivePolicies(s, b),
		addAuthorizeExecution(s, b, keys),
		addRecordExecutionAttempt(s, b),
		addRecordExecutionEffect(s, b),
	)
}

// scenario is where the Gateway offers these tools: they guard any work.
var scenario = []meta.Capability{meta.General}

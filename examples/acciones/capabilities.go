package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/asixto/go-sdk/asixto"
)

// A capability is one of the three sets of tools that a client may have.
type capability string

const (
	taskGuard capability = "task_guard"
	secure    capability = "secure"
	govern    capability = "govern"
)

// toolsOf are the tools of each capability; get_mcp_access belongs to none and
// everybody has it.
var toolsOf = map[capability][]string{
	taskGuard: {
		startTask, getTaskContext, checkTaskAlignment, explainAlignment, recordTaskProgress, recordActionEffect, completeTask,
	},
	secure: {checkAction, listActiveRules, createRule, updateRule},
	govern: {
		requestApproval, getApprovalStatus, listActivePolicies, authorizeExecution, recordExecutionAttempt, recordExecutionEffect,
	},
}

// capabilities say which client has what. A client without an entry has all.
type capabilities map[string][]capability

// parseCapabilities reads "client=task_guard,govern;other=secure".
func parseCapabilities(text string) (capabilities, error) {
	all := capabilities{}
	for entry := range strings.SplitSeq(text, ";") {
		if strings.TrimSpace(entry) == "" {
			continue
		}
		client, list, found := strings.Cut(entry, "=")
		client = strings.TrimSpace(client)
		if !found || client == "" {
			return nil, fmt.Errorf("acciones: -capabilities: %q: write client=task_guard,secure,govern", entry)
		}
		all[client] = []capability{}
		for name := range strings.SplitSeq(list, ",") {
			name = strings.TrimSpace(name)
			if _, known := toolsOf[capability(name)]; !known && name != "" {
				return nil, fmt.Errorf("acciones: -capabilities: client %q: %q is none of task_guard, secure and govern", client, name)
			}
			if name != "" {
				all[client] = append(all[client], capability(name))
			}
		}
	}
	return all, nil
}

func (c capabilities) has(client string, k capability) bool {
	enabled, listed := c[client]
	return !listed || slices.Contains(enabled, k)
}

// visible is ServerOptions.Visible: a tool of a capability that the client does
// not have is unknown to it, in the list and in a call.
func (c capabilities) visible(ctx context.Context, tool asixto.Tool) bool {
	for k, names := range toolsOf {
		if slices.Contains(names, tool.Name) {
			return c.has(asixto.ClientName(ctx), k)
		}
	}
	return true
}

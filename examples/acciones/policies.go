package main

import (
	"encoding/json"
	"fmt"
	"slices"
)

// evaluation is how a policy decides.
type evaluation string

const (
	exactRules           evaluation = "exact_rules"
	decisionIntelligence evaluation = "decision_intelligence"
)

func (evaluation) Values() []evaluation { return []evaluation{exactRules, decisionIntelligence} }

// policy says which actions nobody may approve. Decision: a policy of
// decision_intelligence blocks nothing by itself; whatever no policy blocks waits
// for a person.
type policy struct {
	ID         string     `json:"id"`
	Group      string     `json:"group"`
	Name       string     `json:"name"`
	Version    int        `json:"version"`
	Evaluation evaluation `json:"evaluation"`
	Blocks     []string   `json:"blocks"` // names of actions
}

func samplePolicies() []policy {
	return []policy{
		{"pol-1", "grp-1", "Acciones prohibidas", 3, exactRules, []string{"accounts.delete"}},
		{"pol-2", "grp-2", "Criterio sobre montos", 1, decisionIntelligence, nil},
	}
}

// evaluate picks the policies that the request names, all where it names none, and
// reports whether one of them blocks the action.
func (b *backend) evaluate(action string, ids, groups []string) (used []policy, blocked bool, err error) {
	for _, id := range ids {
		if !slices.ContainsFunc(b.policies, func(p policy) bool { return p.ID == id }) {
			return nil, false, errPolicy
		}
	}
	for _, group := range groups {
		if !slices.ContainsFunc(b.policies, func(p policy) bool { return p.Group == group }) {
			return nil, false, errPolicy
		}
	}
	for _, p := range b.policies {
		if len(ids)+len(groups) > 0 && !slices.Contains(ids, p.ID) && !slices.Contains(groups, p.Group) {
			continue
		}
		used = append(used, p)
		blocked = blocked || slices.Contains(p.Blocks, action)
	}
	return used, blocked, nil
}

// versions are the exact versions of policies, as "pol-1@3".
func versions(policies []policy) []string {
	all := make([]string, len(policies))
	for i, p := range policies {
		all[i] = fmt.Sprintf("%s@%d", p.ID, p.Version)
	}
	return all
}

// policyDigest is a digest of what the policies say.
func policyDigest(policies []policy) (string, error) {
	raw, err := json.Marshal(policies)
	if err != nil {
		return "", fmt.Errorf("acciones: policies: %w", err)
	}
	return digest(raw), nil
}

package main

import (
	"context"
	"strings"
)

// alignmentVerdict is what Task Guard says of a proposed action. Decision: the
// source names NEEDS_EXPLANATION alone.
type alignmentVerdict string

const (
	aligned           alignmentVerdict = "ALIGNED"
	needsExplanation  alignmentVerdict = "NEEDS_EXPLANATION"
	needsConfirmation alignmentVerdict = "NEEDS_CONFIRMATION"
	outOfScope        alignmentVerdict = "OUT_OF_SCOPE"
	staleContract     alignmentVerdict = "STALE_CONTRACT"
)

func (alignmentVerdict) Values() []alignmentVerdict {
	return []alignmentVerdict{aligned, needsExplanation, needsConfirmation, outOfScope, staleContract}
}

// next is what the agent does after each verdict.
var next = map[alignmentVerdict]string{
	aligned:          "Siga con el control que corresponde. Esto no es una aprobación.",
	needsExplanation: "Explique la relación con explain_alignment y aporte evidencia. No ejecute la acción.",
	needsConfirmation: "Pregunte al usuario en la sesión. Si lo confirma, cambie el contrato con start_task y su mensaje directo, " +
		"y revise de nuevo la acción.",
	outOfScope:    "No ejecute la acción. Siga con lo que la tarea incluye.",
	staleContract: "Traiga el contrato vigente con get_task_context y revise de nuevo la acción.",
}

// relationship is how an action is said to support the task.
type relationship string

func (relationship) Values() []relationship {
	return []relationship{
		"DIRECT", "REQUIRED_DEPENDENCY", "COMPATIBILITY_REPAIR", "VERIFICATION", "SUPPORTING_RESEARCH", "SUPPORTING_COORDINATION",
		"INCIDENTAL_CLEANUP", "OPTIONAL_IMPROVEMENT", "OBJECTIVE_CHANGE", "UNRELATED", "UNKNOWN",
	}
}

// verdictOf is what a relationship is worth. Decision: the source is silent.
var verdictOf = map[relationship]alignmentVerdict{
	"DIRECT": aligned, "REQUIRED_DEPENDENCY": aligned, "COMPATIBILITY_REPAIR": aligned, "VERIFICATION": aligned,
	"SUPPORTING_RESEARCH": aligned, "SUPPORTING_COORDINATION": aligned,
	"INCIDENTAL_CLEANUP": needsConfirmation, "OPTIONAL_IMPROVEMENT": needsConfirmation, "OBJECTIVE_CHANGE": needsConfirmation,
	"UNRELATED": outOfScope, "UNKNOWN": needsExplanation, "": needsExplanation,
}

// effect is the sort of change that an action makes.
type effect string

func (effect) Values() []effect {
	return []effect{
		"READ", "SEARCH", "CREATE", "MODIFY", "DELETE", "COMMUNICATE", "PUBLISH", "EXECUTE", "PURCHASE", "TRANSFER",
		"GRANT_ACCESS", "REVOKE_ACCESS", "MOVE_DATA", "SCHEDULE", "OTHER",
	}
}

// proposal is an action that somebody wants to take.
type proposal struct {
	Action, Target, ExternalActionID, Provenance string
	Effects                                      []string
	Effect                                       effect
	Relationship                                 relationship
	ContractVersion                              int  // zero where the host did not say
	Irreversible, Explained                      bool // Explained comes with evidence
}

// judge decides by the contract, never by what the agent concludes. Decision: the
// order of these rules.
func judge(t *task, p proposal) alignmentVerdict {
	verdict := verdictOf[p.Relationship]
	switch {
	case p.ContractVersion != 0 && p.ContractVersion != t.Version:
		return staleContract
	case mentions(p, t.OutOfScope):
		return outOfScope
	case p.Relationship == "" && mentions(p, t.InScope):
		verdict = aligned
	}
	if verdict == aligned && p.Irreversible && !p.Explained && !proven(p.Provenance) {
		return needsExplanation
	}
	if verdict == needsConfirmation && !t.CanConfirm {
		return outOfScope // nobody can be asked
	}
	return verdict
}

// mentions reports whether an action speaks of one of the things.
func mentions(p proposal, things []string) bool {
	said := strings.ToLower(strings.Join(append([]string{p.Action, p.Target}, p.Effects...), "\n"))
	for _, thing := range things {
		if strings.Contains(said, strings.ToLower(thing)) {
			return true
		}
	}
	return false
}

// proven reports whether somebody but the agent vouches for an action.
func proven(provenance string) bool { return strings.HasSuffix(provenance, "_VERIFIED") }

// check is an action that was judged.
type check struct {
	proposal

	ID, Client, TaskID, Revision string
	Version                      int
	Verdict                      alignmentVerdict
	explained                    bool
	report                       *effectReport
}

func (c *check) owner() string { return c.Client }

// propose judges an action against the active task of a session.
func (b *backend) propose(ctx context.Context, session string, p proposal) (check, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	t, err := b.activeTask(ctx, session)
	if err != nil {
		return check{}, err
	}
	return *b.newCheck(t, p), nil
}

func (b *backend) newCheck(t *task, p proposal) *check {
	c := &check{
		proposal: p, ID: b.newID("chk"), Client: t.Client, TaskID: t.ID, Revision: t.revision(), Version: t.Version, Verdict: judge(t, p),
	}
	if c.ExternalActionID == "" {
		c.ExternalActionID = c.ID // an approval has something to name it by
	}
	b.checks[c.ID] = c
	b.lastChecks[actionKey{t.ID, c.ExternalActionID}] = c
	return c
}

// actionKey is one action of one task.
type actionKey struct{ task, action string }

// lastCheck is the last word on an action, nil where nobody asked.
func (b *backend) lastCheck(a authority) *check {
	return b.lastChecks[actionKey{a.TaskID, a.ExternalActionID}]
}

// explain judges an action once more, with what the agent says and shows for it.
// Without evidence the agent's word changes nothing.
func (b *backend) explain(ctx context.Context, id string, r relationship, evidence []string) (check, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	c, err := owned(ctx, b.checks, id, errNoCheck)
	if err != nil {
		return check{}, err
	}
	t := b.tasks[c.TaskID]
	switch {
	case c.Verdict != needsExplanation || c.explained:
		return check{}, errExplained
	case t.Status != taskActive:
		return check{}, errInactive
	case c.Revision != t.revision():
		return check{}, errStale
	}
	p := c.proposal
	if len(evidence) > 0 {
		p.Relationship, p.Explained = r, true
	}
	c.explained = len(evidence) > 0
	return *b.newCheck(t, p), nil
}

// effectReport is what an action really did, as the host tells.
type effectReport struct {
	ID, Action string
	Aligned    bool
}

// reportEffect compares what an action did with what it was meant to do.
func (b *backend) reportEffect(ctx context.Context, id string, actual []string, sort effect) (effectReport, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	c, err := owned(ctx, b.checks, id, errNoCheck)
	switch {
	case err != nil:
		return effectReport{}, err
	case c.Verdict != aligned:
		return effectReport{}, errNotAligned
	case c.report != nil:
		return effectReport{}, errReported
	case b.unexecuted(c):
		return effectReport{}, errNoAttempt
	}
	c.report = &effectReport{b.newID("efe"), c.ExternalActionID, asExpected(c.proposal, actual, sort)}
	return *c.report, nil
}

// asExpected: nothing happened that was not foreseen, and of the same sort.
func asExpected(p proposal, actual []string, sort effect) bool {
	if sort != "" && p.Effect != "" && sort != p.Effect {
		return false
	}
	foreseen := map[string]bool{}
	for _, e := range p.Effects {
		foreseen[strings.ToLower(strings.TrimSpace(e))] = true
	}
	for _, e := range actual {
		if len(foreseen) > 0 && !foreseen[strings.ToLower(strings.TrimSpace(e))] {
			return false
		}
	}
	return true
}

// unexecuted reports whether an action went to Govern and was not attempted yet as
// it was checked: Task Guard hears of an effect only after the provider did, and
// nothing that was foreseen afterwards counts.
func (b *backend) unexecuted(c *check) bool {
	governed := false
	for _, p := range b.checkpoints {
		if p.taskID() != c.TaskID || p.authority.ExternalActionID != c.ExternalActionID {
			continue
		}
		governed = true
		if e := b.executions[p.execution]; e != nil && e.checked == c && len(e.attempts) > 0 {
			return false
		}
	}
	return governed
}

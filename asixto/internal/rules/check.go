package rules

import (
	"cmp"
	"slices"
	"strings"
)

// An Exception is a finding that the author lifted.
type Exception struct {
	Finding Finding
	// Reason is the author's, in words.
	Reason string
}

// CheckTool holds one tool against every rule that needs no other tool: what
// concerns the tool itself first, then the arguments and the answer in the
// order of their schemas. Findings that a valid exception lifts are left out.
func CheckTool(t *Tool) []Finding {
	findings, _ := settle(inspect(t))
	return findings
}

// CheckCatalogue holds the tools of a server against the rules that need to see
// them together, rule by rule. An exception from a rule about all tools may
// stand on any of them.
func CheckCatalogue(tools []*Tool) []Finding {
	findings, _ := settle(survey(tools))
	return findings
}

// CheckFlow holds the server's instructions, which tell the model how the tools
// follow each other, against its tools.
func CheckFlow(instructions string, tools []*Tool) []Finding {
	var found []remark
	for _, r := range table {
		if r.flow != nil {
			r.flow(instructions, tools, func(at *place, detail string) {
				found = append(found, remark{rule: r, at: at, detail: detail, lifters: tools})
			})
		}
	}
	findings, _ := settle(found)
	return findings
}

// Lifted lists what [CheckTool] and [CheckCatalogue] leave out because the
// author said why.
func Lifted(tools []*Tool) []Exception {
	var exceptions []Exception
	for _, t := range tools {
		_, lifted := settle(inspect(t))
		exceptions = append(exceptions, lifted...)
	}
	_, lifted := settle(survey(tools))
	return append(exceptions, lifted...)
}

// A remark is what a rule said, before exceptions are looked at.
type remark struct {
	rule    Rule
	tool    *Tool // nil: the whole server
	at      *place
	detail  string
	lifters []*Tool // whose exceptions count
}

func inspect(t *Tool) []remark {
	var found []remark
	for _, r := range table {
		if r.check != nil {
			r.check(t, func(at *place, detail string) {
				found = append(found, remark{rule: r, tool: t, at: at, detail: detail, lifters: []*Tool{t}})
			})
		}
	}
	misused(t, func(at *place, detail string) {
		found = append(found, remark{rule: exceptionRule, tool: t, at: at, detail: detail})
	})
	slices.SortStableFunc(found, func(a, b remark) int { return cmp.Compare(a.position(), b.position()) })
	return found
}

func survey(tools []*Tool) []remark {
	var found []remark
	for _, r := range table {
		if r.across != nil {
			r.across(tools, func(t *Tool, at *place, detail string) {
				lifters := []*Tool{t}
				if t == nil {
					lifters = tools
				}
				found = append(found, remark{rule: r, tool: t, at: at, detail: detail, lifters: lifters})
			})
		}
	}
	return found
}

// position puts the tool before its arguments, and those before its answer.
func (m remark) position() int {
	switch {
	case m.at == nil:
		return -1
	case m.at.output:
		return m.at.order + 1<<32
	default:
		return m.at.order
	}
}

// settle parts what stands from what an exception lifts.
func settle(found []remark) (findings []Finding, lifted []Exception) {
	for _, m := range found {
		if reason := m.reason(); reason != "" {
			lifted = append(lifted, Exception{Finding: m.finding(), Reason: reason})
		} else {
			findings = append(findings, m.finding())
		}
	}
	return findings, lifted
}

// reason is why the author lifts the rule here, "" where he does not or may
// not.
func (m remark) reason() string {
	if !m.rule.Liftable {
		return ""
	}
	if m.at != nil {
		if reason := strings.TrimSpace(m.at.note.Allow[m.rule.ID]); reason != "" {
			return reason
		}
		if slices.Contains(againstFree, m.rule.ID) {
			if reason := strings.TrimSpace(m.at.note.Free); reason != "" {
				return reason
			}
		}
	}
	if m.rule.Level == Blocking {
		return ""
	}
	for _, t := range m.lifters {
		if reason := strings.TrimSpace(t.Allow[m.rule.ID]); reason != "" {
			return reason
		}
	}
	return ""
}

// againstFree are the rules that free JSON breaks by its nature.
var againstFree = []string{"object-closed", "property-type"}

func (m remark) finding() Finding {
	f := Finding{Rule: m.rule, Detail: m.detail}
	if m.tool != nil {
		f.Tool = m.tool.Name
	}
	if m.at != nil {
		f.Field, f.Output = m.at.path, m.at.output
	}
	return f
}

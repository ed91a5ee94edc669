package rules

import "slices"

// observed are the rules that only a running server can break. They have no
// check here: whoever talks to the server decides, and says so with [Observe].
var observed = slices.Concat(transportRules, credentialRules, protocolRules, argumentRules, resultRules, errorRules, effectRules, loadRules)

// Observed returns the rules about how a server behaves, which CheckTool and
// its like cannot see, in a slice of the caller's own. No exception lifts them.
func Observed() []Rule { return slices.Clone(observed) }

// Observe is the finding that the server was seen to break the rule of that
// id, of tool or of the whole server where that is "". It panics for an id that
// is none of [Observed]'s: a mistake in the program that examines.
func Observe(id, tool, detail string) Finding {
	for _, r := range observed {
		if r.ID == id {
			return Finding{Rule: r, Tool: tool, Detail: detail}
		}
	}
	panic("rules: no rule about a running server is named " + id)
}

// At is the same finding about one field of the answer.
func (f Finding) At(field string) Finding {
	f.Field, f.Output = field, field != ""
	return f
}

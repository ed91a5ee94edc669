package rules

import (
	"maps"
	"slices"
	"strings"
)

// exceptionRule has no check of its own in the table: misused looks the table
// up, which may not depend on itself.
var exceptionRule = Rule{
	ID: "exception-valid", Level: Blocking, Section: secSDK,
	EN: "an exception names a rule that can be lifted there and gives its reason in words",
	ES: "una excepción nombra una regla que se puede levantar ahí y da su motivo en palabras",
	Fix: Fix{
		JSON: `the definition as the rule wants it`,
		Go:   "`asixto:\"allow=flat-input: la dirección es una sola cosa para el cliente\"`",
	},
}

// misuse says why an exception lifts nothing, "" where it does.
func misuse(id, reason string, onTool bool) string {
	rule, known := ByID(id)
	switch {
	case !known:
		return "no such rule"
	case !rule.Liftable:
		return "enforced by the certification"
	case onTool && rule.Level == Blocking:
		return "lifted on the field only"
	case strings.TrimSpace(reason) == "":
		return "no reason"
	}
	return ""
}

// misused looks for exceptions that lift nothing: from unknown rules, from
// rules that cannot be lifted there, without a reason.
func misused(t *Tool, say say) {
	judge := func(at *place, allow map[string]string) {
		for _, id := range slices.Sorted(maps.Keys(allow)) {
			if fault := misuse(id, allow[id], at == nil); fault != "" {
				say(at, id+": "+fault)
			}
		}
	}
	for _, fault := range t.astray {
		say(nil, fault)
	}
	judge(nil, t.Allow)
	for _, s := range []*Schema{&t.Input, &t.Output} {
		for _, p := range s.places {
			if p.role == property {
				judge(p, p.note.Allow)
			}
		}
	}
}

package schema

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

// No rule is said as "a value of the right format": that tells nobody what to
// send.
func TestEveryRuleHasWords(t *testing.T) {
	t.Parallel()
	words := new(Messages).orSpanish()
	names := slices.Collect(maps.Keys(textRulebook()))
	for _, name := range slices.Concat(names, strings.Fields(otherNumberRules), inAlternatives) {
		p := parseRule(name + "=a").problem(words)
		if clause := words.clause(p, spokenValues); strings.Contains(clause, "formato correcto") || strings.Contains(clause, "{") {
			t.Errorf("%s: %q", name, clause)
		}
		if said := words.format(Problem{Code: BadFormat, Format: name + "=a|email"}); strings.Contains(said, "formato correcto") || strings.Contains(said, "{") {
			t.Errorf("%s among alternatives: %q", name, said)
		}
	}
}

package rules_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/asixto/go-sdk/asixto/internal/rules"
)

func catalogue(t *testing.T, members []member) []*rules.Tool {
	t.Helper()
	var tools []*rules.Tool
	for _, m := range members {
		parsed := tool(t, m.patch)
		annotate(t, parsed, m.notes)
		tools = append(tools, parsed)
	}
	return tools
}

func TestEveryCatalogueExample(t *testing.T) {
	t.Parallel()
	for _, e := range catalogueExamples {
		findings := rules.CheckCatalogue(catalogue(t, e.bad))
		var got []string
		for _, f := range findings {
			got = append(got, strings.TrimSpace(f.Rule.ID+" "+f.Tool+" "+f.Field))
		}
		if diff := cmp.Diff([]string{strings.TrimSpace(e.rule + " " + e.where)}, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", e.rule, diff)
		}
		if findings := rules.CheckCatalogue(catalogue(t, e.good)); findings != nil {
			t.Errorf("%s: the counterexample breaks %v", e.rule, findings)
		}
	}
}

func TestEveryFlowExample(t *testing.T) {
	t.Parallel()
	tools := catalogue(t, []member{bare, searches})
	for _, e := range flowExamples {
		if diff := cmp.Diff([]string{e.rule}, told(rules.CheckFlow(e.bad, tools))); diff != "" {
			t.Errorf("%q (-want +got):\n%s", e.bad, diff)
		}
		if findings := rules.CheckFlow(e.good, tools); findings != nil {
			t.Errorf("%q breaks %v", e.good, findings)
		}
	}
}

//go:build clients

package clients

import (
	"encoding/json"
	"testing"
)

const (
	modern = "2026-07-28"
	older  = "2025-11-25"
)

// Each client has a server of its own, so that it can count the cases that it opened.
func TestClients(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, version string
		travel        func(*testing.T, tour) report
	}{
		{"typescript 2", modern, typescript("v2.mjs")},
		{"typescript 2 in the older era", older, typescript("v2.mjs")},
		{"typescript 1", older, typescript("v1.mjs")},
		{"go-sdk", modern, goSDK},
		{"go-sdk in the older era", older, goSDK},
		{"mcp-go", modern, mcpGo},
		{"mcp-go in the older era", older, mcpGo},
		{"inspector", modern, inspector},
		{"inspector in the older era", older, inspector},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			plan := newTour("http://"+soporte(t)+"/mcp", c.version)
			plan.hidesErrors = c.name == "inspector"
			judge(t, plan, c.travel(t, plan))
		})
	}
}

func typescript(file string) func(*testing.T, tour) report {
	return func(t *testing.T, plan tour) report {
		t.Helper()
		out, err := script(t, encoded(t, plan), file)
		if err != nil {
			t.Fatal(err)
		}
		var seen report
		if err := json.Unmarshal(out, &seen); err != nil {
			t.Fatalf("%v in %s", err, out)
		}
		return seen
	}
}

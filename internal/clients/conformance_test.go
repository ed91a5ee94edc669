//go:build clients

package clients

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const conformanceCLI = "node_modules/@modelcontextprotocol/conformance/dist/index.js"

// expectations say of each scenario of a revision whether it applies to a server of tools alone.
type expectations struct {
	Passes        []string    `json:"passes"`
	NotApplicable []exception `json:"notApplicable"`
}

// An exception is a scenario, or one check of it, that does not apply; it must not pass either.
type exception struct {
	Scenario string `json:"scenario"`
	Check    string `json:"check,omitempty"` // empty is the scenario as a whole
	Reason   string `json:"reason"`
}

type check struct {
	ID      string `json:"id"`
	Status  string `json:"status"`
	Message string `json:"errorMessage"`
}

func (c check) passes() bool { return c.Status == "SUCCESS" || c.Status == "INFO" }

// The official suite's scenarios for servers, against the tools that it asks for and that a server of this SDK can have.
func TestConformance(t *testing.T) {
	t.Parallel()
	for _, revision := range []string{modern, older} {
		t.Run(revision, func(t *testing.T) {
			t.Parallel()
			var expected expectations
			data, err := os.ReadFile(filepath.Join("testdata", "conformance", revision+".json"))
			if err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal(data, &expected); err != nil {
				t.Fatal(err)
			}
			compare(t, expected, conformance(t, revision))
		})
	}
}

// conformance runs the suite and returns the checks of each scenario.
func conformance(t *testing.T, revision string) map[string][]check {
	t.Helper()
	addr, dir := serve(t, built(t, ".", "./conformance")), t.TempDir()
	// The suite exits with a failure where any scenario fails, applicable or not.
	out, err := script(t, nil, conformanceCLI, "server", "--url", "http://"+addr+"/mcp", "--requirements", revision, "-o", dir)
	files, globErr := filepath.Glob(filepath.Join(dir, "*", "checks.json"))
	if globErr != nil || len(files) == 0 {
		t.Fatalf("no results: %v, %v\n%s", globErr, err, out)
	}
	ran := map[string][]check{}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var checks []check
		if err := json.Unmarshal(data, &checks); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		ran[scenarioOf(file)] = checks
	}
	return ran
}

var dated = regexp.MustCompile(`-\d{4}-\d\d-\d\dT[\d-]+Z$`)

func scenarioOf(file string) string {
	return strings.TrimPrefix(dated.ReplaceAllString(filepath.Base(filepath.Dir(file)), ""), "server-")
}

// compare fails where a scenario fails that applies, where one passes that is said not to apply, and where the suite and
// the list do not name the same scenarios.
func compare(t *testing.T, expected expectations, ran map[string][]check) {
	t.Helper()
	listed := map[string]bool{}
	for _, scenario := range expected.Passes {
		listed[scenario] = true
	}
	for _, e := range expected.NotApplicable {
		if e.Reason == "" {
			t.Errorf("%s %s: an exception needs a reason", e.Scenario, e.Check)
		}
		if e.Check == "" {
			if listed[e.Scenario] {
				t.Errorf("%s is listed twice", e.Scenario)
			}
			listed[e.Scenario] = true
		}
		if fails := failing(ran[e.Scenario]); len(ran[e.Scenario]) > 0 && (len(fails) == 0 || e.Check != "" && !named(fails, e.Check)) {
			t.Errorf("%s %s passes, though it is listed as not applicable", e.Scenario, e.Check)
		}
	}
	for _, scenario := range expected.Passes {
		if !slices.ContainsFunc(ran[scenario], check.passes) {
			t.Errorf("%s: no check passes", scenario)
		}
		for _, c := range failing(ran[scenario]) {
			if !slices.ContainsFunc(expected.NotApplicable, func(e exception) bool { return e.Scenario == scenario && e.Check == c.ID }) {
				t.Errorf("%s: %s: %s: %s", scenario, c.ID, c.Status, c.Message)
			}
		}
	}
	for scenario := range ran {
		if !listed[scenario] {
			t.Errorf("%s: the list does not say whether it applies: %+v", scenario, failing(ran[scenario]))
		}
		delete(listed, scenario)
	}
	for scenario := range listed {
		t.Errorf("%s is listed and did not run", scenario)
	}
	t.Logf("%d scenarios ran, %d of them apply and pass", len(ran), len(expected.Passes))
}

func failing(checks []check) []check {
	return slices.DeleteFunc(slices.Clone(checks), check.passes)
}

func named(checks []check, id string) bool {
	return slices.ContainsFunc(checks, func(c check) bool { return c.ID == id })
}

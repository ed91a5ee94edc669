package rules_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/asixto/go-sdk/asixto/internal/rules"
)

func TestEveryRuleIsWhole(t *testing.T) {
	t.Parallel()
	kebab := regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z]+)+$`)
	ids, sentences := make(map[string]bool), make(map[string]string)
	for _, r := range append(rules.All(), rules.Observed()...) {
		if !kebab.MatchString(r.ID) || ids[r.ID] {
			t.Errorf("id %q is not kebab-case or comes twice", r.ID)
		}
		ids[r.ID] = true
		if r.Level != rules.Blocking && r.Level != rules.Warning {
			t.Errorf("%s has no level", r.ID)
		}
		for what, text := range map[string]string{"section": r.Section, "EN": r.EN, "ES": r.ES, "JSON fix": r.Fix.JSON, "Go fix": r.Fix.Go} {
			if strings.TrimSpace(text) != text || text == "" || strings.HasSuffix(text, ".") {
				t.Errorf("%s: %s is %q", r.ID, what, text)
			}
		}
		for _, sentence := range []string{r.EN, r.ES} {
			if other := sentences[sentence]; other != "" {
				t.Errorf("%s and %s say the same: %q", r.ID, other, sentence)
			}
			sentences[sentence] = r.ID
		}
	}
	for _, r := range rules.All() {
		if r.Level == rules.Warning && !r.Liftable {
			t.Errorf("%s is a warning that nobody can lift", r.ID)
		}
		if found, ok := rules.ByID(r.ID); !ok || found.ID != r.ID {
			t.Errorf("ByID(%q) = %q, %t", r.ID, found.ID, ok)
		}
	}
	if _, ok := rules.ByID("no-such-rule"); ok {
		t.Error("ByID found a rule that does not exist")
	}
}

// liftable are the blocking rules that a reason on the field lifts; what is
// added here must not be what certification enforces.
var liftable = []string{"object-closed", "one-operation", "property-name-case", "property-type", "required-uuid"}

func TestFewBlockingRulesAreLiftable(t *testing.T) {
	t.Parallel()
	want := strings.Join(liftable, " ")
	var got []string
	for _, r := range rules.All() {
		if r.Level == rules.Blocking && r.Liftable {
			got = append(got, r.ID)
		}
	}
	slices.Sort(got)
	if strings.Join(got, " ") != want {
		t.Errorf("liftable blocking rules are %v, want %v", got, liftable)
	}
}

func TestObserve(t *testing.T) {
	t.Parallel()
	f := rules.Observe("answer-size", "ver_caso", "3001 > 3000").At("detalle")
	if f.Tool != "ver_caso" || f.Field != "detalle" || !f.Output || f.Rule.ID != "answer-size" || f.Rule.Level != rules.Blocking {
		t.Errorf("finding %+v", f)
	}
	if _, ok := rules.ByID("answer-size"); ok {
		t.Error("an exception could name a rule about the running server")
	}
	defer func() {
		if recover() == nil {
			t.Error("Observe takes the id of a rule about definitions")
		}
	}()
	rules.Observe("name-length", "", "")
}

func TestAllIsTheCallersOwn(t *testing.T) {
	t.Parallel()
	rules.All()[0].ID = "changed"
	if rules.All()[0].ID == "changed" {
		t.Error("a caller's change reached the table")
	}
}

func TestLevelString(t *testing.T) {
	t.Parallel()
	if got := rules.Blocking.String() + " " + rules.Warning.String(); got != "blocking warning" {
		t.Errorf("levels read %q", got)
	}
}

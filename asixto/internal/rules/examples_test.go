package rules_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/asixto/go-sdk/asixto/internal/rules"
)

// smallest is a tool that breaks no rule, with nothing that one could leave
// out.
const smallest = `{
	"name": "consultar_caso",
	"description": "Consulta un caso. No la uses para abrir uno.",
	"inputSchema": {
		"type": "object",
		"properties": {"documento": {"type": "string", "maxLength": 20, "description": "Número de documento"}},
		"required": ["documento"],
		"additionalProperties": false
	},
	"outputSchema": {"type": "object", "properties": {"estado": {"type": "string"}}},
	"annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true},
	"_meta": {"com.asixto/capability": "soporte", "com.asixto/verb": "consultar un caso"}
}`

// An example is a pair of tools: one that breaks a rule, and nothing else, and
// one that is nearly the same and breaks none. Either may be left out where
// another example of the rule has it.
type example struct {
	rule  string
	bad   string // what differs from the smallest tool, as a JSON merge patch
	good  string
	field string // where the rule is broken
	notes notes  // of both
	waive notes  // of good only
}

// notes are annotations by the path of the property.
type notes map[string]rules.Annotation

// optional is a patch that adds an optional property "campo".
func optional(schema string) string { return campo(schema, `["documento"]`) }

// required is a patch that adds a required property "campo".
func required(schema string) string { return campo(schema, `["documento", "campo"]`) }

func campo(schema, required string) string {
	if keywords, ok := strings.CutPrefix(schema, "{"); ok {
		schema = `{"description": "Un dato", ` + keywords // a second description wins
		schema = strings.Replace(schema, ", }", "}", 1)
	}
	return `{"inputSchema": {"properties": {"campo": ` + schema + `}, "required": ` + required + `}}`
}

// described is a patch of the description.
func described(text string) string {
	quoted, _ := json.Marshal(text)
	return `{"description": ` + string(quoted) + `}`
}

// answer is a patch that adds a property to the answer.
func answer(name, schema string) string {
	return `{"outputSchema": {"properties": {"` + name + `": ` + schema + `}}}`
}

// merge applies a JSON merge patch (RFC 7396).
func merge(target, patch any) any {
	changes, ok := patch.(map[string]any)
	if !ok {
		return patch
	}
	merged, ok := target.(map[string]any)
	if !ok {
		merged = map[string]any{}
	}
	for name, change := range changes {
		if change == nil {
			delete(merged, name)
		} else {
			merged[name] = merge(merged[name], change)
		}
	}
	return merged
}

// tool is the smallest tool with patches applied one after the other.
func tool(t *testing.T, patches ...string) *rules.Tool {
	t.Helper()
	var def any
	for _, text := range append([]string{smallest}, patches...) {
		var patch any
		if err := json.Unmarshal([]byte(text), &patch); err != nil {
			t.Fatalf("%v in %s", err, text)
		}
		if def == nil {
			def = patch
		} else {
			def = merge(def, patch)
		}
	}
	data, err := json.Marshal(def)
	if err != nil {
		t.Fatal(err)
	}
	return parse(t, string(data))
}

func parse(t *testing.T, def string) *rules.Tool {
	t.Helper()
	parsed, err := rules.Parse([]byte(def))
	if err != nil {
		t.Fatalf("%v in %s", err, def)
	}
	return parsed
}

func annotate(t *testing.T, tool *rules.Tool, notes notes) {
	t.Helper()
	for path, note := range notes {
		if path == "" {
			tool.Allow = note.Allow
			continue
		}
		in, out := tool.Input.Annotate(path, note), tool.Output.Annotate(path, note)
		if !in && !out {
			t.Fatalf("the example annotates %q, which is not there", path)
		}
	}
}

// told are findings, short: the rule and the field.
func told(findings []rules.Finding) []string {
	var short []string
	for _, f := range findings {
		short = append(short, strings.TrimSpace(f.Rule.ID+" "+f.Field))
	}
	return short
}

var toolExamples = slices.Concat(
	nameExamples, descriptionExamples, classificationExamples, annotationExamples, schemaExamples,
	textExamples, propertyExamples, identifierExamples, answerExamples, providerExamples,
)

func TestTheSmallestToolBreaksNothing(t *testing.T) {
	t.Parallel()
	if findings := rules.CheckTool(tool(t)); findings != nil {
		t.Errorf("findings %v", findings)
	}
}

func TestEveryExampleBreaksItsRuleAndNoOther(t *testing.T) {
	t.Parallel()
	for _, e := range toolExamples {
		if e.bad == "" {
			continue
		}
		bad := tool(t, e.bad)
		annotate(t, bad, e.notes)
		want := []string{strings.TrimSpace(e.rule + " " + e.field)}
		if diff := cmp.Diff(want, told(rules.CheckTool(bad))); diff != "" {
			t.Errorf("%s: %s (-want +got):\n%s", e.rule, e.bad, diff)
		}
	}
}

func TestEveryCounterexampleBreaksNothing(t *testing.T) {
	t.Parallel()
	for _, e := range toolExamples {
		if e.good == "" {
			continue
		}
		good := tool(t, e.good)
		annotate(t, good, e.notes)
		annotate(t, good, e.waive)
		if findings := rules.CheckTool(good); findings != nil {
			t.Errorf("%s: %s breaks %v", e.rule, e.good, told(findings))
		}
	}
}

func TestEveryRuleHasAnExampleAndACounterexample(t *testing.T) {
	t.Parallel()
	bad, good := make(map[string]bool), make(map[string]bool)
	for _, e := range toolExamples {
		bad[e.rule] = bad[e.rule] || e.bad != ""
		good[e.rule] = good[e.rule] || e.good != ""
	}
	for _, e := range catalogueExamples {
		bad[e.rule] = bad[e.rule] || e.bad != nil
		good[e.rule] = good[e.rule] || e.good != nil
	}
	for _, e := range flowExamples {
		bad[e.rule], good[e.rule] = true, true
	}
	for _, r := range rules.All() {
		if !bad[r.ID] {
			t.Errorf("no tool that breaks %s", r.ID)
		}
		if !good[r.ID] {
			t.Errorf("no tool that just about keeps %s", r.ID)
		}
		delete(bad, r.ID)
		delete(good, r.ID)
	}
	for id := range bad {
		t.Errorf("an example names %q, which is no rule", id)
	}
	for id := range good {
		t.Errorf("an example names %q, which is no rule", id)
	}
}

package rules_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/asixto/go-sdk/asixto/internal/rules"
)

func TestParseRefusesWhatIsNoObject(t *testing.T) {
	t.Parallel()
	for name, def := range map[string]string{
		"nothing":       ``,
		"a list":        `[]`,
		"a text":        `"consultar_caso"`,
		"null":          `null`,
		"half":          `{"name": `,
		"two":           `{} {}`,
		"a tail":        `{}x`,
		"no JSON":       `{name: 1}`,
		"257 brackets":  `{"a":` + strings.Repeat(`[`, 256) + strings.Repeat(`]`, 256) + `}`,
		"many brackets": strings.Repeat(`{"a":`, 5000),
	} {
		if parsed, err := rules.Parse([]byte(def)); err == nil || !strings.HasPrefix(err.Error(), "rules: ") {
			t.Errorf("%s: Parse gave %v, %v; want an error of this package", name, parsed, err)
		}
	}
	deep := `{"a":` + strings.Repeat(`[`, 255) + strings.Repeat(`]`, 255) + `}`
	if _, err := rules.Parse([]byte(deep)); err != nil {
		t.Errorf("256 brackets: %v", err)
	}
}

func TestParseReadsAsJavaScriptDoes(t *testing.T) {
	t.Parallel()
	// The last of two members counts, in the place of the first; \u is decoded.
	twice := strings.Replace(smallest, `"name": "consultar_caso"`, `"name": "X", "name": "consultar_caso", "title": "\ud83d\udc4d"`, 1)
	if findings := rules.CheckTool(parse(t, twice)); findings != nil {
		t.Errorf("findings %v", findings)
	}
	noUTF8 := strings.Replace(smallest, `Consulta un caso.`, "Consulta un caso\xff.", 1)
	if findings := rules.CheckTool(parse(t, noUTF8)); findings != nil {
		t.Errorf("findings %v", findings)
	}
}

func TestAnEmptyDefinitionBreaksWhatItMust(t *testing.T) {
	t.Parallel()
	want := []string{
		"name-pattern", "description-present", "capability-present", "verb-present",
		"annotations-explicit", "annotations-explicit", "annotations-explicit", "input-object", "output-schema",
	}
	if diff := cmp.Diff(want, told(rules.CheckTool(parse(t, `{}`)))); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
}

// oddities are definitions in which every member is of an unexpected shape.
var oddities = []string{
	`{}`,
	smallest,
	contractTool,
	`{"name":[],"description":{},"inputSchema":[],"outputSchema":"x","annotations":[1],"_meta":"x"}`,
	`{"inputSchema":{"type":{"a":1},"properties":[1],"required":{"a":1},"anyOf":{"a":1},"items":[[]],"enum":"x"}}`,
	`{"inputSchema":{"properties":{"":{"properties":{"":true}}},"additionalProperties":{"additionalProperties":{}}}}`,
	`{"inputSchema":{"if":true,"then":{"not":{"not":{}}},"else":false,"patternProperties":{"(":{}},"prefixItems":[true,{}]}}`,
	`{"inputSchema":{"type":"object","properties":{"a":{"$ref":"#"},"b":{"allOf":[{"oneOf":[{"const":null}]}]}}},"_meta":{"com.asixto/capabilities":[null]}}`,
	`{"name":"\u0000","description":"\ud800","inputSchema":{"properties":{"x":{"maxLength":1e999,"enum":[1,"crear",null,[],{}]}}}}`,
}

func FuzzParse(f *testing.F) {
	for _, def := range oddities {
		f.Add([]byte(def), "campo", "Primero consultar_caso.")
	}
	f.Fuzz(func(t *testing.T, def []byte, path, instructions string) {
		parsed, err := rules.Parse(def)
		if err != nil {
			return
		}
		note := rules.Annotation{From: path, Internal: true, Allow: map[string]string{path: "x", "flat-input": "x"}}
		parsed.Input.Annotate(path, note)
		parsed.Output.Annotate(path, note)
		tools := []*rules.Tool{parsed, parsed}
		everything := func() (lines []string) {
			for _, findings := range [][]rules.Finding{
				rules.CheckTool(parsed), rules.CheckCatalogue(tools), rules.CheckFlow(instructions, tools),
			} {
				for _, finding := range findings {
					lines = append(lines, finding.String(), finding.TextES())
				}
			}
			for _, e := range rules.Lifted(tools) {
				lines = append(lines, e.Finding.String()+e.Reason)
			}
			return lines
		}
		if diff := cmp.Diff(everything(), everything()); diff != "" {
			t.Errorf("two checks of one tool differ:\n%s", diff)
		}
	})
}

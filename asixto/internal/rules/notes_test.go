package rules_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/asixto/go-sdk/asixto/internal/rules"
)

// What an author said in Go comes back from the wire: a tool that was annotated
// and the definition that states the same are judged alike.
func TestNotesTravel(t *testing.T) {
	t.Parallel()
	patch := `{
		"inputSchema": {"properties": {"ficha": {"type": "string", "format": "uuid", "description": "x"},
			"datos": {"type": ["object", "null"], "description": "x"}}, "required": ["documento", "ficha"]},
		"outputSchema": {"properties": {"enlace": {"type": "string"}, "token": {"type": "string"}}}
	}`
	said := tool(t, patch)
	annotate(t, said, notes{
		"":       {Allow: map[string]string{"output-secret": "dura un minuto", "no-such-rule": "de nadie"}},
		"ficha":  {From: "buscar_citas.ficha", Internal: true},
		"datos":  {Free: "lo llena otro sistema", Allow: map[string]string{"flat-input": "es libre"}},
		"enlace": {Allow: map[string]string{"output-media": "se lee, no se abre"}},
	})
	want := map[string]any{
		"allow": map[string]any{"output-secret": "dura un minuto"},
		"input": map[string]any{
			"ficha": map[string]any{"from": "buscar_citas.ficha", "internal": true},
			"datos": map[string]any{"free": "lo llena otro sistema", "allow": map[string]any{"flat-input": "es libre"}},
		},
		"output": map[string]any{"enlace": map[string]any{"allow": map[string]any{"output-media": "se lee, no se abre"}}},
	}
	if diff := cmp.Diff(want, said.Notes()); diff != "" {
		t.Errorf("notes (-want +got):\n%s", diff)
	}
	for id, want := range map[string]bool{"output-secret": true, "output-media": true, "flat-input": true, "required-few": false} {
		if said.Excepts(id) != want {
			t.Errorf("Excepts(%q) = %t", id, !want)
		}
	}
	if diff := cmp.Diff([]string{"buscar_citas"}, said.Sources()); diff != "" {
		t.Errorf("sources (-want +got):\n%s", diff)
	}
	wire, err := json.Marshal(said.Notes())
	if err != nil {
		t.Fatal(err)
	}
	heard := tool(t, patch, stated(string(wire)))
	if findings := rules.CheckTool(heard); findings != nil {
		t.Errorf("the definition that states them breaks %v", told(findings))
	}
	if diff := cmp.Diff(want, heard.Notes()); diff != "" {
		t.Errorf("notes of the definition (-want +got):\n%s", diff)
	}
	if lifted := rules.Lifted([]*rules.Tool{heard}); len(lifted) != 3 {
		t.Errorf("lifted %v", lifted)
	}
	if none := tool(t).Notes(); none != nil {
		t.Errorf("a tool without notes has %v", none)
	}
}

// The exception from a hint, which takes a Go type to give, is listed from the
// wire alone.
func TestNotesListHints(t *testing.T) {
	t.Parallel()
	heard := tool(t, stated(`{"input": {"documento": {"allow": {"int64-text": "cabe en 2^53"}}}}`))
	lifted := rules.Lifted([]*rules.Tool{heard})
	if len(lifted) != 1 || lifted[0].Finding.Rule.ID != "int64-text" || lifted[0].Reason != "cabe en 2^53" {
		t.Errorf("lifted %v", lifted)
	}
	if findings := rules.CheckTool(heard); findings != nil {
		t.Errorf("findings %v", told(findings))
	}
}

func TestNotesOfAnyShape(t *testing.T) {
	t.Parallel()
	for _, n := range []string{`null`, `7`, `[]`, `{"allow": 7, "input": [], "output": "x"}`, `{"input": {"documento": 7}}`, `{"input": {"documento": {"allow": [], "from": {}}}}`} {
		if findings := rules.CheckTool(tool(t, stated(n))); findings != nil {
			t.Errorf("%s: %v", n, told(findings))
		}
	}
}

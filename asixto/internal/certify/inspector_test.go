package certify

import (
	"slices"
	"strings"
	"testing"
	"time"
)

const inspected = `{"name":"consultar_envio","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":true},
	"outputSchema":{"type":"object","properties":{"estado":{"type":"string"}},"required":["estado"]}}`

// One answer is held to the rules that an examination holds it to, whatever was
// found in those before.
func TestInspector(t *testing.T) {
	t.Parallel()
	i, err := NewInspector([][]byte{[]byte(inspected)})
	if err != nil {
		t.Fatal(err)
	}
	if !i.Knows("consultar_envio") || i.Knows("otra") {
		t.Error("it does not know its tools")
	}
	answer := func(text, structured string) string {
		return `{"resultType":"complete","content":[{"type":"text","text":"` + text + `"}],"structuredContent":` + structured + `}`
	}
	tests := []struct {
		name, result, channel string
		want                  []string
	}{
		{"good", answer("En camino.", `{"estado":"en camino"}`), "voice", nil},
		{"schema", answer("En camino.", `{"estado":5}`), "chat", []string{"answer-structured"}},
		{"the same again", answer("En camino.", `{"estado":5}`), "chat", []string{"answer-structured"}},
		{"voice", answer("**En camino**", `{"estado":"en camino"}`), "voice", []string{"voice-plain"}},
		{"chat", answer("**En camino**", `{"estado":"en camino"}`), "chat", nil},
		{"size", answer(strings.Repeat("x", 3001), `{"estado":"en camino"}`), "chat", []string{"answer-size"}},
		{"event", answer("data: 5", `{"estado":"en camino"}`), "chat", []string{"answer-event-text"}},
		{"no text", `{"resultType":"complete","content":[],"structuredContent":{"estado":"x"}}`, "chat", []string{"answer-content"}},
		{
			"failure", `{"isError":true,"content":[{"type":"text","text":"no"}],"structuredContent":{"error":{"error_type":"NO"}}}`, "chat",
			[]string{"error-type", "error-message", "error-text"},
		},
	}
	for _, tt := range tests {
		var got []string
		for _, f := range i.Inspect("consultar_envio", []byte(tt.result), tt.channel, bogota()) {
			got = append(got, f.Rule.ID)
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
	noon := []byte(answer("Llega el 2026-08-03T12:00:00+02:00.", `{"estado":"en camino"}`))
	for zone, want := range map[*time.Location]int{bogota(): 1, time.FixedZone("Europe/Madrid", 2*60*60): 0} {
		if found := i.Inspect("consultar_envio", noon, "chat", zone); len(found) != want {
			t.Errorf("a moment of another zone than %v: %v", zone, found)
		}
	}
	if found := i.Inspect("otra", []byte(`{}`), "chat", bogota()); found != nil {
		t.Errorf("a tool that is not known: %v", found)
	}
	if Unspeakable("Son **dos**.") != "**" || Unspeakable("Son dos: uno y otro.") != "" {
		t.Error("marks")
	}
}

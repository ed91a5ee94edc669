package main

import (
	"encoding/json"
	"maps"
	"strings"
	"testing"
)

// touching is a call of every tool that touches Laura's record.
func touching() map[string]string {
	return map[string]string{
		actualizar:           `{"documento":"CC1032456789","telefono":"3007654321"}`,
		cancelar:             cancelArgs(docLaura, "CITA-7781"),
		iniciar:              `{"documento":"CC1032456789"}`,
		consultarDiagnostico: `{"documento":"CC1032456789"}`,
	}
}

// What one conversation has looked up opens nothing for another one, in either
// channel; the document may be said in any way.
func TestOnlyTheConversationThatLookedUpMayTouch(t *testing.T) {
	t.Parallel()
	for _, channel := range []string{"chat", "voice"} {
		t.Run(channel, func(t *testing.T) {
			t.Parallel()
			d := startDesk(t, testToken, nil)
			a := map[string]any{"channel": channel, "conversationId": "cnv_a"}
			with := func(key string, value any) map[string]any {
				m := maps.Clone(a)
				m[key] = value
				return m
			}
			d.identify(t, a, "cc 1.032.456.789")
			refused := map[string]map[string]any{
				"another conversation": with("conversationId", "cnv_b"),
				"no conversation":      with("conversationId", absent),
				"another company":      with("companyId", "cmp_otra"),
			}
			for tool, args := range touching() {
				for name, meta := range refused {
					f := d.fail(t, tool, args, meta)
					if f.Type != "PERMISSION" || f.Message != "Primero hay que consultar en esta conversación los datos del titular." {
						t.Errorf("%s, %s: %+v, want PERMISSION", tool, name, f)
					}
				}
				if f := d.fail(t, tool, strings.ReplaceAll(args, docLaura, docAndres), a); f.Type != "PERMISSION" {
					t.Errorf("%s, another client: %+v, want PERMISSION", tool, f)
				}
			}
			if got := d.backend.Efectos(); got != (efectos{}) {
				t.Fatalf("refused calls had effects: %+v", got)
			}
			for _, tool := range []string{actualizar, cancelar, iniciar, consultarDiagnostico} {
				d.ok(t, tool, touching()[tool], a)
			}
		})
	}
}

// A retry gets the first answer, though the state has become final and the retry
// may come from a conversation that is not known any more.
func TestGuardsDoNotRefuseReplays(t *testing.T) {
	t.Parallel()
	d := startDesk(t, testToken, nil)
	meta := withKey("cancelar-1")
	d.identify(t, meta, docLaura)
	first := d.ok(t, cancelar, cancelArgs(docLaura, "CITA-7781"), meta)
	retry := maps.Clone(meta)
	retry["conversationId"] = "cnv_b"
	if second := d.ok(t, cancelar, cancelArgs(docLaura, "CITA-7781"), retry); string(second.Structured) != string(first.Structured) {
		t.Errorf("first %s, then %s", first.Structured, second.Structured)
	}
}

// Whom a lookup has found is for the guard, and in no answer.
func TestTheLookupDoesNotTellTheDocument(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	res := d.ok(t, consultar, `{"documento":"cc 1.032.456.789"}`, nil)
	if strings.Contains(string(res.Structured)+res.text(), docLaura) {
		t.Errorf("the answer tells it: %s", res.Structured)
	}
}

// What comes next is for the model and never said; nothing keeps asking.
func TestLongWorkTellsTheModelNotToPoll(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	for _, channel := range []string{"chat", "voice"} {
		meta := map[string]any{"channel": channel}
		for tool, says := range map[string]string{iniciar: "use consultar_diagnostico solo cuando el cliente lo pida", consultarDiagnostico: "No lo consulte de nuevo"} {
			if tool == consultarDiagnostico {
				d.ok(t, iniciar, `{"documento":"CC1032456789"}`, meta)
			}
			res := d.ok(t, tool, `{"documento":"CC1032456789"}`, meta)
			out := decode[struct {
				Progreso   string `json:"progreso"`
				NextAction string `json:"next_action"`
			}](t, res.Structured)
			if out.Progreso != "en_curso" || !strings.Contains(out.NextAction, says) {
				t.Errorf("%s, %s: %s", channel, tool, res.Structured)
			}
			if strings.Contains(res.text(), "next_action") || strings.Contains(res.text(), says) {
				t.Errorf("%s, %s: the text tells it: %s", channel, tool, res.text())
			}
			if channel == "chat" && !json.Valid([]byte(res.text())) {
				t.Errorf("the chat gets %q", res.text())
			}
		}
	}
	if n := d.backend.Efectos().DiagnosticosIniciados; n != 1 {
		t.Errorf("%d tests of the line, want the one that was under way", n)
	}
}

// A stray argument that does not apply is dropped; one that is not declared is not.
func TestStrayArguments(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	args := strings.Replace(strings.Replace(unCaso, "falla", "cobro", 1), "}", `,"prioridad":"alta"}`, 1)
	if out := decode[AbrirCasoOut](t, d.ok(t, abrir, args, nil).Structured); *out.SLAHoras != 72 {
		t.Errorf("%+v, want the promise of a billing question", out)
	}
	d.ok(t, actualizar, `{"documento":"CC1032456789","telefono":" 3007654321 ","correo":" "}`, nil)
	if f := d.fail(t, abrir, strings.Replace(args, "prioridad", "urgencia", 1), nil); f.Type != "VALIDATION" {
		t.Errorf("%+v, want VALIDATION", f)
	}
}

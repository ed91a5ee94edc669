package asixto

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/asixto/go-sdk/meta"
)

type trabajoOut struct {
	Radicado string `json:"radicado"`
	Work
}

// loquaz says what only the model may read.
type loquaz struct{ Work }

func (l loquaz) Spoken(meta.Call) string { return "Listo. " + l.NextAction }

func TestNextActionIsNeverSaid(t *testing.T) {
	t.Parallel()
	log, lines := logBuffer()
	s := testServer(t, &ServerOptions{Logger: log})
	mustAdd(t, s, echoTool("consultar_trabajo", Read), func(_ context.Context, in echoIn) (trabajoOut, error) {
		return trabajoOut{in.Texto, WorkStarted("consultar_avance", 2*time.Minute)}, nil
	})
	mustAdd(t, s, echoTool("consultar_avance", Read), func(context.Context, echoIn) (loquaz, error) { return loquaz{WorkRunning()}, nil })
	h := handlerOf(t, s, nil)
	const structured = `{"radicado":"R \"1\"","progreso":"en_curso","next_action":"Diga al cliente que el trabajo comenzó y que suele tardar 2 minutos. ` +
		`No consulte el avance por su cuenta: use consultar_avance solo cuando el cliente lo pida."}`
	for channel, want := range map[string]string{
		"chat":  `{"radicado":"R \"1\"","progreso":"en_curso"}`,
		"voice": `Radicado: R "1". Progreso: en curso.`,
	} {
		md := metaOf(map[string]any{meta.KeyChannel: channel})
		r := callTool(t, h, "consultar_trabajo", map[string]any{"texto": `R "1"`}, md)
		if got := string(r.Result.Structured); got != structured {
			t.Errorf("%s: %s, want %s", channel, got, structured)
		}
		if got := r.Result.Content[0].Text; got != want {
			t.Errorf("%s: text %q, want %q", channel, got, want)
		}
		r = callTool(t, h, "consultar_avance", map[string]any{"texto": "x"}, md)
		if text := r.Result.Content[0].Text; strings.Contains(text, "cliente") {
			t.Errorf("%s: the text tells the next action: %q", channel, text)
		}
	}
	if !strings.Contains(lines.String(), "Spoken repeats next_action") {
		t.Errorf("the log does not say so: %s", lines)
	}
}

func TestWithoutNextAction(t *testing.T) {
	t.Parallel()
	for object, want := range map[string]string{
		`{"a":1}`:                   "",
		`{"a":"next_action"}`:       "",
		`{"a":{"next_action":"x"}}`: `{"a":{}}`,
		`{"a":[{"next_action":"x","b":[]},[1,{"next_action":null}],[]]}`: `{"a":[{"b":[]},[1,{}],[]]}`,
		`{"next_action":"x"}`:                  "{}",
		`{"next_action":"x","ñ\"":[1],"b":{}}`: `{"ñ\"":[1],"b":{}}`,
	} {
		if got := string(withoutNextAction([]byte(object))); got != want {
			t.Errorf("%s: %q, want %q", object, got, want)
		}
	}
}

func TestRepeatedNextAction(t *testing.T) {
	t.Parallel()
	for object, want := range map[string]bool{
		`{"next_action":"Espere"}`:                             true,
		`{"a":[1,{"b":{"next_action":"Espere"}}]}`:             true,
		`{"a":[{"next_action":"Llame"},{"next_action":"No"}]}`: false,
		`{"next_action":""}`:                                   false,
		`{"a":"Espere"}`:                                       false,
	} {
		if got := repeatsNextAction("Listo. Espere en línea.", []byte(object)); got != want {
			t.Errorf("%s: %v, want %v", object, got, want)
		}
	}
}

func TestDurationsAreSaid(t *testing.T) {
	t.Parallel()
	for d, want := range map[time.Duration]string{
		time.Second: "un segundo", 61 * time.Second: "61 segundos", 91 * time.Second: "2 minutos", time.Hour: "60 minutos",
		91 * time.Minute: "2 horas", 25 * time.Hour: "25 horas", time.Millisecond: "un segundo",
	} {
		if got := spokenDuration(d); got != want {
			t.Errorf("%v: %q, want %q", d, got, want)
		}
	}
	if got := WorkStarted("x", 0).NextAction; strings.Contains(got, "tardar") {
		t.Errorf("%q", got)
	}
}

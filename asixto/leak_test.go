package asixto

import (
	"context"
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/asixto/go-sdk/asixto/speak"
	toolerrors "github.com/asixto/go-sdk/errors"
	"github.com/asixto/go-sdk/meta"
)

type fugaOut struct {
	Nota    string            `json:"nota"`
	Lista   []fugaItem        `json:"lista"`
	Precio  *speak.Money      `json:"precio,omitempty"`
	Fecha   *time.Time        `json:"fecha,omitempty"`
	Interno string            `json:"interno" asixto:"internal;allow=output-identifier: the next tool asks for it"`
	Mapa    map[string]string `json:"mapa"`

	Fichas map[string]fugaFicha `json:"fichas"`
}

type fugaFicha struct {
	Correo  string `json:"correo"`
	Interno string `json:"interno" asixto:"internal;allow=output-identifier: the next tool asks for it"`
}

type fugaItem struct {
	Valor string `json:"valor"`
}

const unUUID = "0190A0b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b"

func TestLeaksAreWarnedOf(t *testing.T) {
	t.Parallel()
	bogota := time.FixedZone("", -5*60*60)
	tests := map[string]struct {
		out  fugaOut
		want []string
	}{
		"nothing":                       {fugaOut{Nota: "CITA-7781, l***@correo.example, 3001234567, 10:30, user@", Lista: []fugaItem{{"hola"}}}, nil},
		"uuid":                          {fugaOut{Lista: []fugaItem{{"a"}, {"b " + unUUID}, {unUUID}}}, []string{"uuid lista[].valor"}},
		"a uuid where one is meant":     {fugaOut{Interno: unUUID}, nil},
		"a token where a uuid is meant": {fugaOut{Interno: "Bearer abcdefgh12345"}, []string{"token interno"}},
		"jwt":                           {fugaOut{Nota: "eyJhbGciOiJI.eyJzdWIiOiIx.abc"}, []string{"token nota"}},
		"key":                           {fugaOut{Nota: "sk-abcdefghijklmnop1234"}, []string{"token nota"}},
		"hash":                          {fugaOut{Nota: strings.Repeat("0a", 16)}, []string{"token nota"}},
		"go":                            {fugaOut{Nota: "panic: boom\n\ngoroutine 7 [running]:\nmain.go:12"}, []string{"trace nota"}},
		"java":                          {fugaOut{Nota: "at com.acme.Crm.buscar(Crm.java:31)"}, []string{"trace nota"}},
		"python":                        {fugaOut{Nota: `File "/srv/a.py", line 3`}, []string{"trace nota"}},
		"another's address":             {fugaOut{Nota: "escriba a otra@correo.example"}, []string{"email nota"}},
		"the caller's own":              {fugaOut{Nota: "quedó Laura@Correo.example"}, nil},
		"link":                          {fugaOut{Nota: "vea https://acme.example/x"}, []string{"address nota"}},
		"in the name of a key":          {fugaOut{Mapa: map[string]string{"otra@correo.example": unUUID}}, []string{"email mapa.*", "uuid mapa.*"}},
		"in a map":                      {fugaOut{Fichas: map[string]fugaFicha{"CC52890111": {"otra@correo.example", unUUID}}}, []string{"email fichas.*.correo"}},
		"words like keys":               {fugaOut{Nota: "skateboard_profesional_infantil, ASIA-PACIFICO-Y-OCEANIA-2026"}, nil},
		"a key of AWS":                  {fugaOut{Nota: "AKIAABCDEFGHIJKLMNOP"}, []string{"token nota"}},
		"another currency":              {fugaOut{Precio: new(speak.Whole(5, "USD"))}, []string{"currency precio"}},
		"the call's currency":           {fugaOut{Precio: new(speak.Whole(5, "COP"))}, nil},
		"another zone":                  {fugaOut{Fecha: new(time.Unix(0, 0).UTC())}, []string{"offset fecha"}},
		"the call's zone":               {fugaOut{Fecha: new(time.Unix(0, 0).In(bogota))}, nil},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			log, lines := logBuffer()
			s := testServer(t, &ServerOptions{Logger: log, Development: true})
			mustAdd(t, s, echoTool("consultar_fuga", Read), func(context.Context, echoIn) (fugaOut, error) { return tt.out, nil })
			r := callTool(t, handlerOf(t, s, nil), "consultar_fuga", map[string]any{"texto": "laura@correo.example"}, metaOf(nil))
			if r.Result.IsError {
				t.Fatal(r.Body)
			}
			if diff := cmp.Diff(tt.want, leaksIn(lines.String())); diff != "" {
				t.Errorf("(-want +got):\n%s\n%s", diff, lines)
			}
			for _, value := range []string{unUUID, "otra@", "CC52890111", "goroutine", "eyJ", "sk-", "AKIA"} {
				if strings.Contains(lines.String(), value) {
					t.Errorf("the log holds %q", value)
				}
			}
		})
	}
}

var leakLine = regexp.MustCompile(`the answer seems to leak.* leak=(\S+) field=("[^"]*"|\S+)`)

func leaksIn(log string) []string {
	var found []string
	for _, m := range leakLine.FindAllStringSubmatch(log, -1) {
		found = append(found, m[1]+" "+strings.Trim(m[2], `"`))
	}
	slices.Sort(found)
	return found
}

// Errors and spoken texts are looked into too, and nothing is without the option.
func TestLeaksInErrorsAndTexts(t *testing.T) {
	t.Parallel()
	for _, development := range []bool{true, false} {
		log, lines := logBuffer()
		s := testServer(t, &ServerOptions{Logger: log, Development: development})
		mustAdd(t, s, echoTool("consultar_error", Read), func(context.Context, echoIn) (echoOut, error) {
			return echoOut{}, toolerrors.NotFound("No está.").WithDetails("row " + unUUID).WithCause(errors.New("x"))
		})
		mustAdd(t, s, echoTool("consultar_habla", Read), func(context.Context, echoIn) (indiscreto, error) { return indiscreto{}, nil })
		h := handlerOf(t, s, nil)
		callTool(t, h, "consultar_error", map[string]any{"texto": "x"}, metaOf(nil))
		callTool(t, h, "consultar_habla", map[string]any{"texto": "x"}, metaOf(nil))
		want := []string{"email the text", "uuid error.details"}
		if !development {
			want = nil
		}
		if diff := cmp.Diff(want, leaksIn(lines.String())); diff != "" {
			t.Errorf("development %v (-want +got):\n%s\n%s", development, diff, lines)
		}
	}
}

type indiscreto struct{}

func (indiscreto) Spoken(meta.Call) string { return "Escriba a otra@correo.example." }

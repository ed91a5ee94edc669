//go:build clients

package clients

import (
	"cmp"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/asixto/go-sdk/meta"
)

// A tour is what every client does: it lists, then calls in this order.
type tour struct {
	URL     string `json:"url"`
	Token   string `json:"token"`
	Version string `json:"version"` // the revision that it has to speak
	Calls   []call `json:"calls"`

	hidesErrors bool // the client does not show a tool's errors

	client *http.Client // of the harness itself, where it is not the default one
}

type call struct {
	Name      string         `json:"name"`
	Arguments map[string]any `json:"arguments"`
	Meta      map[string]any `json:"meta"`
}

// A report is what a client saw on its tour.
type report struct {
	Version string    `json:"version"`
	Tools   []string  `json:"tools"`
	Calls   []outcome `json:"calls"`
	Unknown string    `json:"unknown"` // the error of a call to a tool that there is not
}

type outcome struct {
	IsError    bool   `json:"isError"`
	Structured any    `json:"structured"`
	Text       string `json:"text"`
}

// newTour asks for voice, where the answer has words of its own: so it shows that _meta arrives.
func newTour(url, version string) tour {
	const active, suspended = "CC1032456789", "CC79456123"
	open := func(document, key string) call {
		return call{"abrir_caso_soporte", map[string]any{
			"documento": document, "tipo": "falla", "descripcion": "No tengo internet desde ayer.", "prioridad": nil,
		}, map[string]any{meta.KeyIdempotencyKey: key, meta.KeyChannel: "voice"}}
	}
	return tour{URL: url, Token: token, Version: version, Calls: []call{
		{"consultar_cliente", map[string]any{"documento": active}, map[string]any{meta.KeyChannel: "chat"}},
		open(active, "k-1"),
		open(active, "k-1"),
		open(active, "k-2"),
		open(suspended, "k-3"),
		{"abrir_caso_soporte", map[string]any{"documento": active, "tipo": "queja"}, map[string]any{meta.KeyIdempotencyKey: "k-4"}},
	}}
}

// judge holds a report against what the desk answers every client. A replay is equal and opens no case: the next case
// has the next number.
func judge(t *testing.T, plan tour, got report) {
	t.Helper()
	opened := func(number string) outcome {
		return outcome{
			Structured: map[string]any{"radicado": number, "estado": "abierto", "sla_horas": 24.0},
			Text:       "El caso quedó registrado con el radicado " + number + ". Se atiende en 24 horas o menos.",
		}
	}
	want := report{
		Version: plan.Version,
		Tools:   gatewayList(t, plan),
		Calls: []outcome{
			{}, opened("SOP-1001"), opened("SOP-1001"), opened("SOP-1002"),
			refused("BLOCKER", "La cuenta está suspendida. Debe reactivarse antes de abrir un caso."),
			{},
		},
		Unknown: "no_existe",
	}
	if len(got.Calls) != len(want.Calls) {
		t.Fatalf("%d calls were made, want %d", len(got.Calls), len(want.Calls))
	}
	read, invalid := got.Calls[0], got.Calls[5]
	if client, ok := read.Structured.(map[string]any); !ok || read.IsError || client["nombre"] != "Laura Gómez" || read.Text == "" {
		t.Errorf("a read answers %+v", read)
	}
	if plan.hidesErrors {
		want.Calls[4] = hidden
	}
	if kind := errorType(invalid); !invalid.IsError || kind != "VALIDATION" && !plan.hidesErrors {
		t.Errorf("bad arguments are answered %+v", invalid)
	}
	if !strings.Contains(got.Unknown, want.Unknown) {
		t.Errorf("an unknown tool is answered %q", got.Unknown)
	}
	want.Calls[0], want.Calls[5], want.Unknown = read, invalid, got.Unknown
	if diff := gocmp.Diff(want, got); diff != "" {
		t.Errorf("the client saw (-want +got):\n%s", diff)
	}
}

// gatewayList is the names of the tools as the Gateway lists them.
func gatewayList(t *testing.T, plan tour) []string {
	t.Helper()
	var list struct {
		Result struct {
			Tools []struct {
				Name string `json:"name"`
			} `json:"tools"`
		} `json:"result"`
	}
	answer := gateway{client: cmp.Or(plan.client, http.DefaultClient), url: plan.URL}.send(t, "tools/list", nil)
	if err := json.Unmarshal(answer.body, &list); err != nil || len(list.Result.Tools) < 5 {
		t.Fatalf("tools/list answers %+v", answer)
	}
	var names []string
	for _, tool := range list.Result.Tools {
		names = append(names, tool.Name)
	}
	return names
}

// refused is a business error: its text is its structured content.
func refused(kind, message string) outcome {
	text := `{"error":{"error_type":"` + kind + `","user_message":"` + message + `"}}`
	return outcome{IsError: true, Text: text, Structured: decoded([]byte(text))}
}

func errorType(o outcome) any {
	content, _ := o.Structured.(map[string]any)
	fault, _ := content["error"].(map[string]any)
	return fault["error_type"]
}

// decoded is JSON as clients in JavaScript see it.
func decoded(data []byte) any {
	var v any
	if err := json.Unmarshal(data, &v); err != nil {
		return err
	}
	return v
}

func encoded(t *testing.T, v any) []byte {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

package asixto

import (
	"context"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
)

type deFlujoIn struct {
	Codigo string `json:"codigo" validate:"max=20" doc:"Código de la cita" asixto:"from=consultar_texto.texto"`
}

func flowServer(t *testing.T, opts *ServerOptions) *Server {
	t.Helper()
	s := testServer(t, opts)
	mustAdd(t, s, echoTool("consultar_texto", Read), func(context.Context, echoIn) (echoOut, error) { return echoOut{}, nil })
	mustAdd(t, s, echoTool("buscar_texto", Read), func(context.Context, deFlujoIn) (echoOut, error) { return echoOut{}, nil })
	return s
}

func TestFlowsBecomeInstructions(t *testing.T) {
	t.Parallel()
	s := flowServer(t, &ServerOptions{
		Instructions: "Los textos son cortos.",
		Flows: []Flow{
			{For: "repetir un texto", Steps: []Step{{"consultar_texto", "da el código"}, {"buscar_texto", ""}}, Note: "Nada se guarda."},
			{For: "buscar", Steps: []Step{{Tool: "buscar_texto"}}},
		},
	})
	const want = "Los textos son cortos.\nPara repetir un texto: 1) consultar_texto, da el código; 2) buscar_texto. Nada se guarda.\nPara buscar: 1) buscar_texto."
	r := post(t, handlerOf(t, s, nil), discoverBody(t), map[string]string{"Mcp-Method": "server/discover", "Mcp-Name": "-"})
	var got struct {
		Result struct {
			Instructions string `json:"instructions"`
		} `json:"result"`
	}
	if err := json.Unmarshal([]byte(r.Body), &got); err != nil || got.Result.Instructions != want {
		t.Errorf("%q, %v, want %q", got.Result.Instructions, err, want)
	}
}

func discoverBody(t *testing.T) string {
	t.Helper()
	b, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": "r1", "method": "server/discover", "params": map[string]any{"_meta": metaOf(nil)}})
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestFlowsThatCannotBe(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		flow Flow
		want string
	}{
		"unknown tool": {Flow{For: "repetir", Steps: []Step{{Tool: "consultar_texto"}, {Tool: "repetir_texto"}}},
			`asixto: flow "repetir": step 2 names the tool "repetir_texto", which this server does not have`},
		"value before its source": {Flow{For: "repetir", Steps: []Step{{Tool: "buscar_texto"}, {Tool: "consultar_texto"}}},
			"step 1, buscar_texto, takes a value from consultar_texto, which comes later"},
		"no steps":   {Flow{For: "repetir"}, "it has no steps"},
		"no purpose": {Flow{For: " ", Steps: []Step{{Tool: "consultar_texto"}}}, "it has no purpose"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := flowServer(t, &ServerOptions{Flows: []Flow{tt.flow}})
			if _, err := s.Handler(nil); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want one with %q", err, tt.want)
			}
		})
	}
	// Asked for again after it was given is no fault.
	s := flowServer(t, &ServerOptions{Flows: []Flow{{For: "repetir", Steps: []Step{{Tool: "consultar_texto"}, {Tool: "buscar_texto"}, {Tool: "consultar_texto"}}}}})
	if _, err := s.Handler(nil); err != nil {
		t.Error(err)
	}
}

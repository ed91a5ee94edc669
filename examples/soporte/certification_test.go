package main

import (
	"context"
	"encoding/json"
	"maps"
	"net/http"
	"net/http/httptrace"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// catalogueOf runs tools/list and returns the definitions as they came.
func catalogueOf(t *testing.T, g *gateway) []definition {
	t.Helper()
	env := g.rpc(t, "tools/list", "-", nil)
	if env.Error != nil {
		t.Fatalf("tools/list: %+v", env.Error)
	}
	if strings.Contains(string(env.Result), "data:") {
		t.Error("the list holds data:, which the checker takes for an event stream")
	}
	return decode[struct {
		Tools []definition `json:"tools"`
	}](t, env.Result).Tools
}

// The certification checker's calls in its order, once with a token and once
// against an open server.
func TestCertificationSequence(t *testing.T) {
	t.Parallel()
	for name, tokens := range map[string]string{"token": testToken, "open": ""} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := startDesk(t, tokens, nil)
			if tokens != "" {
				unauthorized(t, d.gateway)
			}
			discovers(t, d.gateway)
			tools := catalogueOf(t, d.gateway)
			cleanCatalogue(t, tools)
			writes := 0
			for _, tool := range tools {
				if readOnly, stated := tool.hint("readOnlyHint"); stated && !readOnly {
					writes++
					twice(t, d.gateway, tool)
				}
			}
			if writes != 4 {
				t.Errorf("%d tools write, want 4", writes)
			}
			if got := d.backend.Efectos(); got != (efectos{}) {
				t.Errorf("made-up arguments had effects: %+v", got)
			}
		})
	}
}

func unauthorized(t *testing.T, g *gateway) {
	t.Helper()
	for name, header := range map[string]string{"none": "", "wrong": "Bearer otro", "malformed": "Basic eDp5"} {
		res := g.post(t, "tools/list", "-", request(t, "r0", "tools/list", nil), map[string]string{"Authorization": header})
		challenge := res.header.Get("WWW-Authenticate")
		if res.status != http.StatusUnauthorized || !strings.HasPrefix(challenge, "Bearer") {
			t.Errorf("%s credential: %d with challenge %q, want 401 and Bearer", name, res.status, challenge)
		}
		if sent := header != ""; sent != strings.Contains(challenge, `error="invalid_token"`) {
			t.Errorf("%s credential: challenge %q", name, challenge)
		}
	}
}

func discovers(t *testing.T, g *gateway) {
	t.Helper()
	env := g.rpc(t, "server/discover", "-", nil)
	got := decode[struct {
		ResultType string         `json:"resultType"`
		Versions   []string       `json:"supportedVersions"`
		Caps       map[string]any `json:"capabilities"`
	}](t, env.Result)
	if !slices.Contains(got.Versions, revision) || got.ResultType != "complete" || got.Caps["tools"] == nil {
		t.Errorf("server/discover: %s", env.Result)
	}
}

func cleanCatalogue(t *testing.T, tools []definition) {
	t.Helper()
	var names []string
	for _, tool := range tools {
		names = append(names, tool.Name)
		for _, v := range tool.violations() {
			t.Error(v)
		}
	}
	want := []string{abrir, actualizar, buscar, cancelar, consultar, consultarDiagnostico, iniciar}
	if diff := cmp.Diff(want, names); diff != "" {
		t.Error(diff)
	}
}

// twice calls a tool two times with one key and compares what the checker
// compares, byte for byte.
func twice(t *testing.T, g *gateway, tool definition) {
	t.Helper()
	args, err := json.Marshal(tool.madeUp())
	if err != nil {
		t.Fatal(err)
	}
	meta := withKey("certificacion-" + tool.Name)
	first := g.call(t, tool.Name, string(args), meta)
	meta["requestId"] = "req_retry"
	second := g.call(t, tool.Name, string(args), meta)
	if string(first.Structured) != string(second.Structured) || first.text() != second.text() {
		t.Errorf("%s: first %s, then %s", tool.Name, first.Structured, second.Structured)
	}
	if first.IsError {
		first.failure(t)
	}
}

// What every tool is filed as; the Gateway decides by it who may call what.
func TestAnnotationsAndScenarios(t *testing.T) {
	t.Parallel()
	type row struct {
		Read, Destructive, Idempotent bool
		Scenarios                     string
	}
	want := map[string]row{
		consultar:  {true, false, true, "soporte pqr garantia agenda cancelacion actualizacion_datos consulta_estado"},
		buscar:     {true, false, true, "informacion_productos informacion_servicios ventas cambio_plan"},
		abrir:      {false, false, true, "pqr soporte garantia"},
		actualizar: {false, false, true, "actualizacion_datos"},
		cancelar:   {false, true, true, "agenda cancelacion"},
		iniciar:    {false, false, true, "soporte"},

		consultarDiagnostico: {true, false, true, "soporte consulta_estado"},
	}
	got := map[string]row{}
	for _, d := range catalogueOf(t, newDesk(t).gateway) {
		scenario, _ := d.Meta["com.asixto/capability"].(string)
		if list, ok := d.Meta["com.asixto/capabilities"].([]any); ok {
			scenario = strings.Join(texts(list), " ")
		}
		readOnly, _ := d.hint("readOnlyHint")
		destructive, _ := d.hint("destructiveHint")
		idempotent, _ := d.hint("idempotentHint")
		got[d.Name] = row{readOnly, destructive, idempotent, scenario}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

const unCaso = `{"documento":"CC1032456789","tipo":"falla","descripcion":"El internet se cae cada noche desde el lunes"}`

// contractMeta are the values of the contract page's own request.
func contractMeta() map[string]any {
	return map[string]any{
		"idempotencyKey": "9f2a7c0d1e", "conversationId": "cnv_77b1", "requestId": "req_c41a", "channel": "voice",
		"companyId": "cmp_31a9", "priceListId": "pl_mayorista", "currency": "COP", "timezone": "America/Bogota",
	}
}

func TestContractPageRequest(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	first := d.ok(t, abrir, unCaso, contractMeta())
	out := decode[AbrirCasoOut](t, first.Structured)
	if out.Radicado == "" || out.Estado != casoAbierto || out.SLAHoras == nil {
		t.Errorf("answer %s", first.Structured)
	}
	if !strings.Contains(first.text(), out.Radicado) {
		t.Errorf("spoken %q lacks the case number", first.text())
	}
	retry := contractMeta()
	retry["requestId"] = "req_c41b" // a cut connection is retried as a new request
	second := d.ok(t, abrir, unCaso, retry)
	if string(first.Structured) != string(second.Structured) || first.text() != second.text() {
		t.Errorf("first %s %q, then %s %q", first.Structured, first.text(), second.Structured, second.text())
	}
	if n := d.backend.Casos(); n != 1 {
		t.Errorf("%d cases, want 1", n)
	}
}

func TestFiftyAtOnceOpenOneCase(t *testing.T) {
	t.Parallel()
	const calls = 50
	sent := make(chan struct{}, calls)
	release := make(chan struct{})
	d := startDesk(t, testToken, func(ctx context.Context, _ string) error {
		select {
		case <-release: // the effect is under way until all have asked for it
			return nil
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	})
	var wg sync.WaitGroup
	answers := make([]string, calls)
	body := request(t, "r", "tools/call", map[string]any{
		"name": abrir, "arguments": json.RawMessage(unCaso), "_meta": gatewayMeta(contractMeta()),
	})
	ctx := httptrace.WithClientTrace(t.Context(), &httptrace.ClientTrace{
		WroteRequest: func(httptrace.WroteRequestInfo) { sent <- struct{}{} },
	})
	for i := range answers {
		wg.Go(func() { answers[i] = d.opened(ctx, t, body) })
	}
	for range calls {
		<-sent
	}
	close(release)
	wg.Wait()
	for _, a := range answers {
		if a != answers[0] || !strings.Contains(a, "radicado") {
			t.Fatalf("answers differ: %s and %s", answers[0], a)
		}
	}
	if n := d.backend.Casos(); n != 1 {
		t.Errorf("%d cases, want 1", n)
	}
}

// opened opens a case from a goroutine: it reports without ending the
// test and returns the structured content.
func (g *gateway) opened(ctx context.Context, t *testing.T, body string) string {
	t.Helper()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, g.url, strings.NewReader(body))
	if err != nil {
		t.Error(err)
		return ""
	}
	for k, v := range g.headers("tools/call", abrir, nil) {
		req.Header.Set(k, v)
	}
	res, err := g.client.Do(req)
	if err != nil {
		t.Error(err)
		return ""
	}
	defer res.Body.Close()
	var env struct {
		Result toolResult `json:"result"`
	}
	if err := json.NewDecoder(res.Body).Decode(&env); err != nil {
		t.Error(err)
	}
	return string(env.Result.Structured)
}

// One key scopes one tool of one company; the same key elsewhere is another
// operation, and with other arguments it is refused.
func TestKeyBelongsToToolAndCompany(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	meta := contractMeta()
	d.ok(t, abrir, unCaso, meta)
	other := maps.Clone(meta)
	other["companyId"] = "cmp_otra"
	d.ok(t, abrir, unCaso, other)
	d.identify(t, meta, docLaura)
	d.ok(t, actualizar, `{"documento":"CC1032456789","telefono":"300 765 4321"}`, meta)
	if got, want := d.backend.Efectos(), (efectos{CasosAbiertos: 2, ClientesActualizados: 1}); got != want {
		t.Errorf("effects %+v, want %+v", got, want)
	}
	reused := strings.Replace(unCaso, "falla", "cobro", 1)
	if f := d.fail(t, abrir, reused, meta); f.Type != "VALIDATION" {
		t.Errorf("the same key with other arguments: %+v, want VALIDATION", f)
	}
	withNull := strings.Replace(unCaso, "}", `,"prioridad":null}`, 1)
	d.ok(t, abrir, withNull, meta)
	if n := d.backend.Casos(); n != 2 {
		t.Errorf("%d cases, want 2: null and absent are the same arguments", n)
	}
}

// The requests of the load harness, to the letter.
func TestBenchRequests(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	version := map[string]string{"Mcp-Protocol-Version": revision}
	write := `{"jsonrpc":"2.0","id":"r1","method":"tools/call","params":{"name":"abrir_caso_soporte","arguments":{"documento":"CC1032456789","tipo":"falla","descripcion":"No funciona el internet desde ayer","prioridad":null},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},"io.modelcontextprotocol/clientInfo":{"name":"bench","version":"1"},"com.asixto/idempotencyKey":"k1","com.asixto/conversationId":"cnv_1","com.asixto/requestId":"req_1","com.asixto/channel":"chat","com.asixto/companyId":"cmp_1","com.asixto/priceListId":null,"com.asixto/currency":"COP","com.asixto/timezone":"America/Bogota"}}}`
	read := `{"jsonrpc":"2.0","id":"r1","method":"tools/call","params":{"name":"consultar_cliente","arguments":{"documento":"CC1032456789"},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},"io.modelcontextprotocol/clientInfo":{"name":"bench","version":"1"},"com.asixto/conversationId":"cnv_1","com.asixto/requestId":"req_1","com.asixto/channel":"chat"}}}`
	list := `{"jsonrpc":"2.0","id":"r1","method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}`
	sane := `{"jsonrpc":"2.0","id":"s","method":"tools/call","params":{"name":"abrir_caso_soporte","arguments":{"documento":"CC1032456789","tipo":"falla","descripcion":"No funciona el internet desde ayer","prioridad":null},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},"com.asixto/idempotencyKey":"sane1"}}}`
	tests := []struct{ method, name, body, want string }{
		{"tools/call", abrir, write, `"radicado":"SOP-1001"`},
		{"tools/call", abrir, write, `"radicado":"SOP-1001"`},
		{"tools/call", consultar, read, `"nombre":"Laura Gómez"`},
		{"tools/list", "", list, `"name":"abrir_caso_soporte"`},
		{"tools/call", abrir, sane, `"radicado":"SOP-1002"`},
	}
	for _, tt := range tests {
		res := d.post(t, tt.method, tt.name, tt.body, version)
		if res.status != http.StatusOK || !strings.Contains(string(res.body), tt.want) {
			t.Errorf("%s %s: %d %s, want %s", tt.method, tt.name, res.status, res.body, tt.want)
		}
	}
}

func TestHealth(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, strings.TrimSuffix(d.url, "/mcp")+"/salud", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	res, err := d.client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		t.Errorf("/salud without a token: %d, want 200", res.StatusCode)
	}
}

package asixto

import (
	"fmt"
	"testing"
)

// What the server does not declare it does not answer, in either era: the lists of
// go-sdk, which are empty, would say that it had such a feature.
func TestUndeclaredFeatures(t *testing.T) {
	t.Parallel()
	s := testServer(t, nil)
	mustAdd(t, s, echoTool("consultar_texto", Read), echo)
	h := handlerOf(t, s, nil)
	const triple = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}`
	for _, method := range []string{
		"prompts/list", "prompts/get", "resources/list", "resources/templates/list", "resources/read", "completion/complete",
	} {
		t.Run(method, func(t *testing.T) {
			t.Parallel()
			params := `"name":"x","uri":"x://y","ref":{"type":"ref/prompt","name":"x"},"argument":{"name":"a","value":""}`
			body := `{"jsonrpc":"2.0","id":"r1","method":%q,"params":{%s}}`
			for params, status := range map[string]int{params + "," + triple: 404, params: 200} {
				if got := post(t, h, fmt.Sprintf(body, method, params), nil); got.Status != status || got.Error.Code != -32601 {
					t.Errorf("params %s: status %d, want %d: %s", params, got.Status, status, got.Body)
				}
			}
		})
	}
}

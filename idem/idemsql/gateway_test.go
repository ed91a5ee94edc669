package idemsql_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
)

// callTool calls a tool as the Gateway does and returns what the model gets.
func callTool(server http.Handler, tool, key, args string) string {
	const call = `{"jsonrpc":"2.0","id":"1","method":"tools/call","params":{"name":%q,"arguments":%s,"_meta":{` +
		`"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},` +
		`"com.asixto/idempotencyKey":%q,"com.asixto/conversationId":"conv-7"}}}`
	req := httptest.NewRequest(http.MethodPost, "/mcp", strings.NewReader(fmt.Sprintf(call, tool, args, key)))
	for name, value := range map[string]string{
		"Content-Type": "application/json", "Accept": "application/json, text/event-stream", "Mcp-Method": "tools/call", "Mcp-Name": tool,
	} {
		req.Header.Set(name, value)
	}
	rec := httptest.NewRecorder()
	server.ServeHTTP(rec, req)
	var answer struct {
		Result struct {
			Structured json.RawMessage `json:"structuredContent"`
		} `json:"result"`
	}
	if err := json.Unmarshal(rec.Body.Bytes(), &answer); err != nil {
		return err.Error() + " in " + rec.Body.String()
	}
	return string(answer.Result.Structured)
}

package asixtootel_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/asixto/go-sdk/asixto"
)

// ask stands for the Gateway, which sends the same over HTTP.
func ask(srv *asixto.Server, tool, arguments string) {
	h, err := srv.Handler(nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	body := `{"jsonrpc":"2.0","id":"1","method":"tools/call","params":{"name":"` + tool + `","arguments":` + arguments +
		`,"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}`
	r := httptest.NewRequest(http.MethodPost, "/mcp", strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	h.ServeHTTP(httptest.NewRecorder(), r)
}

package processes

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/asixto/go-sdk/meta"
)

var lastKey atomic.Int64

// call runs a tool on one of the processes and returns its structured content.
func call(t *testing.T, url, tool, documento, conversation, channel string) string {
	t.Helper()
	body, err := json.Marshal(map[string]any{
		"jsonrpc": "2.0", "id": "1", "method": "tools/call",
		"params": map[string]any{
			"name": tool, "arguments": map[string]any{"documento": documento},
			"_meta": map[string]any{
				"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": map[string]any{},
				meta.KeyConversationID: conversation, meta.KeyCompanyID: "cmp_1", meta.KeyChannel: channel,
				meta.KeyIdempotencyKey: fmt.Sprintf("k%d", lastKey.Add(1)),
			},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	res, err := client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	raw, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Result struct {
			Structured json.RawMessage `json:"structuredContent"`
		} `json:"result"`
	}
	if err := json.Unmarshal(raw, &got); err != nil {
		t.Fatalf("%v: %s", err, raw)
	}
	return string(got.Result.Structured)
}

// What conversation A has looked up in one process opens the record to A in the
// other process too, and to no other conversation in either.
func TestOwnershipAcrossProcesses(t *testing.T) {
	t.Parallel()
	const laura, andres = "CC1032456789", "CC52890111"
	for name, place := range places(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			one, two := start(t, place), start(t, place)
			for _, channel := range []string{"chat", "voice"} {
				a, b := "cnv_a_"+channel, "cnv_b_"+channel
				refused := func(url, documento, conversation string) {
					t.Helper()
					if got := call(t, url, "actualizar_cliente", documento, conversation, channel); !strings.Contains(got, `"PERMISSION"`) {
						t.Errorf("%s, %s: %s, want PERMISSION", conversation, documento, got)
					}
				}
				refused(two, laura, a)
				call(t, one, "consultar_cliente", laura, a, channel)
				for _, url := range []string{one, two} {
					refused(url, laura, b)
					refused(url, andres, a)
					if got := call(t, url, "actualizar_cliente", laura, a, channel); got != `{"estado":"actualizado"}` {
						t.Errorf("%s: %s", channel, got)
					}
				}
			}
		})
	}
}

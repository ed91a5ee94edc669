package dispatch

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// wire is one answer as a client sees it. The words of an error are each
// server's own; that there are some is not.
type wire struct {
	Status int
	Allow  string
	Body   any // JSON with exact numbers, else the text
}

func serve(h http.Handler, r *http.Request) wire {
	rec := httptest.NewRecorder()
	h.ServeHTTP(rec, r)
	got := wire{Status: rec.Code, Allow: rec.Header().Get("Allow"), Body: rec.Body.String()}
	if strings.HasPrefix(rec.Header().Get("Content-Type"), "application/json") {
		dec := json.NewDecoder(bytes.NewReader(rec.Body.Bytes()))
		dec.UseNumber()
		var body map[string]any
		if err := dec.Decode(&body); err == nil {
			if fault, ok := body["error"].(map[string]any); ok && fault["message"] != "" {
				fault["message"] = "…"
			}
			got.Body = body
		}
	}
	return got
}

// refusal is a JSON-RPC error as serve reads it.
func refusal(status int, id any, code string) wire {
	return wire{Status: status, Body: map[string]any{
		"jsonrpc": "2.0", "id": id, "error": map[string]any{"code": json.Number(code), "message": "…"},
	}}
}

func withData(w wire, data map[string]any) wire {
	w.Body.(map[string]any)["error"].(map[string]any)["data"] = data
	return w
}

type exchange struct {
	name    string
	body    string
	headers []string // "Name: value", or "Name:" for none
	method  string   // HTTP method, POST where it is empty
}

func (x exchange) request(t *testing.T) *http.Request {
	t.Helper()
	r := post(t, x.body, x.headers...)
	if x.method != "" {
		r.Method = x.method
	}
	return r
}

// message is a request of the revision with the three _meta members.
func message(method, params string) string {
	return `{"jsonrpc":"2.0","id":"r1","method":"` + method + `","params":{` + params + `"_meta":{` + triple + `}}}`
}

func modern(method string, more ...string) []string {
	return append([]string{"Mcp-Protocol-Version: " + Revision, "Mcp-Method: " + method}, more...)
}

var (
	onList = modern(methodList)
	onCall = modern(methodCall, "Mcp-Name: repetir")
)

// TestSameAsGoSDK sends the same requests to the entry and to go-sdk's handler.
func TestSameAsGoSDK(t *testing.T) {
	t.Parallel()
	list, call := message(methodList, ""), message(methodCall, `"name":"repetir","arguments":{"texto":"hola"},`)
	for _, x := range []exchange{
		{name: "discover", body: message(methodDiscover, ""), headers: modern(methodDiscover)},
		{name: "list", body: list, headers: onList},
		{name: "list with the Gateway's dash", body: list, headers: modern(methodList, "Mcp-Name: -")},
		{name: "list with an empty cursor", body: message(methodList, `"cursor":"",`), headers: onList},
		{name: "list with a null cursor", body: message(methodList, `"cursor":null,`), headers: onList},
		{name: "list with an unknown cursor", body: message(methodList, `"cursor":"x",`), headers: onList},
		{name: "list with a cursor of the wrong type", body: message(methodList, `"cursor":5,`), headers: onList},
		{name: "call", body: call, headers: onCall},
		{name: "call of the Gateway", body: gatewayCall, headers: onCall},
		{name: "call without arguments", body: message(methodCall, `"name":"repetir",`), headers: onCall},
		{name: "call with null arguments", body: message(methodCall, `"name":"repetir","arguments":null,`), headers: onCall},
		{name: "call with a list of arguments", body: message(methodCall, `"name":"repetir","arguments":[1],`), headers: onCall},
		{name: "call with exact numbers", body: message(methodCall, `"name":"repetir","arguments":{"n":9007199254740993},`), headers: onCall},
		{name: "call with duplicate arguments", body: message(methodCall, `"name":"repetir","arguments":{"a":1,"a":2},`), headers: onCall},
		{name: "call with a lone surrogate and NUL", body: message(methodCall, `"name":"repetir","arguments":{"a":"\ud800","b":"\u0000"},`), headers: onCall},
		{name: "escaped members", body: strings.NewReplacer("method", `\u006dethod`, "protocol/", `protocol\/`).Replace(call), headers: onCall},
		{name: "members in another order", body: `{"params":{"_meta":{` + triple + `},"name":"repetir"},"method":"tools/call","id":7,"jsonrpc":"2.0"}`, headers: onCall},
		{name: "unknown members", body: `{"x":{"id":1},` + message(methodCall, `"name":"repetir","task":{},`)[1:], headers: onCall},
		{name: "wrongly cased member", body: strings.Replace(call, `"name":"repetir"`, `"Name":"repetir"`, 1), headers: onCall},
		{name: "null and wrong types among the eight", body: strings.NewReplacer(`"9f2a7c"`, "5", `"voice"`, "[]", `"pl_mayorista"`, "null").Replace(gatewayCall), headers: onCall},
		{name: "integer id", body: strings.Replace(list, `"r1"`, "-12", 1), headers: onList},
		{name: "empty id", body: strings.Replace(list, `"r1"`, `""`, 1), headers: onList},
		{name: "content type with a parameter", body: list, headers: append(modern(methodList), "Content-Type: application/json; charset=utf-8")},

		{name: "unknown tool", body: message(methodCall, `"name":"nada",`), headers: modern(methodCall, "Mcp-Name: nada")},
		{name: "empty name", body: message(methodCall, `"name":"",`), headers: onCall},
		{name: "no name", body: message(methodCall, ""), headers: onCall},
		{name: "name of the wrong type", body: message(methodCall, `"name":5,`), headers: modern(methodCall, "Mcp-Name: 5")},
		{name: "no capabilities", body: strings.Replace(list, `,"io.modelcontextprotocol/clientCapabilities":{}`, "", 1), headers: onList},
		{name: "null capabilities", body: strings.Replace(list, "{}", "null", 1), headers: onList},
		{name: "capabilities of the wrong type", body: strings.Replace(list, "{}", `"x"`, 1), headers: onList},
		{name: "no client", body: strings.Replace(list, `"io.modelcontextprotocol/clientInfo":{"name":"gateway","version":"1"},`, "", 1), headers: onList},
		{name: "null client", body: strings.Replace(list, `{"name":"gateway","version":"1"}`, "null", 1), headers: onList},
		{name: "no version in the body", body: `{"jsonrpc":"2.0","id":"r1","method":"tools/list","params":{}}`, headers: onList},
		{name: "no params", body: `{"jsonrpc":"2.0","id":"r1","method":"tools/list"}`, headers: onList},
		{name: "version of the wrong type", body: strings.Replace(list, `"2026-07-28"`, "5", 1), headers: onList},
		{name: "later version", body: strings.Replace(list, "2026-07-28", "2027-01-01", 1), headers: []string{"Mcp-Protocol-Version: 2027-01-01", "Mcp-Method: tools/list"}},

		{name: "version header differs", body: list, headers: []string{"Mcp-Protocol-Version: 2025-11-25", "Mcp-Method: tools/list"}},
		{name: "later version header", body: list, headers: []string{"Mcp-Protocol-Version: 2027-01-01", "Mcp-Method: tools/list"}},
		{name: "version header differs from one nobody speaks", body: strings.Replace(list, "2026-07-28", "1999-01-01", 1), headers: []string{"Mcp-Protocol-Version: 2025-11-25"}},
		{name: "method header is missing", body: list, headers: []string{"Mcp-Protocol-Version: " + Revision}},
		{name: "method header differs", body: list, headers: modern(methodCall)},
		{name: "name header is missing", body: call, headers: modern(methodCall)},
		{name: "name header is a dash", body: call, headers: modern(methodCall, "Mcp-Name: -")},
		{name: "name header differs", body: call, headers: modern(methodCall, "Mcp-Name: nada")},

		{name: "unknown method", body: message("tools/nada", ""), headers: modern("tools/nada")},
		{name: "removed method", body: message("ping", ""), headers: modern("ping")},
		{name: "another feature", body: message("prompts/get", `"name":"x",`), headers: modern("prompts/get", "Mcp-Name: x")},
		{name: "initialize", body: `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}`},
		{name: "notification", body: `{"jsonrpc":"2.0","method":"notifications/initialized"}`},
		{name: "older list", body: `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`, headers: []string{"Mcp-Protocol-Version: 2025-06-18"}},
		{name: "older call", body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"repetir","_meta":{"com.asixto/channel":"voice"}}}`},
		{name: "older unknown tool", body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"nada"}}`},
		{name: "older discover", body: `{"jsonrpc":"2.0","id":1,"method":"server/discover"}`},
		{name: "older version in the body", body: strings.Replace(list, "2026-07-28", "2025-11-25", 1), headers: []string{"Mcp-Protocol-Version: 2025-11-25"}},
	} {
		t.Run(x.name, func(t *testing.T) {
			t.Parallel()
			theirs, ours := serve(peer(), x.request(t)), serve(Handler(desk{}, peer(), nil), x.request(t))
			if diff := cmp.Diff(theirs, ours); diff != "" {
				t.Errorf("the entry differs from go-sdk (-gosdk +entry):\n%s", diff)
			}
		})
	}
}

// TestIntendedDifferences is the list of them. Each is shown on a request, with
// what the entry answers; go-sdk must answer something else.
func TestIntendedDifferences(t *testing.T) {
	t.Parallel()
	list, call := message(methodList, ""), message(methodCall, `"name":"repetir",`)
	listed := serve(Handler(desk{}, nil, nil), post(t, list, onList...))
	called := serve(Handler(desk{}, nil, nil), post(t, call, onCall...))
	numbered := wire{Status: listed.Status, Body: map[string]any{
		"jsonrpc": "2.0", "id": json.Number("9007199254740993"), "result": listed.Body.(map[string]any)["result"],
	}}
	notAllowed := refusal(405, nil, "-32600")
	notAllowed.Allow = "POST"
	outdated := withData(refusal(400, "r1", "-32022"), map[string]any{
		"requested": "1999-01-01",
		"supported": []any{"2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"},
	})

	for _, c := range []struct {
		exchange
		want wire
	}{
		// Refusals are JSON-RPC errors, with go-sdk's status.
		{exchange{name: "GET", method: http.MethodGet}, notAllowed},
		{exchange{name: "DELETE", method: http.MethodDelete}, notAllowed},
		{exchange{name: "wrong content type", body: list, headers: []string{"Content-Type: text/plain"}}, refusal(415, nil, "-32600")},
		{exchange{name: "no content type", body: list, headers: []string{"Content-Type:"}}, refusal(415, nil, "-32600")},
		{exchange{name: "long body", body: strings.Repeat(" ", 5<<20)}, refusal(413, nil, "-32600")},
		{exchange{name: "empty body"}, refusal(400, nil, "-32700")},
		{exchange{name: "malformed JSON", body: `{"jsonrpc":"2.0","id":"r1",`}, refusal(400, nil, "-32700")},
		{exchange{name: "a byte order mark", body: "\ufeff" + list}, refusal(400, nil, "-32700")},
		{exchange{name: "no object", body: `"tools/list"`}, refusal(400, nil, "-32600")},
		{exchange{name: "null id", body: strings.Replace(list, `"r1"`, "null", 1), headers: onList}, refusal(400, nil, "-32600")},
		{exchange{name: "boolean id", body: strings.Replace(list, `"r1"`, "true", 1), headers: onList}, refusal(400, nil, "-32600")},
		{exchange{name: "no id", body: strings.Replace(list, `"id":"r1",`, "", 1), headers: onList}, refusal(400, nil, "-32600")},
		{exchange{name: "no jsonrpc", body: strings.Replace(list, `"jsonrpc":"2.0",`, "", 1), headers: onList}, refusal(400, "r1", "-32600")},
		{exchange{name: "JSON-RPC 1.0", body: strings.Replace(list, "2.0", "1.0", 1), headers: onList}, refusal(400, "r1", "-32600")},
		{exchange{name: "method of the wrong type", body: strings.Replace(list, `"tools/list"`, "5", 1)}, refusal(400, "r1", "-32600")},
		{exchange{name: "unknown notification", body: `{"jsonrpc":"2.0","method":"notifications/nada"}`}, refusal(400, nil, "-32600")},
		{exchange{name: "older version header nobody speaks", body: `{"jsonrpc":"2.0","id":"r1","method":"tools/list"}`, headers: []string{"Mcp-Protocol-Version: 1999-01-01"}}, refusal(400, "r1", "-32600")},

		// The Gateway sends no version header, and Accept says nothing.
		{exchange{name: "no version header", body: list}, listed},
		{exchange{name: "empty headers", body: call, headers: []string{"+Mcp-Protocol-Version:", "+Mcp-Method:", "+Mcp-Name:"}}, called},
		{exchange{name: "no version header, the others as the Gateway has them", body: list, headers: []string{"Mcp-Method: tools/list", "Mcp-Name: -"}}, listed},
		{exchange{name: "no version header on a call", body: call, headers: []string{"Mcp-Method: tools/call", "Mcp-Name: repetir"}}, called},
		{exchange{name: "no version header for the fallback", body: message("tools/nada", "")}, refusal(404, "r1", "-32601")},
		{exchange{name: "no version header for the fallback, with a name", body: message("prompts/get", `"name":"x",`)}, refusal(400, "r1", "-32602")},
		{exchange{name: "no version header for the fallback, with a uri", body: message("resources/read", `"uri":"file:///x",`)}, withData(refusal(400, "r1", "-32602"), map[string]any{"uri": "file:///x"})},
		{exchange{name: "no Accept", body: list, headers: append(modern(methodList), "Accept:")}, listed},
		{exchange{name: "Accept JSON only", body: list, headers: append(modern(methodList), "Accept: application/json")}, listed},
		{exchange{name: "Accept JSON only, for the fallback", body: message("ping", ""), headers: append(modern("ping"), "Accept: application/json")}, refusal(404, "r1", "-32601")},
		{exchange{name: "Last-Event-ID", body: list, headers: append(modern(methodList), "Last-Event-ID: 1")}, listed},

		// Bodies are held to the letter.
		{exchange{name: "more than one value", body: list + "{}", headers: onList}, refusal(400, nil, "-32700")},
		{exchange{name: "not UTF-8", body: message(methodCall, "\"name\":\"repetir\",\"arguments\":{\"a\":\"\xff\"},"), headers: onCall}, refusal(400, nil, "-32700")},
		{exchange{name: "id twice", body: `{"id":"r2",` + list[1:], headers: onList}, refusal(400, nil, "-32600")},
		{exchange{name: "id and others twice", body: `{"method":"x","id":"r2","jsonrpc":"2.0",` + list[1:], headers: onList}, refusal(400, nil, "-32600")},
		{exchange{name: "method twice", body: `{"method":"initialize",` + list[1:], headers: onList}, refusal(400, "r1", "-32600")},
		{exchange{name: "params twice", body: `{"params":{},` + list[1:], headers: onList}, refusal(400, "r1", "-32600")},
		{exchange{name: "_meta twice", body: message(methodList, `"_meta":{},`), headers: onList}, refusal(400, "r1", "-32600")},
		{exchange{name: "name twice", body: message(methodCall, `"name":"nada","name":"repetir",`), headers: onCall}, refusal(400, "r1", "-32600")},
		{exchange{name: "key twice", body: strings.Replace(gatewayCall, `"com.asixto/channel"`, `"com.asixto/idempotencyKey":"9f2a7d","com.asixto/channel"`, 1), headers: onCall}, refusal(400, "r1", "-32600")},
		{exchange{name: "65 levels", body: message(methodCall, `"name":"repetir","arguments":`+strings.Repeat("[", 63)+strings.Repeat("]", 63)+`,`), headers: onCall}, refusal(400, nil, "-32600")},
		{exchange{name: "batch", body: `[{"jsonrpc":"2.0","id":1,"method":"tools/list"}]`}, refusal(400, nil, "-32600")},
		{exchange{name: "response", body: `{"jsonrpc":"2.0","id":1,"result":{}}`}, refusal(400, json.Number("1"), "-32600")},
		{exchange{name: "a header twice", body: list, headers: append(modern(methodList), "+Mcp-Method: tools/call")}, refusal(400, "r1", "-32020")},

		// Ids are echoed as they are spelled.
		{exchange{name: "integer id above 2^53", body: strings.Replace(list, `"r1"`, "9007199254740993", 1), headers: onList}, numbered},
		{exchange{name: "id 1.5", body: strings.Replace(list, `"r1"`, "1.5", 1), headers: onList}, refusal(400, nil, "-32600")},
		{exchange{name: "id with half a surrogate pair", body: strings.Replace(list, `"r1"`, `"\ud800"`, 1), headers: onList}, refusal(400, nil, "-32600")},
		{exchange{name: "id 1.0", body: strings.Replace(list, `"r1"`, "1.0", 1), headers: onList}, refusal(400, nil, "-32600")},
		{exchange{name: "id 1e2", body: strings.Replace(list, `"r1"`, "1e2", 1), headers: onList}, refusal(400, nil, "-32600")},

		// What a tool server has no use for.
		{exchange{name: "older version nobody speaks", body: strings.Replace(list, "2026-07-28", "1999-01-01", 1), headers: []string{"Mcp-Protocol-Version: 1999-01-01"}}, outdated},
		{exchange{name: "client's name of the wrong type", body: strings.Replace(list, `"gateway"`, "5", 1), headers: onList}, listed},
		{exchange{name: "capability of the wrong type", body: strings.Replace(list, "{}", `{"roots":5}`, 1), headers: onList}, listed},
		{exchange{name: "state of the wrong type", body: message(methodCall, `"name":"repetir","requestState":5,`), headers: onCall}, called},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			ours := serve(Handler(desk{}, peer(), nil), c.request(t))
			if diff := cmp.Diff(c.want, ours); diff != "" {
				t.Errorf("the entry's answer (-want +got):\n%s", diff)
			}
			if theirs := serve(peer(), c.request(t)); cmp.Equal(theirs, ours) {
				t.Errorf("go-sdk answers the same, so this is no difference:\n%v", theirs)
			}
		})
	}
}

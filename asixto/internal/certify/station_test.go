package certify

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

const stationToken = "station-secret-0001"

// station is a small server, written out by hand so that each part of it can be
// broken: a fault replaces one of its fields.
type station struct {
	url      string
	open     bool // to anyone
	anyToken bool
	challenge,
	discover string
	tools   func() []string
	answers map[string]func(visit) string
	wrap    func(http.Handler) http.Handler // around everything
	refuse  func(tool string, schema, args any) string
	unknown string // the answer to an unknown tool
	method  string // the answer to an unknown method
	hasty   bool   // keeps no keys
	store   *keys
	id      func(jsontext.Value) jsontext.Value
	kind    string // resultType
	lenient bool   // does not look at the version header
	garbled int    // status for what is no JSON
	older   bool   // knows only the handshake
}

// visit is one call of a tool.
type visit struct {
	ctx     context.Context
	args    map[string]any
	key     string
	channel string
}

const (
	searchTool = `{"name":"buscar_planes","description":"Busca planes por texto. No la uses para consultar un caso.",
		"inputSchema":{"type":"object","additionalProperties":false,"required":["texto"],"properties":{
			"texto":{"type":"string","maxLength":40,"description":"Lo que se busca"},
			"limit":{"type":["integer","null"],"minimum":1,"maximum":25,"description":"Cuántos planes"}}},
		"outputSchema":{"type":"object","required":["planes","total"],"properties":{
			"planes":{"type":"array","items":{"type":"object","properties":{"nombre":{"type":"string"}}}},"total":{"type":"integer"}}},
		"annotations":{"readOnlyHint":true,"destructiveHint":false,"idempotentHint":true},
		"_meta":{"com.asixto/capability":"ventas","com.asixto/verb":"buscar planes"}}`
	openTool = `{"name":"abrir_caso","description":"Registra un caso. No la uses para consultar uno.",
		"inputSchema":{"type":"object","additionalProperties":false,"required":["documento","tipo"],"properties":{
			"documento":{"type":"string","maxLength":20,"description":"Número de documento"},
			"tipo":{"enum":["falla","cobro"],"description":"De qué se trata"},
			"prioridad":{"type":["string","null"],"enum":["alta","normal",null],"description":"Prioridad"}}},
		"outputSchema":{"type":"object","required":["radicado"],"properties":{"radicado":{"type":"string"},"estado":{"enum":["abierto"]}}},
		"annotations":{"readOnlyHint":false,"destructiveHint":false,"idempotentHint":true},
		"_meta":{"com.asixto/capability":"soporte","com.asixto/verb":"abrir un caso"}}`
	cancelTool = `{"name":"cancelar_caso","description":"Cancela un caso. No la uses para abrir uno.",
		"inputSchema":{"type":"object","additionalProperties":false,"required":["radicado","confirmado"],"properties":{
			"radicado":{"type":"string","maxLength":20,"description":"Número del caso"},
			"confirmado":{"enum":[true],"description":"El cliente confirmó"}}},
		"outputSchema":{"type":"object","properties":{"estado":{"type":"string"}}},
		"annotations":{"readOnlyHint":false,"destructiveHint":true,"idempotentHint":true},
		"_meta":{"com.asixto/capability":"cancelacion","com.asixto/verb":"cancelar un caso"}}`
)

// success is a result; fields is its structuredContent.
func success(words, fields string) string {
	quoted, _ := json.Marshal(words)
	return `{"content":[{"type":"text","text":` + string(quoted) + `}],"structuredContent":` + fields + `}`
}

// failed is a business failure.
func failed(kind, message string) string {
	return failure(`{"error":{"error_type":"` + kind + `","user_message":"` + message + `"}}`)
}

func failure(object string) string {
	quoted, _ := json.Marshal(object)
	return `{"isError":true,"content":[{"type":"text","text":` + string(quoted) + `}],"structuredContent":` + object + `}`
}

const plans = `{"planes":[{"nombre":"Plan 300"}],"total":1}`

// newStation is a station with nothing broken.
func newStation() *station {
	s := &station{
		challenge: `Bearer realm="x"`,
		discover:  `{"supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},"serverInfo":{"name":"estación","version":"1"},"instructions":"Primero buscar_planes."}`,
		tools:     func() []string { return []string{openTool, searchTool, cancelTool} },
		unknown:   `{"error":{"code":-32602,"message":"unknown tool"}}`,
		method:    `{"error":{"code":-32601,"message":"unknown method"}}`,
		store:     &keys{done: map[string]string{}, running: map[string]chan struct{}{}},
		id:        func(id jsontext.Value) jsontext.Value { return id },
		kind:      "complete",
		garbled:   http.StatusBadRequest,
	}
	opened := 0
	s.answers = map[string]func(visit) string{
		"buscar_planes": func(visit) string { return success("Encontré el Plan 300.", plans) },
		"abrir_caso": func(visit) string {
			s.store.mu.Lock()
			defer s.store.mu.Unlock()
			opened++
			return success("Quedó registrado.", fmt.Sprintf(`{"radicado":"SOP-%d","estado":"abierto"}`, opened))
		},
		"cancelar_caso": func(visit) string { return failed("NOT_FOUND", "No encontré ese caso.") },
	}
	s.refuse = func(_ string, schema, args any) string {
		if path, why, ok := nonconforming(schema, args); !ok {
			return failed("VALIDATION", "Revise el dato "+path+": "+strings.NewReplacer(`"`, "", "|", " ", "≠", " ").Replace(why))
		}
		return ""
	}
	return s
}

// serve starts a station over HTTP.
func (s *station) serve(t *testing.T) string {
	t.Helper()
	var h http.Handler = s
	if s.wrap != nil {
		h = s.wrap(h)
	}
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	s.url = server.URL + "/mcp"
	return s.url
}

type envelope struct {
	ID     jsontext.Value `json:"id"`
	Method string         `json:"method"`
	Params struct {
		Name      string         `json:"name"`
		Arguments map[string]any `json:"arguments"`
		Meta      map[string]any `json:"_meta"`
	} `json:"params"`
}

func (s *station) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	header := r.Header.Get("Authorization")
	if !s.open && header != "Bearer "+stationToken && (!s.anyToken || header == "") {
		w.Header().Set("WWW-Authenticate", strings.ReplaceAll(s.challenge, "HOST", r.Host))
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	var e envelope
	body, err := io.ReadAll(r.Body)
	if err != nil || json.Unmarshal(body, &e) != nil {
		w.WriteHeader(s.garbled)
		fmt.Fprint(w, `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"no JSON"}}`)
		return
	}
	if v := r.Header.Get(versionField); !s.lenient && !s.older && v != "" && v != revision {
		s.write(w, http.StatusBadRequest, e.ID, `{"error":{"code":-32020,"message":"header and body differ"}}`)
		return
	}
	if s.older {
		s.session(w, r, e)
		return
	}
	s.route(w, r, e)
}

// session is the older era.
func (s *station) session(w http.ResponseWriter, r *http.Request, e envelope) {
	switch {
	case e.Method == "initialize":
		w.Header().Set("Mcp-Session-Id", "s1")
		s.write(w, http.StatusOK, e.ID, `{"result":{"protocolVersion":"2025-06-18","serverInfo":{"name":"vieja","version":"1"}}}`)
	case r.Header.Get("Mcp-Session-Id") != "s1":
		s.write(w, http.StatusBadRequest, e.ID, `{"error":{"code":-32000,"message":"no session"}}`)
	case strings.HasPrefix(e.Method, "notifications/"):
		w.WriteHeader(http.StatusAccepted)
	default:
		s.route(w, r, e)
	}
}

func (s *station) route(w http.ResponseWriter, r *http.Request, e envelope) {
	switch e.Method {
	case "server/discover":
		s.write(w, http.StatusOK, e.ID, s.result(s.discover))
	case "tools/list":
		s.write(w, http.StatusOK, e.ID, s.result(`{"tools":[`+strings.Join(s.tools(), ",")+`]}`))
	case "tools/call":
		s.write(w, http.StatusOK, e.ID, s.call(r.Context(), e))
	default:
		s.write(w, http.StatusOK, e.ID, s.method)
	}
}

func (s *station) result(members string) string {
	if s.older {
		return `{"result":` + members + `}`
	}
	return `{"result":{"resultType":"` + s.kind + `",` + strings.TrimPrefix(members, "{") + `}`
}

func (s *station) write(w http.ResponseWriter, status int, id jsontext.Value, members string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,%s`, s.id(id), strings.TrimPrefix(members, "{"))
}

func (s *station) call(ctx context.Context, e envelope) string {
	answer, known := s.answers[e.Params.Name]
	if !known {
		return s.unknown
	}
	meta := func(name string) string { v, _ := e.Params.Meta[asixtoKey+name].(string); return v }
	v := visit{ctx: ctx, args: e.Params.Arguments, key: meta("idempotencyKey"), channel: meta("channel")}
	for _, def := range s.tools() {
		d := object(decoded(jsontext.Value(def)))
		if d["name"] != e.Params.Name {
			continue
		}
		if no := s.refuse(e.Params.Name, d["inputSchema"], any(v.args)); no != "" {
			return s.result(no)
		}
	}
	if v.key == "" || s.hasty {
		return s.result(answer(v))
	}
	return s.result(s.store.once(v, answer))
}

// keys is the station's memory of idempotency keys.
type keys struct {
	mu      sync.Mutex
	done    map[string]string
	running map[string]chan struct{}
}

func (k *keys) once(v visit, answer func(visit) string) string {
	for {
		k.mu.Lock()
		if done, ok := k.done[v.key]; ok {
			k.mu.Unlock()
			return done
		}
		wait, busy := k.running[v.key]
		if !busy {
			k.running[v.key] = make(chan struct{})
		}
		k.mu.Unlock()
		if !busy {
			break
		}
		<-wait
	}
	said := answer(v)
	k.mu.Lock()
	k.done[v.key] = said
	close(k.running[v.key])
	k.mu.Unlock()
	return said
}

// asked is the id of a request and the page it asks for, "" where it is broken;
// the body can be read again.
func asked(r *http.Request) (id, cursor string) {
	body, err := io.ReadAll(r.Body)
	r.Body = io.NopCloser(bytes.NewReader(body))
	var e struct {
		ID     string `json:"id"`
		Params struct {
			Cursor string `json:"cursor"`
		} `json:"params"`
	}
	if err != nil || json.Unmarshal(body, &e) != nil {
		return "", ""
	}
	return e.ID, e.Params.Cursor
}

package certify

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"

	"github.com/asixto/go-sdk/asixto/internal/rules"
)

// A breakage is one thing wrong with a station, and the rule that tells of it.
type breakage struct {
	rule string
	name string // where a rule has several
	do   func(*station)
}

// answering replaces the answer of the search.
func answering(rule, result string) breakage {
	return breakage{rule: rule, do: func(s *station) {
		s.answers["buscar_planes"] = func(visit) string { return result }
	}}
}

// saying replaces what the search says.
func saying(rule, words string) breakage { return answering(rule, success(words, plans)) }

// failing replaces the failure of the search.
func failing(rule, object string) breakage { return answering(rule, failure(object)) }

// defining replaces a piece of the definitions.
func defining(rule, old, with string) breakage {
	return breakage{rule: rule, do: func(s *station) {
		tools := s.tools()
		s.tools = func() []string {
			var changed []string
			for _, def := range tools {
				changed = append(changed, strings.ReplaceAll(def, old, with))
			}
			return changed
		}
	}}
}

// onMethod puts a handler in the way of one method.
func onMethod(method string, h func(http.ResponseWriter, *http.Request)) func(*station) {
	return func(s *station) {
		s.wrap = func(next http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.Header.Get("Mcp-Method") == method && r.Header.Get("Authorization") == "Bearer "+stationToken {
					h(w, r)
					return
				}
				next.ServeHTTP(w, r)
			})
		}
	}
}

func refused(w http.ResponseWriter, status, code int) {
	w.WriteHeader(status)
	fmt.Fprintf(w, `{"jsonrpc":"2.0","id":null,"error":{"code":%d,"message":"no"}}`, code)
}

// guarded refuses what a test of the headers says.
func guarded(bad func(http.Header) bool) func(*station) {
	return func(s *station) {
		s.wrap = func(next http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.Header.Get("Authorization") == "Bearer "+stationToken && bad(r.Header) {
					refused(w, http.StatusBadRequest, codeHeaderMismatch)
					return
				}
				next.ServeHTTP(w, r)
			})
		}
	}
}

var breakages = slices.Concat(transportBreakages, protocolBreakages, argumentBreakages, answerBreakages, effectBreakages, definitionBreakages)

var transportBreakages = []breakage{
	{rule: "transport-redirect", do: func(s *station) {
		s.wrap = func(http.Handler) http.Handler { return http.RedirectHandler("/other", http.StatusTemporaryRedirect) }
	}},
	{rule: "transport-answer", name: "closed in the middle", do: onMethod("tools/call", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "1000")
		fmt.Fprint(w, `{"jsonrpc":"2.0","id":"1","result":{"cont`)
	})},
	{rule: "transport-answer", name: "garbage", do: onMethod("tools/call", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, "<html>\x1b[2Jbad gateway")
	})},
	{rule: "transport-answer", name: "an empty stream", do: onMethod("tools/call", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprint(w, ": nothing\n\n")
	})},
	{rule: "transport-answer", name: "no JSON-RPC", do: onMethod("tools/list", func(w http.ResponseWriter, r *http.Request) {
		if id, _ := asked(r); id == "" || r.Header.Get(versionField) != "" {
			refused(w, http.StatusBadRequest, codeHeaderMismatch)
		} else {
			fmt.Fprintf(w, `{"id":%q,"result":{"resultType":"complete","tools":[%s,%s,%s]}}`, id, openTool, searchTool, cancelTool)
		}
	})},
	{rule: "transport-time", do: onMethod("tools/call", func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // else the server does not see the client leave
		<-r.Context().Done()
	})},
	{rule: "transport-size", do: func(s *station) {
		s.answers["buscar_planes"] = func(visit) string { return success(strings.Repeat("x", MaxAnswer), plans) }
	}},
	{rule: "auth-challenge", name: "open", do: func(s *station) { s.open = true }},
	{rule: "auth-challenge", name: "open calls", do: func(s *station) {
		s.wrap = func(next http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.Header.Get("Mcp-Method") == "tools/call" {
					r.Header.Set("Authorization", "Bearer "+stationToken)
				}
				next.ServeHTTP(w, r)
			})
		}
	}},
	{rule: "auth-challenge", name: "without a challenge", do: func(s *station) { s.challenge = "" }},
	{rule: "auth-challenge", name: "another scheme", do: func(s *station) { s.challenge = "Basic" }},
	{rule: "auth-wrong-token", do: func(s *station) { s.anyToken = true }},
	{rule: "auth-metadata", name: "nothing there", do: metadata(`no`)},
	{rule: "auth-metadata", name: "another resource", do: metadata(`{"resource":"https://other.example/mcp","authorization_servers":["https://a.example"]}`)},
	{rule: "auth-metadata", name: "nobody gives tokens", do: metadata(`{"resource":"URL"}`)},
	{rule: "auth-metadata", name: "elsewhere", do: func(s *station) {
		s.challenge = `Bearer resource_metadata="http://169.254.169.254/latest"`
	}},
}

// metadata serves a document that the challenge names.
func metadata(doc string) func(*station) {
	return func(s *station) {
		s.challenge = `Bearer resource_metadata="http://HOST/.well-known/oauth-protected-resource/mcp"`
		s.wrap = func(next http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.Method == http.MethodGet {
					fmt.Fprint(w, strings.ReplaceAll(doc, "URL", "http://"+r.Host+"/mcp"))
					return
				}
				next.ServeHTTP(w, r)
			})
		}
	}
}

var protocolBreakages = []breakage{
	{rule: "version-in-body", do: guarded(func(h http.Header) bool { return h.Get(versionField) == "" })},
	{rule: "name-placeholder", do: guarded(func(h http.Header) bool { return h.Get("Mcp-Name") == "-" })},
	{rule: "discover-present", do: onMethod("server/discover", func(w http.ResponseWriter, _ *http.Request) { refused(w, http.StatusNotFound, codeNoMethod) })},
	{rule: "discover-revision", do: func(s *station) { s.discover = strings.Replace(s.discover, revision, "2026-01-01", 1) }},
	{rule: "discover-revision", name: "no tools", do: func(s *station) { s.discover = strings.Replace(s.discover, `"tools":{}`, "", 1) }},
	{rule: "handshake-era", do: func(s *station) { s.older = true }},
	{rule: "list-present", name: "no object", do: func(s *station) {
		s.tools = func() []string { return []string{openTool, searchTool, cancelTool, "7"} }
	}},
	{rule: "list-present", name: "none", do: func(s *station) { s.tools = func() []string { return nil } }},
	{rule: "list-stable", do: func(s *station) {
		var n atomic.Int64
		s.tools = func() []string {
			if n.Add(1)%2 == 0 {
				return []string{cancelTool, openTool, searchTool}
			}
			return []string{openTool, searchTool, cancelTool}
		}
	}},
	{rule: "id-echo", do: func(s *station) { s.id = func(jsontext.Value) jsontext.Value { return jsontext.Value("1") } }},
	{rule: "result-complete", do: func(s *station) { s.kind = "input_required" }},
	saying("answer-event-text", "Son los data: del plan."),
	{rule: "version-mismatch", do: func(s *station) { s.lenient = true }},
	{rule: "unknown-method", do: func(s *station) { s.method = `{"error":{"code":-32603,"message":"?"}}` }},
	{rule: "unknown-tool", do: func(s *station) {
		s.unknown = `{"result":{"resultType":"complete","content":[{"type":"text","text":"Listo."}]}}`
	}},
	{rule: "malformed-request", do: func(s *station) {
		s.wrap = func(next http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.ContentLength < 40 {
					w.WriteHeader(http.StatusInternalServerError)
					return
				}
				next.ServeHTTP(w, r)
			})
		}
	}},
}

var argumentBreakages = []breakage{
	{rule: "arguments-closed", do: func(s *station) {
		refuse := s.refuse
		s.refuse = func(tool string, schema, args any) string {
			delete(object(schema), "additionalProperties")
			return refuse(tool, schema, args)
		}
	}},
	{rule: "arguments-checked", do: func(s *station) {
		s.refuse = func(_ string, schema, args any) string {
			for name := range object(args) {
				if object(object(schema)["properties"])[name] == nil {
					return failed("VALIDATION", "Sobra un dato.")
				}
			}
			return ""
		}
	}},
	{rule: "arguments-error", do: func(s *station) {
		refuse := s.refuse
		s.refuse = func(tool string, schema, args any) string {
			if refuse(tool, schema, args) != "" {
				return `{"isError":true,"content":[{"type":"text","text":"bad arguments"}]}`
			}
			return ""
		}
	}},
	{rule: "optional-null", do: func(s *station) {
		refuse := s.refuse
		s.refuse = func(tool string, schema, args any) string {
			if value, there := object(args)["limit"]; there && value == nil {
				return failed("VALIDATION", "El límite no es un número.")
			}
			return refuse(tool, schema, args)
		}
	}},
	{rule: "optional-null", name: "a crash", do: func(s *station) {
		s.answers["buscar_planes"] = func(v visit) string {
			if value, there := v.args["limit"]; there && value == nil {
				return failed("SYSTEM", "No se pudo.")
			}
			return success("Encontré el Plan 300.", plans)
		}
	}},
}

// offering lets the search find so many.
func offering(rule, name string, n func(limit float64, asked bool) int) breakage {
	return breakage{rule: rule, name: name, do: func(s *station) {
		s.answers["buscar_planes"] = func(v visit) string {
			limit, asked := v.args["limit"].(float64)
			return success("Encontré varios.", items(n(limit, asked)))
		}
	}}
}

func items(n int) string {
	return `{"planes":[` + strings.TrimSuffix(strings.Repeat(`{"nombre":"P"},`, n), ",") + fmt.Sprintf(`],"total":%d}`, n)
}

var answerBreakages = []breakage{
	answering("answer-content", `{"content":[],"structuredContent":`+plans+`}`),
	answering("answer-structured", success("Encontré uno.", `{"planes":[{"nombre":7}],"total":1}`)),
	answering("answer-structured", `{"content":[{"type":"text","text":"Encontré uno."}]}`),
	saying("answer-size", strings.Repeat("👍", 1501)),
	answering("answer-size", success("Encontré uno.", `{"planes":[{"nombre":"`+strings.Repeat("x", 3000)+`"}],"total":1}`)),
	answering("answer-size", `{"content":[{"type":"text","text":"`+strings.Repeat("a", 1600)+`"},{"type":"text","text":"`+strings.Repeat("b", 1600)+`"}],"structuredContent":`+plans+`}`),
	saying("answer-trace", "Error: connect ECONNREFUSED 10.0.0.1"),
	saying("answer-trace", "Falló at Object.run (/srv/app/index.js:10:5)"),
	saying("answer-secret", "Su clave es eyJhbGciOiJI.eyJzdWIiOiIx.c2lnbmF0dXJh"),
	saying("answer-secret", "Su clave es "+stationToken),
	saying("answer-media", "Está en https://planes.example/300"),
	saying("answer-identifier", "El plan 0190163d-8694-739b-aea5-966c26f8ad91"),
	saying("answer-offset", "Desde el 2026-08-03T10:00:00."),
	saying("answer-offset", "Desde el 2026-08-03T15:00:00Z."),
	saying("answer-offset", "Desde el 2026-08-03T10:00:00.5-04:00."),
	answering("answer-items", success("Encontré varios.", items(26))),
	offering("answer-items", "more than ten", func(limit float64, asked bool) int {
		if !asked {
			return 11
		}
		return int(limit)
	}),
	offering("answer-items", "more than asked for", func(float64, bool) int { return 10 }),
	{rule: "voice-plain", do: func(s *station) {
		s.answers["buscar_planes"] = func(v visit) string {
			if v.channel == "voice" {
				return success(plans, plans)
			}
			return success("Encontré el Plan 300.", plans)
		}
	}},
	failing("error-shape", `{"error_type":"NOT_FOUND","user_message":"No encontré nada."}`),
	failing("error-shape", `{"error":{"error_type":"NOT_FOUND","user_message":"No encontré nada.","code":404}}`),
	failing("error-type", `{"error":{"error_type":"TIMEOUT","user_message":"No encontré nada."}}`),
	failing("error-message", `{"error":{"error_type":"NOT_FOUND","user_message":" "}}`),
	failing("error-message-plain", `{"error":{"error_type":"NOT_FOUND","user_message":"Revise {campo}."}}`),
	failing("error-message-plain", `{"error":{"error_type":"NOT_FOUND","user_message":"`+strings.Repeat("No ", 70)+`"}}`),
	answering("error-text", `{"isError":true,"content":[{"type":"text","text":"No."}],"structuredContent":{"error":{"error_type":"NOT_FOUND","user_message":"No hay."}}}`),
}

var effectBreakages = []breakage{
	{rule: "idempotent-same", do: func(s *station) {
		s.hasty = true
	}},
	{rule: "idempotent-same", name: "behind the first text", do: func(s *station) {
		var n atomic.Int64
		s.hasty = true
		before, rest, _ := strings.Cut(openTool, `"outputSchema"`)
		_, after, _ := strings.Cut(rest, `"annotations"`)
		notes := `"_meta":{"com.asixto.sdk/notes":{"allow":{"output-schema":"responde con textos"}},`
		bare := before + strings.Replace(`"annotations"`+after, `"_meta":{`, notes, 1)
		s.tools = func() []string { return []string{bare, searchTool, cancelTool} }
		s.answers["abrir_caso"] = func(visit) string {
			return fmt.Sprintf(`{"content":[{"type":"text","text":"Quedó."},{"type":"text","text":"Caso %d."}]}`, n.Add(1))
		}
	}},
	{rule: "idempotent-order", do: func(s *station) {
		var n atomic.Int64
		s.hasty = true
		s.answers["abrir_caso"] = func(visit) string {
			if n.Add(1)%2 == 0 {
				return success("Quedó.", `{"estado":"abierto","radicado":"SOP-1"}`)
			}
			return success("Quedó.", `{"radicado":"SOP-1","estado":"abierto"}`)
		}
	}},
	{rule: "idempotent-parallel", do: func(s *station) { s.busy("abrir_caso") }},
	{rule: "idempotent-cut", do: func(s *station) { s.forgetful("abrir_caso") }},
	{rule: "load-answers", do: crowded(func() string { return failed("SYSTEM", "Hay mucha gente.") }, true)},
	{rule: "load-answers", name: "in the contract's form", do: crowded(func() string { return failed("SYSTEM", "Hay mucha gente.") }, false)},
	{rule: "load-latency", do: crowded(func() string {
		time.Sleep(slow + 200*time.Millisecond)
		return success("Encontré el Plan 300.", plans)
	}, false)},
}

var definitionBreakages = []breakage{
	defining("optional-nullable", `"type":["integer","null"],"minimum"`, `"type":"integer","minimum"`),
	defining("object-closed", `"inputSchema":{"type":"object","additionalProperties":false,"required":["texto"]`, `"inputSchema":{"type":"object","required":["texto"]`),
	defining("capability-known", `"ventas"`, `"sales"`),
	defining("annotations-explicit", `"idempotentHint":true},
		"_meta":{"com.asixto/capability":"ventas"`, `"idempotentHint":null},
		"_meta":{"com.asixto/capability":"ventas"`),
	defining("text-max-length", `"texto":{"type":"string","maxLength":40`, `"texto":{"type":"string"`),
	defining("destructive-confirmation", `{"enum":[true]`, `{"enum":[true,false]`),
	{rule: "name-pattern", name: "with an escape", do: func(s *station) {
		s.tools = func() []string {
			return []string{openTool, searchTool, strings.Replace(cancelTool, "cancelar_caso", `cancelar_\u001b[2J\r\ncaso`, 1)}
		}
	}},
	{rule: "flow-tool-exists", do: func(s *station) { s.discover = strings.Replace(s.discover, "buscar_planes", "buscar_todo", 1) }},
	{rule: "name-unique", do: func(s *station) {
		s.tools = func() []string { return []string{openTool, openTool, searchTool, cancelTool} }
	}},
}

// busy tells a duplicate in flight to come back later.
func (s *station) busy(tool string) {
	var mu sync.Mutex
	done, running := map[string]string{}, map[string]chan struct{}{}
	answer := s.answers[tool]
	s.hasty = true
	s.answers[tool] = func(v visit) string {
		mu.Lock()
		if said, ok := done[v.key]; ok {
			mu.Unlock()
			return said
		}
		if met, ok := running[v.key]; ok {
			mu.Unlock()
			select {
			case met <- struct{}{}:
			default:
			}
			return failed("SYSTEM", "Ya se está atendiendo.")
		}
		met := make(chan struct{}, 1)
		running[v.key] = met
		mu.Unlock()
		select {
		case <-met:
		case <-time.After(50 * time.Millisecond):
		}
		said := answer(v)
		mu.Lock()
		defer mu.Unlock()
		done[v.key] = said
		return said
	}
}

// forgetful never frees the key of a call whose client left.
func (s *station) forgetful(tool string) {
	var mu sync.Mutex
	held := map[string]bool{}
	answer := s.answers[tool]
	inner := s.store
	s.hasty = true
	s.answers[tool] = func(v visit) string {
		mu.Lock()
		stuck := held[v.key]
		mu.Unlock()
		if stuck {
			return failed("SYSTEM", "No se pudo.")
		}
		return inner.once(v, func(v visit) string {
			select {
			case <-v.ctx.Done():
				mu.Lock()
				held[v.key] = true
				mu.Unlock()
				return failed("SYSTEM", "No se pudo.")
			case <-time.After(300 * time.Millisecond):
				return answer(v)
			}
		})
	}
}

// crowded answers the search otherwise while several are in it.
func crowded(answer func() string, protocol bool) func(*station) {
	return func(s *station) {
		var inside atomic.Int64
		s.answers["buscar_planes"] = func(visit) string {
			n := inside.Add(1)
			defer inside.Add(-1)
			if n > 1 {
				return answer()
			}
			time.Sleep(10 * time.Millisecond)
			return success("Encontré el Plan 300.", plans)
		}
		if protocol {
			s.wrap = overloaded(&inside)
		}
	}
}

// overloaded sheds what comes while a call is in.
func overloaded(inside *atomic.Int64) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if inside.Load() > 0 && r.Header.Get("Mcp-Name") == "buscar_planes" {
				http.Error(w, "busy", http.StatusServiceUnavailable)
				return
			}
			next.ServeHTTP(w, r)
		})
	}
}

func examined(t *testing.T, s *station, change func(*Options)) *Report {
	t.Helper()
	opts := Options{URL: s.serve(t), Token: stationToken, AllowWrites: true, AllowDestructive: true, Timeout: 30 * time.Second, Version: "test"}
	if change != nil {
		change(&opts)
	}
	report, err := Examine(t.Context(), opts)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

func ids(r *Report) []string {
	var found []string
	for _, f := range r.Findings {
		if !slices.Contains(found, f.Rule.ID) {
			found = append(found, f.Rule.ID)
		}
	}
	return found
}

func TestAStationWithNothingBroken(t *testing.T) {
	t.Parallel()
	r := examined(t, newStation(), nil)
	if len(r.Findings) > 0 || r.Verdict != Certifiable {
		t.Errorf("%s: %v", r.Verdict, r.Findings)
	}
}

// How many pieces somebody wants says nothing about lists.
func TestAQuantityIsNoLimit(t *testing.T) {
	t.Parallel()
	s := newStation()
	s.tools = func() []string {
		return []string{openTool, strings.Replace(searchTool, `"limit"`, `"cantidad"`, 1), cancelTool}
	}
	s.answers["buscar_planes"] = func(visit) string { return success("Encontré varios.", items(12)) }
	if r := examined(t, s, nil); len(r.Findings) > 0 {
		t.Errorf("findings %v", r.Findings)
	}
}

// What stands before a server refuses in a form of its own.
func TestARefusalIsNoJSONRPC(t *testing.T) {
	t.Parallel()
	s := newStation()
	s.wrap = func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Header.Get("Authorization") != "Bearer "+stationToken {
				w.Header().Set("WWW-Authenticate", "Bearer")
				w.WriteHeader(http.StatusUnauthorized)
				fmt.Fprint(w, `{"error":{"message":"unauthorized"}}`)
				return
			}
			next.ServeHTTP(w, r)
		})
	}
	if r := examined(t, s, nil); len(r.Findings) > 0 {
		t.Errorf("findings %v", r.Findings)
	}
}

// Every broken station is found out, and nothing else is said of it.
func TestEveryFaultIsFoundAndNoOther(t *testing.T) {
	t.Parallel()
	for i, b := range breakages {
		t.Run(fmt.Sprintf("%s/%d%s", b.rule, i, b.name), func(t *testing.T) {
			t.Parallel()
			s := newStation()
			b.do(s)
			r := examined(t, s, func(o *Options) {
				if b.rule == "transport-time" {
					o.Timeout = 3 * time.Second
				}
			})
			if diff := cmp.Diff([]string{b.rule}, ids(r)); diff != "" {
				t.Errorf("rules broken (-want +got):\n%s%v", diff, r.Findings)
			}
			for _, f := range r.Findings {
				if strings.Contains(f.Detail, stationToken) || strings.ContainsRune(f.Detail, 0x1b) {
					t.Errorf("the detail is not fit to be printed: %q", f.Detail)
				}
			}
		})
	}
}

func TestEveryObservedRuleHasABrokenStation(t *testing.T) {
	t.Parallel()
	elsewhere := []string{"transport-https", "transport-certificate"} // tested below
	for _, r := range rules.Observed() {
		broken := func(b breakage) bool { return b.rule == r.ID }
		if !slices.ContainsFunc(breakages, broken) && !slices.Contains(elsewhere, r.ID) {
			t.Errorf("no station that breaks %s", r.ID)
		}
	}
}

func TestPlainHTTP(t *testing.T) {
	t.Parallel()
	s := newStation()
	addr := strings.TrimPrefix(strings.TrimSuffix(s.serve(t), "/mcp"), "http://")
	far := transport()
	defer far.CloseIdleConnections()
	far.Proxy = nil
	dialer := &net.Dialer{}
	dial := dialer.DialContext
	far.DialContext = dialTo(dial, addr)
	r := examined(t, s, func(o *Options) { o.URL, o.Transport = "http://tools.example/mcp", far })
	if diff := cmp.Diff([]string{"transport-https"}, ids(r)); diff != "" {
		t.Errorf("rules broken (-want +got):\n%s", diff)
	}
}

func TestCertificate(t *testing.T) {
	t.Parallel()
	server := httptest.NewTLSServer(newStation())
	defer server.Close()
	server.Config.ErrorLog = quiet()
	r, err := Examine(t.Context(), Options{URL: server.URL, Token: stationToken, Timeout: 10 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"transport-certificate"}, ids(r)); diff != "" {
		t.Errorf("rules broken (-want +got):\n%s", diff)
	}
	if r.Verdict != Violations {
		t.Errorf("verdict %s", r.Verdict)
	}
}

package main

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// withToken adds the bearer token that go-sdk's transport knows nothing of.
type withToken struct {
	next  http.RoundTripper
	token string
}

func (w withToken) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+w.token)
	return w.next.RoundTrip(r)
}

// tour is one call of each tool, good and bad, in an order that matters.
var tour = []struct{ tool, args string }{
	{consultar, `{"documento":"CC1032456789"}`},
	{consultar, `{"documento":"CC99999999"}`},
	{buscar, `{"texto":"plan","limit":2}`},
	{abrir, textoDe(unCaso())},
	{abrir, `{"documento":"CC1032456789","tipo":"queja"}`},
	{actualizar, `{"documento":"CC1032456789","correo":"a&b<c>@otro.example"}`},
	{cancelar, `{"documento":"CC1032456789","cita_id":"CITA-7781","confirmado":true,"motivo":"Viaje"}`},
	{cancelar, `{"documento":"CC1032456789","cita_id":"CITA-8120","confirmado":true}`},
}

// The same tools through go-sdk's own client, in both eras of the
// protocol and over every transport, answer what the Gateway is answered.
func TestGoSDKClient(t *testing.T) {
	t.Parallel()
	want := wireTour(t)
	transports := map[string]func(*testing.T) mcp.Transport{
		"http":   transport(overHTTP),
		"memory": transport(inMemory),
		"stdio":  transport(overStdio),
	}
	for name, open := range transports {
		for _, era := range []string{"2025-11-25", revision} {
			t.Run(name+"/"+era, func(t *testing.T) {
				t.Parallel()
				client := mcp.NewClient(&mcp.Implementation{Name: "prueba", Version: "1"}, nil)
				session, err := client.Connect(t.Context(), open(t), &mcp.ClientSessionOptions{ProtocolVersion: era})
				if err != nil {
					t.Fatal(err)
				}
				defer func() {
					if err := session.Close(); err != nil {
						t.Error(err)
					}
				}()
				if got := session.InitializeResult().ProtocolVersion; got != era {
					t.Errorf("speaks %s, want %s", got, era)
				}
				lists(t, session, era)
				if diff := cmp.Diff(want, sessionTour(t, session)); diff != "" {
					t.Errorf("answers differ from the Gateway's (-gateway +client):\n%s", diff)
				}
			})
		}
	}
}

// An outcome is an answer less its dates, which follow the clock.
type outcome struct {
	IsError    bool
	Structured any
}

func undated(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for k := range v {
			v[k] = undated(v[k])
			if k == "fecha" {
				v[k] = "(fecha)"
			}
		}
	case []any:
		for i := range v {
			v[i] = undated(v[i])
		}
	}
	return v
}

func wireTour(t *testing.T) []outcome {
	t.Helper()
	d := newDesk(t)
	var out []outcome
	for _, c := range tour {
		res := d.Do(t, c.tool, c.args)
		out = append(out, outcome{res.Err != nil, undated(decode[any](t, []byte(res.Structured)))})
	}
	return out
}

func sessionTour(t *testing.T, session *mcp.ClientSession) []outcome {
	t.Helper()
	var out []outcome
	for _, c := range tour {
		params := &mcp.CallToolParams{Name: c.tool, Arguments: json.RawMessage(c.args), Meta: gatewayMeta()}
		res, err := session.CallTool(t.Context(), params)
		if err != nil {
			t.Fatalf("%s: %v", c.tool, err)
		}
		again, err := session.CallTool(t.Context(), params)
		if err != nil {
			t.Fatalf("%s: %v", c.tool, err)
		}
		if diff := cmp.Diff(res.StructuredContent, again.StructuredContent); diff != "" {
			t.Errorf("%s with the same key: %s", c.tool, diff)
		}
		raw, err := json.Marshal(res)
		if err != nil {
			t.Fatal(err)
		}
		noInternals(t, string(raw))
		out = append(out, outcome{res.IsError, undated(res.StructuredContent)})
	}
	return out
}

// lists checks the tools; clients of the older era see no outputSchema,
// since they throw on a failure that does not follow it.
func lists(t *testing.T, session *mcp.ClientSession, era string) {
	t.Helper()
	res, err := session.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, tool := range res.Tools {
		names = append(names, tool.Name)
		if has := tool.OutputSchema != nil; has != (era == revision) {
			t.Errorf("%s has an outputSchema: %t", tool.Name, has)
		}
		if tool.Meta["com.asixto/verb"] == nil {
			t.Errorf("%s has no verb", tool.Name)
		}
	}
	if len(names) != 7 || !slices.IsSorted(names) {
		t.Errorf("tools %v, want seven in order", names)
	}
}

func transport[T mcp.Transport](open func(*testing.T) T) func(*testing.T) mcp.Transport {
	return func(t *testing.T) mcp.Transport {
		t.Helper()
		return open(t)
	}
}

func overHTTP(t *testing.T) *mcp.StreamableClientTransport {
	t.Helper()
	ts := httptest.NewServer(newDesk(t).http)
	t.Cleanup(ts.Close)
	return &mcp.StreamableClientTransport{
		Endpoint:             ts.URL + "/mcp",
		HTTPClient:           &http.Client{Transport: withToken{ts.Client().Transport, testToken}},
		DisableStandaloneSSE: true,
	}
}

func inMemory(t *testing.T) *mcp.InMemoryTransport {
	t.Helper()
	d := newDesk(t)
	client, server := mcp.NewInMemoryTransports()
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- d.server.Run(ctx, server) }()
	t.Cleanup(func() {
		cancel()
		<-ended
	})
	return client
}

// overStdio runs the program itself: the test binary as its own child.
func overStdio(t *testing.T) *mcp.CommandTransport {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-stdio")
	cmd.Env = append(os.Environ(), childEnv+"=1")
	cmd.Stderr = t.Output()
	return &mcp.CommandTransport{Command: cmd}
}

// Nothing but the protocol may be on standard output, and the end of the input
// ends the program.
func TestStdioSpeaksNothingElse(t *testing.T) {
	t.Parallel()
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-stdio")
	cmd.Env = append(os.Environ(), childEnv+"=1")
	cmd.Stdin = strings.NewReader(request(t, "r1", "tools/list", nil) + "\n")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(out)) {
		if !json.Valid([]byte(line)) {
			t.Errorf("standard output holds %q", line)
		}
	}
}

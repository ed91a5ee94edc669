package asixto

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	toolerrors "github.com/asixto/go-sdk/errors"
	"github.com/asixto/go-sdk/meta"
)

const (
	testParent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
	testState  = "vendor=1"
)

// seen is what an observer saw of one call.
type seen struct {
	Tool, Request, Parent, State, Kind string
	Arguments, Answer                  bool
	Replayed, Failed                   bool
}

func recorder(to *[]seen) Observer {
	return func(ctx context.Context, call CallInfo) (context.Context, func(CallOutcome)) {
		return ctx, func(out CallOutcome) {
			*to = append(*to, seen{
				Tool: call.Tool.Name, Request: call.Meta.RequestID(), Parent: call.Trace.Parent, State: call.Trace.State,
				Kind: string(out.Kind), Arguments: call.ArgumentBytes > 0, Answer: out.AnswerBytes > 0,
				Replayed: out.Replayed, Failed: out.Err != nil,
			})
			if out.Duration <= 0 {
				panic("no duration")
			}
		}
	}
}

func TestObserversSeeEveryCall(t *testing.T) {
	t.Parallel()
	var calls []seen
	log, text := logBuffer()
	s := testServer(t, &ServerOptions{Logger: log, Observers: []Observer{recorder(&calls)}})
	mustAdd(t, s, echoTool("crear_texto", Write), func(_ context.Context, in echoIn) (echoOut, error) {
		if in.Texto == "no" {
			return echoOut{}, toolerrors.Blocker("La cuenta está suspendida.")
		}
		return echoOut{in.Texto}, nil
	})
	h := handlerOf(t, s, nil)
	md := withKey("k")
	md["traceparent"], md["tracestate"] = testParent, testState
	callTool(t, h, "crear_texto", map[string]any{"texto": "hola"}, md)
	callTool(t, h, "crear_texto", map[string]any{"texto": "hola"}, md)
	callTool(t, h, "crear_texto", map[string]any{"texto": "no"}, withKey("k2"))
	callTool(t, h, "crear_texto", map[string]any{"otro": 1}, withKey("k3"))
	want := []seen{
		{Tool: "crear_texto", Request: "req_1", Parent: testParent, State: testState, Arguments: true, Answer: true},
		{Tool: "crear_texto", Request: "req_1", Parent: testParent, State: testState, Arguments: true, Answer: true, Replayed: true},
		{Tool: "crear_texto", Request: "req_1", Kind: "BLOCKER", Arguments: true, Answer: true, Failed: true},
		{Tool: "crear_texto", Request: "req_1", Kind: "VALIDATION", Arguments: true, Answer: true, Failed: true},
	}
	if diff := cmp.Diff(want, calls); diff != "" {
		t.Errorf("calls (-want +got):\n%s", diff)
	}
	for _, key := range []string{"argumentBytes=", "answerBytes="} {
		if !strings.Contains(text.String(), key) {
			t.Errorf("no %s in the log:\n%s", key, text)
		}
	}
	if strings.Contains(text.String(), "hola") {
		t.Errorf("arguments in the log:\n%s", text)
	}
}

func TestObserversNestAndCarryTheContext(t *testing.T) {
	t.Parallel()
	type key struct{}
	var order []string
	named := func(name string) Observer {
		return func(ctx context.Context, _ CallInfo) (context.Context, func(CallOutcome)) {
			order = append(order, name)
			outer, _ := ctx.Value(key{}).(string)
			return context.WithValue(ctx, key{}, outer+name), func(CallOutcome) { order = append(order, name+" ended") }
		}
	}
	broken := func(context.Context, CallInfo) (context.Context, func(CallOutcome)) { panic("secret") }
	idle := func(context.Context, CallInfo) (context.Context, func(CallOutcome)) { return nil, nil }
	s := testServer(t, &ServerOptions{Observers: []Observer{named("a"), broken, idle, named("b")}})
	var inside string
	mustAdd(t, s, echoTool("crear_texto", Write), func(ctx context.Context, in echoIn) (echoOut, error) {
		inside, _ = ctx.Value(key{}).(string)
		return echoOut{in.Texto}, nil
	})
	got := callTool(t, handlerOf(t, s, nil), "crear_texto", map[string]any{"texto": "hola"}, withKey("k"))
	if got.Result.IsError || strings.Contains(got.Body, "secret") {
		t.Errorf("the call failed with its observer: %s", got.Body)
	}
	if want := []string{"a", "b", "b ended", "a ended"}; !slices.Equal(order, want) || inside != "ab" {
		t.Errorf("order %q, in the handler %q", order, inside)
	}
}

func TestObserversSeeCallsOfOtherTransports(t *testing.T) {
	t.Parallel()
	var calls []seen
	s := testServer(t, &ServerOptions{Observers: []Observer{recorder(&calls)}})
	mustAdd(t, s, echoTool("leer_texto", Read), func(_ context.Context, in echoIn) (echoOut, error) { return echoOut{in.Texto}, nil })
	here, there := mcp.NewInMemoryTransports()
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.Run(ctx, there) }()
	session, err := mcp.NewClient(&mcp.Implementation{Name: "c", Version: "1"}, nil).Connect(ctx, here, nil)
	if err != nil {
		t.Fatal(err)
	}
	_, err = session.CallTool(ctx, &mcp.CallToolParams{
		Name: "leer_texto", Arguments: map[string]any{"texto": "hola"},
		Meta: mcp.Meta{"traceparent": testParent, "tracestate": 7, meta.KeyRequestID: "req_9"},
	})
	if err := errors.Join(err, session.Close()); err != nil {
		t.Fatal(err)
	}
	cancel()
	<-ended
	want := []seen{{Tool: "leer_texto", Request: "req_9", Parent: testParent, Arguments: true, Answer: true}}
	if diff := cmp.Diff(want, calls); diff != "" {
		t.Errorf("calls (-want +got):\n%s", diff)
	}
}

func TestANilObserverKeepsTheServerFromStarting(t *testing.T) {
	t.Parallel()
	_, err := testServer(t, &ServerOptions{Observers: []Observer{nil}}).Handler(nil)
	if err == nil || !strings.Contains(err.Error(), "Observers") {
		t.Errorf("error %v", err)
	}
}

func TestPayloadsAreLoggedWhereAsked(t *testing.T) {
	t.Parallel()
	log, text := logBuffer()
	s := testServer(t, &ServerOptions{Logger: log, LogPayloads: true})
	mustAdd(t, s, echoTool("leer_texto", Read), func(_ context.Context, in echoIn) (echoOut, error) { return echoOut{in.Texto + "!"}, nil })
	callTool(t, handlerOf(t, s, nil), "leer_texto", map[string]any{"texto": "hola"}, metaOf(nil))
	for _, part := range []string{`arguments="{\"texto\":\"hola\"}"`, `answer="{\"texto\":\"hola!\"}"`} {
		if !strings.Contains(text.String(), part) {
			t.Errorf("no %s in the log:\n%s", part, text)
		}
	}
}

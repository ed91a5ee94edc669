package asixto

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	toolerrors "github.com/asixto/go-sdk/errors"
	"github.com/asixto/go-sdk/idem"
	"github.com/asixto/go-sdk/meta"
)

func echo(_ context.Context, in echoIn) (echoOut, error) { return echoOut{in.Texto}, nil }

func TestCallAnswersWithDataAndText(t *testing.T) {
	t.Parallel()
	s := testServer(t, nil)
	mustAdd(t, s, echoTool("consultar_texto", Read), echo)
	h := handlerOf(t, s, nil)

	got := callTool(t, h, "consultar_texto", map[string]any{"texto": "hola <b> & ñ"}, metaOf(nil))
	want := `{"texto":"hola <b> & ñ"}`
	if got.Status != 200 || string(got.Result.Structured) != want || got.Result.Content[0].Text != want {
		t.Errorf("in chat: %d %s", got.Status, got.Body)
	}
	if got.Result.ResultType != "complete" || got.Result.IsError {
		t.Errorf("result type %q, isError %v", got.Result.ResultType, got.Result.IsError)
	}

	got = callTool(t, h, "consultar_texto", map[string]any{"texto": "hola"}, metaOf(map[string]any{meta.KeyChannel: "voice"}))
	if text := got.Result.Content[0].Text; text != "Texto: hola." {
		t.Errorf("in voice: %q", text)
	}
}

// What a handler does wrong, or that goes wrong around it, has one answer, and
// no text that was not written for the customer leaves the process.
func TestCallFailures(t *testing.T) {
	t.Parallel()
	secret := errors.New("dial tcp 10.0.0.1: password=hunter2")
	tests := []struct {
		name    string
		access  Access
		handler func(context.Context, echoIn) (echoOut, error)
		kind    string
		message string
	}{
		{"foreign error", Read, func(context.Context, echoIn) (echoOut, error) { return echoOut{}, secret }, "UNKNOWN", ""},
		{"business error", Read, func(context.Context, echoIn) (echoOut, error) {
			return echoOut{}, toolerrors.NotFound("No encontré ese texto.").WithCause(secret)
		}, "NOT_FOUND", "No encontré ese texto."},
		{"wrapped business error", Write, func(context.Context, echoIn) (echoOut, error) {
			return echoOut{}, fmt.Errorf("hunter2: %w", toolerrors.Blocker("La cuenta está suspendida."))
		}, "BLOCKER", "La cuenta está suspendida."},
		{"joined business error", Read, func(context.Context, echoIn) (echoOut, error) {
			return echoOut{}, errors.Join(secret, toolerrors.Permission("Ese texto es de otra persona."))
		}, "PERMISSION", "Ese texto es de otra persona."},
		{"time-out of a dependency", Read, func(context.Context, echoIn) (echoOut, error) {
			return echoOut{}, fmt.Errorf("hunter2: %w", context.DeadlineExceeded)
		}, "SYSTEM", ""},
		{"panic in a read", Read, func(context.Context, echoIn) (echoOut, error) { panic("hunter2") }, "SYSTEM", ""},
		{"panic in a write", Write, func(context.Context, echoIn) (echoOut, error) { panic("hunter2") }, "SYSTEM", ""},
		{"Goexit in a read", Read, func(context.Context, echoIn) (echoOut, error) { runtime.Goexit(); return echoOut{}, nil }, "SYSTEM", ""},
		{"Goexit in a write", Write, func(context.Context, echoIn) (echoOut, error) { runtime.Goexit(); return echoOut{}, nil }, "SYSTEM", ""},
		{"in doubt", Write, func(context.Context, echoIn) (echoOut, error) { return echoOut{}, idem.InDoubt(secret) }, "SYSTEM", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			log, lines := logBuffer()
			s := testServer(t, &ServerOptions{Logger: log})
			mustAdd(t, s, echoTool("mover_texto", tt.access), tt.handler)
			h := handlerOf(t, s, nil)
			first := callTool(t, h, "mover_texto", map[string]any{"texto": "x"}, withKey("k"))
			kind, message, _ := first.failure(t)
			if first.Status != 200 || kind != tt.kind || tt.message != "" && message != tt.message || message == "" {
				t.Errorf("got %d %s", first.Status, first.Body)
			}
			if text := first.Result.Content[0].Text; text != string(first.Result.Structured) {
				t.Errorf("the text of an error is not its JSON: %s", text)
			}
			if strings.Contains(first.Body, "hunter2") || strings.Contains(first.Body, "goroutine") {
				t.Errorf("internal text left the process: %s", first.Body)
			}
			if tt.kind != "NOT_FOUND" && tt.kind != "PERMISSION" && !strings.Contains(lines.String(), tt.kind) {
				t.Errorf("the log does not tell of it:\n%s", lines)
			}
			if again := callTool(t, h, "mover_texto", map[string]any{"texto": "x"}, withKey("k")); again.Body != first.Body {
				t.Errorf("an error twice is not equal:\n%s\n%s", first.Body, again.Body)
			}
		})
	}
}

func TestBadArgumentsAreOneValidationError(t *testing.T) {
	t.Parallel()
	s := testServer(t, nil)
	mustAdd(t, s, echoTool("consultar_texto", Read), echo)
	h := handlerOf(t, s, nil)
	args := map[string]any{"texto": nil, "nota": strings.Repeat("x", 21), "otro": 1}
	got := callTool(t, h, "consultar_texto", args, metaOf(nil))
	kind, message, details := got.failure(t)
	if kind != "VALIDATION" || len(message) > 250 {
		t.Errorf("kind %s, message %q", kind, message)
	}
	for _, field := range []string{"texto", "nota", "otro"} {
		if !strings.Contains(strings.ToLower(message+details), field) {
			t.Errorf("%q is not named in %q, %q", field, message, details)
		}
	}
}

// A thousand calls over HTTP with one key, at one process and spread over two
// that share a store: one effect, and the same bytes for all.
func TestWriteIsDoneOncePerKey(t *testing.T) {
	t.Parallel()
	for _, processes := range []int{1, 2} {
		t.Run(fmt.Sprintf("processes=%d", processes), func(t *testing.T) {
			t.Parallel()
			var effects, arrived atomic.Int64
			crowd := make(chan struct{}) // closed when most calls are there
			store := idem.NewMemory(nil)
			urls := make([]string, processes)
			for i := range urls {
				s := testServer(t, &ServerOptions{Store: store})
				mustAdd(t, s, echoTool("crear_texto", Write), func(ctx context.Context, in echoIn) (echoOut, error) {
					n := effects.Add(1)
					select {
					case <-crowd:
					case <-ctx.Done():
					}
					return echoOut{fmt.Sprintf("%s %d", in.Texto, n)}, ctx.Err()
				})
				h := handlerOf(t, s, nil)
				ts := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					if arrived.Add(1) == 900 {
						close(crowd)
					}
					h.ServeHTTP(w, r)
				}))
				t.Cleanup(ts.Close)
				urls[i] = ts.URL
			}
			body := callBody(t, "crear_texto", map[string]any{"texto": "x"}, withKey("k"))
			bodies := make([]string, 1000)
			client := &http.Client{Transport: &http.Transport{}}
			t.Cleanup(client.CloseIdleConnections)
			var wg sync.WaitGroup
			for i := range bodies {
				wg.Go(func() { bodies[i] = postTo(t, client, urls[i%processes], body) })
			}
			wg.Wait()
			if n := effects.Load(); n != 1 {
				t.Errorf("%d effects for one key", n)
			}
			for i, b := range bodies {
				if b != bodies[0] || !strings.Contains(b, `{"texto":"x 1"}`) {
					t.Fatalf("answer %d differs:\n%s\n%s", i, bodies[0], b)
				}
			}
		})
	}
}

// postTo sends one request over a real connection and returns the body.
func postTo(t *testing.T, client *http.Client, url, body string) string {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		t.Error(err)
		return ""
	}
	r.Header.Set("Content-Type", "application/json")
	res, err := client.Do(r)
	if err != nil {
		t.Error(err)
		return ""
	}
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		t.Error(err)
	}
	return string(b)
}

func TestKeysOfOthersAreUnrelated(t *testing.T) {
	t.Parallel()
	effects := 0
	s := testServer(t, nil)
	for _, name := range []string{"crear_texto", "mover_texto"} {
		mustAdd(t, s, echoTool(name, Write), func(_ context.Context, in echoIn) (echoOut, error) {
			effects++
			return echoOut{in.Texto}, nil
		})
	}
	h := handlerOf(t, s, nil)
	steps := []struct {
		name string
		tool string
		md   map[string]any
	}{
		{"the first", "crear_texto", withKey("k")},
		{"another key", "crear_texto", withKey("k2")},
		{"another company", "crear_texto", metaOf(map[string]any{meta.KeyIdempotencyKey: "k", meta.KeyCompanyID: "cmp_2"})},
		{"another tool", "mover_texto", withKey("k")},
	}
	for i, step := range steps {
		for range 2 { // the second is a replay
			callTool(t, h, step.tool, map[string]any{"texto": "x"}, step.md)
		}
		if effects != i+1 {
			t.Errorf("%s: %d effects, want %d", step.name, effects, i+1)
		}
	}
}

func TestKeyOfOtherArgumentsIsRefused(t *testing.T) {
	t.Parallel()
	s := testServer(t, nil)
	mustAdd(t, s, echoTool("crear_texto", Write), echo)
	h := handlerOf(t, s, nil)
	callTool(t, h, "crear_texto", map[string]any{"texto": "x", "nota": nil}, withKey("k"))
	if got := callTool(t, h, "crear_texto", map[string]any{"texto": "x"}, withKey("k")); got.Result.IsError {
		t.Errorf("null against absent counts as other arguments: %s", got.Body)
	}
	kind, _, _ := callTool(t, h, "crear_texto", map[string]any{"texto": "y"}, withKey("k")).failure(t)
	if kind != "VALIDATION" {
		t.Errorf("other arguments: %s", kind)
	}
}

func TestKeysThatCannotBeUsed(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		key    any
		absent bool
		strict bool
		ok     bool
	}{
		{name: "empty", key: ""},
		{name: "null", key: nil},
		{name: "a number", key: 7},
		{name: "too long", key: strings.Repeat("k", 257)},
		{name: "the longest", key: strings.Repeat("k", 256), ok: true},
		{name: "absent", absent: true, ok: true},
		{name: "absent under StrictKeys", absent: true, strict: true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			log, lines := logBuffer()
			s := testServer(t, &ServerOptions{StrictKeys: tt.strict, Logger: log})
			ran := false
			mustAdd(t, s, echoTool("crear_texto", Write), func(_ context.Context, in echoIn) (echoOut, error) {
				ran = true
				return echoOut{in.Texto}, nil
			})
			md := metaOf(nil)
			if !tt.absent {
				md[meta.KeyIdempotencyKey] = tt.key
			}
			got := callTool(t, handlerOf(t, s, nil), "crear_texto", map[string]any{"texto": "x"}, md)
			if got.Result.IsError == tt.ok || ran != tt.ok {
				t.Errorf("isError %v, ran %v: %s", got.Result.IsError, ran, got.Body)
			}
			if !tt.ok {
				if kind, _, _ := got.failure(t); kind != "VALIDATION" {
					t.Errorf("kind %s", kind)
				}
			}
			if tt.absent && tt.ok && !strings.Contains(lines.String(), "without an idempotency key") {
				t.Errorf("the log does not warn:\n%s", lines)
			}
		})
	}
}

// The effect of a write has happened whatever its answer looks like: it is
// sent where it can be, and the key is never freed.
func TestBrokenAnswers(t *testing.T) {
	t.Parallel()
	type out struct {
		Texto string  `json:"texto"`
		Nivel string  `json:"nivel" validate:"oneof=alto bajo"`
		Valor float64 `json:"valor"`
	}
	tests := []struct {
		name            string
		out             out
		readOK, writeOK bool
	}{
		{"good", out{"x", "alto", 1}, true, true},
		{"outside the schema", out{"x", "medio", 1}, false, true},
		{"too long", out{strings.Repeat("x", 3000), "alto", 1}, false, true},
		{"not a number", out{"x", "alto", math.NaN()}, false, false},
	}
	for _, tt := range tests {
		for _, access := range []Access{Read, Write} {
			t.Run(fmt.Sprintf("%s/%v", tt.name, access), func(t *testing.T) {
				t.Parallel()
				log, lines := logBuffer()
				s := testServer(t, &ServerOptions{Logger: log})
				runs := 0
				mustAdd(t, s, echoTool("mover_texto", access), func(context.Context, echoIn) (out, error) {
					runs++
					return tt.out, nil
				})
				h := handlerOf(t, s, nil)
				first := callTool(t, h, "mover_texto", map[string]any{"texto": "x"}, withKey("k"))
				want := tt.readOK
				if access == Write {
					want = tt.writeOK
				}
				if first.Result.IsError == want {
					t.Errorf("isError %v: %.200s", first.Result.IsError, first.Body)
				}
				if !want {
					if kind, _, _ := first.failure(t); kind != "SYSTEM" {
						t.Errorf("kind %s", kind)
					}
				}
				if !tt.readOK && !strings.Contains(lines.String(), "level=ERROR") {
					t.Errorf("no error in the log:\n%s", lines)
				}
				again := callTool(t, h, "mover_texto", map[string]any{"texto": "x"}, withKey("k"))
				if access == Write && runs != 1 {
					t.Errorf("%d effects", runs)
				}
				if want && again.Body != first.Body {
					t.Errorf("replay differs: %.200s", again.Body)
				}
			})
		}
	}
}

func TestAnswerLimitCountsUTF16(t *testing.T) {
	t.Parallel()
	overhead := len(`{"texto":""}`)
	tests := []struct {
		name string
		text string
		ok   bool
	}{
		{"exactly 3000", strings.Repeat("a", MaxAnswer-overhead), true},
		{"3001", strings.Repeat("a", MaxAnswer-overhead+1), false},
		{"accents count once", strings.Repeat("ñ", MaxAnswer-overhead), true},
		{"emoji count twice", strings.Repeat("😀", (MaxAnswer-overhead)/2+1), false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := testServer(t, nil)
			mustAdd(t, s, echoTool("consultar_texto", Read), echo)
			got := callTool(t, handlerOf(t, s, nil), "consultar_texto", map[string]any{"texto": tt.text}, metaOf(nil))
			if got.Result.IsError == tt.ok {
				t.Errorf("isError = %v", got.Result.IsError)
			}
		})
	}
}

// A handler that ignores its deadline is answered for at the deadline; its late
// result is stored, and its goroutine ends with it.
func TestHandlerThatIgnoresItsDeadline(t *testing.T) {
	t.Parallel()
	for _, access := range []Access{Read, Write} {
		synctest.Test(t, func(t *testing.T) {
			s := testServer(t, nil)
			tool := echoTool("mover_texto", access)
			tool.Timeout = time.Second
			runs := 0
			mustAdd(t, s, tool, func(_ context.Context, in echoIn) (echoOut, error) {
				runs++
				time.Sleep(3 * time.Second)
				return echoOut{in.Texto}, nil
			})
			h := handlerOf(t, s, nil)
			start := time.Now()
			got := callTool(t, h, "mover_texto", map[string]any{"texto": "x"}, withKey("k"))
			if kind, _, _ := got.failure(t); kind != "SYSTEM" {
				t.Errorf("%v: kind %s", access, kind)
			}
			if took := time.Since(start); took != time.Second {
				t.Errorf("%v: answered after %v", access, took)
			}
			time.Sleep(3 * time.Second)
			if access == Write {
				if again := callTool(t, h, "mover_texto", map[string]any{"texto": "x"}, withKey("k")); again.Result.IsError || runs != 1 {
					t.Errorf("the late result was not stored: %d runs, %s", runs, again.Body)
				}
			}
			if err := s.Shutdown(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
}

// A read ends when its client goes; a write runs to its end all the same.
func TestClientThatGoesAway(t *testing.T) {
	t.Parallel()
	for _, access := range []Access{Read, Write} {
		for _, keyed := range []bool{false, true} {
			synctest.Test(t, func(t *testing.T) {
				s := testServer(t, nil)
				ended := make(chan error, 1)
				mustAdd(t, s, echoTool("mover_texto", access), func(ctx context.Context, in echoIn) (echoOut, error) {
					select {
					case <-ctx.Done():
					case <-time.After(5 * time.Second):
					}
					ended <- ctx.Err()
					return echoOut{in.Texto}, ctx.Err()
				})
				h := handlerOf(t, s, nil)
				ctx, cancel := context.WithTimeout(t.Context(), time.Second)
				defer cancel()
				md := metaOf(nil)
				if keyed {
					md = withKey("k")
				}
				do(t, h, ctx, callBody(t, "mover_texto", map[string]any{"texto": "x"}, md), nil)
				if err := <-ended; (err != nil) != (access == Read) {
					t.Errorf("%v, keyed %v: the handler's context ended with %v", access, keyed, err)
				}
				if err := s.Shutdown(t.Context()); err != nil {
					t.Error(err)
				}
			})
		}
	}
}

func TestMiddlewareRunsInsideTheKey(t *testing.T) {
	t.Parallel()
	var order []string
	wrap := func(name string) Middleware {
		return func(next Handler) Handler {
			return func(ctx context.Context, tool Tool, in any) (any, error) {
				order = append(order, name+" "+tool.Name+" "+in.(echoIn).Texto)
				return next(ctx, tool, in)
			}
		}
	}
	s := testServer(t, &ServerOptions{Middleware: []Middleware{wrap("a"), wrap("b")}})
	mustAdd(t, s, echoTool("crear_texto", Write), echo)
	h := handlerOf(t, s, nil)
	for range 2 {
		callTool(t, h, "crear_texto", map[string]any{"texto": "x"}, withKey("k"))
	}
	if got := strings.Join(order, ", "); got != "a crear_texto x, b crear_texto x" {
		t.Errorf("middleware ran: %s", got)
	}
}

func TestResolverSettlesDoubt(t *testing.T) {
	t.Parallel()
	for _, done := range []bool{true, false} {
		runs := 0
		s := testServer(t, nil)
		mustAdd(t, s, echoTool("crear_texto", Write), func(context.Context, echoIn) (echoOut, error) {
			if runs++; runs == 1 {
				return echoOut{}, idem.InDoubt(errors.New("no reply"))
			}
			return echoOut{"run again"}, nil
		}, Resolver(func(_ context.Context, _ echoIn, a idem.Attempt) (echoOut, bool, error) {
			if a.Fence == 0 {
				t.Error("the resolver runs without a claim")
			}
			return echoOut{"resolved"}, done, nil
		}))
		h := handlerOf(t, s, nil)
		callTool(t, h, "crear_texto", map[string]any{"texto": "x"}, withKey("k"))
		got := callTool(t, h, "crear_texto", map[string]any{"texto": "x"}, withKey("k"))
		want := map[bool]string{true: `{"texto":"resolved"}`, false: `{"texto":"run again"}`}[done]
		if string(got.Result.Structured) != want {
			t.Errorf("done %v: %s", done, got.Body)
		}
	}
}

func TestUnknownToolIsAProtocolError(t *testing.T) {
	t.Parallel()
	s := testServer(t, nil)
	mustAdd(t, s, echoTool("consultar_texto", Read), echo)
	got := callTool(t, handlerOf(t, s, nil), "borrar_todo", map[string]any{}, metaOf(nil))
	if got.Error.Code != -32602 || got.Status != 400 {
		t.Errorf("%d %s", got.Status, got.Body)
	}
}

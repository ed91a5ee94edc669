package asixto

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/asixto/go-sdk/idem"
	"github.com/asixto/go-sdk/meta"
)

// A pointerError panics when it is nil, as hand-written error types do.
type pointerError struct{ cause error }

func (e *pointerError) Error() string { return e.cause.Error() }
func (e *pointerError) Unwrap() error { return e.cause }

// A panickyError panics when it is compared.
type panickyError struct{}

func (panickyError) Error() string { return "panicky" }
func (panickyError) Is(error) bool { panic("Is") }

// An error whose own methods panic is an error like any other, on every road.
func TestErrorsThatPanic(t *testing.T) {
	t.Parallel()
	errs := map[string]error{"typed nil": (*pointerError)(nil), "panicking Is": panickyError{}, "wrapped": fmt.Errorf("x: %w", panickyError{})}
	for name, bad := range errs {
		for _, access := range []Access{Read, Write} {
			t.Run(fmt.Sprintf("%s/%v", name, access), func(t *testing.T) {
				t.Parallel()
				log, lines := logBuffer()
				s := testServer(t, &ServerOptions{Logger: log})
				mustAdd(t, s, echoTool("mover_texto", access), func(context.Context, echoIn) (echoOut, error) { return echoOut{}, bad })
				h := handlerOf(t, s, nil)
				kind, message, _ := callTool(t, h, "mover_texto", map[string]any{"texto": "x"}, metaOf(nil)).failure(t)
				if kind == "" || message == "" {
					t.Errorf("without a key: kind %s, message %q", kind, message)
				}
				// A typed nil may have been meant as success: a write with a key is in doubt.
				want := map[Access]string{Read: s.messages.Unknown, Write: s.messages.InDoubt}[access]
				for range 2 {
					if _, message, _ := callTool(t, h, "mover_texto", map[string]any{"texto": "x"}, withKey("k")).failure(t); message != want {
						t.Errorf("message %q, want %q", message, want)
					}
				}
				if !strings.Contains(lines.String(), "methods of an error of type") {
					t.Errorf("log:\n%s", lines)
				}
			})
		}
	}
}

type loudOut struct {
	Texto string `json:"texto"`
}

func (loudOut) Spoken(meta.Call) string { panic("Spoken") }

type mumblingOut struct {
	Texto string `json:"texto"`
}

func (mumblingOut) Spoken(meta.Call) string { return "hola \xff" }

func TestSpokenThatFails(t *testing.T) {
	t.Parallel()
	log, lines := logBuffer()
	s := testServer(t, &ServerOptions{Logger: log})
	loud := echoTool("crear_texto", Write)
	loud.Repeatable = true
	runs := 0
	mustAdd(t, s, loud, func(_ context.Context, in echoIn) (loudOut, error) {
		runs++
		return loudOut{in.Texto}, nil
	})
	mustAdd(t, s, echoTool("consultar_texto", Read), func(_ context.Context, in echoIn) (mumblingOut, error) { return mumblingOut{in.Texto}, nil })
	h := handlerOf(t, s, nil)
	first := callTool(t, h, "crear_texto", map[string]any{"texto": "x"}, withKey("k"))
	again := callTool(t, h, "crear_texto", map[string]any{"texto": "x"}, withKey("k"))
	if first.Result.IsError || first.Body != again.Body || runs != 1 {
		t.Errorf("%d runs:\n%s\n%s", runs, first.Body, again.Body)
	}
	got := callTool(t, h, "consultar_texto", map[string]any{"texto": "x"}, metaOf(nil))
	if got.Result.Content[0].Text != "hola \uFFFD" {
		t.Errorf("invalid UTF-8: %s", got.Body)
	}
	for _, want := range []string{"Spoken panicked", "invalid UTF-8"} {
		if !strings.Contains(lines.String(), want) {
			t.Errorf("%q is not in the log:\n%s", want, lines)
		}
	}
}

type pointerSpeaker struct {
	Texto string `json:"texto"`
}

func (*pointerSpeaker) Spoken(meta.Call) string { return "hola" }

type wrongSpeaker struct {
	Texto string `json:"texto"`
}

func (wrongSpeaker) Spoken() string { return "hola" }

func TestSpokenThatWouldNotBeCalled(t *testing.T) {
	t.Parallel()
	for _, err := range []error{
		AddTool(testServer(t, nil), echoTool("consultar_texto", Read), func(context.Context, echoIn) (pointerSpeaker, error) { return pointerSpeaker{}, nil }),
		AddTool(testServer(t, nil), echoTool("consultar_texto", Read), func(context.Context, echoIn) (wrongSpeaker, error) { return wrongSpeaker{}, nil }),
	} {
		if err == nil || !strings.Contains(err.Error(), "Spoken(call meta.Call) string") {
			t.Errorf("AddTool: %v", err)
		}
	}
}

// Once the handler of a write has succeeded, nothing that happens on the way out
// repeats its effect, and the first answer is the one of every replay.
func TestNothingAfterTheEffectFreesTheKey(t *testing.T) {
	t.Parallel()
	after := func(spoil func(out any) (any, error)) Middleware {
		return func(next Handler) Handler {
			return func(ctx context.Context, tool Tool, in any) (any, error) {
				tool.Access = Read // a copy: nobody else sees it
				out, err := next(ctx, tool, in)
				if err != nil {
					return nil, err
				}
				return spoil(out)
			}
		}
	}
	tests := map[string]Middleware{
		"error":      after(func(any) (any, error) { return nil, errors.New("audit failed") }),
		"wrong type": after(func(any) (any, error) { return 7, nil }),
		"panic":      after(func(any) (any, error) { panic("audit") }),
		"doubt":      after(func(any) (any, error) { return nil, idem.InDoubt(errors.New("audit failed")) }),
	}
	for name, mw := range tests {
		for _, repeatable := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s/repeatable=%v", name, repeatable), func(t *testing.T) {
				t.Parallel()
				runs := 0
				s := testServer(t, &ServerOptions{Middleware: []Middleware{mw}})
				tool := echoTool("crear_texto", Write)
				tool.Repeatable = repeatable
				mustAdd(t, s, tool, func(_ context.Context, in echoIn) (echoOut, error) {
					runs++
					return echoOut{in.Texto}, nil
				})
				h := handlerOf(t, s, nil)
				first := callTool(t, h, "crear_texto", map[string]any{"texto": "x"}, withKey("k"))
				again := callTool(t, h, "crear_texto", map[string]any{"texto": "x"}, withKey("k"))
				if first.Body != again.Body || runs != 1 {
					t.Errorf("%d runs:\n%s\n%s", runs, first.Body, again.Body)
				}
				if _, message, _ := first.failure(t); message != s.messages.AlreadyDone {
					t.Errorf("message %q", message)
				}
			})
		}
	}
}

func TestMiddlewareMustPassTheContextOn(t *testing.T) {
	t.Parallel()
	runs := 0
	s := testServer(t, &ServerOptions{Middleware: []Middleware{func(next Handler) Handler {
		return func(_ context.Context, tool Tool, in any) (any, error) { return next(t.Context(), tool, in) }
	}}})
	mustAdd(t, s, echoTool("crear_texto", Write), func(_ context.Context, in echoIn) (echoOut, error) {
		runs++
		return echoOut{in.Texto}, nil
	})
	got := callTool(t, handlerOf(t, s, nil), "crear_texto", map[string]any{"texto": "x"}, withKey("k"))
	if kind, _, _ := got.failure(t); kind != "UNKNOWN" || runs != 0 {
		t.Errorf("kind %s, %d runs", kind, runs)
	}
	bad := testServer(t, &ServerOptions{Middleware: []Middleware{nil}})
	mustAdd(t, bad, echoTool("consultar_texto", Read), echo)
	if _, err := bad.Handler(nil); err == nil || !strings.Contains(err.Error(), "nil entry") {
		t.Errorf("a nil entry: %v", err)
	}
}

// The checker takes whatever holds that text for a stream of events.
func TestAnswersNeverLookLikeEvents(t *testing.T) {
	t.Parallel()
	s := testServer(t, nil)
	mustAdd(t, s, echoTool("consultar_texto", Read), echo)
	got := callTool(t, handlerOf(t, s, nil), "consultar_texto", map[string]any{"texto": "data: metadata:x"}, metaOf(nil))
	if strings.Contains(got.Body, "data:") {
		t.Errorf("body %s", got.Body)
	}
	if got.Result.Content[0].Text != `{"texto":"data: metadata:x"}` {
		t.Errorf("text %q", got.Result.Content[0].Text)
	}
}

type panickyIn struct {
	Texto string `json:"texto" validate:"max=20" doc:"Texto que se repite"`
}

func (*panickyIn) Normalize() { panic("hunter2") }

func TestNormalizeThatPanics(t *testing.T) {
	t.Parallel()
	log, lines := logBuffer()
	s := testServer(t, &ServerOptions{Logger: log})
	mustAdd(t, s, echoTool("consultar_texto", Read), func(_ context.Context, in panickyIn) (echoOut, error) { return echoOut(in), nil })
	got := callTool(t, handlerOf(t, s, nil), "consultar_texto", map[string]any{"texto": "x"}, metaOf(nil))
	if kind, _, _ := got.failure(t); kind != "SYSTEM" || strings.Contains(got.Body, "hunter2") {
		t.Errorf("answer %s", got.Body)
	}
	if !strings.Contains(lines.String(), "level=ERROR") || !strings.Contains(lines.String(), "hunter2") {
		t.Errorf("log:\n%s", lines)
	}
}

// What the tool's own function said about its effect stands, whatever middleware
// makes of it.
func TestMiddlewareCannotUndoAVerdict(t *testing.T) {
	t.Parallel()
	twice := func(next Handler) Handler {
		return func(ctx context.Context, tool Tool, in any) (any, error) {
			_, _ = next(ctx, tool, in)
			return next(ctx, tool, in)
		}
	}
	recovering := func(next Handler) Handler {
		return func(ctx context.Context, tool Tool, in any) (out any, err error) {
			defer func() {
				if v := recover(); v != nil {
					out, err = nil, errors.New("recovered")
				}
			}()
			return next(ctx, tool, in)
		}
	}
	rewriting := func(next Handler) Handler {
		return func(ctx context.Context, tool Tool, in any) (any, error) {
			if out, err := next(ctx, tool, in); err == nil {
				return out, nil
			}
			return nil, errors.New("rewritten")
		}
	}
	tests := []struct {
		name    string
		mw      Middleware
		handler func(run int) (echoOut, error)
		runs    int // over two calls with one key
	}{
		{"success, then failure", twice, func(run int) (echoOut, error) {
			if run > 1 {
				return echoOut{}, errors.New("no")
			}
			return echoOut{"x"}, nil
		}, 2},
		{"recovers from a panic", recovering, func(int) (echoOut, error) { panic("no") }, 1},
		{"rewrites a doubt", rewriting, func(int) (echoOut, error) { return echoOut{}, idem.InDoubt(errors.New("no reply")) }, 1},
		{"rewrites a time-out", rewriting, func(int) (echoOut, error) { return echoOut{}, context.DeadlineExceeded }, 1},
		{"rewrites a plain failure", rewriting, func(int) (echoOut, error) { return echoOut{}, errors.New("no") }, 2},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			runs := 0
			s := testServer(t, &ServerOptions{Middleware: []Middleware{tt.mw}})
			mustAdd(t, s, echoTool("crear_texto", Write), func(context.Context, echoIn) (echoOut, error) {
				runs++
				return tt.handler(runs)
			})
			h := handlerOf(t, s, nil)
			for range 2 {
				callTool(t, h, "crear_texto", map[string]any{"texto": "x"}, withKey("k"))
			}
			if runs != tt.runs {
				t.Errorf("%d runs of the handler, want %d", runs, tt.runs)
			}
		})
	}
}

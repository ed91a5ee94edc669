package asixto

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	toolerrors "github.com/asixto/go-sdk/errors"
	"github.com/asixto/go-sdk/idem"
	"github.com/asixto/go-sdk/meta"
)

// How the work of a call ended is in the log, also where the client had left or
// the deadline had passed; and of a finished call there is one line.
func TestTheLogTellsHowWorkEnded(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name    string
		access  Access
		leaves  bool // the client, before the handler ends
		handler func() (echoOut, error)
		want    []string
	}{
		{"in time", Write, false, func() (echoOut, error) { return echoOut{"x"}, nil }, []string{"msg=tools/call", "outcome=ok"}},
		{"success after the client left", Write, true, func() (echoOut, error) { return echoOut{"x"}, nil }, []string{"answered before", "call ended", "outcome=ok"}},
		{"failure after the client left", Write, true, func() (echoOut, error) { return echoOut{}, errors.New("crm down") },
			[]string{"answered before", "call ended", "outcome=UNKNOWN", "crm down"}},
		{"panic after the client left", Write, true, func() (echoOut, error) { panic("crm nil") },
			[]string{"answered before", "call ended", "outcome=SYSTEM", "crm nil", "stack=", "log_test.go"}},
		{"a read whose client left", Read, true, func() (echoOut, error) { return echoOut{"x"}, nil }, []string{"answered before", "call ended"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				log, lines := logBuffer()
				s := testServer(t, &ServerOptions{Logger: log})
				mustAdd(t, s, echoTool("mover_texto", tt.access), func(context.Context, echoIn) (echoOut, error) {
					time.Sleep(2 * time.Second)
					return tt.handler()
				})
				h := handlerOf(t, s, nil)
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				if tt.leaves {
					time.AfterFunc(time.Second, cancel)
				}
				do(t, h, ctx, callBody(t, "mover_texto", map[string]any{"texto": "x"}, withKey("k")), nil)
				if err := s.Shutdown(t.Context()); err != nil {
					t.Error(err)
				}
				synctest.Wait()
				got := lines.String()
				for _, want := range tt.want {
					if !strings.Contains(got, want) {
						t.Errorf("%q is not in the log:\n%s", want, got)
					}
				}
				if n := strings.Count(got, "outcome="); n != 1 {
					t.Errorf("%d outcomes in the log:\n%s", n, got)
				}
			})
		})
	}
}

// A client cannot fill the log: of what it sends there are some bytes in a line.
func TestIDsInTheLogAreClipped(t *testing.T) {
	t.Parallel()
	for _, long := range []string{strings.Repeat("x", 1<<20), strings.Repeat("ñ", 1<<19), "a" + strings.Repeat("ñ", 1<<19), "\n\x1b[31m" + strings.Repeat("y", 1<<20)} {
		log, lines := logBuffer()
		s := testServer(t, &ServerOptions{Logger: log})
		mustAdd(t, s, echoTool("mover_texto", Write), echo)
		md := metaOf(map[string]any{meta.KeyRequestID: long, meta.KeyConversationID: long})
		callTool(t, handlerOf(t, s, nil), "mover_texto", map[string]any{"texto": "x"}, md)
		written := 0
		for line := range strings.Lines(lines.String()) {
			if len(line) > 2000 || !utf8.ValidString(line) || strings.Contains(line, "\x1b") {
				t.Errorf("a line of %d bytes: %.300q", len(line), line)
			}
			written++
		}
		if !strings.Contains(lines.String(), "outcome=ok") || written > 4 {
			t.Errorf("%d lines", written)
		}
	}
}

// TestLinesOfCallsNameTheAuthorsPlace: what a handler adds as the source is where the
// author made the server.
func TestLinesOfCallsNameTheAuthorsPlace(t *testing.T) {
	t.Parallel()
	var lines bytes.Buffer
	log := slog.New(slog.NewTextHandler(&lines, &slog.HandlerOptions{AddSource: true}))
	s := NewServer("prueba", "1.0.0", &ServerOptions{Logger: log, Store: idem.Disabled})
	mustAdd(t, s, echoTool("mover_texto", Write), func(context.Context, echoIn) (echoOut, error) { return echoOut{"x"}, nil })
	do(t, handlerOf(t, s, nil), t.Context(), callBody(t, "mover_texto", map[string]any{"texto": "x"}, nil), nil)
	told := 0
	for line := range strings.Lines(lines.String()) {
		if strings.Contains(line, "tool=mover_texto") {
			told++
			if !strings.Contains(line, "log_test.go:") {
				t.Errorf("another place: %s", line)
			}
		}
	}
	if told < 2 { // a warning that there is no key, and the call
		t.Errorf("%d lines of calls:\n%s", told, lines.String())
	}
}

// TestErrorsAreLoggedWithoutTheRest: a log of errors alone has the failure that is
// too long to be sent, and no call that is part of business.
func TestErrorsAreLoggedWithoutTheRest(t *testing.T) {
	t.Parallel()
	for details, want := range map[string]int{"": 0, strings.Repeat("x", MaxAnswer): 1} {
		var lines bytes.Buffer
		log := slog.New(slog.NewTextHandler(&lines, &slog.HandlerOptions{Level: slog.LevelError}))
		s := NewServer("prueba", "1.0.0", &ServerOptions{Logger: log, LogPayloads: true})
		mustAdd(t, s, echoTool("leer_texto", Read), func(context.Context, echoIn) (echoOut, error) {
			return echoOut{}, toolerrors.NotFound("No encontré ese texto.").WithDetails(details)
		})
		do(t, handlerOf(t, s, nil), t.Context(), callBody(t, "leer_texto", map[string]any{"texto": "x"}, nil), nil)
		if got := strings.Count(lines.String(), "level=ERROR"); got != want || strings.Count(lines.String(), "\n") != want {
			t.Errorf("%d bytes of details: %d lines, want %d:\n%.500s", len(details), got, want, lines.String())
		}
	}
}

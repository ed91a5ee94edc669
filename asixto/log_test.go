package asixto

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"
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

package asixto

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/asixto/go-sdk/idem"
	"github.com/asixto/go-sdk/idem/idemtest"
)

func TestTroubleWithTheStoreIsLogged(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		op   idemtest.Op
		says []string
	}{
		"the claim fails":             {idemtest.Claim, []string{"the store of idempotency keys failed", "op=claim", "requestId=req_1"}},
		"the result is not stored":    {idemtest.Complete, []string{"the result of a write cannot be stored yet", "op=complete", "tool=crear_texto"}},
		"an author's hook goes along": {idemtest.Complete, []string{"saved later: crear_texto"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				log, text := logBuffer()
				store := idemtest.NewFaults(idem.NewMemory(nil), nil)
				s := testServer(t, &ServerOptions{Store: store, Logger: log, Idempotency: &idem.Options{Observer: idem.Observer{
					SaveFailed: func(_ context.Context, e idem.Event) { log.Info("saved later: " + e.Key.Tool) }, //nolint:sloglint // a test
				}}})
				mustAdd(t, s, echoTool("crear_texto", Write), func(_ context.Context, in echoIn) (echoOut, error) { return echoOut{in.Texto}, nil })
				h := handlerOf(t, s, nil)
				store.Fail(tt.op, idemtest.Before, 1)
				callTool(t, h, "crear_texto", map[string]any{"texto": "hola"}, withKey("secreta"))
				time.Sleep(time.Minute)
				if err := s.Shutdown(t.Context()); err != nil {
					t.Errorf("Shutdown: %v", err)
				}
				for _, part := range tt.says {
					if !strings.Contains(text.String(), part) {
						t.Errorf("the log lacks %q:\n%s", part, text)
					}
				}
				if strings.Contains(text.String(), "secreta") {
					t.Errorf("the log holds the key:\n%s", text)
				}
			})
		})
	}
}

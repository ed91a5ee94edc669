package idemsql

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/asixto/go-sdk/asixto"
	"github.com/asixto/go-sdk/asixto/asixtotest"
	toolerrors "github.com/asixto/go-sdk/errors"
	"github.com/asixto/go-sdk/idem"
	"github.com/asixto/go-sdk/meta"
)

type notaIn struct {
	Texto string `json:"texto" validate:"min=1,max=40" doc:"Texto de la nota"`
}

type notaOut struct {
	Texto string `json:"texto"`
}

const guardarNota = "guardar_nota"

// notes is a server of one tool whose effect is a row of the database in which the keys are.
type notes struct {
	*ledger
	server *asixto.Server
	after  func(context.Context) error // what happens to a run that has written its row
}

func newNotes(tb testing.TB, d Dialect) *notes {
	tb.Helper()
	return newNotesOn(tb, newLedger(tb, newPlace(tb, d)), time.Minute)
}

// newNotesOn is another server on a database that others may use too.
func newNotesOn(tb testing.TB, l *ledger, timeout time.Duration) *notes {
	tb.Helper()
	n := &notes{ledger: l, after: func(context.Context) error { return nil }}
	n.server = asixto.NewServer("notas", "1.0.0", &asixto.ServerOptions{
		Store: n.store(tb), Logger: slog.New(slog.DiscardHandler), Idempotency: &idem.Options{Lease: 3 * time.Second},
	})
	err := asixto.AddTool(n.server, asixto.Tool{
		Name: guardarNota, Verb: "guardar una nota", Capabilities: []meta.Capability{meta.Soporte}, Access: asixto.Write, InTx: true,
		Description: "Guarda una nota. No la uses para leer una.", Timeout: timeout,
	}, func(ctx context.Context, in notaIn) (notaOut, error) {
		if err := n.write(ctx); err != nil {
			return notaOut{}, err
		}
		return notaOut(in), n.after(ctx)
	})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(tb.Context()), 20*time.Second)
		defer cancel()
		if err := n.server.Shutdown(ctx); err != nil {
			tb.Errorf("Shutdown: %v", err)
		}
	})
	return n
}

// TestServerHasOneEffectForOneKey plays what happens to calls of a whole server: repetitions, at once too, and cut connections.
func TestServerHasOneEffectForOneKey(t *testing.T) {
	t.Parallel()
	for _, d := range dialects {
		t.Run(d.String(), func(t *testing.T) {
			t.Parallel()
			asixtotest.Idempotent(t, func(tb testing.TB) asixtotest.Write {
				tb.Helper()
				n := newNotes(tb, d)
				return asixtotest.Write{
					Client: asixtotest.New(tb, n.server), Tool: guardarNota, In: notaIn{"uno"}, Other: notaIn{"dos"},
					Effects: func() int { return n.effects(tb) },
				}
			})
		})
	}
}

// TestServerWithoutAKey gives a call that has no key a transaction all the same, with a key that nobody else knows.
func TestServerWithoutAKey(t *testing.T) {
	t.Parallel()
	for _, d := range dialects {
		t.Run(d.String(), func(t *testing.T) {
			t.Parallel()
			n := newNotes(t, d)
			c := asixtotest.New(t, n.server, asixtotest.Without(meta.KeyIdempotencyKey))
			asixtotest.Call[notaOut](t, c, guardarNota, notaIn{"uno"})
			n.after = func(context.Context) error { return errRun }
			asixtotest.Fails(t, c, guardarNota, notaIn{"dos"}, toolerrors.KindUnknown, "")
			n.holds(t, 1, "after one that succeeded and one that failed")
		})
	}
}

// TestServerThatFails leaves neither row nor key behind a run that has written and does not succeed, and lets the next one run.
func TestServerThatFails(t *testing.T) {
	t.Parallel()
	failures := map[string]struct {
		after func(context.Context) error
		kind  toolerrors.Kind
	}{
		"an error":           {func(context.Context) error { return errRun }, toolerrors.KindUnknown},
		"a business failure": {func(context.Context) error { return toolerrors.Blocker("Falta un requisito.") }, toolerrors.KindBlocker},
		"a panic":            {func(context.Context) error { panic("on purpose") }, toolerrors.KindSystem},
		"doubt":              {func(context.Context) error { return idem.InDoubt(errRun) }, toolerrors.KindUnknown},
	}
	for _, d := range dialects {
		for name, failure := range failures {
			t.Run(d.String()+"/"+name, func(t *testing.T) {
				t.Parallel()
				n := newNotes(t, d)
				c := asixtotest.New(t, n.server, asixtotest.Key("k"))
				n.after = failure.after
				for range 2 {
					a := c.Do(t, guardarNota, notaIn{"uno"})
					if a.Err == nil || !errors.Is(a.Err, failure.kind) {
						t.Errorf("%s, want %s", a.Structured, failure.kind)
					}
					n.holds(t, 0, "after a run that failed")
				}
				n.after = func(context.Context) error { return nil }
				for range 2 {
					asixtotest.Call[notaOut](t, c, guardarNota, notaIn{"uno"})
					n.holds(t, 1, "after one that succeeded")
				}
			})
		}
	}
}

// TestServerDeadline answers at the deadline, also where the handler goes on, and leaves neither row nor key behind.
func TestServerDeadline(t *testing.T) {
	t.Parallel()
	for _, d := range dialects {
		t.Run(d.String(), func(t *testing.T) {
			t.Parallel()
			l := newLedger(t, newPlace(t, d))
			n, free := newNotesOn(t, l, 500*time.Millisecond), make(chan struct{})
			n.after = func(context.Context) error { <-free; return nil }
			asixtotest.Fails(t, asixtotest.New(t, n.server), guardarNota, notaIn{"uno"}, toolerrors.KindSystem, "", asixtotest.Key("k"))
			l.holds(t, 0, "at the deadline")
			close(free)
			other := asixtotest.New(t, newNotesOn(t, l, time.Minute).server)
			asixtotest.Call[notaOut](t, other, guardarNota, notaIn{"uno"}, asixtotest.Key("k"))
			l.holds(t, 1, "after another call")
		})
	}
}

// TestServerIsStopped ends a server whose grace is over, and lets another one make the effect.
func TestServerIsStopped(t *testing.T) {
	t.Parallel()
	for _, d := range dialects {
		t.Run(d.String(), func(t *testing.T) {
			t.Parallel()
			n, written := newNotes(t, d), make(chan struct{})
			n.after = func(ctx context.Context) error {
				close(written)
				<-ctx.Done()
				return context.Cause(ctx)
			}
			answered, ts := make(chan string, 1), behindSocket(t, n.server)
			go func() { answered <- sendNote(t, ts, 1, 1) }()
			<-written
			over, cancel := context.WithCancel(t.Context())
			cancel()
			if err := n.server.Shutdown(over); !errors.Is(err, context.Canceled) {
				t.Errorf("Shutdown whose context is over: %v", err)
			}
			if a := <-answered; !strings.Contains(a, "error_type") {
				t.Errorf("the call that was cut off is told %s", a)
			}
			n.holds(t, 0, "after the shutdown")
			other := asixtotest.New(t, newNotesOn(t, n.ledger, time.Minute).server)
			asixtotest.Call[notaOut](t, other, guardarNota, notaIn{"nota 1"}, asixtotest.Key("key-1"))
			n.holds(t, 1, "after another server's call")
		})
	}
}

// TestServersInParallel sends many calls of few keys to two servers on one database, each behind a socket of its own.
func TestServersInParallel(t *testing.T) {
	t.Parallel()
	const keys, each = 5, 12
	for _, d := range dialects {
		t.Run(d.String(), func(t *testing.T) {
			t.Parallel()
			here := newNotes(t, d)
			servers := []*httptest.Server{behindSocket(t, here.server), behindSocket(t, newNotesOn(t, here.ledger, time.Minute).server)}
			var group sync.WaitGroup
			answers := make([][each]string, keys)
			for k := range answers {
				for i := range each {
					group.Go(func() { answers[k][i] = sendNote(t, servers[i%len(servers)], k, i) })
				}
			}
			group.Wait()
			here.holds(t, keys, "after all")
			for k, got := range answers {
				for _, a := range got {
					if want := fmt.Sprintf(`{"texto":"nota %d"}`, k); a != want {
						t.Errorf("key %d: %s, want %s", k, a, want)
					}
				}
			}
		})
	}
}

func behindSocket(t *testing.T, s *asixto.Server) *httptest.Server {
	t.Helper()
	h, err := s.Handler(nil)
	if err != nil {
		t.Fatal(err)
	}
	ts := httptest.NewServer(h)
	t.Cleanup(ts.Close)
	return ts
}

// sendNote makes a call over HTTP, each with a request id of its own, and returns its structuredContent.
func sendNote(t *testing.T, server *httptest.Server, key, i int) string {
	t.Helper()
	const call = `{"jsonrpc":"2.0","id":"r%[2]d","method":"tools/call","params":{"name":"guardar_nota","arguments":{"texto":"nota %[1]d"},"_meta":{` +
		`"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},` +
		`"com.asixto/idempotencyKey":"key-%[1]d","com.asixto/requestId":"req-%[1]d-%[2]d"}}}`
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, server.URL, strings.NewReader(fmt.Sprintf(call, key, i)))
	if err != nil {
		t.Error(err)
		return ""
	}
	for name, value := range map[string]string{
		"Content-Type": "application/json", "Accept": "application/json, text/event-stream", "Mcp-Method": "tools/call", "Mcp-Name": guardarNota,
	} {
		req.Header.Set(name, value)
	}
	res, err := server.Client().Do(req)
	if err != nil {
		t.Error(err)
		return ""
	}
	defer res.Body.Close()
	raw, err := io.ReadAll(res.Body)
	var answer struct {
		Result struct {
			Structured json.RawMessage `json:"structuredContent"`
		} `json:"result"`
	}
	if err := errors.Join(err, json.Unmarshal(raw, &answer)); err != nil {
		t.Errorf("%v in %s", err, raw)
	}
	return string(answer.Result.Structured)
}

package asixto

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
)

// A call in progress is answered, whichever road it came by.
func TestShutdownLetsOlderCallsEnd(t *testing.T) {
	t.Parallel()
	for _, version := range []string{"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", revision} {
		for _, access := range []Access{Read, Write} {
			t.Run(version+" "+access.String(), func(t *testing.T) {
				t.Parallel()
				s := testServer(t, nil)
				started, release := make(chan struct{}), make(chan struct{})
				mustAdd(t, s, echoTool("mover_texto", access), func(_ context.Context, in echoIn) (echoOut, error) {
					close(started)
					<-release
					return echoOut{in.Texto}, nil
				})
				url := overHTTP(t, handlerOf(t, s, nil))
				md := withKey("k")
				if version != revision {
					delete(md, "io.modelcontextprotocol/protocolVersion")
				}
				r := request(t, url, callBody(t, "mover_texto", map[string]any{"texto": "hola"}, md), map[string]string{
					"Mcp-Protocol-Version": version, "Mcp-Method": "tools/call", "Mcp-Name": "mover_texto",
				})
				answered := make(chan *reply, 1)
				go func() { answered <- send(t, r) }()
				<-started
				down := make(chan error, 1)
				go func() { down <- s.Shutdown(t.Context()) }()
				<-s.listening.Done()
				close(release)
				if err := <-down; err != nil {
					t.Errorf("Shutdown: %v", err)
				}
				if got := <-answered; got.Status != http.StatusOK || string(got.Result.Structured) != `{"texto":"hola"}` {
					t.Errorf("status %d, body %q", got.Status, got.Body)
				}
			})
		}
	}
}

func request(t *testing.T, url, body string, header map[string]string) *http.Request {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	for k, v := range header {
		r.Header.Set(k, v)
	}
	return r
}

// Calls that are cancelled at the end of the grace have time to say so.
func TestAnswersOfCancelledCallsLeave(t *testing.T) {
	t.Parallel()
	const calls = 200
	log, lines := logBuffer()
	s := testServer(t, &ServerOptions{Logger: log})
	var running sync.WaitGroup
	running.Add(calls)
	mustAdd(t, s, echoTool("crear_texto", Write), func(ctx context.Context, _ echoIn) (echoOut, error) {
		running.Done()
		<-ctx.Done()
		return echoOut{}, ctx.Err()
	})
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, "127.0.0.1:0", &ServeOptions{Grace: 10 * time.Millisecond}) }()
	url := "http://" + waitForAddress(t, lines) + "/mcp"
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	var answers sync.WaitGroup
	for i := range calls {
		r := request(t, url, callBody(t, "crear_texto", map[string]any{"texto": "x"}, withKey(fmt.Sprint(i))), nil)
		answers.Go(func() {
			res, err := client.Do(r)
			if err != nil {
				t.Errorf("call %d: %v", i, err)
				return
			}
			defer res.Body.Close()
			if body, err := io.ReadAll(res.Body); err != nil || !strings.Contains(string(body), "SYSTEM") {
				t.Errorf("call %d: %v: %s", i, err, body)
			}
		})
	}
	running.Wait()
	stop()
	answers.Wait()
	if err := <-ended; err != nil {
		t.Errorf("Serve: %v", err)
	}
}

// What a client says in a header lifts no bound.
func TestEveryAnswerHasADeadline(t *testing.T) {
	t.Parallel()
	s := testServer(t, nil)
	for _, method := range []string{"", "tools/call", "subscriptions/listen"} {
		w := &deadlines{ResponseRecorder: httptest.NewRecorder()}
		r := request(t, "http://localhost/salud", "", map[string]string{"Mcp-Method": method})
		s.withDeadline(http.HandlerFunc(alive)).ServeHTTP(w, r)
		if len(w.set) != 1 || w.set[0].IsZero() {
			t.Errorf("Mcp-Method %q: deadlines %v", method, w.set)
		}
	}
}

type deadlines struct {
	*httptest.ResponseRecorder
	set []time.Time
}

func (d *deadlines) SetWriteDeadline(t time.Time) error {
	d.set = append(d.set, t)
	return nil
}

package asixto

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/asixto/go-sdk/idem"
)

func TestShutdownWaitsForCalls(t *testing.T) {
	t.Parallel()
	for _, keyed := range []bool{true, false} {
		synctest.Test(t, func(t *testing.T) {
			s := testServer(t, nil)
			started := make(chan struct{})
			mustAdd(t, s, echoTool("crear_texto", Write), func(ctx context.Context, in echoIn) (echoOut, error) {
				close(started)
				time.Sleep(2 * time.Second)
				return echoOut{in.Texto}, ctx.Err()
			})
			h := handlerOf(t, s, nil)
			md := metaOf(nil)
			if keyed {
				md = withKey("k")
			}
			answered := make(chan *reply, 1)
			go func() { answered <- callTool(t, h, "crear_texto", map[string]any{"texto": "x"}, md) }()
			<-started
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			if err := s.Shutdown(ctx); err != nil {
				t.Errorf("Shutdown: %v", err)
			}
			if got := <-answered; got.Result.IsError {
				t.Errorf("the call in progress failed: %s", got.Body)
			}
			late := callTool(t, h, "crear_texto", map[string]any{"texto": "x"}, md)
			if late.Status != http.StatusServiceUnavailable || late.Header.Get("Retry-After") == "" {
				t.Errorf("a call after the shutdown: %d %s", late.Status, late.Body)
			}
		})
	}
}

func TestShutdownCancelsAtTheEndOfItsGrace(t *testing.T) {
	t.Parallel()
	for _, keyed := range []bool{true, false} {
		synctest.Test(t, func(t *testing.T) {
			s := testServer(t, nil)
			started := make(chan struct{})
			mustAdd(t, s, echoTool("crear_texto", Write), func(ctx context.Context, _ echoIn) (echoOut, error) {
				close(started)
				<-ctx.Done()
				return echoOut{}, ctx.Err()
			})
			h := handlerOf(t, s, nil)
			md := metaOf(nil)
			if keyed {
				md = withKey("k")
			}
			answered := make(chan *reply, 1)
			go func() { answered <- callTool(t, h, "crear_texto", map[string]any{"texto": "x"}, md) }()
			<-started
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			if err := s.Shutdown(ctx); !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("Shutdown: %v", err)
			}
			if kind, _, _ := (<-answered).failure(t); kind != "SYSTEM" {
				t.Errorf("kind %s", kind)
			}
		})
	}
}

func TestServe(t *testing.T) {
	t.Parallel()
	log, lines := logBuffer()
	s := testServer(t, &ServerOptions{Logger: log})
	mustAdd(t, s, echoTool("consultar_texto", Read), echo)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	done := make(chan error, 1)
	go func() { done <- s.Serve(ctx, "127.0.0.1:0", nil) }()
	addr := waitForAddress(t, lines)
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+addr+HealthPath, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	res, err := client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	_ = res.Body.Close()
	if res.StatusCode != http.StatusOK {
		t.Errorf("%s: %d", HealthPath, res.StatusCode)
	}
	cancel()
	if err := <-done; err != nil {
		t.Errorf("Serve: %v", err)
	}
}

func waitForAddress(t *testing.T, lines *syncBuffer) string {
	t.Helper()
	deadline := time.Now().Add(10 * time.Second)
	for time.Now().Before(deadline) {
		if _, after, ok := strings.Cut(lines.String(), "address="); ok {
			if addr, _, ok := strings.Cut(after, " "); ok {
				return addr
			}
		}
		time.Sleep(time.Millisecond)
	}
	t.Fatalf("the server does not say where it listens:\n%s", lines)
	return ""
}

func TestServeRefusesABadCatalogue(t *testing.T) {
	t.Parallel()
	s := testServer(t, nil)
	_ = AddTool(s, echoTool("MAL", Read), echo)
	var refused *RegistrationError
	if err := s.Serve(t.Context(), "127.0.0.1:0", nil); !errors.As(err, &refused) {
		t.Errorf("Serve: %v", err)
	}
	if err := s.Run(t.Context(), nil); !errors.As(err, &refused) {
		t.Errorf("Run: %v", err)
	}
	if err := s.Mount(http.NewServeMux(), "/mcp", nil); !errors.As(err, &refused) {
		t.Errorf("Mount: %v", err)
	}
}

// Over the bound a call is told to come again, its key stays free, and
// duplicates that wait for a running call do not count.
func TestMaxRunning(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := testServer(t, &ServerOptions{MaxRunning: 1})
		running, release := make(chan struct{}, 2), make(chan struct{})
		mustAdd(t, s, echoTool("crear_texto", Write), func(_ context.Context, in echoIn) (echoOut, error) {
			running <- struct{}{}
			<-release
			return echoOut{in.Texto}, nil
		})
		h := handlerOf(t, s, nil)
		answers := make(chan *reply, 2)
		for range 2 { // one runs, the other waits for it
			go func() { answers <- callTool(t, h, "crear_texto", map[string]any{"texto": "x"}, withKey("first")) }()
		}
		<-running
		synctest.Wait()
		busy := callTool(t, h, "crear_texto", map[string]any{"texto": "x"}, withKey("second"))
		if busy.Status != http.StatusServiceUnavailable || busy.Header.Get("Retry-After") != "1" || busy.Error.Code == 0 {
			t.Errorf("over the bound: %d %s", busy.Status, busy.Body)
		}
		close(release)
		for range 2 {
			if got := <-answers; got.Result.IsError || got.Status != http.StatusOK {
				t.Errorf("within the bound: %d %s", got.Status, got.Body)
			}
		}
		if got := callTool(t, h, "crear_texto", map[string]any{"texto": "x"}, withKey("second")); got.Result.IsError || got.Status != http.StatusOK {
			t.Errorf("the same key again: %d %s", got.Status, got.Body)
		}
		if err := s.Shutdown(t.Context()); err != nil {
			t.Error(err)
		}
	})
}

// A subscriber's stream ends with its final result when the server shuts down,
// and does not hold the shutdown up.
func TestShutdownEndsStreams(t *testing.T) {
	t.Parallel()
	s := testServer(t, nil)
	mustAdd(t, s, echoTool("consultar_texto", Read), echo)
	ts := httptest.NewServer(handlerOf(t, s, nil))
	t.Cleanup(ts.Close)
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, ts.URL, strings.NewReader(
		`{"jsonrpc":"2.0","id":"s","method":"subscriptions/listen","params":{"notifications":{"toolsListChanged":true},"_meta":{`+
			`"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}`))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	client := &http.Client{Transport: &http.Transport{}}
	t.Cleanup(client.CloseIdleConnections)
	res, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	events := bufio.NewReader(res.Body)
	waitForEvent(t, events, "notifications/subscriptions/acknowledged")
	mustAdd(t, s, echoTool("buscar_texto", Read), echo)
	waitForEvent(t, events, "notifications/tools/list_changed")

	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	if err := s.Shutdown(ctx); err != nil {
		t.Errorf("Shutdown: %v", err)
	}
	waitForEvent(t, events, `"id":"s"`)
	if rest, err := io.ReadAll(events); err != nil {
		t.Errorf("the stream was cut: %v after %q", err, rest)
	}
}

// waitForEvent reads the stream until an event holds text.
func waitForEvent(t *testing.T, events *bufio.Reader, text string) {
	t.Helper()
	for {
		line, err := events.ReadString('\n')
		if strings.Contains(line, text) {
			return
		}
		if err != nil {
			t.Fatalf("no event with %s: %v", text, err)
		}
	}
}

func TestAServerThatWasShutDownStartsNoMore(t *testing.T) {
	t.Parallel()
	s := testServer(t, nil)
	if err := s.Shutdown(t.Context()); err != nil {
		t.Fatal(err)
	}
	for name, err := range map[string]error{
		"Serve": s.Serve(t.Context(), "127.0.0.1:0", nil),
		"Run":   s.Run(t.Context(), nil),
		"Mount": s.Mount(http.NewServeMux(), "/mcp", nil),
	} {
		if err == nil || !strings.Contains(err.Error(), "NewServer") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The time for writing an answer follows the longest call there may be, also
// that of a tool that came later.
func TestTheDeadlineOfAnAnswerFollowsTheTools(t *testing.T) {
	t.Parallel()
	s := testServer(t, &ServerOptions{Idempotency: &idem.Options{Wait: time.Minute}})
	if got := s.longestCall(); got != DefaultTimeout+time.Minute {
		t.Errorf("without tools: %v", got)
	}
	slow := echoTool("consultar_texto", Read)
	slow.Timeout = 5 * time.Minute
	mustAdd(t, s, slow, echo)
	if got := s.longestCall(); got != 6*time.Minute {
		t.Errorf("with a slow tool: %v", got)
	}
}

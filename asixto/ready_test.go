package asixto

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/asixto/go-sdk/idem"
)

// pinged is a store whose reachability the test decides.
type pinged struct {
	idem.Store
	ping func(context.Context) error
}

func (p pinged) Ping(ctx context.Context) error { return p.ping(ctx) }

func mounted(t *testing.T, servers ...*Server) *http.ServeMux {
	t.Helper()
	mux := http.NewServeMux()
	for i, s := range servers {
		if err := s.Mount(mux, "/mcp"+strings.Repeat("x", i), nil); err != nil {
			t.Fatal(err)
		}
	}
	return mux
}

func check(t *testing.T, h http.Handler, path string) (status int, body string) {
	t.Helper()
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, http.NoBody))
	if w.Header().Get("Cache-Control") != "no-store" || w.Header().Get("Content-Type") != "application/json" {
		t.Errorf("headers %v", w.Header())
	}
	return w.Code, strings.TrimSpace(w.Body.String())
}

func TestReadiness(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var asked atomic.Int64
		var down error
		log, lines := logBuffer()
		s := testServer(t, &ServerOptions{Logger: log, Store: pinged{idem.NewMemory(nil), func(context.Context) error {
			asked.Add(1)
			return down
		}}})
		mux := mounted(t, s)
		expect := func(when string, status int, body string) {
			t.Helper()
			if got, text := check(t, mux, ReadyPath); got != status || text != body {
				t.Errorf("%s: %d %s", when, got, text)
			}
			if got, _ := check(t, mux, HealthPath); got != 200 {
				t.Errorf("%s: the process is not alive: %d", when, got)
			}
		}
		for range 100 {
			expect("up", 200, `{"estado":"listo"}`)
		}
		if asked.Load() != 1 {
			t.Errorf("the store was asked %d times", asked.Load())
		}
		down = errors.New("dial tcp 10.0.0.7: password=hunter2")
		time.Sleep(readyFor)
		for range 5 {
			expect("down", 503, `{"estado":"no_disponible"}`)
			time.Sleep(readyFor)
		}
		if err := s.Ready(t.Context()); !errors.Is(err, idem.ErrStore) {
			t.Errorf("Ready: %v", err)
		}
		down = nil
		time.Sleep(readyFor)
		expect("up again", 200, `{"estado":"listo"}`)
		if n := strings.Count(lines.String(), "not ready"); n != 1 || !strings.Contains(lines.String(), "hunter2") || !strings.Contains(lines.String(), "ready again") {
			t.Errorf("told %d times:\n%s", n, lines)
		}
		if err := s.Shutdown(t.Context()); err != nil {
			t.Fatal(err)
		}
		expect("shut down", 503, `{"estado":"no_disponible"}`)
	})
}

// A store that hangs is not ready in bounded time, and asked once.
func TestReadinessOfAStoreThatHangs(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var asked atomic.Int64
		release := make(chan struct{})
		s := testServer(t, &ServerOptions{Store: pinged{idem.NewMemory(nil), func(context.Context) error { // deaf to its context
			asked.Add(1)
			<-release
			return nil
		}}})
		mux := mounted(t, s)
		start := time.Now()
		var wg sync.WaitGroup
		for range 50 {
			wg.Go(func() {
				if status, _ := check(t, mux, ReadyPath); status != 503 {
					t.Errorf("status %d", status)
				}
			})
		}
		wg.Wait()
		if d := time.Since(start); d != readyTimeout || asked.Load() != 1 {
			t.Errorf("took %v, asked %d times", d, asked.Load())
		}
		time.Sleep(time.Minute)
		start = time.Now()
		if status, _ := check(t, mux, ReadyPath); status != 503 || time.Since(start) != 0 || asked.Load() != 1 {
			t.Errorf("later: %d after %v, asked %d times", status, time.Since(start), asked.Load())
		}
		close(release)
		synctest.Wait()
		time.Sleep(readyFor)
		if status, _ := check(t, mux, ReadyPath); status != 200 {
			t.Errorf("once it answers: %d", status)
		}
	})
}

func TestReadinessOfAStoreThatPanics(t *testing.T) {
	t.Parallel()
	s := testServer(t, &ServerOptions{Store: pinged{idem.NewMemory(nil), func(context.Context) error { panic("hunter2") }}})
	if status, body := check(t, mounted(t, s), ReadyPath); status != 503 || strings.Contains(body, "hunter2") {
		t.Errorf("%d %s", status, body)
	}
}

// Of servers on one mux all have to be ready; a server without a store is.
func TestReadinessOfSeveral(t *testing.T) {
	t.Parallel()
	reads := NewServer("lecturas", "1.0.0", &ServerOptions{Logger: testServer(t, nil).log})
	writes := testServer(t, nil)
	mux := mounted(t, reads, writes)
	if status, body := check(t, mux, ReadyPath); status != 200 {
		t.Errorf("%d %s", status, body)
	}
	if err := writes.Shutdown(t.Context()); err != nil {
		t.Fatal(err)
	}
	if status, _ := check(t, mux, ReadyPath); status != 503 {
		t.Errorf("one of two is shut down: %d", status)
	}
	if err := reads.Ready(t.Context()); err != nil {
		t.Errorf("the other: %v", err)
	}
}

// A route of the author's stays what it is.
func TestReadinessOfTheAuthors(t *testing.T) {
	t.Parallel()
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+ReadyPath, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTeapot) })
	if err := testServer(t, nil).Mount(mux, "/mcp", nil); err != nil {
		t.Fatal(err)
	}
	w := httptest.NewRecorder()
	mux.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, ReadyPath, http.NoBody))
	if w.Code != http.StatusTeapot {
		t.Errorf("status %d", w.Code)
	}
}

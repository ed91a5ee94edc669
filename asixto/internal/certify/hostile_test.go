package certify

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

// A hostile server is examined within the time limit, in bounded memory, and
// is told what it did.
func TestHostileServers(t *testing.T) {
	t.Parallel()
	write := func(kind, text string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", kind)
			piece := []byte(text)
			for r.Context().Err() == nil {
				if _, err := w.Write(piece); err != nil {
					return
				}
			}
		}
	}
	block := strings.Repeat("x", 1<<16)
	tests := []struct {
		name, rule string
		h          http.HandlerFunc
	}{
		{"hangs before the header", "transport-time", func(_ http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body)
			<-r.Context().Done()
		}},
		{"hangs in the body", "transport-time", func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body)
			fmt.Fprint(w, `{"jsonrpc":`)
			_ = http.NewResponseController(w).Flush()
			<-r.Context().Done()
		}},
		{"trickles a stream", "transport-time", func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body)
			w.Header().Set("Content-Type", "text/event-stream")
			tick := time.NewTicker(20 * time.Millisecond)
			defer tick.Stop()
			for r.Context().Err() == nil {
				fmt.Fprint(w, ": ping\n\n")
				_ = http.NewResponseController(w).Flush()
				<-tick.C
			}
		}},
		{"streams events forever", "transport-size", write("text/event-stream", "event: message\ndata: {\"method\":\"notifications/progress\",\"x\":\""+block+"\"}\n\n")},
		{"streams one line forever", "transport-size", write("text/event-stream", "data: "+block)},
		{"sends a gigabyte of JSON", "transport-size", write("application/json", `["`+block)},
		{"sends garbage", "transport-answer", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("\x00\xff\x1b[2J{]")) }},
		{"closes the connection", "transport-answer", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }},
		{"redirects", "transport-redirect", http.RedirectHandler("https://elsewhere.example/", http.StatusFound).ServeHTTP},
		{"nests deeply", "transport-answer", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, strings.Repeat("[", 1<<20)) }},
		{"sends endless headers", "transport-answer", func(w http.ResponseWriter, _ *http.Request) {
			for i := range 2000 {
				w.Header().Set(fmt.Sprintf("X-%d", i), strings.Repeat("x", 100))
			}
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			server := httptest.NewServer(tt.h)
			defer server.Close()
			server.Config.ErrorLog = quiet()
			start := time.Now()
			r, err := Examine(t.Context(), Options{URL: server.URL, Token: "abc", Timeout: 3 * time.Second})
			if err != nil {
				t.Fatal(err)
			}
			if took := time.Since(start); took > 8*time.Second {
				t.Errorf("it took %v", took)
			}
			if !slices.Contains(ids(r), tt.rule) || r.Verdict != Violations {
				t.Errorf("%s: %v, want %s", r.Verdict, r.Findings, tt.rule)
			}
			var page bytes.Buffer
			if err := WriteText(&page, r, "es"); err != nil || strings.ContainsAny(page.String(), "\x1b\x00") {
				t.Errorf("error %v, report %q", err, page.String())
			}
		})
	}
}

func TestAGigabyteCostsLittle(t *testing.T) { //nolint:paralleltest // it measures the memory of the process
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		block := bytes.Repeat([]byte("x"), 1<<20)
		for range 1 << 10 {
			if _, err := w.Write(block); err != nil {
				return
			}
		}
	}))
	defer server.Close()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if _, err := Examine(t.Context(), Options{URL: server.URL, Timeout: 5 * time.Second}); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	if got := after.TotalAlloc - before.TotalAlloc; got > 256<<20 {
		t.Errorf("%d MiB for an examination", got>>20)
	}
}

func TestNothingToExamine(t *testing.T) {
	t.Parallel()
	var lc net.ListenConfig
	l, err := lc.Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	closed := "http://" + l.Addr().String()
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	guarded := newStation()
	tests := map[string]struct {
		opts Options
		want any
	}{
		"no connection":     {Options{URL: closed, Timeout: time.Second}, new(UnreachableError)},
		"no URL":            {Options{URL: "mcp"}, new(UsageError)},
		"another scheme":    {Options{URL: "file:///etc/passwd"}, new(UsageError)},
		"credentials":       {Options{URL: "https://a:b@tools.example/mcp"}, new(UsageError)},
		"a broken token":    {Options{URL: closed, Token: "a\nb"}, new(UsageError)},
		"half a permission": {Options{URL: closed, AllowDestructive: true}, new(UsageError)},
		"negative time":     {Options{URL: closed, Timeout: -1}, new(UsageError)},
		"no credential":     {Options{URL: guarded.serve(t), Timeout: 5 * time.Second}, new(UsageError)},
		"a refused one":     {Options{URL: guarded.url, Token: "another", Timeout: 5 * time.Second}, new(UsageError)},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := Examine(t.Context(), tt.opts)
			var usage *UsageError
			var gone *UnreachableError
			_, wantUsage := tt.want.(*UsageError)
			if wantUsage && !errors.As(err, &usage) || !wantUsage && !errors.As(err, &gone) {
				t.Errorf("error %v", err)
			}
		})
	}
}

func TestInterrupted(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		cancel()
		<-r.Context().Done()
	}))
	defer server.Close()
	if r, err := Examine(ctx, Options{URL: server.URL}); !errors.Is(err, context.Canceled) {
		t.Errorf("report %v, error %v", r, err)
	}
}

// Time that runs out without a violation is not a pass.
func TestUnfinished(t *testing.T) {
	t.Parallel()
	s := newStation()
	s.answers["buscar_planes"] = func(visit) string {
		time.Sleep(250 * time.Millisecond)
		return success("Encontré el Plan 300.", plans)
	}
	r := examined(t, s, func(o *Options) { o.Timeout = 3 * time.Second })
	if r.Verdict != Unfinished || r.Checks[len(r.Checks)-1].Status != Skipped {
		t.Errorf("%s: %v", r.Verdict, r.Checks)
	}
}

// What may not be called is not, and the report says so.
func TestLeave(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		change  func(*Options)
		allowed []string
	}{
		"reads":       {func(o *Options) { o.AllowWrites, o.AllowDestructive = false, false }, []string{"buscar_planes"}},
		"writes":      {func(o *Options) { o.AllowDestructive = false }, []string{"abrir_caso", "buscar_planes"}},
		"destructive": {nil, []string{"abrir_caso", "buscar_planes", "cancelar_caso"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newStation()
			called := make(chan string, 10_000)
			for tool, answer := range s.answers {
				s.answers[tool] = func(v visit) string {
					called <- tool
					return answer(v)
				}
			}
			s.refuse = func(tool string, _, _ any) string {
				called <- tool
				return ""
			}
			r := examined(t, s, tt.change)
			close(called)
			var got []string
			for tool := range called {
				if !slices.Contains(got, tool) {
					got = append(got, tool)
				}
			}
			slices.Sort(got)
			if !slices.Equal(got, tt.allowed) {
				t.Errorf("called %v, want %v", got, tt.allowed)
			}
			skipped := slices.ContainsFunc(r.Checks, func(c Check) bool { return c.Tool == "cancelar_caso" && c.Status == Skipped })
			if skipped == slices.Contains(tt.allowed, "cancelar_caso") {
				t.Errorf("checks %v", r.Checks)
			}
		})
	}
}

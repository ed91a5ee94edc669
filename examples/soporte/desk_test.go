package main

import (
	"bytes"
	"context"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/asixto/go-sdk/asixto"
	"github.com/asixto/go-sdk/asixto/asixtotest"
	"github.com/asixto/go-sdk/idem"
)

// childEnv makes the test binary be the program itself.
const childEnv = "SOPORTE_TEST_CHILD"

func TestMain(m *testing.M) {
	if os.Getenv(childEnv) != "" {
		main()
		os.Exit(0)
	}
	goleak.VerifyTestMain(m)
}

// monday is the moment at which every test happens.
func monday() time.Time { return time.Date(2026, time.May, 4, 9, 0, 0, 0, bogota) }

// The tools.
const (
	consultar  = "consultar_cliente"
	buscar     = "buscar_items"
	abrir      = "abrir_caso_soporte"
	actualizar = "actualizar_cliente"
	cancelar   = "cancelar_cita"
	iniciar    = "iniciar_diagnostico"
)

const testToken = "tk-secreto-1"

// A desk is a server with the backend behind it and the Gateway before it.
type desk struct {
	*asixtotest.Client

	backend *backend
	server  *asixto.Server
	http    http.Handler
	log     *logBuffer
}

// newDesk serves a fresh backend with one token. The usual conversation has looked
// every client up.
func newDesk(t testing.TB) *desk {
	t.Helper()
	d := startDesk(t, nil)
	d.identify(t, d, docLaura, docAndres, docMarta, docFerreteria)
	return d
}

// identify looks clients up, in the usual conversation or in another.
func (d *desk) identify(t testing.TB, in asixtotest.Caller, documents ...string) {
	t.Helper()
	for _, document := range documents {
		asixtotest.Call[ConsultarClienteOut](t, in, consultar, ConsultarClienteIn{document})
	}
}

// startDesk serves a fresh backend, which asks before ahead of each operation.
func startDesk(t testing.TB, before func(context.Context, string) error) *desk {
	t.Helper()
	d := &desk{backend: newBackend(&backendOptions{Now: monday, Before: before}), log: &logBuffer{}}
	var err error
	d.server, err = newServer(d.backend, &asixto.ServerOptions{
		Store:       idem.NewMemory(nil),
		Development: true,
		Logger:      slog.New(slog.NewTextHandler(d.log, nil)),
	})
	if err != nil {
		t.Fatal(err)
	}
	verifier, err := asixto.Tokens("gateway:" + testToken)
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	if err := d.server.Mount(mux, "/mcp", &asixto.HandlerOptions{Verifier: verifier}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("server log:\n%s", d.log)
		}
	})
	d.http = withoutInternals(t, mux)
	d.Client = asixtotest.Through(t, d.http, "/mcp", testToken)
	return d
}

// withoutInternals holds every answer against what no answer may carry.
func withoutInternals(t testing.TB, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Mcp-Session-Id") != "" || r.Method != http.MethodPost {
			next.ServeHTTP(w, r) // may be a stream
			return
		}
		rec := httptest.NewRecorder()
		next.ServeHTTP(rec, r)
		noInternals(t, rec.Body.String())
		maps.Copy(w.Header(), rec.Header())
		w.WriteHeader(rec.Code)
		_, _ = rec.Body.WriteTo(w)
	})
}

// logBuffer is a server's log, which goroutines write while a test reads.
type logBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *logBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *logBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

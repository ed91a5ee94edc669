package main

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/asixto/go-sdk/asixto"
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

// A desk is a running server with the backend behind it and a gateway in front.
type desk struct {
	*gateway
	backend *backend
	server  *asixto.Server
	log     *logBuffer
}

// newDesk serves a fresh backend over HTTP with one token. The usual conversation
// has looked every client up.
func newDesk(t *testing.T) *desk {
	t.Helper()
	d := startDesk(t, "gateway:"+testToken, nil)
	d.identify(t, nil, docLaura, docAndres, docMarta, docFerreteria)
	return d
}

// identify looks clients up in the conversation of meta.
func (d *desk) identify(t *testing.T, meta map[string]any, documents ...string) {
	t.Helper()
	for _, document := range documents {
		d.ok(t, consultar, `{"documento":"`+document+`"}`, meta)
	}
}

// startDesk serves a fresh backend that accepts tokens, "" for an open one.
func startDesk(t *testing.T, tokens string, before func(context.Context, string) error) *desk {
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
	verifier, err := asixto.Tokens(tokens)
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	if err := d.server.Mount(mux, "/mcp", &asixto.HandlerOptions{Verifier: verifier}); err != nil {
		t.Fatal(err)
	}
	ts := httptest.NewServer(mux)
	t.Cleanup(ts.Close)
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("server log:\n%s", d.log)
		}
	})
	d.gateway = &gateway{url: ts.URL + "/mcp", client: ts.Client()}
	if tokens != "" {
		d.token = testToken
	}
	return d
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

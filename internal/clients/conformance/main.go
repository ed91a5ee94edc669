// Command conformance is a server with those tools of the official MCP conformance
// suite that a server of this SDK can have: their names are the suite's, their
// words and schemas are the contract's. It serves without a token, as the suite
// sends none.
//
//	go run ./conformance -addr 127.0.0.1:8080
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"strings"
	"sync/atomic"
	"syscall"

	"github.com/asixto/go-sdk/asixto"
	toolerrors "github.com/asixto/go-sdk/errors"
	"github.com/asixto/go-sdk/meta"
)

func main() {
	addr := flag.String("addr", "127.0.0.1:8080", "the `address` to serve /mcp on")
	hosts := flag.String("hosts", "", "public `names`, separated by commas")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, *addr, *hosts)
	stop()
	if err != nil {
		slog.Error("conformance stopped", "error", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, addr, hosts string) error {
	srv := asixto.NewServer("conformidad", "1.0.0", nil)
	err := errors.Join(
		addTool(srv, "test_simple_text", "responder con un texto", answer("Respuesta sencilla.")),
		addTool(srv, "test_error_handling", "responder con un error", refuse),
		addTool(srv, "test_logging_tool", "responder sin escribir en el registro", answer("Nada que registrar.")),
		addTool(srv, "test_streaming_elicitation", "responder sin preguntar nada", answer("Nada que preguntar.")),
		addTool(srv, "test_trigger_tool_change", "responder y anunciar una herramienta más", grow(srv)),
	)
	if err != nil {
		return err
	}
	opts := &asixto.ServeOptions{}
	if hosts != "" {
		opts.PublicHosts = strings.Split(hosts, ",")
	}
	return srv.Serve(ctx, addr, opts)
}

type in struct{}

type out struct {
	Texto string `json:"texto"`
}

// Spoken is the text of the answer, on every channel.
func (o out) Spoken(meta.Call) string { return o.Texto }

type handler = func(context.Context, in) (out, error)

func addTool(srv *asixto.Server, name, verb string, h handler) error {
	return asixto.AddTool(srv, asixto.Tool{
		Name:         name,
		Title:        name,
		Description:  "Sirve para " + verb + " en las pruebas de conformidad. No la uses para nada más.",
		Verb:         verb,
		Capabilities: []meta.Capability{meta.General},
		Access:       asixto.Read,
	}, h)
}

func answer(text string) handler {
	return func(context.Context, in) (out, error) { return out{text}, nil }
}

func refuse(context.Context, in) (out, error) {
	return out{}, toolerrors.Blocker("Esta herramienta siempre responde con un error.")
}

// grow adds a tool at each call, so that subscribers hear of it.
func grow(srv *asixto.Server) handler {
	var added atomic.Int64
	return func(context.Context, in) (out, error) {
		name := fmt.Sprintf("test_added_%d", added.Add(1))
		if err := addTool(srv, name, "responder con un texto", answer("Aquí estoy.")); err != nil {
			return out{}, err
		}
		return out{"Agregué " + name + "."}, nil
	}
}

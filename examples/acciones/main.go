// Command acciones is a server of guarded actions: 18 tools by which an agent
// keeps to its task, has its content scanned, asks people for approval, and acts
// once for each approval, over a backend that lives in memory. See README.md.
//
//	ASIXTO_TOKENS=agente:tk-a,maetra-executor:tk-e ACCIONES_ADMIN_TOKEN=tk-r go run ./examples/acciones
//
// ASIXTO_TOKENS holds the bearer tokens that may call it, as in the other
// examples; a token's name is the client, and so the executor. Without it the
// server is open, and nothing is ever authorised, since nobody has a name.
// ACCIONES_ADMIN_TOKEN opens the listener on which people decide; without it
// nobody can. ACCIONES_KEY is the key of all signatures, in hexadecimal; without
// it a random one lives as long as the process. ACCIONES_PROVIDER_KEY, likewise,
// checks what the provider signs; without it nothing is provider_signed.
package main

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/asixto/go-sdk/asixto"
	"github.com/asixto/go-sdk/idem"
)

func main() {
	addr := flag.String("addr", "127.0.0.1:8080", "the `address` to serve /mcp and /salud on")
	admin := flag.String("admin-addr", "127.0.0.1:8081", "the `address` on which people approve, reject and revoke")
	clients := flag.String("capabilities", "", "what each `client` has, as agente=task_guard,govern;otro=secure; all where it is not named")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, *addr, *admin, *clients)
	stop()
	if err != nil {
		slog.Error("acciones stopped", "error", err)
		os.Exit(1)
	}
}

// run serves until ctx ends, then lets the calls in progress finish.
func run(ctx context.Context, addr, adminAddr, clients string) error {
	opts, err := fromEnvironment(clients)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	opts.Stopping = ctx.Done()
	b, store := newBackend(opts), idem.NewMemory(nil)
	keys, err := idem.New(store, nil)
	if err != nil {
		return err
	}
	srv, err := newServer(b, keys, &asixto.ServerOptions{Store: store})
	if err != nil {
		return err
	}
	verifier, err := asixto.Tokens(os.Getenv("ASIXTO_TOKENS"))
	if err != nil {
		return err
	}
	if verifier == nil {
		slog.Warn("OPEN SERVER: ASIXTO_TOKENS is empty, so whoever reaches this address can call every tool", "address", addr)
	}
	adminToken := os.Getenv("ACCIONES_ADMIN_TOKEN")
	if verifier != nil {
		if _, err := verifier(ctx, adminToken, nil); err == nil {
			return errors.New("acciones: ACCIONES_ADMIN_TOKEN is a token of ASIXTO_TOKENS: no agent may decide: use one of its own")
		}
	}
	deciding := make(chan error, 1)
	go func() {
		defer cancel() // one listener does not outlive the other
		deciding <- serveAdmin(ctx, adminAddr, adminToken, b)
	}()
	err = srv.Serve(ctx, addr, &asixto.ServeOptions{HandlerOptions: asixto.HandlerOptions{Verifier: verifier}})
	cancel()
	grace, end := context.WithTimeout(context.Background(), 5*time.Second)
	defer end()
	return errors.Join(err, <-deciding, keys.Shutdown(grace))
}

func fromEnvironment(clients string) (*backendOptions, error) {
	capabilities, err := parseCapabilities(clients)
	if err != nil {
		return nil, err
	}
	key, err := hexKey("ACCIONES_KEY")
	if err != nil {
		return nil, err
	}
	if key == nil {
		slog.Warn("ACCIONES_KEY is empty: what this process signs is worth nothing after it")
		key = make([]byte, 32)
		rand.Read(key)
	}
	provider, err := hexKey("ACCIONES_PROVIDER_KEY")
	if err != nil {
		return nil, err
	}
	return &backendOptions{Key: key, ProviderKey: provider, Capabilities: capabilities}, nil
}

// hexKey is a key of at least 32 bytes from the environment, nil where there is
// none. The error does not show it.
func hexKey(name string) ([]byte, error) {
	text := os.Getenv(name)
	if text == "" {
		return nil, nil
	}
	key, err := hex.DecodeString(text)
	if err != nil || len(key) < 32 {
		return nil, fmt.Errorf("acciones: %s: write at least 32 bytes in hexadecimal, as openssl rand -hex 32 gives them", name)
	}
	return key, nil
}

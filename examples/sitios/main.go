// Command sitios provisions websites as an Asixto tool server: a business is
// registered, its e-mail is verified, an address is found, and a site is built that
// is public at once. Nine tools are offered; a tenth exists and is not, on
// purpose. README.md says which practice is shown where.
//
//	go run ./examples/sitios -addr 127.0.0.1:8080
//
// ASIXTO_TOKENS holds the bearer tokens that may call it, separated by commas,
// each optionally as name:token. Without it the server is open to anyone.
// ASIXTO_HOSTS holds the public names, separated by commas, under which a reverse
// proxy on the same machine passes requests on.
//
// No mail is sent: the codes stand in the log.
package main

import (
	"context"
	"flag"
	"log/slog"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/asixto/go-sdk/asixto"
	"github.com/asixto/go-sdk/idem"
)

func main() {
	addr := flag.String("addr", "127.0.0.1:8080", "the `address` to serve /mcp and /salud on")
	dev := flag.Bool("dev", false, "look into every answer for what must not leave, and warn in the log")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, *addr, *dev)
	stop()
	if err != nil {
		slog.Error("sitios stopped", "error", err)
		os.Exit(1)
	}
}

// run serves until ctx ends, then lets the calls in progress finish.
func run(ctx context.Context, addr string, dev bool) error {
	b := newBackend(&backendOptions{Cartero: correoAlLog})
	srv, err := newServer(b, &asixto.ServerOptions{Store: idem.NewMemory(nil), Development: dev})
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
	hosts := strings.FieldsFunc(os.Getenv("ASIXTO_HOSTS"), func(r rune) bool { return r == ',' || r == ' ' })
	return srv.Serve(ctx, addr, &asixto.ServeOptions{HandlerOptions: asixto.HandlerOptions{Verifier: verifier, PublicHosts: hosts}})
}

// correoAlLog stands in for a mail server.
func correoAlLog(ctx context.Context, correo, codigo string) error {
	slog.InfoContext(ctx, "a mail that would be sent", "to", correo, "code", codigo)
	return nil
}

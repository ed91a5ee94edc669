// Command soporte is a support desk as an Asixto tool server: seven tools over a
// small backend that lives in memory. Copy the folder and put your own systems
// behind the tools.
//
//	go run ./examples/soporte -addr 127.0.0.1:8080
//
// ASIXTO_TOKENS holds the bearer tokens that may call it, separated by commas,
// each optionally as name:token; ASIXTO_TOKENS_FILE names a file that holds them in
// its place, one on each line, and may be replaced while serving. Without either the
// server is open to anyone.
// ASIXTO_HOSTS holds the public names, separated by commas, under which a reverse
// proxy on the same machine passes requests on.
package main

import (
	"context"
	"errors"
	"flag"
	"log/slog"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/asixto/go-sdk/asixto"
	"github.com/asixto/go-sdk/idem"
)

func main() {
	addr := flag.String("addr", "127.0.0.1:8080", "the `address` to serve /mcp and /salud on")
	dev := flag.Bool("dev", false, "look into every answer for what must not leave, and warn in the log")
	stdio := flag.Bool("stdio", false, "serve one client on standard input and output instead")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, *addr, *stdio, *dev)
	stop()
	if err != nil {
		slog.Error("soporte stopped", "error", err)
		os.Exit(1)
	}
}

// run serves until ctx ends, then lets the calls in progress finish.
func run(ctx context.Context, addr string, stdio, dev bool) error {
	srv, err := newServer(newBackend(nil), &asixto.ServerOptions{Store: idem.NewMemory(nil), Development: dev})
	if err != nil {
		return err
	}
	if stdio {
		err := srv.Run(ctx, &mcp.StdioTransport{})
		grace, cancel := context.WithTimeout(context.Background(), 20*time.Second)
		defer cancel()
		return errors.Join(err, srv.Shutdown(grace))
	}
	verifier, err := tokens()
	if err != nil {
		return err
	}
	if verifier == nil {
		slog.Warn("OPEN SERVER: ASIXTO_TOKENS is empty, so whoever reaches this address can call every tool", "address", addr)
	}
	hosts := strings.FieldsFunc(os.Getenv("ASIXTO_HOSTS"), func(r rune) bool { return r == ',' || r == ' ' })
	return srv.Serve(ctx, addr, &asixto.ServeOptions{HandlerOptions: asixto.HandlerOptions{Verifier: verifier, PublicHosts: hosts}})
}

// tokens are those of the file, which may change, or else of the environment.
func tokens() (auth.TokenVerifier, error) {
	if path := os.Getenv("ASIXTO_TOKENS_FILE"); path != "" {
		return asixto.TokensFile(path, nil)
	}
	return asixto.Tokens(os.Getenv("ASIXTO_TOKENS"))
}

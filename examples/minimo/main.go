// Command minimo is the smallest server: one tool that reads. It takes -addr, and bearer tokens in ASIXTO_TOKENS.
package main

import (
	"context"
	"flag"
	"log"
	"os"
	"os/signal"
	"syscall"

	"github.com/asixto/go-sdk/asixto"
	"github.com/asixto/go-sdk/meta"
)

type horarioIn struct {
	Sede string `json:"sede" validate:"oneof=norte centro" doc:"Sede por la que pregunta el cliente"`
}

type horarioOut struct {
	Horario string `json:"horario" doc:"Días y horas en que abre"`
}

func consultarHorario(_ context.Context, in horarioIn) (horarioOut, error) {
	return map[string]horarioOut{"norte": {"todos los días de ocho a cinco"}, "centro": {"de lunes a sábado de nueve a ocho"}}[in.Sede], nil
}

func newServer() *asixto.Server {
	srv := asixto.NewServer("minimo", "1.0.0", nil)
	_ = asixto.AddTool(srv, asixto.Tool{ // Serve returns its error too
		Name: "consultar_horario", Verb: "consultar un horario", Capabilities: []meta.Capability{meta.InformacionEmpresa}, Access: asixto.Read,
		Description: "Consulta el horario de una sede. No la uses para agendar una cita.",
	}, consultarHorario)
	return srv
}

func main() {
	addr := flag.String("addr", "127.0.0.1:8080", "where to serve /mcp and /salud")
	flag.Parse()
	verifier, err := asixto.Tokens(os.Getenv("ASIXTO_TOKENS"))
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err == nil {
		err = newServer().Serve(ctx, *addr, &asixto.ServeOptions{HandlerOptions: asixto.HandlerOptions{Verifier: verifier}})
	}
	if err != nil {
		log.Fatal(err) //nolint:gocritic // the process ends in any case
	}
}

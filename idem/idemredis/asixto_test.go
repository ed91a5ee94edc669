package idemredis_test

import (
	"context"
	"log/slog"
	"sync/atomic"
	"testing"
	"time"

	"github.com/asixto/go-sdk/asixto"
	"github.com/asixto/go-sdk/asixto/asixtotest"
	"github.com/asixto/go-sdk/idem/idemredis"
	"github.com/asixto/go-sdk/meta"
)

type notaIn struct {
	Texto string `json:"texto" validate:"min=1,max=40" doc:"Texto de la nota"`
}

type notaOut struct {
	Texto string `json:"texto"`
}

// TestServerHasOneEffectForOneKey plays what happens to calls of a whole server: repetitions, at once too, and cut connections.
func TestServerHasOneEffectForOneKey(t *testing.T) {
	t.Parallel()
	addr := sharedAddr(t)
	asixtotest.Idempotent(t, func(tb testing.TB) asixtotest.Write {
		tb.Helper()
		var notes atomic.Int64
		store := open(tb, connect(tb, clientOptions(addr)), &idemredis.Options{Prefix: newPrefix(tb, addr), AllowEviction: true})
		srv := asixto.NewServer("notas", "1.0.0", &asixto.ServerOptions{Store: store, Logger: slog.New(slog.DiscardHandler)})
		err := asixto.AddTool(srv, asixto.Tool{
			Name: "guardar_nota", Verb: "guardar una nota", Capabilities: []meta.Capability{meta.Soporte}, Access: asixto.Write,
			Description: "Guarda una nota. No la uses para leer una.",
		}, func(_ context.Context, in notaIn) (notaOut, error) {
			notes.Add(1)
			return notaOut(in), nil
		})
		if err != nil {
			tb.Fatal(err)
		}
		tb.Cleanup(func() {
			ctx, cancel := context.WithTimeout(context.WithoutCancel(tb.Context()), 20*time.Second)
			defer cancel()
			if err := srv.Shutdown(ctx); err != nil {
				tb.Errorf("Shutdown: %v", err)
			}
		})
		return asixtotest.Write{
			Client: asixtotest.New(tb, srv), Tool: "guardar_nota", In: notaIn{"uno"}, Other: notaIn{"dos"},
			Effects: func() int { return int(notes.Load()) },
		}
	})
}

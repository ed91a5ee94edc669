package certify

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"

	"github.com/asixto/go-sdk/asixto"
	"github.com/asixto/go-sdk/idem"
	"github.com/asixto/go-sdk/meta"
)

type (
	searchIn struct {
		Texto string `json:"texto" validate:"min=1,max=40" doc:"Lo que se busca"`
	}
	searchOut struct {
		FichaID string `json:"ficha_id"`
	}
	recordIn struct {
		FichaID string         `json:"ficha_id" validate:"uuid" doc:"La ficha" asixto:"from=buscar_ficha.ficha_id"`
		Datos   jsontext.Value `json:"datos" doc:"Lo que se sabe" asixto:"free=lo llena otro sistema;allow=free-object: no es para modelos"`
	}
	recordOut struct {
		Enlace string `json:"enlace" asixto:"allow=output-media: lo abre el técnico, no el cliente"`
	}
)

// What an author's tags lift is on the wire: the server is examined without a
// finding, and the report lists each exception with its reason.
func TestExceptionsOfAnSDKServer(t *testing.T) {
	t.Parallel()
	srv := asixto.NewServer("fichas", "1.0.0", &asixto.ServerOptions{Store: idem.NewMemory(nil), Logger: slog.New(slog.DiscardHandler)})
	err := asixto.AddTool(srv, asixto.Tool{
		Name: "buscar_ficha", Description: "Busca una ficha. No la uses para registrar una.", Verb: "buscar una ficha",
		Capabilities: []meta.Capability{meta.Soporte}, Access: asixto.Read,
	}, func(context.Context, searchIn) (searchOut, error) {
		return searchOut{FichaID: "0190163d-8694-739b-aea5-966c26f8ad91"}, nil // registrar_ficha takes it from here
	})
	if err != nil {
		t.Fatal(err)
	}
	err = asixto.AddTool(srv, asixto.Tool{
		Name: "registrar_ficha", Description: "Registra una ficha. Una vez. Dice dónde quedó. No la uses para buscar una.", Verb: "registrar una ficha",
		Capabilities: []meta.Capability{meta.Soporte}, Access: asixto.Write,
		Allow: map[string]string{"description-sentences": "las cuatro hacen falta"},
	}, func(context.Context, recordIn) (recordOut, error) {
		return recordOut{Enlace: "https://tablero.example/1"}, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	verifier, err := asixto.Tokens("gateway:sdk-token-12345")
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	if err := srv.Mount(mux, "/mcp", &asixto.HandlerOptions{Verifier: verifier}); err != nil {
		t.Fatal(err)
	}
	served := httptest.NewServer(mux)
	defer served.Close()
	r, err := Examine(t.Context(), Options{URL: served.URL + "/mcp", Token: "sdk-token-12345", AllowWrites: true, Timeout: 30 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	if r.Verdict != Certifiable || len(r.Findings) > 0 {
		t.Errorf("%s: %v", r.Verdict, r.Findings)
	}
	got := make(map[string]string)
	for _, x := range r.Lifted {
		got[x.Finding.Tool+" "+x.Finding.Field+" "+x.Finding.Rule.ID] = x.Reason
	}
	want := map[string]string{
		"registrar_ficha  description-sentences": "las cuatro hacen falta",
		"registrar_ficha datos free-object":      "no es para modelos",
		"registrar_ficha datos object-closed":    "lo llena otro sistema",
		"registrar_ficha enlace output-media":    "lo abre el técnico, no el cliente",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("exceptions (-want +got):\n%s", diff)
	}
	if err := srv.Shutdown(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestWithin(t *testing.T) {
	t.Parallel()
	for host, want := range map[string]bool{
		"localhost": true, "127.0.0.1": true, "::1": true, "10.1.2.3": true, "tools": true, "tools.internal": true,
		"tools.example": false, "8.8.8.8": false, "localhost.example": false,
	} {
		if got := within(host); got != want {
			t.Errorf("%s: %t", host, got)
		}
	}
}

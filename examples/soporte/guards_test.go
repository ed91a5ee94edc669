package main

import (
	"log/slog"
	"strings"
	"testing"

	"github.com/asixto/go-sdk/asixto"
	"github.com/asixto/go-sdk/asixto/asixtotest"
	toolerrors "github.com/asixto/go-sdk/errors"
	"github.com/asixto/go-sdk/idem"
	"github.com/asixto/go-sdk/meta"
)

// touching is a call of every tool that touches a client's record.
func touching(documento string) map[string]any {
	telefono := "3007654321"
	return map[string]any{
		actualizar:           ActualizarClienteIn{Documento: documento, Telefono: &telefono},
		cancelar:             cancelacion(documento, "CITA-7781"),
		iniciar:              IniciarDiagnosticoIn{documento},
		consultarDiagnostico: ConsultarDiagnosticoIn{documento},
	}
}

// What one conversation has looked up opens nothing for another one, in either
// channel; the document may be said in any way.
func TestOnlyTheConversationThatLookedUpMayTouch(t *testing.T) {
	t.Parallel()
	for name, channel := range map[string]asixtotest.CallOption{"chat": asixtotest.Chat(), "voice": asixtotest.Voice()} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := startDesk(t, nil)
			a := asixtotest.NewConversation(d.Client, channel)
			d.identify(t, a, "cc 1.032.456.789")
			refused := map[string]asixtotest.CallOption{
				"another conversation": asixtotest.ConversationID("cnv_b"),
				"no conversation":      asixtotest.Without(meta.KeyConversationID),
				"another company":      asixtotest.CompanyID("cmp_otra"),
			}
			for tool, in := range touching(docLaura) {
				for _, other := range refused {
					asixtotest.Fails(t, a, tool, in, toolerrors.KindPermission,
						"Primero hay que consultar en esta conversación los datos del titular.", other)
				}
				asixtotest.Fails(t, a, tool, touching(docAndres)[tool], toolerrors.KindPermission, "")
			}
			if got := d.backend.Efectos(); got != (efectos{}) {
				t.Fatalf("refused calls had effects: %+v", got)
			}
			for _, tool := range []string{actualizar, cancelar, iniciar, consultarDiagnostico} {
				if ans := a.Do(t, tool, touching(docLaura)[tool]); ans.Err != nil {
					t.Errorf("%s: %v", tool, ans.Err)
				}
			}
		})
	}
}

// Processes over one store are one desk: what a conversation has looked up in one the
// other knows, and only in that conversation.
func TestServersOverOneStoreAreOneDesk(t *testing.T) {
	t.Parallel()
	b, store := newBackend(&backendOptions{Now: monday}), idem.NewMemory(nil)
	var servers [2]*asixtotest.Client
	for i := range servers {
		srv, err := newServer(b, &asixto.ServerOptions{Store: store, Logger: slog.New(slog.DiscardHandler)})
		if err != nil {
			t.Fatal(err)
		}
		servers[i] = asixtotest.New(t, srv)
	}
	for name, channel := range map[string]asixtotest.CallOption{"chat": asixtotest.Chat(), "voice": asixtotest.Voice()} {
		mine, other := asixtotest.ConversationID("cnv_"+name), asixtotest.ConversationID("cnv_otra")
		in := touching(docLaura)[actualizar]
		asixtotest.Fails(t, servers[1], actualizar, in, toolerrors.KindPermission, "", channel, mine)
		asixtotest.Call[ConsultarClienteOut](t, servers[0], consultar, ConsultarClienteIn{docLaura}, channel, mine)
		asixtotest.Fails(t, servers[1], actualizar, in, toolerrors.KindPermission, "", channel, other)
		asixtotest.Call[ActualizarClienteOut](t, servers[1], actualizar, in, channel, mine)
	}
}

// A retry gets the first answer, though the state has become final and the retry
// may come from a conversation that is not known any more.
func TestGuardsDoNotRefuseReplays(t *testing.T) {
	t.Parallel()
	d := startDesk(t, nil)
	d.identify(t, d, docLaura)
	key := asixtotest.Key("cancelar-1")
	first := d.Do(t, cancelar, cancelacion(docLaura, "CITA-7781"), key)
	second := d.Do(t, cancelar, cancelacion(docLaura, "CITA-7781"), key, asixtotest.ConversationID("cnv_b"))
	if first.Err != nil || second.Structured != first.Structured {
		t.Errorf("first %s, then %s", first.Structured, second.Structured)
	}
}

// Whom a lookup has found is for the guard, and in no answer.
func TestTheLookupDoesNotTellTheDocument(t *testing.T) {
	t.Parallel()
	a := newDesk(t).Do(t, consultar, ConsultarClienteIn{"cc 1.032.456.789"})
	if strings.Contains(a.Structured+a.Text, docLaura) {
		t.Errorf("the answer tells it: %s", a.Structured)
	}
}

// What comes next is for the model and never said; nothing keeps asking.
func TestLongWorkTellsTheModelNotToPoll(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	for name, channel := range map[string]asixtotest.CallOption{"chat": asixtotest.Chat(), "voice": asixtotest.Voice()} {
		works := func(tool string, w asixto.Work, says string) {
			t.Helper()
			if w.Progress != asixto.InProgress || !strings.Contains(w.NextAction, says) {
				t.Errorf("%s, %s: %+v", name, tool, w)
			}
			if a := d.Do(t, tool, touching(docLaura)[tool], channel); strings.Contains(a.Text, "next_action") || strings.Contains(a.Text, says) {
				t.Errorf("%s, %s: the text tells it: %s", name, tool, a.Text)
			}
		}
		works(iniciar, asixtotest.Call[IniciarDiagnosticoOut](t, d, iniciar, IniciarDiagnosticoIn{docLaura}, channel).Work,
			"use consultar_diagnostico solo cuando el cliente lo pida")
		works(consultarDiagnostico, asixtotest.Call[ConsultarDiagnosticoOut](t, d, consultarDiagnostico, ConsultarDiagnosticoIn{docLaura}, channel).Work,
			"No lo consulte de nuevo")
	}
	if n := d.backend.Efectos().DiagnosticosIniciados; n != 1 {
		t.Errorf("%d tests of the line, want the one that was under way", n)
	}
}

// A stray argument that does not apply is dropped; one that is not declared is not.
func TestStrayArguments(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	in, alta := unCaso(), "alta"
	in.Tipo, in.Prioridad = "cobro", &alta
	if out := asixtotest.Call[AbrirCasoOut](t, d, abrir, in); *out.SLAHoras != 72 {
		t.Errorf("%+v, want the promise of a billing question", out)
	}
	telefono, correo := " 3007654321 ", " "
	asixtotest.Call[ActualizarClienteOut](t, d, actualizar, ActualizarClienteIn{docLaura, &telefono, &correo})
	asixtotest.Fails(t, d, abrir, `{"documento":"CC1032456789","tipo":"cobro","descripcion":"No entiendo la factura","urgencia":"alta"}`,
		toolerrors.KindValidation, "")
}

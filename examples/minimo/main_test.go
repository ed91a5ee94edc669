package main

import (
	"testing"

	"go.uber.org/goleak"

	"github.com/asixto/go-sdk/asixto/asixtotest"
	toolerrors "github.com/asixto/go-sdk/errors"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestContract(t *testing.T) {
	t.Parallel()
	asixtotest.Contract(t, newServer(), asixtotest.Strict())
}

func TestGoldenCatalogue(t *testing.T) {
	t.Parallel()
	asixtotest.Golden(t, newServer(), "testdata/catalogue.json")
}

func TestConsultarHorario(t *testing.T) {
	t.Parallel()
	c := asixtotest.New(t, newServer())
	if out := asixtotest.Call[horarioOut](t, c, "consultar_horario", horarioIn{"norte"}); out.Horario != "todos los días de ocho a cinco" {
		t.Errorf("%+v", out)
	}
	if said, want := asixtotest.Spoken(t, c, "consultar_horario", horarioIn{"centro"}), "Horario: de lunes a sábado de nueve a ocho."; said != want {
		t.Errorf("%q, want %q", said, want)
	}
	asixtotest.Fails(t, c, "consultar_horario", horarioIn{"sur"}, toolerrors.KindValidation, "norte o centro")
}

func TestGoldenConversations(t *testing.T) {
	t.Parallel()
	c := asixtotest.New(t, newServer())
	for channel, option := range map[string]asixtotest.CallOption{"chat": asixtotest.Chat(), "voice": asixtotest.Voice()} {
		v := asixtotest.NewConversation(c, option)
		v.Do(t, "consultar_horario", horarioIn{"norte"})
		v.Do(t, "consultar_horario", horarioIn{"centro"})
		v.Do(t, "consultar_horario", horarioIn{"sur"})
		v.Golden(t, "testdata/"+channel+".txt")
	}
}

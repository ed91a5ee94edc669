package main

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/asixto/go-sdk/asixto"
	"github.com/asixto/go-sdk/asixto/asixtotest"
	"github.com/asixto/go-sdk/asixto/speak"
	toolerrors "github.com/asixto/go-sdk/errors"
	"github.com/asixto/go-sdk/meta"
)

func TestConsultarCliente(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	a := d.Do(t, consultar, ConsultarClienteIn{docLaura})
	got := asixtotest.Call[ConsultarClienteOut](t, d, consultar, ConsultarClienteIn{docLaura})
	if got.Nombre != "Laura Gómez" || got.Estado != clienteActivo || got.TotalCitas != 2 || got.ProximasCitas[0].CitaID != "CITA-7781" {
		t.Errorf("answer %+v", got)
	}
	for _, private := range []string{"3001234567", "laura.gomez@", "CITA-7702", "CITA-8120"} {
		if strings.Contains(a.Structured+a.Text, private) {
			t.Errorf("the answer tells %s: %s", private, a.Structured)
		}
	}
	spaced := d.Do(t, consultar, ConsultarClienteIn{"cc 1.032.456.789"})
	if diff := cmp.Diff(a.Structured, spaced.Structured); diff != "" {
		t.Errorf("the document as people write it: %s", diff)
	}
	asixtotest.Fails(t, d, consultar, ConsultarClienteIn{"CC99999999"}, toolerrors.KindNotFound, "")
}

// Dates carry the offset of the tenant's zone; UTC where it is not known.
func TestDatesAreInTheTenantsZone(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	tests := map[string]asixtotest.CallOption{
		"2026-05-07T10:00:00-05:00": asixtotest.Timezone("America/Bogota"),
		"2026-05-07T17:00:00+02:00": asixtotest.Timezone("Europe/Madrid"),
		"2026-05-07T15:00:00Z":      asixtotest.Without(meta.KeyTimezone),
	}
	for want, zone := range tests {
		if a := d.Do(t, consultar, ConsultarClienteIn{docLaura}, zone); !strings.Contains(a.Structured, `"fecha":"`+want+`"`) {
			t.Errorf("%s, want %s", a.Structured, want)
		}
	}
	a := d.Do(t, cancelar, cancelacion(docLaura, "CITA-7781"), asixtotest.Timezone("Europe/Madrid"))
	if !strings.Contains(a.Structured, `"fecha":"2026-05-07T17:00:00+02:00"`) {
		t.Errorf("cancelled: %s, want the hour of Madrid", a.Structured)
	}
}

func TestReasonOfACancellationIsKept(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	in, motivo := cancelacion(docLaura, "CITA-7781"), "Está de viaje"
	in.Motivo = &motivo
	asixtotest.Call[CancelarCitaOut](t, d, cancelar, in)
	d.backend.mu.RLock()
	defer d.backend.mu.RUnlock()
	if got := d.backend.citas[clave("CITA-7781")].Motivo; got != motivo {
		t.Errorf("reason %q is kept", got)
	}
}

func TestVoiceSaysThree(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	in := ConsultarClienteIn{docFerreteria}
	got := asixtotest.Call[ConsultarClienteOut](t, d, consultar, in, asixtotest.Voice())
	if said := asixtotest.Spoken(t, d, consultar, in); len(got.ProximasCitas) != 3 || got.TotalCitas != 4 || strings.Count(said, ";") != 2 {
		t.Errorf("voice: %d of %d appointments, %q", len(got.ProximasCitas), got.TotalCitas, said)
	}
	planes := busca("plan", 25, 0)
	page := asixtotest.Call[BuscarItemsOut](t, d, buscar, planes, asixtotest.Voice())
	said := asixtotest.Spoken(t, d, buscar, planes)
	if len(page.Items) != 3 || page.Total < 12 || strings.Count(said, " pesos") != 3 {
		t.Errorf("voice: %d of %d items, %q", len(page.Items), page.Total, said)
	}
	if strings.ContainsAny(said, "{}[]\"_") {
		t.Errorf("%q is not for reading aloud", said)
	}
}

// busca are the arguments of a search; a limit of 0 is none.
func busca(texto string, limit, offset int) BuscarItemsIn {
	in := BuscarItemsIn{Texto: texto, PageIn: asixto.PageIn{Offset: &offset}}
	if limit != 0 {
		in.Limit = &limit
	}
	return in
}

func TestPricesFollowTheCall(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	public, wholesale := asixtotest.PriceListID("pl_minorista"), asixtotest.PriceListID("pl_mayorista")
	cop, usd := asixtotest.Currency("COP"), asixtotest.Currency("USD")
	tests := []struct {
		list, currency asixtotest.CallOption
		precio         int64 // in hundredths
		moneda         string
	}{
		{public, cop, 6990000, "COP"},
		{wholesale, cop, 5730000, "COP"},
		{asixtotest.With(meta.KeyPriceListID, nil), cop, 6990000, "COP"},
		{asixtotest.Without(meta.KeyPriceListID), asixtotest.Without(meta.KeyCurrency), 6990000, "COP"},
		{public, usd, 1750, "USD"},
		{wholesale, usd, 1435, "USD"},
	}
	for _, tt := range tests {
		page := asixtotest.Call[BuscarItemsOut](t, d, buscar, busca("plan hogar 100", 0, 0), tt.list, tt.currency)
		if page.Total != 1 || page.Items[0].Precio != speak.NewMoney(tt.precio, tt.moneda) {
			t.Errorf("%+v, want %v %s", page, tt.precio, tt.moneda)
		}
	}
	asixtotest.Fails(t, d, buscar, busca("plan", 0, 0), toolerrors.KindBlocker, "", asixtotest.Currency("EUR"))
}

func TestPaging(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	const total = 27
	voice := asixtotest.Voice()
	tests := []struct {
		args  string
		opts  []asixtotest.CallOption
		n     int
		sigue int // 0: the last page
	}{
		{`{"texto":"plan"}`, nil, 10, 10},
		{`{"texto":"plan","limit":null,"offset":null}`, nil, 10, 10},
		{`{"texto":"plan","limit":1}`, nil, 1, 1},
		{`{"texto":"plan","limit":25}`, nil, 25, 25},
		{`{"texto":"plan","limit":25,"offset":2}`, nil, 25, 0},
		{`{"texto":"plan","limit":25,"offset":25}`, nil, 2, 0},
		{`{"texto":"plan","offset":26}`, nil, 1, 0},
		{`{"texto":"plan","offset":27}`, nil, 0, 0},
		{`{"texto":"plan","offset":10000}`, nil, 0, 0},
		{`{"texto":"plan"}`, []asixtotest.CallOption{voice}, 3, 3},
		{`{"texto":"plan","limit":2}`, []asixtotest.CallOption{voice}, 2, 2},
		{`{"texto":"plan","limit":25,"offset":24}`, []asixtotest.CallOption{voice}, 3, 0},
	}
	for _, tt := range tests {
		t.Run(tt.args, func(t *testing.T) {
			t.Parallel()
			page := asixtotest.Call[BuscarItemsOut](t, d, buscar, tt.args, tt.opts...)
			if sigue := asixto.Or(page.Next, 0); page.Total != total || len(page.Items) != tt.n || sigue != tt.sigue {
				t.Errorf("%d items of %d, next %d, want %d of %d, next %d", len(page.Items), page.Total, sigue, tt.n, total, tt.sigue)
			}
			a := d.Do(t, buscar, tt.args, tt.opts...)
			if n := max(utf16Len(a.Structured), utf16Len(a.Text)); n > 3000 {
				t.Errorf("%d units, the runtime keeps 3000", n)
			}
		})
	}
}

func TestNothingFoundIsASuccess(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	for _, channel := range []asixtotest.CallOption{asixtotest.Chat(), asixtotest.Voice()} {
		if got, want := d.Do(t, buscar, busca("zeppelin", 0, 0), channel).Structured, `{"total":0,"items":[]}`; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

func TestSuspendedClientOpensNoCase(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	in := unCaso()
	in.Documento = docMarta
	asixtotest.Fails(t, d, abrir, in, toolerrors.KindBlocker, "suspendida")
	in.Documento = "CC99999999"
	asixtotest.Fails(t, d, abrir, in, toolerrors.KindNotFound, "")
	if n := d.backend.Casos(); n != 0 {
		t.Errorf("%d cases, want none", n)
	}
}

func TestActualizarCliente(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	tests := []struct{ args, want string }{
		{`{"telefono":"+57 (300) 765-4321"}`, `{"actualizados":["telefono"],"telefono":"573007654321"}`},
		{`{"correo":"laura@otro.example","telefono":null}`, `{"actualizados":["correo"],"correo":"laura@otro.example"}`},
		{`{"telefono":"6015550100","correo":"l@otro.example"}`, `{"actualizados":["telefono","correo"],"telefono":"6015550100","correo":"l@otro.example"}`},
	}
	for _, tt := range tests {
		args := strings.Replace(tt.args, "{", `{"documento":"CC1032456789",`, 1)
		if got := d.Do(t, actualizar, args).Structured; got != tt.want {
			t.Errorf("%s: %s, want %s", tt.args, got, tt.want)
		}
	}
	c, err := d.backend.Cliente(t.Context(), docLaura)
	if err != nil || c.Telefono != "6015550100" || c.Correo != "l@otro.example" || c.Nombre != "Laura Gómez" {
		t.Errorf("client is now %+v, %v", c, err)
	}
	for _, args := range []string{
		`{"documento":"CC1032456789"}`,
		`{"documento":"CC1032456789","telefono":null,"correo":null}`,
		`{"documento":"CC1032456789","telefono":"sin número"}`,
	} {
		asixtotest.Fails(t, d, actualizar, args, toolerrors.KindValidation, "")
	}
	asixtotest.Fails(t, d, actualizar, `{"documento":"CC99999999","telefono":"6015550100"}`, toolerrors.KindPermission, "") // nobody was identified so
	if n := d.backend.Efectos().ClientesActualizados; n != 3 {
		t.Errorf("%d updates, want 3", n)
	}
}

func TestCancelarCita(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	refusals := []struct {
		in   CancelarCitaIn
		kind toolerrors.Kind
		says string
	}{
		{cancelacion(docLaura, "CITA-8120"), toolerrors.KindPermission, ""},
		{cancelacion(docAndres, "CITA-7781"), toolerrors.KindPermission, ""},
		{cancelacion(docAndres, "CITA-7702"), toolerrors.KindPermission, ""}, // nor is its state told
		{cancelacion(docLaura, "CITA-7702"), toolerrors.KindValidation, "atendida"},
		{cancelacion(docLaura, "CITA-0001"), toolerrors.KindNotFound, ""},
	}
	for _, tt := range refusals {
		asixtotest.Fails(t, d, cancelar, tt.in, tt.kind, tt.says)
	}
	if n := d.backend.Efectos().CitasCanceladas; n != 0 {
		t.Fatalf("%d cancellations, want none", n)
	}
	// The key is looked up before the state: the retry of a success is a
	// success, and only a new operation is told that nothing is left to do.
	conv := asixtotest.NewConversation(d.Client)
	d.identify(t, conv, docLaura)
	asixtotest.Call[CancelarCitaOut](t, conv, cancelar, cancelacion(docLaura, "CITA-7781"))
	conv.Retry(t)
	asixtotest.Fails(t, d, cancelar, cancelacion(docLaura, "CITA-7781"), toolerrors.KindValidation, "cancelada")
	if n := d.backend.Efectos().CitasCanceladas; n != 1 {
		t.Errorf("%d cancellations, want 1", n)
	}
	if after := asixtotest.Call[ConsultarClienteOut](t, d, consultar, ConsultarClienteIn{docLaura}); after.TotalCitas != 1 {
		t.Errorf("%d appointments are left, want 1", after.TotalCitas)
	}
}

// Every code that consultar_cliente tells is one that cancelar_cita takes.
func TestCodesComeFromTheLookup(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	in := ConsultarClienteIn{docFerreteria}
	for _, c := range asixtotest.Call[ConsultarClienteOut](t, d, consultar, in).ProximasCitas {
		out := asixtotest.Call[CancelarCitaOut](t, d, cancelar, cancelacion(docFerreteria, c.CitaID))
		if diff := cmp.Diff(CancelarCitaOut{Estado: citaCancelada, Servicio: c.Servicio, Fecha: c.Fecha}, out); diff != "" {
			t.Error(diff)
		}
	}
	a := d.Do(t, consultar, in, asixtotest.Voice())
	if !strings.Contains(a.Structured, `"proximas_citas":[]`) || !strings.Contains(a.Text, "No tiene citas") {
		t.Errorf("answer %s, %q", a.Structured, a.Text)
	}
}

func TestArgumentsMayBeAbsentOrNull(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	asixtotest.Fails(t, d, consultar, `{}`, toolerrors.KindValidation, "")
	for _, params := range []map[string]any{
		{"name": consultar, "_meta": gatewayMeta(), "arguments": nil}, {"name": consultar, "_meta": gatewayMeta()},
	} {
		if res := d.rpc(t, "tools/call", consultar, params); !strings.Contains(string(res), `"error_type":"VALIDATION"`) {
			t.Errorf("%v: %s, want VALIDATION", params, res)
		}
	}
}

package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/asixto/go-sdk/asixto/speak"
)

func TestConsultarCliente(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	res := d.ok(t, consultar, `{"documento":"CC1032456789"}`, nil)
	got := decode[ConsultarClienteOut](t, res.Structured)
	if got.Nombre != "Laura Gómez" || got.Estado != clienteActivo || got.TotalCitas != 2 || got.ProximasCitas[0].CitaID != "CITA-7781" {
		t.Errorf("answer %s", res.Structured)
	}
	for _, private := range []string{"3001234567", "laura.gomez@", "CITA-7702", "CITA-8120"} {
		if strings.Contains(string(res.Structured)+res.text(), private) {
			t.Errorf("the answer tells %s: %s", private, res.Structured)
		}
	}
	spaced := d.ok(t, consultar, `{"documento":"cc 1.032.456.789"}`, nil)
	if diff := cmp.Diff(string(res.Structured), string(spaced.Structured)); diff != "" {
		t.Errorf("the document as people write it: %s", diff)
	}
	if f := d.fail(t, consultar, `{"documento":"CC99999999"}`, nil); f.Type != "NOT_FOUND" {
		t.Errorf("%+v, want NOT_FOUND", f)
	}
}

// Dates carry the offset of the tenant's zone; UTC where it is not known.
func TestDatesAreInTheTenantsZone(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	for zone, want := range map[any]string{
		"America/Bogota": "2026-05-07T10:00:00-05:00", "Europe/Madrid": "2026-05-07T17:00:00+02:00", absent: "2026-05-07T15:00:00Z",
	} {
		res := d.ok(t, consultar, `{"documento":"CC1032456789"}`, map[string]any{"timezone": zone})
		if !strings.Contains(string(res.Structured), `"fecha":"`+want+`"`) {
			t.Errorf("zone %v: %s, want %s", zone, res.Structured, want)
		}
	}
	res := d.ok(t, cancelar, cancelArgs(docLaura, "CITA-7781"), map[string]any{"timezone": "Europe/Madrid"})
	if !strings.Contains(string(res.Structured), `"fecha":"2026-05-07T17:00:00+02:00"`) {
		t.Errorf("cancelled: %s, want the hour of Madrid", res.Structured)
	}
}

func TestReasonOfACancellationIsKept(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	args := strings.Replace(cancelArgs(docLaura, "CITA-7781"), "}", `,"motivo":"Está de viaje"}`, 1)
	d.ok(t, cancelar, args, nil)
	d.backend.mu.RLock()
	defer d.backend.mu.RUnlock()
	if got := d.backend.citas[clave("CITA-7781")].Motivo; got != "Está de viaje" {
		t.Errorf("reason %q is kept", got)
	}
}

func TestVoiceSaysThree(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	spoken := d.ok(t, consultar, `{"documento":"NIT900123456"}`, voice())
	got := decode[ConsultarClienteOut](t, spoken.Structured)
	if len(got.ProximasCitas) != 3 || got.TotalCitas != 4 || strings.Count(spoken.text(), ";") != 2 {
		t.Errorf("voice: %d of %d appointments, %q", len(got.ProximasCitas), got.TotalCitas, spoken.text())
	}
	found := d.ok(t, buscar, `{"texto":"plan","limit":25}`, voice())
	page := decode[BuscarItemsOut](t, found.Structured)
	if len(page.Items) != 3 || page.Total < 12 || strings.Count(found.text(), " pesos") != 3 {
		t.Errorf("voice: %d of %d items, %q", len(page.Items), page.Total, found.text())
	}
	if strings.ContainsAny(found.text(), "{}[]\"_") {
		t.Errorf("%q is not for reading aloud", found.text())
	}
}

func TestPricesFollowTheCall(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	tests := []struct {
		list, currency any
		precio         int64 // in hundredths
		moneda         string
	}{
		{"pl_minorista", "COP", 6990000, "COP"},
		{"pl_mayorista", "COP", 5730000, "COP"},
		{nil, "COP", 6990000, "COP"},
		{absent, absent, 6990000, "COP"},
		{"pl_minorista", "USD", 1750, "USD"},
		{"pl_mayorista", "USD", 1435, "USD"},
	}
	for _, tt := range tests {
		meta := map[string]any{"priceListId": tt.list, "currency": tt.currency}
		page := decode[BuscarItemsOut](t, d.ok(t, buscar, `{"texto":"plan hogar 100"}`, meta).Structured)
		if page.Total != 1 || page.Items[0].Precio != speak.NewMoney(tt.precio, tt.moneda) {
			t.Errorf("%v, %v: %+v, want %v %s", tt.list, tt.currency, page, tt.precio, tt.moneda)
		}
	}
	if f := d.fail(t, buscar, `{"texto":"plan"}`, map[string]any{"currency": "EUR"}); f.Type != "BLOCKER" {
		t.Errorf("a currency without prices: %+v, want BLOCKER", f)
	}
}

func TestPaging(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	const total = 27
	tests := []struct {
		args  string
		meta  map[string]any
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
		{`{"texto":"plan"}`, voice(), 3, 3},
		{`{"texto":"plan","limit":2}`, voice(), 2, 2},
		{`{"texto":"plan","limit":25,"offset":24}`, voice(), 3, 0},
	}
	for _, tt := range tests {
		t.Run(tt.args, func(t *testing.T) {
			t.Parallel()
			res := d.ok(t, buscar, tt.args, tt.meta)
			page := decode[BuscarItemsOut](t, res.Structured)
			sigue := 0
			if page.Next != nil {
				sigue = *page.Next
			}
			if page.Total != total || len(page.Items) != tt.n || sigue != tt.sigue {
				t.Errorf("%d items of %d, next %d, want %d of %d, next %d", len(page.Items), page.Total, sigue, tt.n, total, tt.sigue)
			}
			if n := max(utf16Len(string(res.Structured)), utf16Len(res.text())); n > 3000 {
				t.Errorf("%d units, the runtime keeps 3000", n)
			}
		})
	}
}

func TestNothingFoundIsASuccess(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	for _, meta := range []map[string]any{nil, voice()} {
		res := d.ok(t, buscar, `{"texto":"zeppelin"}`, meta)
		if got, want := string(res.Structured), `{"total":0,"items":[]}`; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

func TestSuspendedClientOpensNoCase(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	args := strings.Replace(unCaso, docLaura, docMarta, 1)
	if f := d.fail(t, abrir, args, nil); f.Type != "BLOCKER" || !strings.Contains(f.Message, "suspendida") {
		t.Errorf("%+v, want BLOCKER", f)
	}
	args = strings.Replace(unCaso, docLaura, "CC99999999", 1)
	if f := d.fail(t, abrir, args, nil); f.Type != "NOT_FOUND" {
		t.Errorf("%+v, want NOT_FOUND", f)
	}
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
		if got := string(d.ok(t, actualizar, args, nil).Structured); got != tt.want {
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
		if f := d.fail(t, actualizar, args, nil); f.Type != "VALIDATION" {
			t.Errorf("%s: %+v, want VALIDATION", args, f)
		}
	}
	if f := d.fail(t, actualizar, `{"documento":"CC99999999","telefono":"6015550100"}`, nil); f.Type != "PERMISSION" {
		t.Errorf("%+v, want PERMISSION: nobody was identified so", f)
	}
	if n := d.backend.Efectos().ClientesActualizados; n != 3 {
		t.Errorf("%d updates, want 3", n)
	}
}

func cancelArgs(documento, cita string) string {
	return fmt.Sprintf(`{"documento":%q,"cita_id":%q,"confirmado":true}`, documento, cita)
}

func TestCancelarCita(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	refusals := []struct{ args, kind, says string }{
		{cancelArgs(docLaura, "CITA-8120"), "PERMISSION", ""},
		{cancelArgs(docAndres, "CITA-7781"), "PERMISSION", ""},
		{cancelArgs(docAndres, "CITA-7702"), "PERMISSION", ""}, // nor is its state told
		{cancelArgs(docLaura, "CITA-7702"), "VALIDATION", "atendida"},
		{cancelArgs(docLaura, "CITA-0001"), "NOT_FOUND", ""},
	}
	for _, tt := range refusals {
		f := d.fail(t, cancelar, tt.args, nil)
		if f.Type != tt.kind || !strings.Contains(f.Message, tt.says) {
			t.Errorf("%s: %+v, want %s saying %q", tt.args, f, tt.kind, tt.says)
		}
	}
	if n := d.backend.Efectos().CitasCanceladas; n != 0 {
		t.Fatalf("%d cancellations, want none", n)
	}

	meta := withKey("cancelar-1")
	first := d.ok(t, cancelar, cancelArgs(docLaura, "CITA-7781"), meta)
	// The key is looked up before the state: the retry of a success is a
	// success, and only a new operation is told that nothing is left to do.
	retry := maps.Clone(meta)
	retry["requestId"] = "req_2"
	second := d.ok(t, cancelar, cancelArgs(docLaura, "CITA-7781"), retry)
	if string(first.Structured) != string(second.Structured) {
		t.Errorf("first %s, then %s", first.Structured, second.Structured)
	}
	if f := d.fail(t, cancelar, cancelArgs(docLaura, "CITA-7781"), nil); f.Type != "VALIDATION" || !strings.Contains(f.Message, "cancelada") {
		t.Errorf("%+v, want VALIDATION saying cancelada", f)
	}
	if n := d.backend.Efectos().CitasCanceladas; n != 1 {
		t.Errorf("%d cancellations, want 1", n)
	}
	after := decode[ConsultarClienteOut](t, d.ok(t, consultar, `{"documento":"CC1032456789"}`, nil).Structured)
	if after.TotalCitas != 1 {
		t.Errorf("%d appointments are left, want 1", after.TotalCitas)
	}
}

// Every code that consultar_cliente tells is one that cancelar_cita takes.
func TestCodesComeFromTheLookup(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	const doc = docFerreteria
	res := d.ok(t, consultar, `{"documento":"`+doc+`"}`, nil)
	for _, c := range decode[ConsultarClienteOut](t, res.Structured).ProximasCitas {
		out := decode[CancelarCitaOut](t, d.ok(t, cancelar, cancelArgs(doc, c.CitaID), nil).Structured)
		if diff := cmp.Diff(CancelarCitaOut{Estado: citaCancelada, Servicio: c.Servicio, Fecha: c.Fecha}, out); diff != "" {
			t.Error(diff)
		}
	}
	res = d.ok(t, consultar, `{"documento":"`+doc+`"}`, voice())
	if !strings.Contains(string(res.Structured), `"proximas_citas":[]`) || !strings.Contains(res.text(), "No tiene citas") {
		t.Errorf("answer %s, %q", res.Structured, res.text())
	}
}

func TestArgumentsMayBeAbsentOrNull(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	for _, args := range []any{nil, map[string]any{}} {
		params := map[string]any{"name": consultar, "_meta": gatewayMeta(nil), "arguments": args}
		env := d.rpc(t, "tools/call", consultar, params)
		if res := decode[toolResult](t, env.Result); !res.IsError || res.failure(t).Type != "VALIDATION" {
			raw, _ := json.Marshal(env)
			t.Errorf("arguments %v: %s, want VALIDATION", args, raw)
		}
	}
}

package main

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/asixto/go-sdk/asixto/asixtotest"
	toolerrors "github.com/asixto/go-sdk/errors"
)

func unCaso() AbrirCasoIn {
	return AbrirCasoIn{Documento: docLaura, Tipo: tipoFalla, Descripcion: "El internet se cae cada noche desde el lunes"}
}

func cancelacion(documento, codigo string) CancelarCitaIn {
	return CancelarCitaIn{Documento: documento, CitaID: codigo, Confirmado: true}
}

// What the certification does, and more of its kind: with arguments that it makes
// up, and with real ones.
func TestContract(t *testing.T) {
	t.Parallel()
	d := startDesk(t, nil)
	d.Contract(t, asixtotest.Strict())
	if got := d.backend.Efectos(); got != (efectos{}) {
		t.Errorf("made-up arguments had effects: %+v", got)
	}
	asixtotest.Contract(t, d.server, asixtotest.Strict(),
		asixtotest.Arguments(consultar, ConsultarClienteIn{docLaura}),
		asixtotest.Arguments(buscar, BuscarItemsIn{Texto: "plan"}),
		asixtotest.Arguments(abrir, unCaso()))
}

// Every tool that writes has one effect, whatever happens to its call. The system
// takes 10 ms, so that duplicates overlap and connections break while it works;
// in the bubble that is exact and takes no time.
func TestIdempotent(t *testing.T) {
	t.Parallel()
	telefono, correo := "3007654321", "laura@otro.example"
	otro := unCaso()
	otro.Tipo = "cobro"
	tests := []struct {
		tool      string
		in, other any
		count     func(efectos) int
	}{
		{abrir, unCaso(), otro, func(e efectos) int { return e.CasosAbiertos }},
		{
			actualizar, ActualizarClienteIn{Documento: docLaura, Telefono: &telefono}, ActualizarClienteIn{Documento: docLaura, Correo: &correo},
			func(e efectos) int { return e.ClientesActualizados },
		},
		{cancelar, cancelacion(docLaura, "CITA-7781"), cancelacion(docLaura, "CITA-7790"), func(e efectos) int { return e.CitasCanceladas }},
		{iniciar, IniciarDiagnosticoIn{docLaura}, IniciarDiagnosticoIn{docAndres}, func(e efectos) int { return e.DiagnosticosIniciados }},
	}
	for _, tt := range tests {
		t.Run(tt.tool, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				asixtotest.Idempotent(t, func(tb testing.TB) asixtotest.Write {
					d := startDesk(tb, func(context.Context, string) error {
						time.Sleep(10 * time.Millisecond)
						return nil
					})
					d.identify(tb, d, docLaura, docAndres)
					return asixtotest.Write{
						Client: d.Client, Tool: tt.tool, In: tt.in, Other: tt.other,
						Effects: func() int { return tt.count(d.backend.Efectos()) },
					}
				})
			})
		})
	}
}

func TestReadOnly(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.backend.pruebas = pruebasDeMuestra()
	for tool, in := range map[string]any{
		consultar: ConsultarClienteIn{docLaura}, buscar: BuscarItemsIn{Texto: "plan"}, consultarDiagnostico: ConsultarDiagnosticoIn{docLaura},
	} {
		asixtotest.ReadOnly(t, d.Client, tool, in, d.backend.Efectos)
	}
}

// A telephone call from beginning to end, as the customer hears it.
func TestCall(t *testing.T) {
	t.Parallel()
	d := startDesk(t, nil)
	call := asixtotest.NewConversation(d.Client, asixtotest.Voice())
	asixtotest.Fails(t, call, cancelar, cancelacion(docLaura, "CITA-7781"), toolerrors.KindPermission, "consultar en esta conversación")
	citas := asixtotest.Call[ConsultarClienteOut](t, call, consultar, ConsultarClienteIn{docLaura}).ProximasCitas
	asixtotest.Call[CancelarCitaOut](t, call, cancelar, cancelacion(docLaura, citas[0].CitaID), asixtotest.Cut())
	call.Retry(t)
	asixtotest.Call[ConsultarClienteOut](t, call, consultar, ConsultarClienteIn{docLaura})
	asixtotest.Call[AbrirCasoOut](t, call, abrir, unCaso())
	call.Golden(t, "testdata/llamada.txt")
	if got, want := d.backend.Efectos(), (efectos{CitasCanceladas: 1, CasosAbiertos: 1}); got != want {
		t.Errorf("effects %+v, want %+v", got, want)
	}
}

// What every tool is filed as; the Gateway decides by it who may call what.
func TestAnnotationsAndScenarios(t *testing.T) {
	t.Parallel()
	type row struct {
		Read, Destructive, Idempotent bool
		Scenarios                     string
	}
	want := map[string]row{
		consultar:  {true, false, true, "soporte pqr garantia agenda cancelacion actualizacion_datos consulta_estado"},
		buscar:     {true, false, true, "informacion_productos informacion_servicios ventas cambio_plan"},
		abrir:      {false, false, true, "pqr soporte garantia"},
		actualizar: {false, false, true, "actualizacion_datos"},
		cancelar:   {false, true, true, "agenda cancelacion"},
		iniciar:    {false, false, true, "soporte"},

		consultarDiagnostico: {true, false, true, "soporte consulta_estado"},
	}
	got := map[string]row{}
	for _, d := range catalogueOf(t, newDesk(t)) {
		scenario, _ := d.Meta["com.asixto/capability"].(string)
		if list, ok := d.Meta["com.asixto/capabilities"].([]any); ok {
			scenario = strings.Join(texts(list), " ")
		}
		readOnly, _ := d.hint("readOnlyHint")
		destructive, _ := d.hint("destructiveHint")
		idempotent, _ := d.hint("idempotentHint")
		got[d.Name] = row{readOnly, destructive, idempotent, scenario}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// contractCall has the values of the contract page's own request.
func contractCall(requestID string) []asixtotest.CallOption {
	return []asixtotest.CallOption{
		asixtotest.Key("9f2a7c0d1e"), asixtotest.ConversationID("cnv_77b1"), asixtotest.RequestID(requestID), asixtotest.Voice(),
		asixtotest.CompanyID("cmp_31a9"), asixtotest.PriceListID("pl_mayorista"),
	}
}

func TestContractPageRequest(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	first := d.Do(t, abrir, unCaso(), contractCall("req_c41a")...)
	out := asixtotest.Call[AbrirCasoOut](t, d, abrir, unCaso(), contractCall("req_c41b")...) // a cut connection is retried as a new request
	if out.Radicado == "" || out.Estado != casoAbierto || out.SLAHoras == nil || !strings.Contains(first.Text, out.Radicado) {
		t.Errorf("answer %s, spoken %q", first.Structured, first.Text)
	}
	if n := d.backend.Casos(); n != 1 {
		t.Errorf("%d cases, want 1", n)
	}
}

// One key scopes one tool of one company; the same key elsewhere is another
// operation, and with other arguments it is refused.
func TestKeyBelongsToToolAndCompany(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	key, otra := asixtotest.Key("una"), asixtotest.CompanyID("cmp_otra")
	telefono := "300 765 4321"
	asixtotest.Call[AbrirCasoOut](t, d, abrir, unCaso(), key)
	asixtotest.Call[AbrirCasoOut](t, d, abrir, unCaso(), key, otra)
	asixtotest.Call[ActualizarClienteOut](t, d, actualizar, ActualizarClienteIn{Documento: docLaura, Telefono: &telefono}, key)
	if got, want := d.backend.Efectos(), (efectos{CasosAbiertos: 2, ClientesActualizados: 1}); got != want {
		t.Errorf("effects %+v, want %+v", got, want)
	}
	reused := unCaso()
	reused.Tipo = "cobro"
	asixtotest.Fails(t, d, abrir, reused, toolerrors.KindValidation, "", key)
	absent := `{"documento":"CC1032456789","tipo":"falla","descripcion":"El internet se cae cada noche desde el lunes"}`
	asixtotest.Call[AbrirCasoOut](t, d, abrir, absent, key)
	if n := d.backend.Casos(); n != 2 {
		t.Errorf("%d cases, want 2: null and absent are the same arguments", n)
	}
}

// The requests of the load harness, to the letter.
func TestBenchRequests(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	version := map[string]string{"Mcp-Protocol-Version": revision}
	write := `{"jsonrpc":"2.0","id":"r1","method":"tools/call","params":{"name":"abrir_caso_soporte","arguments":{"documento":"CC1032456789","tipo":"falla","descripcion":"No funciona el internet desde ayer","prioridad":null},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},"io.modelcontextprotocol/clientInfo":{"name":"bench","version":"1"},"com.asixto/idempotencyKey":"k1","com.asixto/conversationId":"cnv_1","com.asixto/requestId":"req_1","com.asixto/channel":"chat","com.asixto/companyId":"cmp_1","com.asixto/priceListId":null,"com.asixto/currency":"COP","com.asixto/timezone":"America/Bogota"}}}`
	read := `{"jsonrpc":"2.0","id":"r1","method":"tools/call","params":{"name":"consultar_cliente","arguments":{"documento":"CC1032456789"},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},"io.modelcontextprotocol/clientInfo":{"name":"bench","version":"1"},"com.asixto/conversationId":"cnv_1","com.asixto/requestId":"req_1","com.asixto/channel":"chat"}}}`
	list := `{"jsonrpc":"2.0","id":"r1","method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}`
	sane := `{"jsonrpc":"2.0","id":"s","method":"tools/call","params":{"name":"abrir_caso_soporte","arguments":{"documento":"CC1032456789","tipo":"falla","descripcion":"No funciona el internet desde ayer","prioridad":null},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},"com.asixto/idempotencyKey":"sane1"}}}`
	tests := []struct{ method, name, body, want string }{
		{"tools/call", abrir, write, `"radicado":"SOP-1001"`},
		{"tools/call", abrir, write, `"radicado":"SOP-1001"`},
		{"tools/call", consultar, read, `"nombre":"Laura Gómez"`},
		{"tools/list", "", list, `"name":"abrir_caso_soporte"`},
		{"tools/call", abrir, sane, `"radicado":"SOP-1002"`},
	}
	for _, tt := range tests {
		res := d.post(t, tt.method, tt.name, tt.body, version)
		if res.status != http.StatusOK || !strings.Contains(string(res.body), tt.want) {
			t.Errorf("%s %s: %d %s, want %s", tt.method, tt.name, res.status, res.body, tt.want)
		}
	}
}

func TestHealth(t *testing.T) {
	t.Parallel()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "https://soporte.test/salud", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	res, err := newDesk(t).RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		t.Errorf("/salud without a token: %d, want 200", res.StatusCode)
	}
}

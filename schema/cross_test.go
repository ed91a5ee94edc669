package schema_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/asixto/go-sdk/schema"
)

type caso struct {
	Tipo    string     `json:"tipo" validate:"oneof=falla cobro otro"`
	Detalle *string    `json:"detalle" validate:"required_if=Tipo otro,min=5"`
	Monto   *int       `json:"monto" validate:"required_if=Tipo cobro,min=1"`
	Equipo  string     `json:"equipo,omitempty" validate:"excluded_unless=Tipo falla,min=2"`
	Marca   *string    `json:"marca" validate:"required_with=Equipo"`
	Serie   *string    `json:"serie" validate:"excluded_without=Equipo,max=5"`
	Desde   *time.Time `json:"desde" validate:"required_with=Hasta"`
	Hasta   *time.Time `json:"hasta" validate:"gtfield=Desde"`
	Clave   *string    `json:"clave"`
	Repite  *string    `json:"repite" validate:"required_with=Clave,eqfield=Clave"`
	Usuario *string    `json:"usuario" validate:"nefield=Clave"`
	Minimo  *float64   `json:"minimo"`
	Maximo  *float64   `json:"maximo" validate:"gtefield=Minimo"`
}

func TestRulesBetweenFields(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, data string
		want       []string
	}{
		{"nothing applies", `{"tipo":"falla"}`, nil},
		{"needed by a value", `{"tipo":"otro"}`, []string{"detalle needed"}},
		{"needed by a value and null", `{"tipo":"otro","detalle":null}`, []string{"detalle needed"}},
		{"needed and there", `{"tipo":"otro","detalle":"se quemó"}`, nil},
		{"needed, there and too short", `{"tipo":"otro","detalle":"x"}`, []string{"detalle min_length"}},
		{"not needed and too short", `{"tipo":"falla","detalle":"x"}`, []string{"detalle min_length"}},
		{"a numeric rule behind required_if, absent", `{"tipo":"falla","monto":null}`, nil},
		{"needed number", `{"tipo":"cobro"}`, []string{"monto needed"}},
		{"zero is there", `{"tipo":"cobro","monto":0}`, []string{"monto minimum"}},
		{"excluded", `{"tipo":"cobro","monto":1,"equipo":"router","marca":"x"}`, []string{"equipo excluded"}},
		{"needed beside another", `{"tipo":"falla","equipo":"router"}`, []string{"marca needed"}},
		{"excluded without another", `{"tipo":"falla","serie":"123"}`, []string{"serie excluded"}},
		{"excluded beside null", `{"tipo":"falla","equipo":null,"serie":"123"}`, []string{"serie excluded"}},
		{"a nil peer", `{"tipo":"falla","hasta":"2026-07-28T10:00:00Z"}`, []string{"desde needed"}},
		{"in order", `{"tipo":"falla","desde":"2026-07-28T10:00:00-05:00","hasta":"2026-07-28T15:00:01Z"}`, nil},
		{"out of order", `{"tipo":"falla","desde":"2026-07-28T10:00:00-05:00","hasta":"2026-07-28T15:00:00Z"}`, []string{"hasta mismatch"}},
		{"two rules of one field, the first", `{"tipo":"falla","clave":"a"}`, []string{"repite needed"}},
		{"two rules of one field, the second", `{"tipo":"falla","clave":"a","repite":"b"}`, []string{"repite mismatch"}},
		{"a comparison without its peer", `{"tipo":"falla","repite":"b","usuario":"b"}`, nil},
		{"must differ", `{"tipo":"falla","clave":"a","repite":"a","usuario":"a"}`, []string{"usuario mismatch"}},
		{"at least the other", `{"tipo":"falla","minimo":1.5,"maximo":1.5}`, nil},
		{"less than the other", `{"tipo":"falla","minimo":1.5,"maximo":1}`, []string{"maximo mismatch"}},
		{"only the one", `{"tipo":"falla","maximo":1}`, nil},
		{"judged beside what is not known", `{"tipo":"otro","nuevo":1}`, []string{"nuevo unknown", "detalle needed"}},
		{"not judged by what could not be read", `{"tipo":"falla","equipo":5,"serie":"123"}`, []string{"equipo type"}},
		{"not judged beside what could not be read", `{"tipo":5}`, []string{"tipo type"}},
		{"several", `{"tipo":"otro","equipo":"router","clave":"a"}`, []string{"detalle needed", "equipo excluded", "marca needed", "repite needed"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := problemsOf[caso](t, tt.data)
			if diff := cmp.Diff(tt.want, got, sorted); diff != "" {
				t.Errorf("%s\n-want +got:\n%s", tt.data, diff)
			}
		})
	}
}

// sorted ignores the order of problems where a test is not about it.
var sorted = cmp.Transformer("sorted", func(in []string) string {
	out := append([]string(nil), in...)
	for i := range out {
		for j := range i {
			if out[i] < out[j] {
				out[i], out[j] = out[j], out[i]
			}
		}
	}
	return strings.Join(out, "\n")
})

func TestRulesBetweenFieldsOfItems(t *testing.T) {
	t.Parallel()
	got := problemsOf[struct {
		Casos []caso           `json:"casos"`
		Otros map[string]*caso `json:"otros,omitempty"`
	}](t, `{"casos":[{"tipo":"falla"},{"tipo":"otro"}],"otros":{"x":{"tipo":"otro"}}}`)
	if diff := cmp.Diff([]string{"casos[1].detalle needed", "otros.x.detalle needed"}, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestRulesBetweenFieldsNamePeers(t *testing.T) {
	t.Parallel()
	_, err := mustCompile[caso](t, nil).Decode([]byte(`{"tipo":"falla","minimo":2,"maximo":1}`))
	if got := userMessage(t, err); got != "Maximo no concuerda con minimo." {
		t.Errorf("got %q", got)
	}
}

func TestRequiredOnZeroAndFalse(t *testing.T) {
	t.Parallel()
	type todos struct {
		Bool    bool       `json:"bool" validate:"required"`
		Int     int        `json:"int" validate:"required"`
		Puntero *int       `json:"puntero" validate:"required"`
		Lista   []int      `json:"lista" validate:"required,dive,required"`
		Fecha   time.Time  `json:"fecha" validate:"required"`
		Texto   string     `json:"texto" validate:"required"`
		Casa    direccion0 `json:"casa" validate:"required"`
	}
	if got := problemsOf[todos](t, `{"bool":false,"int":0,"puntero":0,"lista":[0],"fecha":"0001-01-01T00:00:00Z","texto":"a","casa":{"a":0}}`); got != nil {
		t.Errorf("zero and false are values: %v", got)
	}
	want := []string{"texto min_length", "bool missing", "int missing", "puntero missing", "lista missing", "fecha missing", "casa missing"}
	if diff := cmp.Diff(want, problemsOf[todos](t, `{"texto":""}`), sorted); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

type direccion0 struct {
	A int `json:"a"`
}

func TestDelegatedRules(t *testing.T) {
	t.Parallel()
	type delegadas struct {
		Correo     *string        `json:"correo" validate:"email"`
		Enlace     *string        `json:"enlace" validate:"https_url"`
		Fecha      *string        `json:"fecha" validate:"datetime=2006-01-02"`
		Zona       *string        `json:"zona" validate:"timezone"`
		Cualquiera *string        `json:"cualquiera" validate:"email|e164"`
		Tarjeta    *string        `json:"tarjeta" validate:"credit_card"`
		Distinto   *int           `json:"distinto" validate:"ne=5"`
		Items      []Base         `json:"items,omitempty" validate:"unique=Codigo"`
		Mapa       map[string]int `json:"mapa,omitempty" validate:"unique"`
	}
	tests := []struct {
		data string
		want []string
	}{
		{`{"correo":"ana@example.com","enlace":"https://example.com","fecha":"2024-02-29","zona":"America/Bogota","cualquiera":"+573001234567","tarjeta":"4111111111111111","distinto":4}`, nil},
		{`{"correo":"ana","enlace":"http://example.com","fecha":"2023-02-29","zona":"America/Nada","cualquiera":"x","tarjeta":"4111111111111112","distinto":5}`,
			[]string{"correo format", "enlace format", "fecha format", "zona format", "cualquiera format", "tarjeta format", "distinto format"}},
		{`{"correo":""}`, []string{"correo format"}},
		{`{"items":[{"nombre":"a","codigo":"A123"},{"nombre":"b","codigo":"A123"}],"mapa":{"a":1,"b":1}}`, []string{"items unique_items", "mapa unique_items"}},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want, problemsOf[delegadas](t, tt.data)); diff != "" {
			t.Errorf("%s\n-want +got:\n%s", tt.data, diff)
		}
	}
}

func userMessage(t *testing.T, err error) string {
	t.Helper()
	return invalid(t, err).UserMessage()
}

func invalid(t *testing.T, err error) *schema.InvalidError {
	t.Helper()
	problemList(t, err)
	if err == nil {
		t.Fatal("no error")
	}
	return err.(*schema.InvalidError) //nolint:errorlint // Decode returns it bare
}

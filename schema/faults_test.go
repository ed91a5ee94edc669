package schema_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/asixto/go-sdk/schema"
)

// Two types of one name are two schemas: nothing is kept by name.
func TestTypesOfOneName(t *testing.T) {
	t.Parallel()
	type ajena = direccion
	type direccion struct {
		Km int `json:"km" validate:"min=1"`
	}
	type in struct {
		Una  ajena     `json:"una"`
		Otra direccion `json:"otra"`
	}
	codec := mustCompile[in](t, nil)
	for _, part := range []string{`"una":{"type":"object","additionalProperties":false,"required":["calle"]`, `"otra":{"type":"object","additionalProperties":false,"required":["km"]`} {
		if !strings.Contains(string(codec.Schema()), part) {
			t.Errorf("%s is not in %s", part, codec.Schema())
		}
	}
	if diff := cmp.Diff([]string{"una.calle min_length", "otra.km minimum"}, problemsOf[in](t, `{"una":{"calle":"x"},"otra":{"km":0}}`)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// A closed value is an enum wherever it stands, and null where it is optional, in
// the schema and at a call.
func TestClosedValuesEverywhere(t *testing.T) {
	t.Parallel()
	type in struct {
		Puede  *prioridad           `json:"puede"`
		Tambal prioridad            `json:"tambal,omitempty"`
		Piso   *piso                `json:"piso"`
		Lista  []prioridad          `json:"lista,omitempty"`
		Mapa   map[string]piso      `json:"mapa,omitempty"`
		Claves map[prioridad]string `json:"claves,omitempty"`
	}
	schemaText := string(mustCompile[in](t, nil).Schema())
	for _, part := range []string{
		`"puede":{"type":["string","null"],"enum":["alta","normal",null]}`, `"tambal":{"type":["string","null"],"enum":["alta","normal",null]}`,
		`"piso":{"type":["integer","null"],"enum":[-1,0,1,null]}`, `"items":{"enum":["alta","normal"]}`, `"additionalProperties":{"enum":[-1,0,1]}`,
		`"propertyNames":{"enum":["alta","normal"]}`,
	} {
		if !strings.Contains(schemaText, part) {
			t.Errorf("%s is not in %s", part, schemaText)
		}
	}
	for doc, want := range map[string][]string{
		`{"puede":null,"tambal":null,"piso":null,"lista":null,"mapa":null}`:                                    nil,
		`{"puede":"alta","tambal":"normal","piso":-1,"lista":["alta"],"mapa":{"x":0},"claves":{"normal":"x"}}`: nil,
		`{"puede":"baja","tambal":"","piso":7,"lista":[null],"mapa":{"x":7},"claves":{"x":""}}`: {
			"lista[0] null", "puede enum", "tambal enum", "piso enum", "mapa.x enum", "claves.x enum",
		},
	} {
		if diff := cmp.Diff(want, problemsOf[in](t, doc), sorted); diff != "" {
			t.Errorf("%s\n-want +got:\n%s", doc, diff)
		}
	}
}

// A number that JavaScript rounds is exact here, and its author is told of the
// text that is exact everywhere.
func TestWideNumbers(t *testing.T) {
	t.Parallel()
	type in struct {
		Cuenta int64  `json:"cuenta"`
		Saldo  uint64 `json:"saldo" validate:"max=1000"`
	}
	codec := mustCompile[in](t, nil)
	got, err := codec.Decode([]byte(`{"cuenta":9007199254740993,"saldo":5}`))
	if err != nil || got.Cuenta != 9007199254740993 {
		t.Errorf("%+v, %v", got, err)
	}
	if data, err := codec.Encode(got); err != nil || string(data) != `{"cuenta":9007199254740993,"saldo":5}` {
		t.Errorf("%s, %v", data, err)
	}
	warned := func(w schema.Warning) bool {
		return w.Path == "cuenta" && w.Rule == "int64-text" && strings.Contains(w.Text, ",string")
	}
	if w := codec.Warnings(); len(w) != 1 || !slices.ContainsFunc(w, warned) {
		t.Errorf("warnings %+v", w)
	}
}

// A list of structs is held to their rules without being told to dive.
func TestListsNeedNoDive(t *testing.T) {
	t.Parallel()
	type in struct {
		Otras []*direccion           `json:"otras"`
		Mapa  map[string][]direccion `json:"mapa"`
	}
	want := []string{"otras[0].calle min_length", "mapa.x[0].calle min_length"}
	if diff := cmp.Diff(want, problemsOf[in](t, `{"otras":[{"calle":"x"}],"mapa":{"x":[{"calle":""}]}}`)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

package schema_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/invopop/jsonschema"

	"github.com/asixto/go-sdk/schema"
)

// color writes itself through a pointer receiver and lists its values so too.
type color struct{ nombre string }

func (c *color) MarshalJSON() ([]byte, error) { return json.Marshal(c.nombre) }
func (c *color) UnmarshalJSON(data []byte) error {
	return json.Unmarshal(data, &c.nombre)
}
func (*color) Values() []color { return []color{{"rojo"}, {"azul"}} }

// fecha embeds a type that writes itself, and states what it is.
type fecha struct{ time.Time } //nolint:recvcheck // reads through a pointer, writes by value

func (f fecha) MarshalJSON() ([]byte, error) { return json.Marshal(f.Format(time.DateOnly)) }
func (f *fecha) UnmarshalJSON(data []byte) error {
	var text string
	if err := json.Unmarshal(data, &text); err != nil {
		return err
	}
	t, err := time.Parse(time.DateOnly, text)
	f.Time = t
	return err
}

func (fecha) JSONSchema() *jsonschema.Schema {
	return &jsonschema.Schema{Type: "string", Format: "date"}
}

// etiquetas is a list that states limits of its own.
type etiquetas []string

func (etiquetas) JSONSchema() *jsonschema.Schema {
	least, most, chars := uint64(1), uint64(2), uint64(3)
	return &jsonschema.Schema{
		Type: "array", MinItems: &least, MaxItems: &most, UniqueItems: true,
		Items: &jsonschema.Schema{Type: "string", MinLength: &least, MaxLength: &chars},
	}
}

// puntaje is a number with a bound on either side.
type puntaje float64

func (puntaje) JSONSchema() *jsonschema.Schema {
	return &jsonschema.Schema{Type: "number", ExclusiveMinimum: "0", ExclusiveMaximum: "10"}
}

// mapa states the form of its names and values.
type mapa map[string]int

func (mapa) JSONSchema() *jsonschema.Schema {
	most, letters := uint64(2), uint64(3)
	return &jsonschema.Schema{
		Type: "object", MaxProperties: &most, PropertyNames: &jsonschema.Schema{Type: "string", MaxLength: &letters},
		AdditionalProperties: &jsonschema.Schema{Type: "integer", Minimum: "1", Maximum: "9"},
	}
}

type propios struct {
	Color     color     `json:"color"`
	Puede     *color    `json:"puede"`
	Fecha     fecha     `json:"fecha"`
	Etiquetas etiquetas `json:"etiquetas,omitempty"`
	Puntaje   puntaje   `json:"puntaje"`
	Mapa      mapa      `json:"mapa,omitempty"`
	Dia       dia       `json:"dia"`
	Rango     *rango    `json:"rango"`
	Precios   []dinero  `json:"precios,omitempty"`
}

const propiosOK = `{"color":"rojo","puede":null,"fecha":"2026-07-28","puntaje":9.5,"dia":"lunes","rango":null}`

func TestOwnForms(t *testing.T) {
	t.Parallel()
	tests := []struct {
		data string
		want []string
	}{
		{propiosOK, nil},
		{`{"color":"verde","puede":"verde","fecha":"ayer","puntaje":10,"dia":"jueves","rango":null}`,
			[]string{"color enum", "puede enum", "fecha format", "puntaje below", "dia enum"}},
		{`{"color":5,"puede":"azul","fecha":null,"puntaje":0,"dia":1,"rango":{"desde":1,"hasta":501}}`,
			[]string{"color type", "fecha null", "puntaje above", "dia type", "rango.hasta maximum"}},
		{`{"color":"rojo","puntaje":1,"dia":"lunes","etiquetas":["a","a"],"mapa":{"abcd":1,"b":0},"precios":[{"valor":1.5,"moneda":"EUR","x":1},{}]}`,
			[]string{"etiquetas unique_items", "mapa.abcd max_length", "mapa.b minimum", "precios[0].valor not_whole", "precios[0].moneda enum",
				"precios[0].x unknown", "precios[1].valor missing", "precios[1].moneda missing", "fecha missing"}},
		{`{"color":"rojo","fecha":"2026-07-28","puntaje":1e1,"dia":"lunes","etiquetas":["","abcd","x"],"mapa":{"a":1,"b":2,"c":3}}`,
			[]string{"puntaje below", "etiquetas[0] min_length", "etiquetas[1] max_length", "etiquetas max_items", "mapa max_items"}},
		{`{"color":"rojo","fecha":"2026-07-28","puntaje":1e999,"dia":"lunes","etiquetas":[],"mapa":{"a":1,"a":2},"rango":{"desde":1}}`,
			[]string{"puntaje out_of_range", "etiquetas min_items", "mapa.a duplicate", "rango.hasta missing"}},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want, problemsOf[propios](t, tt.data)); diff != "" {
			t.Errorf("%s\n-want +got:\n%s", tt.data, diff)
		}
	}
}

func TestOwnFormsRoundTrip(t *testing.T) {
	t.Parallel()
	codec := mustCompile[propios](t, nil)
	got, err := codec.Decode([]byte(`{"color":"azul","puede":"rojo","fecha":"2026-07-28","etiquetas":["a","b"],"puntaje":0.5,"mapa":{"b":2,"a":1},"dia":"martes","rango":{"desde":1,"hasta":2},"precios":[{"valor":5,"moneda":"COP"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	if got.Color.nombre != "azul" || got.Puede.nombre != "rojo" || got.Fecha.Day() != 28 || got.Rango.Hasta != 2 || got.Precios[0].centavos != 500 || got.Dia != 1 {
		t.Errorf("%+v", got)
	}
	want := `{"color":"azul","puede":"rojo","fecha":"2026-07-28","etiquetas":["a","b"],"puntaje":0.5,"mapa":{"a":1,"b":2},"dia":"martes","rango":{"desde":1,"hasta":2},"precios":[{"valor":5,"moneda":"COP"}]}`
	data, err := codec.Encode(got)
	if err != nil || string(data) != want {
		t.Errorf("%s, %v", data, err)
	}
}

func TestOwnTextWithFewerValues(t *testing.T) {
	t.Parallel()
	type soloLunes struct {
		Dia dia `json:"dia" validate:"oneof=lunes"`
	}
	if got := string(mustCompile[soloLunes](t, nil).Schema()); !strings.Contains(got, `"dia":{"enum":["lunes"]}`) {
		t.Errorf("got %s", got)
	}
	if diff := cmp.Diff([]string{"dia enum"}, problemsOf[soloLunes](t, `{"dia":"martes"}`)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// What could not be read for one problem inside is not held to its other rules.
func TestProblemsOfAmendedTypesAreNotMultiplied(t *testing.T) {
	t.Parallel()
	type around struct {
		Rangos []estrecho `json:"rangos"`
	}
	want := []string{"rangos[0].hasta maximum", "rangos[1].desde minimum"}
	got := problemsOf[around](t, `{"rangos":[{"desde":5,"hasta":501},{"desde":4,"hasta":7}]}`)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// estrecho has no zero that its rules take.
type estrecho struct {
	Desde int32 `json:"desde" validate:"min=5"`
	Hasta int32 `json:"hasta" validate:"min=6"`
}

func (estrecho) JSONSchemaExtend(s *jsonschema.Schema) { rango{}.JSONSchemaExtend(s) }

// TestCheckOfArguments: a value that never was JSON is held to everything.
func TestCheckOfArguments(t *testing.T) {
	t.Parallel()
	codec := mustCompile[propios](t, nil)
	err := codec.Check(propios{Color: color{"verde"}, Puntaje: 11, Rango: &rango{Hasta: 501}})
	if diff := cmp.Diff([]string{"color enum", "puntaje below", "rango.hasta maximum"}, problemList(t, err)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// TestRootMayAmendItsSchema: the hooks work for the whole type too.
func TestRootMayAmendItsSchema(t *testing.T) {
	t.Parallel()
	codec := mustCompile[rango](t, nil)
	want := `{"type":"object","title":"Rango","additionalProperties":false,"required":["desde","hasta"],"properties":` +
		`{"desde":{"type":"integer","minimum":0,"maximum":2147483647},"hasta":{"type":"integer","minimum":0,"maximum":500}}}`
	if got := string(codec.Schema()); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if diff := cmp.Diff([]string{"desde minimum", "hasta maximum"}, problemsOf[rango](t, `{"desde":-1,"hasta":501}`)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	for value, ok := range map[rango]bool{{1, 500}: true, {1, 501}: false} {
		if err := mustCompile[rango](t, output()).Check(value); (err == nil) != ok {
			t.Errorf("%+v: %v", value, err)
		}
	}
}

// todoDe is embedded structs in every way that encoding/json tells apart.
type todoDe struct {
	Base
	*Contacto
	conPuntero
	Sombra
	Base2  `json:"base2"`
	Nombre string `json:"nombre"`
	Profundo
}

type conPuntero struct {
	Interno string `json:"interno"`
	oculto  int
}

type Sombra struct {
	Interno2 string `json:"Sombreado"`
	Correo   string `json:"correo_de_sombra"`
}

type Base2 struct {
	A int `json:"a"`
}

type Profundo struct {
	Base2
	Sombreado string // a deeper or untagged twin loses to the tagged one
	B         int    `json:"b"`
}

// TestEmbeddingIsThatOfEncodingJSON compares the JSON of this package with that of
// encoding/json on a struct that embeds in every way.
func TestEmbeddingIsThatOfEncodingJSON(t *testing.T) {
	t.Parallel()
	codec, err := schema.Compile[todoDe](output())
	if err != nil {
		t.Fatal(err)
	}
	for _, value := range []todoDe{
		{conPuntero: conPuntero{oculto: 1}},
		{
			Base: Base{Nombre: "hidden", Codigo: "c123"}, Contacto: &Contacto{Correo: "x@y"}, conPuntero: conPuntero{Interno: "i"},
			Sombra: Sombra{"s", "t"}, Base2: Base2{1}, Nombre: "n", Profundo: Profundo{Base2{2}, "deep", 3},
		},
	} {
		ours, err := codec.Encode(value)
		if err != nil {
			t.Fatal(err)
		}
		theirs, err := json.Marshal(value) //nolint:musttag // fields without a tag are part of the test
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(theirs), string(ours)); diff != "" {
			t.Errorf("-encoding/json +ours:\n%s", diff)
		}
		if codec.Check(value) != nil {
			continue
		}
		back, err := codec.Decode(ours)
		if err != nil {
			t.Fatal(err)
		}
		var theirBack todoDe
		if err := json.Unmarshal(theirs, &theirBack); err != nil { //nolint:musttag // as above
			t.Fatal(err)
		}
		if diff := cmp.Diff(theirBack, back, cmp.AllowUnexported(todoDe{}, conPuntero{})); diff != "" {
			t.Errorf("-encoding/json +ours:\n%s", diff)
		}
	}
}

// ficha states its schema, so its tags of asixto are read by nobody.
type ficha struct {
	Nombre string `json:"nombre"`
	Clave  string `json:"clave" asixto:"strip"`
}

func (ficha) JSONSchema() *jsonschema.Schema {
	p := jsonschema.NewProperties()
	p.Set("nombre", &jsonschema.Schema{Type: "string"})
	p.Set("clave", &jsonschema.Schema{Type: "string"})
	return &jsonschema.Schema{Type: "object", Properties: p, Required: []string{"nombre", "clave"}, AdditionalProperties: jsonschema.FalseSchema}
}

// What is tagged to be kept back must not be sent because another writes the JSON.
func TestStripWhereItHasNoEffect(t *testing.T) {
	t.Parallel()
	_, err := schema.Compile[struct {
		Fichas []ficha `json:"fichas"`
	}](&schema.Options{Direction: schema.Output})
	if err == nil || !strings.Contains(err.Error(), "strip has no effect on Clave") {
		t.Errorf("error %v", err)
	}
}

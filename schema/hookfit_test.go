package schema_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/invopop/jsonschema"

	"github.com/asixto/go-sdk/schema"
)

// A says states the schema S for what a T holds.
type says[T any, S hooked] struct{ Valor T }

// hooked is a schema by its type, so that one generic type states many.
type hooked interface{ schema() *jsonschema.Schema }

func object(name string, inner *jsonschema.Schema) *jsonschema.Schema {
	s := &jsonschema.Schema{Type: "object", AdditionalProperties: jsonschema.FalseSchema, Properties: jsonschema.NewProperties()}
	s.Properties.Set(name, inner)
	return s
}

func (says[T, S]) JSONSchema() *jsonschema.Schema {
	var s S
	return object("Valor", s.schema())
}

type (
	unTexto    struct{}
	unEntero   struct{}
	unNumero   struct{}
	unosTextos struct{}
	unMapa     struct{}
	unFijo     struct{}
	deAlgunos  struct{}
	sinCampo   struct{}
	loQueSea   struct{}
)

func (unTexto) schema() *jsonschema.Schema  { return &jsonschema.Schema{Type: "string"} }
func (unEntero) schema() *jsonschema.Schema { return &jsonschema.Schema{Type: "integer"} }
func (unNumero) schema() *jsonschema.Schema { return &jsonschema.Schema{Type: "number"} }
func (loQueSea) schema() *jsonschema.Schema { return &jsonschema.Schema{Description: "Cualquiera"} }
func (unosTextos) schema() *jsonschema.Schema {
	return &jsonschema.Schema{Type: "array", Items: unTexto{}.schema()}
}
func (unMapa) schema() *jsonschema.Schema   { return &jsonschema.Schema{Type: "object"} }
func (unFijo) schema() *jsonschema.Schema   { return &jsonschema.Schema{Enum: []any{1, 300}} }
func (sinCampo) schema() *jsonschema.Schema { return object("nadie", unTexto{}.schema()) }
func (deAlgunos) schema() *jsonschema.Schema {
	return &jsonschema.Schema{Type: "string", Enum: []any{"lunes", "jueves"}}
}

// textoDeEntero states a text for a kind that is read as a number.
type textoDeEntero int

func (textoDeEntero) JSONSchema() *jsonschema.Schema { return unTexto{}.schema() }

// numeroDeTexto states a number for what reads itself as text.
type numeroDeTexto struct{ dia }

func (numeroDeTexto) JSONSchema() *jsonschema.Schema { return unNumero{}.schema() }

func TestStatedSchemasFitTheirTypes(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		compile func() error
		want    string // empty: it fits
	}{
		"text of an int":           {compiled[textoDeEntero], "it states string, but schema_test.textoDeEntero is read and written as integer"},
		"number of a text":         {compiled[numeroDeTexto], "read and written as string"},
		"text of an int, inside":   {compiled[says[int, unTexto]], `the property "Valor": it states string, but int is read`},
		"number of an int":         {compiled[says[*int, unNumero]], "it states number, but int is read"},
		"any type of a text":       {compiled[says[string, loQueSea]], "it states any type"},
		"any type of anything":     {compiled[says[any, loQueSea]], ""},
		"integer of a small int":   {compiled[says[int8, unEntero]], "numbers beyond int8"},
		"integer of an unsigned":   {compiled[says[uint64, unEntero]], "numbers beyond uint64"},
		"integer":                  {compiled[says[int64, unEntero]], ""},
		"integer of a float":       {compiled[says[float64, unEntero]], ""},
		"number":                   {compiled[says[float32, unNumero]], ""},
		"texts of ints":            {compiled[says[[]int, unosTextos]], `the property "Valor[]"`},
		"texts":                    {compiled[says[[]string, unosTextos]], ""},
		"texts of an array":        {compiled[says[[2]string, unosTextos]], "as many items as its type says"},
		"text of a list":           {compiled[says[[]string, unTexto]], "is read and written as array"},
		"text of a list of bytes":  {compiled[says[[]byte, unTexto]], "state the contentEncoding base64"},
		"open map":                 {compiled[says[map[string]int, unMapa]], "it says nothing of the values"},
		"map of numbers":           {compiled[says[map[int]any, unMapa]], "the keys of a map must be plain strings"},
		"map of anything":          {compiled[says[map[string]any, unMapa]], ""},
		"values beyond the kind":   {compiled[says[int8, unFijo]], "the enum holds 300, which int8 does not read"},
		"values":                   {compiled[says[int16, unFijo]], ""},
		"values that are not read": {compiled[says[dia, deAlgunos]], `the enum holds "jueves", which schema_test.dia does not read`},
		"property without a field": {compiled[says[direccion, sinCampo]], `the property "nadie" has no field`},
		"text of a time":           {compiled[says[time.Time, unTexto]], "state the format date-time"},
		"duration":                 {compiled[says[time.Duration, unEntero]], "a time.Duration has no agreed JSON form"},
		"function":                 {compiled[says[func(), unEntero]], "a func cannot be read"},
		"own JSON":                 {compiled[says[dinero, unTexto]], ""},
		"own text":                 {compiled[says[dia, unEntero]], "is read and written as string"},
		"bool":                     {compiled[says[bool, unEntero]], "is read and written as boolean"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := tt.compile()
			if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
				t.Errorf("got %v, want %q", err, tt.want)
			}
		})
	}
	_, err := schema.Compile[says[direccion, unMapa]](output())
	if err != nil {
		t.Errorf("an answer: %v", err)
	}
	if _, err = schema.Compile[says[direccion, sinCampo]](output()); err == nil || !strings.Contains(err.Error(), `the field Calle of schema_test.direccion is written, but`) {
		t.Errorf("an answer with more fields than stated: %v", err)
	}
}

// suelta loosens what its tags say, each in the way that its name says.
type suelta[H any] struct {
	Nombre string         `json:"nombre" validate:"min=2,max=9,alpha"`
	Tipo   *string        `json:"tipo" validate:"oneof=a b c"`
	Cuenta int8           `json:"cuenta" validate:"min=1"`
	Lista  []string       `json:"lista" validate:"max=3,unique"`
	Mapa   map[string]int `json:"mapa" validate:"dive,keys,max=3,endkeys"`
	Precio float64        `json:"precio" validate:"gt=0,lt=9"`
	Bytes  []byte         `json:"bytes"`
	Dentro direccion      `json:"dentro"`
}

type amender interface{ amend(s *jsonschema.Schema) }

func (suelta[H]) JSONSchemaExtend(s *jsonschema.Schema) {
	var h H
	if a, ok := any(h).(amender); ok {
		a.amend(s)
	}
}

type (
	sinRequeridos struct{}
	abierta       struct{}
	todoSuelto    struct{}
	masAngosta    struct{}
	sinNombre     struct{}
	demasiada     struct{}
)

func (sinRequeridos) amend(s *jsonschema.Schema) { s.Required = nil }
func (abierta) amend(s *jsonschema.Schema)       { s.AdditionalProperties = nil }
func (sinNombre) amend(s *jsonschema.Schema)     { s.Properties.Delete("nombre") }
func (demasiada) amend(s *jsonschema.Schema) {
	s.Properties.Set("otra", &jsonschema.Schema{Type: "string"})
}

func (todoSuelto) amend(s *jsonschema.Schema) {
	for p := s.Properties.Oldest(); p != nil; p = p.Next() {
		*p.Value = jsonschema.Schema{Type: p.Value.Type, Items: p.Value.Items, Properties: p.Value.Properties}
		if p.Key == "tipo" {
			p.Value.Type = "string"
		}
	}
	cuenta, _ := s.Properties.Get("cuenta")
	cuenta.Type = "string"
}

func (masAngosta) amend(s *jsonschema.Schema) {
	most := uint64(5)
	nombre, _ := s.Properties.Get("nombre")
	nombre.MaxLength = &most
	precio, _ := s.Properties.Get("precio")
	precio.Type, precio.Maximum = "integer", "7"
	tipo, _ := s.Properties.Get("tipo")
	*tipo = jsonschema.Schema{Enum: []any{"a", "b"}}
	dentro, _ := s.Properties.Get("dentro")
	dentro.Required = append(dentro.Required, "ciudad")
}

// What the tags say is held at every call: an amended schema that promises more
// would not be kept.
func TestAmendedSchemasOnlyNarrow(t *testing.T) {
	t.Parallel()
	compile := func(t *testing.T, err error, want ...string) {
		t.Helper()
		for _, part := range want {
			if err == nil || !strings.Contains(err.Error(), part) {
				t.Errorf("got %v\nwant %q", err, part)
			}
		}
	}
	_, err := schema.Compile[suelta[sinRequeridos]](nil)
	compile(t, err, "it drops or loosens required (nombre), required (cuenta)")
	_, err = schema.Compile[suelta[abierta]](nil)
	compile(t, err, "it drops or loosens additionalProperties")
	_, err = schema.Compile[suelta[sinNombre]](nil)
	compile(t, err, "it drops or loosens properties (nombre)")
	_, err = schema.Compile[suelta[demasiada]](nil)
	compile(t, err, `the property "otra" has no field`)
	_, err = schema.Compile[suelta[todoSuelto]](nil)
	compile(t, err,
		`the property "nombre": it drops or loosens pattern, minLength, maxLength`,
		`the property "tipo": it drops or loosens enum`,
		`the property "cuenta": it drops or loosens type, minimum, maximum`,
		`the property "lista": it drops or loosens maxItems, uniqueItems`,
		`the property "mapa": it drops or loosens additionalProperties, propertyNames`,
		`the property "precio": it drops or loosens exclusiveMinimum, exclusiveMaximum`,
		`the property "bytes": it drops or loosens contentEncoding`,
		`the property "dentro": it drops or loosens additionalProperties, required (calle)`,
	)
	for _, form := range []schema.Nullable{schema.TypeArray, schema.AnyOf} {
		codec, err := schema.Compile[suelta[masAngosta]](&schema.Options{Nullable: form})
		if err != nil {
			t.Fatal(err)
		}
		if f := codec.Fields()[0]; f.Path != "nombre" || f.MaxLength != 5 {
			t.Errorf("the field is not as amended: %+v", f)
		}
		_, err = codec.Decode([]byte(`{"nombre":"abcdef","tipo":"c","cuenta":1,"lista":[],"mapa":{},"precio":1.5,"bytes":"","dentro":{"calle":"una","ciudad":"x"}}`))
		if diff := cmp.Diff([]string{"nombre max_length", "tipo enum", "precio not_whole"}, problemList(t, err)); diff != "" {
			t.Errorf("-want +got:\n%s", diff)
		}
	}
}

// exacto states limits and values that a float64 cannot tell from their neighbours.
type exacto int64

func (exacto) JSONSchema() *jsonschema.Schema {
	return &jsonschema.Schema{Type: "integer", Minimum: "-9007199254740993", Maximum: "9007199254740993"}
}

type deDos int64

func (deDos) JSONSchema() *jsonschema.Schema {
	return &jsonschema.Schema{Type: "integer", Enum: []any{int64(9007199254740993), 2}}
}

type distintos []int64

func (distintos) JSONSchema() *jsonschema.Schema {
	return &jsonschema.Schema{Type: "array", UniqueItems: true, Items: &jsonschema.Schema{Type: "integer"}}
}

// A number of a stated schema is compared by all of its digits, in all spellings.
func TestStatedNumbersAreExact(t *testing.T) {
	t.Parallel()
	type in struct {
		A exacto    `json:"a"`
		B deDos     `json:"b"`
		C distintos `json:"c"`
	}
	codec := mustCompile[in](t, nil)
	for doc, want := range map[string][]string{
		`{"a":9007199254740993,"b":9007199254740993,"c":[9007199254740993,9007199254740992]}`: nil,
		`{"a":9007199254740994,"b":9007199254740992,"c":[9007199254740993,9007199254740993]}`: {"a maximum", "b enum", "c unique_items"},
		`{"a":-9007199254740994,"b":2.0,"c":[1,1.0]}`:                                         {"a minimum", "c unique_items"},
		`{"a":1.0,"b":0.2e1,"c":[1e2,-0]}`:                                                    nil,
	} {
		if diff := cmp.Diff(want, problemsOf[in](t, doc)); diff != "" {
			t.Errorf("%s\n-want +got:\n%s", doc, diff)
		}
	}
	got, err := codec.Decode([]byte(`{"a":1.0,"b":0.2e1,"c":[1e2,-0]}`))
	if diff := cmp.Diff(in{1, 2, distintos{100, 0}}, got); err != nil || diff != "" {
		t.Errorf("%v, -want +got:\n%s", err, diff)
	}
}

// A decimal past its limit by less than a float can say is past it all the same.
func TestDecimalsAreComparedAsTheyCame(t *testing.T) {
	t.Parallel()
	type in struct {
		A float64 `json:"a" validate:"min=0.1,max=0.3"`
		B float32 `json:"b" validate:"max=0.1"`
		C float64 `json:"c" validate:"oneof=0.5 1"`
		D float64 `json:"d" validate:"gt=0,lt=1"`
	}
	for doc, want := range map[string][]string{
		`{"a":0.3,"b":0.1,"c":0.5,"d":0.5}`:                                                   nil,
		`{"a":0.1000,"b":1e-1,"c":1.0,"d":5e-1}`:                                              nil,
		`{"a":0.30000000000000000001,"b":0.1000000000001,"c":0.50000000000000000001,"d":0.5}`: {"a maximum", "b maximum", "c enum"},
		`{"a":0.09999999999999999999,"b":0,"c":0.49999999999999999999,"d":0.5}`:               {"a minimum", "c enum"},
		`{"a":0.2,"b":0,"c":1,"d":1e-999}`:                                                    {"d above"},
	} {
		if diff := cmp.Diff(want, problemsOf[in](t, doc)); diff != "" {
			t.Errorf("%s\n-want +got:\n%s", doc, diff)
		}
	}
}

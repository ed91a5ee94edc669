package schema_test

import (
	"encoding/json"
	"math"
	"net/url"
	"reflect"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/invopop/jsonschema"
)

// Types with a form of their own that no schema can be made of.
type (
	soloEscribe   struct{}
	sinEsquema    struct{}
	esquemaVacio  struct{}
	esquemaPanico struct{}
	union         string
	esquemaConRef struct{}
	valoresPanico string
	sinValores    string
	repetido      string
	mezcla        int //nolint:recvcheck // reads through a pointer, writes by value
	embebida      struct {
		direccionIP
		Nota string
	}
	direccionIP struct{}
	nodo        struct {
		Hijos []nodo `json:"hijos"`
	}
	ida struct {
		Vuelta *vuelta `json:"vuelta"`
	}
	vuelta struct {
		Ida map[string]ida `json:"ida"`
	}
	seEmbebe struct{ *seEmbebe }
	cerrado  struct{ privado int }
	Ancestro struct {
		Otro *int `json:"otro"`
		Este *int `json:"este" validate:"required_with=Otro"`
	}
	oculta struct {
		Otro *int `json:"otro"`
		Este *int `json:"este" validate:"required_with=Otro"`
	}
	normalizaMal struct {
		A int `json:"a"`
	}
	valoresDeTexto int
	valoresDeOtro  string
	lista2         []string
	listaDeSi      []listaDeSi
	mapaDeSi       map[string]mapaDeSi
	sinNumero      float64
	sinTexto       string
	clave          string
	dosDeEllos     struct {
		OrdenA
		OrdenB
	}
	OrdenA struct {
		A int `json:"a"`
	}
	OrdenB struct {
		B int `json:"b"`
	}
)

func (soloEscribe) MarshalText() ([]byte, error) { return nil, nil }
func (sinEsquema) MarshalJSON() ([]byte, error)  { return nil, nil }
func (*sinEsquema) UnmarshalJSON([]byte) error   { return nil }
func (union) JSONSchema() *jsonschema.Schema {
	return &jsonschema.Schema{Type: "string", OneOf: []*jsonschema.Schema{{Type: "string"}, {Type: "integer"}, {Type: "null"}}}
}
func (esquemaVacio) JSONSchema() *jsonschema.Schema  { return nil }
func (esquemaPanico) JSONSchema() *jsonschema.Schema { panic("no") }
func (esquemaConRef) JSONSchema() *jsonschema.Schema { return jsonschema.Reflect(direccion{}) }
func (valoresPanico) Values() []valoresPanico        { panic("no") }
func (sinValores) Values() []sinValores              { return nil }
func (repetido) Values() []repetido                  { return []repetido{"alta", "baja", "alta"} }
func (mezcla) Values() []mezcla                      { return []mezcla{0, 1} }
func (m mezcla) MarshalJSON() ([]byte, error)        { return json.Marshal([]any{"a", 1}[m]) }
func (*mezcla) UnmarshalJSON([]byte) error           { return nil }
func (direccionIP) MarshalText() ([]byte, error)     { return nil, nil }
func (*direccionIP) UnmarshalText([]byte) error      { return nil }
func (*normalizaMal) Normalize() error               { return nil }
func (valoresDeTexto) Values() []string              { return nil }
func (valoresDeOtro) Values(int) []valoresDeOtro     { return nil }
func (lista2) Values() []lista2                      { return nil }
func (sinNumero) Values() []sinNumero                { return []sinNumero{1, sinNumero(math.NaN())} }
func (sinTexto) Values() []sinTexto                  { return []sinTexto{"a", "\xff"} }
func (*clave) Normalize()                            {}
func (*OrdenA) Normalize()                           {}
func (*OrdenB) Normalize()                           {}

// refusedTypes are types and tags that have no good schema.
var refusedTypes = []refusal{
	{"any", struct {
		A any `json:"a"`
	}{}, `use a struct, or a jsontext.Value tagged asixto:"free=reason"`},
	{"list of any", struct {
		A []any `json:"a"`
	}{}, "an interface may hold anything"},
	{"map of any", struct {
		A map[string]any `json:"a"`
	}{}, "an interface may hold anything"},
	{"raw message", struct {
		A json.RawMessage `json:"a"`
	}{}, `asixto:"free=reason"`},
	{"json.Number", struct {
		A json.Number `json:"a"`
	}{}, "use int64, uint64 or float64"},
	{"url.URL", struct {
		A url.URL `json:"a"`
	}{}, `use a string with validate:"url"`},
	{"duration", struct {
		A time.Duration `json:"a"`
	}{}, `tag it asixto:"unit=seconds"`},
	{"part of a unit", struct {
		A time.Duration `json:"a" asixto:"unit=hours" validate:"min=5m"`
	}{}, "write a duration of whole hours"},
	{"func", struct {
		A func() `json:"a"`
	}{}, "a func has no JSON form"},
	{"complex", struct {
		A complex128 `json:"a"`
	}{}, "use two float64 fields"},
	{"pointer to a pointer", struct {
		A **int `json:"a"`
	}{}, "use a single pointer"},
	{"null in a list", struct {
		A []*string `json:"a"`
	}{}, "a list or map holds no null; use string without the pointer"},
	{"null in a map", struct {
		A map[string]*int `json:"a"`
	}{}, "a list or map holds no null"},
	{"array of bytes", struct {
		A [4]byte `json:"a"`
	}{}, "use []byte (base64) or a string"},
	{"bytes cut mid-group", struct {
		A []byte `json:"a" validate:"max=100"`
	}{}, "a limit on bytes must be one on their base64 text too"},
	{"numbers as keys", struct {
		A map[int]string `json:"a"`
	}{}, "the keys of a map must be plain strings"},
	{"free untold", struct {
		A jsontext.Value `json:"a"`
	}{}, `tag it asixto:"free=reason"`},
	{"free for nothing", struct {
		A string `json:"a" asixto:"free=lo llena otro sistema"`
	}{}, "free is for objects of any form"},
	{"free without a reason", struct {
		A jsontext.Value `json:"a" asixto:"free"`
	}{}, "write free=the reason in words"},
	{"free with an empty reason", struct {
		A jsontext.Value `json:"a" asixto:"free= ; internal"`
	}{}, "write free=the reason in words"},
	{"limit of a free object", struct {
		A jsontext.Value `json:"a" asixto:"free=lo llena otro sistema" validate:"max=x"`
	}{}, "write the limit in bytes"},
	{"unit for nothing", struct {
		A int `json:"a" asixto:"unit=days"`
	}{}, "unit is for a time.Duration"},

	{"writes text only", struct {
		A soloEscribe `json:"a"`
	}{}, "writes its own text but does not read it; give it UnmarshalText"},
	{"no schema", struct {
		A sinEsquema `json:"a"`
	}{}, "give it a method JSONSchema()"},
	{"nil schema", struct {
		A esquemaVacio `json:"a"`
	}{}, "gives no schema on the zero value"},
	{"panicking schema", struct {
		A esquemaPanico `json:"a"`
	}{}, "gives no schema on the zero value"},
	{"rule beside a schema", struct {
		A placa `json:"a" validate:"max=3"`
	}{}, "a type that states its own schema; limits go there"},
	{"union", struct {
		A union `json:"a"`
	}{}, `the keyword "oneOf" is not supported`},
	{"form of an embedded field", struct {
		A embebida `json:"a"`
	}{A: embebida{Nota: ""}}, "which would stand for the whole struct"},
	{"panicking values", struct {
		A valoresPanico `json:"a"`
	}{}, "panics on the zero value"},
	{"no values", struct {
		A sinValores `json:"a"`
	}{}, "is empty"},
	{"a value twice", struct {
		A repetido `json:"a"`
	}{}, "returns alta twice"},
	{"values of several types", struct {
		A mezcla `json:"a"`
	}{}, "gives JSON of several types"},
	{"value the type does not have", struct {
		A prioridad `json:"a" validate:"oneof=alta baja"`
	}{}, "a value that Values() of the type does not have"},
	{"Normalize with a result", normalizaMal{}, "so it would never run"},
	{"Normalize with a result, inside", struct {
		A []normalizaMal `json:"a"`
	}{}, "so it would never run"},
	{"Normalize by value, inside", struct {
		A *normalizedByValue `json:"a"`
	}{}, "value receiver"},
	{"Normalize of two", dosDeEllos{}, "so Go promotes none"},
	{"values of another type", struct {
		A valoresDeTexto `json:"a"`
	}{}, "so it would close nothing; write func (schema_test.valoresDeTexto) Values() []schema_test.valoresDeTexto"},
	{"values of an argument", struct {
		A map[string]valoresDeOtro `json:"a"`
	}{}, "so it would close nothing"},
	{"values of keys", struct {
		A map[valoresDeOtro]int `json:"a"`
	}{}, "so it would close nothing"},
	{"values that are no number", struct {
		A []sinNumero `json:"a"`
	}{}, `returns "NaN", which has no JSON`},
	{"values that are no UTF-8", struct {
		A *sinTexto `json:"a"`
	}{}, "which has no JSON"},
	{"values outside the limits", struct {
		A prioridad `json:"a" validate:"min=7"`
	}{}, "none of the allowed values is within the limits of length"},
	{"numbers outside the limits", struct {
		A piso `json:"a" validate:"gt=1"`
	}{}, "none of the allowed values is within the limits"},
	{"description that is no UTF-8", oneField[string](`json:"a" doc:"x\xf4"`), "the value is not UTF-8"},
	{"rule that is no UTF-8", oneField[string](`json:"a" validate:"oneof=\xff b"`), "the value is not UTF-8"},
	{"tag that is no UTF-8", oneField[string]("json:\"a\" validate:\"oneof=\xff b\""), "the tag is not UTF-8"},
	{"list of itself", struct {
		A listaDeSi `json:"a"`
	}{}, "contains itself: schema_test.listaDeSi → schema_test.listaDeSi"},
	{"map of itself", struct {
		A []mapaDeSi `json:"a"`
	}{}, "contains itself: schema_test.mapaDeSi → schema_test.mapaDeSi"},
	{"array that fills the memory", reflect.StructOf([]reflect.StructField{
		{Name: "A", Type: reflect.ArrayOf(1<<32, reflect.TypeFor[int]()), Tag: `json:"a"`},
	}), "use a slice with a max"},
	{"Normalize of a key", struct {
		A map[clave]int `json:"a"`
	}{}, "a Normalize of keys would never run"},
	{"unique of what reads itself", struct {
		A []dia `json:"a" validate:"unique"`
	}{}, "unique compares plain values"},
	{"values of a list", struct {
		A lista2 `json:"a"`
	}{}, "only texts, numbers, bools and types with their own JSON can be closed"},

	{"unknown item", struct {
		A int `json:"a" asixto:"intern"`
	}{}, `unknown item "intern"`},
	{"from without a field", struct {
		A int `json:"a" asixto:"from=buscar"`
	}{}, "write from=tool.field"},
	{"allow without a reason", struct {
		A int `json:"a" asixto:"allow=regla"`
	}{}, "the reason in words"},
	{"internal with a value", struct {
		A int `json:"a" asixto:"internal=si"`
	}{}, `"internal" takes no value`},

	{"misspelt key", struct {
		A int `json:"a" valdiate:"min=1"`
	}{}, `the key "valdiate" looks like "validate"`},
	{"key with a letter too many", struct {
		A int `json:"a" validates:"min=1"`
	}{}, `the key "validates" looks like "validate"`},
	{"key with two letters swapped", struct {
		A int `json:"a" validaet:"min=1"`
	}{}, `the key "validaet" looks like "validate"`},
	{"key short of a letter", struct {
		A int `json:"a" asixt:"internal"`
	}{}, `the key "asixt" looks like "asixto"`},
	{"key with another letter", struct {
		A int `jsom:"b" json:"a"`
	}{}, `the key "jsom" looks like "json"`},
	{"key of another case", struct {
		A int `json:"a" Doc:"x"`
	}{}, `the key "Doc" looks like "doc"`},
	{"key of another library", struct {
		A int `json:"a" jsonschema:"minimum=1"`
	}{}, "its limits go into validate"},
	{"default", struct {
		A int `json:"a" default:"1"`
	}{}, "a default is set in Normalize"},
	{"unquoted tag", oneField[int](`json:"a" validate:min=5`), `the tag does not parse from "validate:min=5" on`},
}

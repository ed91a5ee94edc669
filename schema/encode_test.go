package schema_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"

	"github.com/asixto/go-sdk/schema"
)

func output() *schema.Options { return &schema.Options{Direction: schema.Output} }

func encodeOut[T any](t *testing.T, value T) string {
	t.Helper()
	data, err := mustCompile[T](t, output()).Encode(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestEncodeNilsAsEmpty(t *testing.T) {
	t.Parallel()
	type hoja struct {
		Lista []string       `json:"lista"`
		Mapa  map[string]int `json:"mapa"`
		Bytes []byte         `json:"bytes"`
	}
	type arbol struct {
		hojaOculta
		Lista         [][]int          `json:"lista"`
		Hoja          hoja             `json:"hoja"`
		Puntero       *hoja            `json:"puntero"`
		Nulo          *hoja            `json:"nulo"`
		Falta         *hoja            `json:"falta,omitempty"`
		Hojas         []hoja           `json:"hojas"`
		Mapa          map[string][]int `json:"mapa"`
		Ramas         map[string]*hoja `json:"ramas"`
		PunteroALista *[]int           `json:"puntero_a_lista"`
	}
	var nula []int
	value := arbol{
		Lista: [][]int{nil, {1}}, Puntero: &hoja{}, Hojas: []hoja{{}}, Mapa: map[string][]int{"b": nil, "a": {2}},
		Ramas: map[string]*hoja{"x": {}}, PunteroALista: &nula,
	}
	const empty = `{"lista":[],"mapa":{},"bytes":""}`
	want := `{"oculta":[],"lista":[[],[1]],"hoja":` + empty + `,"puntero":` + empty + `,"nulo":null,"hojas":[` + empty + `],` +
		`"mapa":{"a":[2],"b":[]},"ramas":{"x":` + empty + `},"puntero_a_lista":[]}`
	if diff := cmp.Diff(want, encodeOut(t, value)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if value.Lista[0] != nil || value.Hoja.Lista != nil || value.Puntero.Mapa != nil || value.Hojas[0].Lista != nil || nula != nil {
		t.Error("the author's own data was changed")
	}
}

type hojaOculta struct {
	Oculta []int `json:"oculta"`
}

func TestEncodeValues(t *testing.T) {
	t.Parallel()
	type valores struct {
		Texto   string                `json:"texto"`
		Entero  int64                 `json:"entero"`
		Natural uint64                `json:"natural"`
		Cadena  int64                 `json:"cadena,string"`
		Real    float64               `json:"real"`
		Chico   float32               `json:"chico"`
		Minimo  float64               `json:"minimo"`
		Enorme  float64               `json:"enorme"`
		Fecha   time.Time             `json:"fecha"`
		Espera  time.Duration         `json:"espera" asixto:"unit=minutes"`
		Dia     dia                   `json:"dia"`
		Precio  dinero                `json:"precio"`
		Libre   jsontext.Value        `json:"libre" asixto:"free=lo llena otro sistema"`
		Claves  map[prioridad]float64 `json:"claves"`
		Vacio   string                `json:"vacio,omitempty"`
		Cero    int                   `json:"cero,omitzero"`
		Nunca   time.Time             `json:"nunca,omitzero"`
		Nada    []int                 `json:"nada,omitempty"`
		Ninguno []int                 `json:"ninguno,omitempty"`
		Ninguna map[string]int        `json:"ninguna,omitempty"`
		Cadena0 *string               `json:"cadena0,omitempty"`
	}
	blank := ""
	got := encodeOut(t, valores{
		Texto: "a<b>&\"\\\u2028\x00é", Entero: 9007199254740993, Natural: math.MaxUint64, Cadena: math.MinInt64, Real: 1250.5, Chico: 0.1,
		Minimo: 1e-7, Enorme: 1e21, Fecha: time.Date(2026, 7, 28, 10, 0, 0, 0, time.FixedZone("", -5*3600)), Espera: 90 * time.Second,
		Dia: 1, Precio: dinero{1200}, Libre: jsontext.Value(`{ "a": 1.0 }`), Claves: map[prioridad]float64{"normal": 2, "alta": 1}, Cadena0: &blank,
		Ninguno: []int{}, Ninguna: map[string]int{},
	})
	want := `{"texto":"a<b>&\"\\` + "\u2028" + `\u0000é","entero":9007199254740993,"natural":18446744073709551615,"cadena":"-9223372036854775808",` +
		`"real":1250.5,"chico":0.1,"minimo":1e-7,"enorme":1e+21,"fecha":"2026-07-28T10:00:00-05:00","espera":2,"dia":"martes",` +
		`"precio":{"valor":12,"moneda":"COP"},"libre":{"a":1.0},"claves":{"alta":1,"normal":2},"cadena0":""}`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if !json.Valid([]byte(got)) {
		t.Error("the answer is no JSON")
	}
}

func TestEncodeRepairsText(t *testing.T) {
	t.Parallel()
	type textos struct {
		A string            `json:"a"`
		M map[string]string `json:"m"`
	}
	if got, want := encodeOut(t, textos{A: "x\xffy", M: map[string]string{"k": "\xc3"}}), `{"a":"x`+"\uFFFD"+`y","m":{"k":"`+"\uFFFD"+`"}}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

type panico struct{}

func (panico) MarshalText() ([]byte, error) { panic("password=secret") }
func (*panico) UnmarshalText([]byte) error  { return nil }

type nuncaCero struct{ A int }

func (nuncaCero) IsZero() bool { panic("no") }

func TestEncodeFails(t *testing.T) {
	t.Parallel()
	type items struct {
		Valor float64 `json:"valor"`
	}
	tests := []struct {
		name   string
		encode func() ([]byte, error)
		path   string
	}{
		{"NaN", func() ([]byte, error) {
			return mustCompile[pagina[items]](t, output()).Encode(pagina[items]{Items: []items{{1}, {math.NaN()}}})
		}, `"items[1].valor"`},
		{"the first of two", func() ([]byte, error) {
			return mustCompile[pagina[items]](t, output()).Encode(pagina[items]{Items: []items{{math.NaN()}, {math.NaN()}}})
		}, `"items[0].valor"`},
		{"Inf", func() ([]byte, error) { return mustCompile[items](t, output()).Encode(items{math.Inf(-1)}) }, `"valor"`},
		{"failing marshaller", func() ([]byte, error) {
			return mustCompile[pagina[dinero]](t, output()).Encode(pagina[dinero]{Items: []dinero{{-1}}})
		}, `"items[0]"`},
		{"panicking marshaller", func() ([]byte, error) {
			type out struct {
				P panico `json:"p"`
			}
			return mustCompile[out](t, output()).Encode(out{})
		}, `"p"`},
		{"panicking IsZero", func() ([]byte, error) {
			type out struct {
				P nuncaCero `json:"p,omitzero"`
			}
			return mustCompile[out](t, output()).Encode(out{})
		}, "panicked"},
		{"null in a list", func() ([]byte, error) {
			type out struct {
				P []*direccion `json:"p"`
			}
			return mustCompile[out](t, output()).Encode(out{P: []*direccion{nil}})
		}, `"p[0]"`},
		{"a free value that is no object", func() ([]byte, error) {
			return mustCompile[libre](t, output()).Encode(libre{Datos: jsontext.Value(`[1]`)})
		}, `"datos"`},
		{"a free value that is no JSON", func() ([]byte, error) {
			return mustCompile[libre](t, output()).Encode(libre{Datos: jsontext.Value(`{"a":`)})
		}, `"datos"`},
		{"a year without four digits", func() ([]byte, error) {
			type out struct {
				T time.Time `json:"t"`
			}
			return mustCompile[out](t, output()).Encode(out{time.Date(12026, 1, 1, 0, 0, 0, 0, time.UTC)})
		}, `"t"`},
		{"nil pointer", func() ([]byte, error) { return mustCompile[*direccion](t, output()).Encode(nil) }, "nil pointer"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			data, err := tt.encode()
			if err == nil || data != nil {
				t.Fatalf("got %s and %v, want an error", data, err)
			}
			if !strings.Contains(err.Error(), tt.path) {
				t.Errorf("%q does not say %s", err, tt.path)
			}
			var invalid *schema.InvalidError
			if errors.As(err, &invalid) {
				t.Error("the failure of an answer is nothing a customer hears about")
			}
		})
	}
}

func TestCheck(t *testing.T) {
	t.Parallel()
	type respuesta struct {
		Estado string     `json:"estado" validate:"oneof=abierto en_cola"`
		Total  int        `json:"total" validate:"min=0"`
		Nota   string     `json:"nota,omitempty" validate:"min=5"`
		Horas  *int       `json:"horas,omitempty" validate:"min=1"`
		Puede  *string    `json:"puede" validate:"min=2"`
		Debe   *string    `json:"debe" validate:"required"`
		Items  []Base     `json:"items" validate:"max=2"`
		Desde  time.Time  `json:"desde,omitzero"`
		Hasta  *time.Time `json:"hasta,omitempty" validate:"gtfield=Desde"`
		Placa  placa      `json:"placa,omitempty"`
		Precio dinero     `json:"precio,omitzero"`
		Dia    dia        `json:"dia"`
	}
	x, zero, now := "x", 0, time.Date(2026, 7, 28, 0, 0, 0, 0, time.UTC)
	good := func(change func(*respuesta)) respuesta {
		r := respuesta{Estado: "abierto", Debe: &x}
		change(&r)
		return r
	}
	tests := []struct {
		name  string
		value respuesta
		want  []string
	}{
		{"good", good(func(*respuesta) {}), nil},
		{"closed set", good(func(r *respuesta) { r.Estado = "cerrado" }), []string{"estado enum"}},
		{"below", good(func(r *respuesta) { r.Total = -1 }), []string{"total minimum"}},
		{"present optional", good(func(r *respuesta) { r.Nota = "x" }), []string{"nota min_length"}},
		{"pointer to zero", good(func(r *respuesta) { r.Horas = &zero }), []string{"horas minimum"}},
		{"nullable that is there", good(func(r *respuesta) { r.Puede = &x }), []string{"puede min_length"}},
		{"required that is nil", good(func(r *respuesta) { r.Debe = nil }), []string{"debe null"}},
		{"inside a list", good(func(r *respuesta) { r.Items = []Base{{Codigo: "A123"}, {Codigo: "A"}} }), []string{"items[1].codigo min_length"}},
		{"too many", good(func(r *respuesta) { r.Items = make([]Base, 3) }), []string{"items max_items", "items[0].codigo min_length", "items[1].codigo min_length", "items[2].codigo min_length"}},
		{"two times", good(func(r *respuesta) { r.Desde, r.Hasta = now, &now }), []string{"hasta mismatch"}},
		{"one time", good(func(r *respuesta) { r.Hasta = &now }), nil},
		{"own schema", good(func(r *respuesta) { r.Placa = "abc" }), []string{"placa format"}},
		{"own JSON", good(func(r *respuesta) { r.Precio = dinero{1e12} }), []string{"precio.valor maximum"}},
		{"all at once", respuesta{Total: -1, Placa: "x"}, []string{"estado enum", "total minimum", "debe null", "placa format"}},
	}
	codec := mustCompile[respuesta](t, output())
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, problemList(t, codec.Check(tt.value))); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
	if err := mustCompile[*direccion](t, output()).Check(nil); err == nil {
		t.Error("a nil answer passed")
	}
}

// TestOutputSchemaHoldsForItsAnswers: what passes Check is, as written, what the
// schema promises.
func TestOutputSchemaHoldsForItsAnswers(t *testing.T) {
	t.Parallel()
	j := newJudge(t, typeOf[conTodo](), output())
	value := conTodo{
		Base: Base{Codigo: "A123"}, Anidada: Base{Codigo: "B123"}, Nombre: "Ana", Prioridad: "alta", Precio: dinero{100},
		Resultado: pagina[direccion]{Items: []direccion{{Calle: "Calle 1"}}}, Acepto: true, Tarifas: map[string]tarifa{"a": 10},
		PorBarrio: map[string]direccion{"b": {Calle: "Calle 2"}}, Matriz: [2][]bool{nil, {true}}, Desde: time.Unix(0, 0).UTC(),
	}
	if err := j.codec.Check(value); err != nil {
		t.Fatal(err)
	}
	data, err := j.codec.Encode(value)
	if err != nil {
		t.Fatal(err)
	}
	if err := j.peer.Validate(unmarshal(t, data)); err != nil {
		t.Errorf("%s\n%v", data, err)
	}
	back, err := j.codec.Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := j.codec.Encode(back); err != nil || !bytes.Equal(again, data) {
		t.Errorf("%s\n%s\n%v", data, again, err)
	}
}

// escala is written more coarsely than it is held.
type escala int

func (e escala) MarshalText() ([]byte, error) { return fmt.Appendf(nil, "%d0", e/10), nil }

// Items are distinct as they are written, not as Go has them.
func TestDistinctItemsAreWrittenDistinct(t *testing.T) {
	t.Parallel()
	type out struct {
		Textos   []string        `json:"textos" validate:"unique"`
		Lapsos   []time.Duration `json:"lapsos" validate:"unique" asixto:"unit=seconds"`
		Escalas  []escala        `json:"escalas" validate:"unique"`
		Decimals []float64       `json:"decimals" validate:"unique"`
	}
	j := newJudge(t, typeOf[out](), output())
	for _, c := range []struct {
		value out
		want  bool
	}{
		{out{[]string{"a", "\xff"}, []time.Duration{time.Second, 2 * time.Second}, []escala{1, 11}, []float64{0, 0.5}}, true},
		{out{Textos: []string{"\xff", "\xfe"}}, false},
		{out{Lapsos: []time.Duration{time.Second, 1200 * time.Millisecond}}, false},
		{out{Escalas: []escala{11, 12}}, false},
		{out{Decimals: []float64{0, math.Copysign(0, -1)}}, false},
	} {
		data, err := j.codec.Encode(c.value)
		if err != nil {
			t.Fatal(err)
		}
		check, peer := j.codec.Check(c.value), j.peer.Validate(unmarshal(t, data))
		if (check == nil) != c.want || (peer == nil) != c.want {
			t.Errorf("%s: the check says %v, the validator %v", data, check, peer)
		}
	}
}

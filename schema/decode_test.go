package schema_test

import (
	"errors"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"

	"github.com/asixto/go-sdk/schema"
)

// problemsOf decodes and gives "path code" for each problem.
func problemsOf[T any](t *testing.T, data string) []string {
	t.Helper()
	_, err := mustCompile[T](t, nil).Decode([]byte(data))
	return problemList(t, err)
}

func problemList(t *testing.T, err error) []string {
	t.Helper()
	if err == nil {
		return nil
	}
	var invalid *schema.InvalidError
	if !errors.As(err, &invalid) {
		t.Fatalf("got %v, want an InvalidError", err)
	}
	var out []string
	for _, p := range invalid.Problems {
		out = append(out, strings.TrimSpace(p.Path+" "+string(p.Code)))
	}
	return out
}

func TestDecode(t *testing.T) {
	t.Parallel()
	type opcionales struct {
		Texto  *string `json:"texto" validate:"min=5"`
		Vacio  string  `json:"vacio,omitempty" validate:"min=5"`
		Numero int     `json:"numero,omitzero" validate:"min=1"`
		Lista  []int   `json:"lista,omitempty" validate:"min=1"`
	}
	type obligatorios struct {
		Texto   string   `json:"texto" validate:"max=400"`
		Entero  int      `json:"entero"`
		Natural uint8    `json:"natural"`
		Real    float64  `json:"real"`
		Lista   []string `json:"lista" validate:"dive,min=1"`
	}
	const ok = `{"texto":"a","entero":1,"natural":1,"real":1,"lista":[]}`
	with := func(name, value string) string {
		return strings.Replace(ok, `"`+name+`":`+map[string]string{"texto": `"a"`, "lista": "[]"}[name]+"", `"`+name+`":`+value, 1)
	}
	number := func(name, value string) string {
		return strings.Replace(ok, `"`+name+`":1`, `"`+name+`":`+value, 1)
	}
	tests := []struct {
		name   string
		decode func(*testing.T, string) []string
		data   string
		want   []string
	}{
		{"nothing", problemsOf[opcionales], "", nil},
		{"empty object", problemsOf[opcionales], "{}", nil},
		{"space around", problemsOf[opcionales], " {} \n", nil},
		{"nulls", problemsOf[opcionales], `{"texto":null,"vacio":null,"numero":null,"lista":null}`, nil},
		{"null", problemsOf[opcionales], " null ", nil},
		{"a list", problemsOf[opcionales], "[]", []string{"type"}},
		{"empty optionals are held to their rules", problemsOf[opcionales], `{"texto":"","vacio":"","numero":0,"lista":[]}`,
			[]string{"texto min_length", "vacio min_length", "numero minimum", "lista min_items"}},

		{"all there", problemsOf[obligatorios], ok, nil},
		{"all missing", problemsOf[obligatorios], "", []string{"texto missing", "entero missing", "natural missing", "real missing", "lista missing"}},
		{"null for required", problemsOf[obligatorios], `{"texto":null,"entero":null,"natural":null,"real":null,"lista":null}`,
			[]string{"texto null", "entero null", "natural null", "real null", "lista null"}},
		{"quoted number", problemsOf[obligatorios], number("entero", `"5"`), []string{"entero type"}},
		{"quoted list", problemsOf[obligatorios], with("lista", `"[1,2]"`), []string{"lista type"}},
		{"1.0 is whole", problemsOf[obligatorios], number("entero", "1.0"), nil},
		{"1e2 is whole", problemsOf[obligatorios], number("entero", "1e2"), nil},
		{"2^53 with an exponent", problemsOf[obligatorios], number("entero", "9007199254740992e0"), nil},
		{"2^53+1 with an exponent", problemsOf[obligatorios], number("entero", "9007199254740993e0"), []string{"entero out_of_range"}},
		{"2^53+1 plain", problemsOf[obligatorios], number("entero", "9007199254740993"), nil},
		{"the least int64", problemsOf[obligatorios], number("entero", "-9223372036854775808"), nil},
		{"above int64", problemsOf[obligatorios], number("entero", "9223372036854775808"), []string{"entero out_of_range"}},
		{"1.5 is not", problemsOf[obligatorios], number("entero", "1.5"), []string{"entero not_whole"}},
		{"a digit far behind the point", problemsOf[obligatorios], number("entero", "1.00000000000000000000000001"), []string{"entero not_whole"}},
		{"huge exponent", problemsOf[obligatorios], number("entero", "1e999999999999999999999"), []string{"entero out_of_range"}},
		{"huge negative exponent", problemsOf[obligatorios], number("entero", "1e-999999999999999999999"), []string{"entero not_whole"}},
		{"zero with a huge exponent", problemsOf[obligatorios], number("entero", "0e999999999999"), nil},
		{"negative natural", problemsOf[obligatorios], number("natural", "-1"), []string{"natural minimum"}},
		{"minus zero", problemsOf[obligatorios], number("natural", "-0"), nil},
		{"natural beyond its kind", problemsOf[obligatorios], number("natural", "256"), []string{"natural maximum"}},
		{"beyond a float", problemsOf[obligatorios], number("real", "1e400"), []string{"real out_of_range"}},
		{"NaN", problemsOf[obligatorios], number("real", "NaN"), []string{"syntax"}},
		{"text NaN", problemsOf[obligatorios], number("real", `"NaN"`), []string{"real type"}},
		{"null in a list", problemsOf[obligatorios], with("lista", `[null,"a"]`), []string{"lista[0] null"}},
		{"400 emoji", problemsOf[obligatorios], with("texto", `"`+strings.Repeat("🙂", 400)+`"`), nil},
		{"401 emoji", problemsOf[obligatorios], with("texto", `"`+strings.Repeat("🙂", 401)+`"`), []string{"texto max_length"}},
		{"escaped NUL", problemsOf[obligatorios], with("texto", `"a\u0000"`), nil},
		{"raw NUL", problemsOf[obligatorios], with("texto", "\"a\x00\""), []string{"syntax"}},
		{"invalid UTF-8", problemsOf[obligatorios], with("texto", "\"\xff\""), []string{"syntax"}},
		{"invalid UTF-8 in a name", problemsOf[obligatorios], "{\"\xff\":1}", []string{"syntax"}},
		{"lone surrogate", problemsOf[obligatorios], with("texto", `"\ud800"`), []string{"syntax"}},
		{"truncated", problemsOf[obligatorios], ok[:len(ok)-1], []string{"syntax"}},
		{"something after", problemsOf[obligatorios], ok + "{}", []string{"syntax"}},
		{"wrong case", problemsOf[obligatorios], strings.Replace(ok, "texto", "TEXTO", 1), []string{"TEXTO unknown", "texto missing"}},
		{"escaped name", problemsOf[obligatorios], strings.Replace(ok, "texto", `t\u0065xto`, 1), nil},
		{"extra", problemsOf[obligatorios], strings.Replace(ok, "{", `{"nuevo":{"a":[1]},`, 1), []string{"nuevo unknown"}},
		{"duplicate", problemsOf[obligatorios], strings.Replace(ok, "{", `{"entero":2,`, 1), []string{"entero duplicate"}},
		{"duplicate, escaped", problemsOf[obligatorios], strings.Replace(ok, "{", `{"\u0065ntero":2,`, 1), []string{"entero duplicate"}},
		{"two of everything at once", problemsOf[obligatorios],
			`{"entero":"x","natural":300,"lista":["",1,null],"nuevo":1,"nuevo2":2}`,
			[]string{"entero type", "natural maximum", "lista[1] type", "lista[2] null", "nuevo unknown", "nuevo2 unknown", "texto missing", "real missing", "lista[0] min_length"}},
		{"a repeat among many", problemsOf[struct {
			A []int `json:"a" validate:"unique"`
		}], `{"a":[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,1]}`, []string{"a unique_items"}},
		{"no repeat among many", problemsOf[struct {
			A []int `json:"a" validate:"unique"`
		}], `{"a":[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20]}`, nil},
		{"names of a map", problemsOf[struct {
			A map[string]int `json:"a" validate:"dive,min=1"`
		}], `{"a":{"x":0,"b.c":0,"":0,"\u0022":0}}`, []string{`a[""] minimum`, `a["\""] minimum`, `a["b.c"] minimum`, "a.x minimum"}},
		{"base64", problemsOf[struct {
			A []byte `json:"a"`
			B []byte `json:"b"`
			C []byte `json:"c"`
			D []byte `json:"d"`
		}], `{"a":"QUJD","b":"QU\nJD","c":"QUJ","d":"QR=="}`, []string{"b format", "c format", "d format"}},
		{"integers as text", problemsOf[struct {
			A []struct {
				N int64 `json:"n,string"`
			} `json:"a"`
		}], `{"a":[{"n":"0"},{"n":"-5"},{"n":"-0"},{"n":"007"},{"n":"+5"},{"n":""},{"n":"-"},{"n":"1.0"},{"n":5},{"n":"9223372036854775808"}]}`,
			[]string{"a[2].n format", "a[3].n format", "a[4].n format", "a[5].n format", "a[6].n format", "a[7].n format", "a[8].n type", "a[9].n out_of_range"}},
		{"problems leave no echo", problemsOf[struct {
			A []string `json:"a" validate:"unique,dive,min=2"`
		}], `{"a":[1,2,"b"]}`, []string{"a[0] type", "a[1] type", "a[2] min_length"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, tt.decode(t, tt.data)); diff != "" {
				t.Errorf("%s\n-want +got:\n%s", tt.data, diff)
			}
		})
	}
}

// TestDecodeManyFields: beyond 64 fields of one object nothing changes.
func TestDecodeManyFields(t *testing.T) {
	t.Parallel()
	fields := make([]reflect.StructField, 130)
	for i := range fields {
		name := strconv.Itoa(i)
		fields[i] = reflect.StructField{Name: "F" + name, Type: typeOf[int](), Tag: reflect.StructTag(`json:"f` + name + `"`)}
	}
	codec, err := schema.CompileType(reflect.StructOf(fields), nil)
	if err != nil {
		t.Fatal(err)
	}
	var doc strings.Builder
	for i := range fields {
		if i != 64 && i != 129 {
			doc.WriteString(`,"f` + strconv.Itoa(i) + `":1`)
		}
	}
	_, err = codec.Decode([]byte(`{"f3":1,"f100":1` + doc.String() + `}`))
	if diff := cmp.Diff([]string{"f3 duplicate", "f100 duplicate", "f64 missing", "f129 missing"}, problemList(t, err)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestDecodeStopsCounting(t *testing.T) {
	t.Parallel()
	var doc strings.Builder
	for i := range 10_000 {
		doc.WriteString(`,"` + strconv.Itoa(i) + `":0`)
	}
	for _, data := range []string{
		"{" + doc.String()[1:] + "}",
		`{"a":[` + strings.Repeat(`"x",`, 10_000) + `"x"]}`,
		`{"m":{` + doc.String()[1:] + `}}`,
	} {
		got := problemsOf[struct {
			A []int             `json:"a"`
			M map[string]string `json:"m"`
		}](t, data)
		if len(got) != 100 {
			t.Errorf("%d problems of %.20s…", len(got), data)
		}
	}
}

func TestDecodeGivesExactValues(t *testing.T) {
	t.Parallel()
	type todos struct {
		I   int64             `json:"i"`
		U   uint64            `json:"u"`
		S   int64             `json:"s,string"`
		F   float32           `json:"f"`
		T   time.Time         `json:"t"`
		D   time.Duration     `json:"d" asixto:"unit=seconds"`
		B   []byte            `json:"b"`
		M   map[string][]bool `json:"m"`
		A   [2]int8           `json:"a"`
		P   *prioridad        `json:"p"`
		L   []*direccion      `json:"l"`
		Dia dia               `json:"dia"`
	}
	got, err := mustCompile[todos](t, nil).Decode([]byte(`{"i":9007199254740993,"u":18446744073709551615,"s":"-9223372036854775808",
		"f":0.1,"t":"2026-07-28T10:00:00.25-05:00","d":90,"b":"QUJD","m":{"x":[true],"y":[]},"a":[1,-1],"p":"alta",
		"l":[{"calle":"Calle 1\u00b02"}],"dia":"martes"}`))
	if err != nil {
		t.Fatal(err)
	}
	alta := prioridad("alta")
	want := todos{
		I: 9007199254740993, U: 18446744073709551615, S: -9223372036854775808, F: 0.1,
		T: time.Date(2026, 7, 28, 10, 0, 0, 250e6, time.FixedZone("", -5*3600)), D: 90 * time.Second, B: []byte("ABC"),
		M: map[string][]bool{"x": {true}, "y": {}}, A: [2]int8{1, -1}, P: &alta, L: []*direccion{{Calle: "Calle 1°2"}}, Dia: 1,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestDecodeKeepsNothingOfTheInput(t *testing.T) {
	t.Parallel()
	data := []byte(`{"datos":{"a":"bcd"},"otros":null}`)
	got, err := mustCompile[libre](t, nil).Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	for i := range data {
		data[i] = 'x'
	}
	if string(got.Datos) != `{"a":"bcd"}` {
		t.Errorf("the value changed with the input: %s", got.Datos)
	}
}

func TestDecodeFree(t *testing.T) {
	t.Parallel()
	tests := []struct {
		data string
		want []string
	}{
		{`{"datos":{}}`, nil},
		{`{"datos":{"a":[1,{"b":null}]},"otros":{}}`, nil},
		{`{"datos":[]}`, []string{"datos type"}},
		{`{"datos":null}`, []string{"datos null"}},
		{`{"datos":{"a":1,"a":2}}`, []string{"datos duplicate"}},
		{`{"datos":{"a":"` + strings.Repeat("x", 40) + `"}}`, []string{"datos size"}},
		{`{"datos":{},"otros":{"a":"` + strings.Repeat("x", schema.DefaultFreeSize) + `"}}`, []string{"otros size"}},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want, problemsOf[libre](t, tt.data)); diff != "" {
			t.Errorf("%.80s\n-want +got:\n%s", tt.data, diff)
		}
	}
}

func TestDecodeListsOfFreeAndDurations(t *testing.T) {
	t.Parallel()
	type listas struct {
		Libres []jsontext.Value         `json:"libres" asixto:"free=lo llena otro sistema" validate:"max=2,dive,max=20"`
		PorDia map[string]time.Duration `json:"por_dia" asixto:"unit=hours" validate:"dive,min=1h"`
		Bson   int                      `json:"bson" bson:"bson" yaml:"x" db:"bson"` // other keys are others' business
	}
	got, err := mustCompile[listas](t, nil).Decode([]byte(`{"libres":[{"a":1},{}],"por_dia":{"lunes":8},"bson":1}`))
	if err != nil || string(got.Libres[0]) != `{"a":1}` || got.PorDia["lunes"] != 8*time.Hour {
		t.Errorf("%+v, %v", got, err)
	}
	want := []string{"libres[0] type", "libres[1] size", "por_dia.lunes minimum", "por_dia.martes not_whole"}
	got2 := problemsOf[listas](t, `{"libres":[1,{"a":"0123456789012345"}],"por_dia":{"lunes":0,"martes":1.5},"bson":1}`)
	if diff := cmp.Diff(want, got2, sorted); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestDecodeEmbeddedPointer(t *testing.T) {
	t.Parallel()
	type conOpcional struct {
		*Ancestro
		Nombre string `json:"nombre"`
	}
	codec := mustCompile[conOpcional](t, nil)
	got, err := codec.Decode([]byte(`{"nombre":"a"}`))
	if err != nil || got.Ancestro != nil {
		t.Errorf("%+v, %v: want no Ancestro where nothing of it was sent", got, err)
	}
	got, err = codec.Decode([]byte(`{"nombre":"a","este":5}`))
	if err != nil || got.Ancestro == nil || *got.Este != 5 {
		t.Errorf("%+v, %v", got, err)
	}
	_, err = codec.Decode([]byte(`{"nombre":"a","otro":5}`))
	if diff := cmp.Diff([]string{"este needed"}, problemList(t, err)); diff != "" {
		t.Errorf("a rule between embedded fields, -want +got:\n%s", diff)
	}
}

func TestDecodePointer(t *testing.T) {
	t.Parallel()
	got, err := mustCompile[*direccion](t, nil).Decode([]byte(`{"calle":"Calle 1"}`))
	if err != nil || got == nil || got.Calle != "Calle 1" {
		t.Errorf("%+v, %v", got, err)
	}
	if got, err = mustCompile[*direccion](t, nil).Decode([]byte(`{}`)); err == nil || got != nil {
		t.Errorf("%+v, %v: want nil and an error", got, err)
	}
}

func TestTypeCodec(t *testing.T) {
	t.Parallel()
	for _, typ := range []reflect.Type{reflect.TypeFor[direccion](), reflect.TypeFor[*direccion]()} {
		codec, err := schema.CompileType(typ, nil)
		if err != nil {
			t.Fatal(err)
		}
		got, err := codec.Decode([]byte(`{"calle":"Calle 1","ciudad":null}`))
		if err != nil || reflect.TypeOf(got) != typ {
			t.Fatalf("decode gave a %T and %v", got, err)
		}
		if err := codec.Check(got); err != nil {
			t.Error(err)
		}
		if data, err := codec.Encode(got); err != nil || string(data) != `{"calle":"Calle 1","ciudad":null}` {
			t.Errorf("%s, %v", data, err)
		}
		for _, wrong := range []any{nil, 5, (*direccion)(nil), Base{}, &Base{}} {
			if err := codec.Check(wrong); err == nil {
				t.Errorf("a %T passed", wrong)
			}
			if _, err := codec.Encode(wrong); err == nil {
				t.Errorf("a %T was written", wrong)
			}
		}
	}
}

func TestNormalizeRunsBeforeTheRules(t *testing.T) {
	t.Parallel()
	codec := mustCompile[normalizado](t, nil)
	got, err := codec.Decode([]byte(`{"tipo":"persona","nombre":"   Ana                      ","empresa":"x"}`))
	if err != nil || got.Nombre != "Ana" || got.Empresa != nil {
		t.Errorf("%+v, %v: want the name trimmed and the field that does not apply dropped", got, err)
	}
	_, err = codec.Decode([]byte(`{"tipo":"empresa","nombre":"   ","empresa":"x"}`))
	if diff := cmp.Diff([]string{"nombre min_length", "empresa min_length"}, problemList(t, err)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	_, err = codec.Decode([]byte(`{"tipo":"persona","nombre":"Ana","apellido":"x"}`))
	if diff := cmp.Diff([]string{"apellido unknown"}, problemList(t, err)); diff != "" {
		t.Errorf("what is not declared is refused all the same, -want +got:\n%s", diff)
	}
}

// estropea leaves what no call could have sent.
type estropea struct {
	Placa placa  `json:"placa"`
	Rango rango  `json:"rango"`
	Dia   diaMal `json:"dia" validate:"max=5"`
}

type diaMal struct{ texto string }

func (d diaMal) MarshalText() ([]byte, error) { return []byte(d.texto), nil }

func (d *diaMal) UnmarshalText(text []byte) error {
	d.texto = string(text)
	return nil
}

func (e *estropea) Normalize() { e.Placa, e.Rango.Hasta, e.Dia.texto = "x", 501, "miércoles" }

func TestWhatNormalizeLeavesIsHeld(t *testing.T) {
	t.Parallel()
	got := problemsOf[estropea](t, `{"placa":"ABC123","rango":{"desde":1,"hasta":2},"dia":"lunes"}`)
	if diff := cmp.Diff([]string{"placa format", "rango.hasta maximum", "dia max_length"}, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// fragil does not expect a list without elements.
type fragil struct {
	Lista []int `json:"lista"`
	Otro  int   `json:"otro"`
}

func (f *fragil) Normalize() { f.Otro = f.Lista[0] }

func TestNormalizeMayPanic(t *testing.T) {
	t.Parallel()
	codec := mustCompile[fragil](t, nil)
	_, err := codec.Decode([]byte(`{"lista":[],"otro":1}`))
	var invalid *schema.InvalidError
	if err == nil || errors.As(err, &invalid) {
		t.Errorf("got %v, want an error for the log: the document is right", err)
	}
	_, err = codec.Decode([]byte(`{"lista":"x","otro":1}`))
	if diff := cmp.Diff([]string{"lista type"}, problemList(t, err)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

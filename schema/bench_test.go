package schema_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/asixto/go-sdk/schema"
)

// The four fields of the tool in the README.
type abrirCasoIn struct {
	Documento   string  `json:"documento" validate:"min=5,max=20" doc:"Número de documento, sin puntos ni espacios"`
	Tipo        string  `json:"tipo" validate:"oneof=falla instalacion cobro"`
	Descripcion string  `json:"descripcion" validate:"min=10,max=400" doc:"El problema en palabras del cliente"`
	Prioridad   *string `json:"prioridad" validate:"oneof=alta normal"`
}

// Normalize trims, as an author's would.
func (in *abrirCasoIn) Normalize() { in.Descripcion = strings.TrimSpace(in.Descripcion) }

type abrirCasoOut struct {
	Radicado string `json:"radicado"`
	Estado   string `json:"estado" validate:"oneof=abierto en_cola"`
	SLAHoras *int   `json:"sla_horas,omitempty"`
}

const abrirCasoArgs = `{"documento":"CC1032456789","tipo":"falla",` +
	`"descripcion":"La conexión se cae todas las tardes desde el lunes","prioridad":"alta"}`

// diez has ten fields of every common kind.
type diez struct {
	Nombre   string   `json:"nombre" validate:"min=2,max=80" doc:"Nombre completo"`
	Tipo     string   `json:"tipo" validate:"oneof=falla instalacion cobro"`
	Nota     string   `json:"nota" validate:"max=400"`
	Cantidad int      `json:"cantidad" validate:"min=1,max=100"`
	Total    int64    `json:"total" validate:"min=0"`
	Precio   float64  `json:"precio" validate:"gte=0"`
	Activo   bool     `json:"activo"`
	Ciudad   *string  `json:"ciudad" validate:"max=60"`
	Piso     *int     `json:"piso" validate:"min=0,max=99"`
	Marcas   []string `json:"marcas" validate:"max=5,dive,max=20"`
}

// cuarenta is forty fields, flat, as an embedded struct is not.
type cuarenta struct {
	A1 string    `json:"a1" validate:"min=2,max=80"`
	A2 string    `json:"a2" validate:"oneof=falla instalacion cobro"`
	A3 string    `json:"a3" validate:"max=400"`
	A4 string    `json:"a4" validate:"max=20"`
	A5 *string   `json:"a5" validate:"max=60"`
	A6 *string   `json:"a6" validate:"oneof=alta normal"`
	B1 int       `json:"b1" validate:"min=1,max=100"`
	B2 int64     `json:"b2" validate:"min=0"`
	B3 float64   `json:"b3" validate:"gte=0"`
	B4 bool      `json:"b4"`
	C1 string    `json:"c1" validate:"min=2,max=80"`
	C2 string    `json:"c2" validate:"oneof=falla instalacion cobro"`
	C3 string    `json:"c3" validate:"max=400"`
	C4 string    `json:"c4" validate:"max=20"`
	C5 *string   `json:"c5" validate:"max=60"`
	C6 *string   `json:"c6" validate:"oneof=alta normal"`
	D1 int       `json:"d1" validate:"min=1,max=100"`
	D2 int64     `json:"d2" validate:"min=0"`
	D3 float64   `json:"d3" validate:"gte=0"`
	D4 bool      `json:"d4"`
	E1 string    `json:"e1" validate:"min=2,max=80"`
	E2 string    `json:"e2" validate:"oneof=falla instalacion cobro"`
	E3 string    `json:"e3" validate:"max=400"`
	E4 string    `json:"e4" validate:"max=20"`
	E5 *string   `json:"e5" validate:"max=60"`
	E6 *string   `json:"e6" validate:"oneof=alta normal"`
	F1 int       `json:"f1" validate:"min=1,max=100"`
	F2 int64     `json:"f2" validate:"min=0"`
	F3 float64   `json:"f3" validate:"gte=0"`
	F4 bool      `json:"f4"`
	G1 string    `json:"g1" validate:"min=2,max=80"`
	G2 string    `json:"g2" validate:"oneof=falla instalacion cobro"`
	G3 string    `json:"g3" validate:"max=400"`
	G4 string    `json:"g4" validate:"max=20"`
	G5 *string   `json:"g5" validate:"max=60"`
	G6 *string   `json:"g6" validate:"oneof=alta normal"`
	H1 int       `json:"h1" validate:"min=1,max=100"`
	H2 int64     `json:"h2" validate:"min=0"`
	H3 []string  `json:"h3" validate:"max=5,dive,max=20"`
	H4 time.Time `json:"h4"`
}

func cuarentaArgs() string {
	var b strings.Builder
	for i, group := range strings.Fields("a b c d e f g h") {
		if group == "h" {
			fmt.Fprintf(&b, `,"h1":7,"h2":120000,"h3":["uno","dos"],"h4":"2026-07-28T10:00:00-05:00"`)
			break
		}
		if i > 0 {
			b.WriteByte(',')
		}
		if i%2 == 0 {
			fmt.Fprintf(&b, `"%[1]s1":"Ana María","%[1]s2":"falla","%[1]s3":"Una nota de largo común","%[1]s4":"CC1032456789","%[1]s5":"Bogotá","%[1]s6":null`, group)
		} else {
			fmt.Fprintf(&b, `"%[1]s1":12,"%[1]s2":9007199254740993,"%[1]s3":1250.5,"%[1]s4":true`, group)
		}
	}
	return "{" + b.String() + "}"
}

// A call is what a server does between the bytes of the arguments and those of
// the answer, the handler left out.
type callOf[In, Out any] struct {
	args   []byte
	answer Out
}

func (c callOf[In, Out]) ours(tb testing.TB) func() {
	in := mustCompile[In](tb, nil)
	out := mustCompile[Out](tb, &schema.Options{Direction: schema.Output})
	return func() {
		if _, err := in.Decode(c.args); err != nil {
			tb.Fatal(err)
		}
		if _, violation, err := out.EncodeChecked(c.answer); violation != nil || err != nil {
			tb.Fatal(violation, err)
		}
	}
}

// typedAddTool takes the steps of go-sdk's typed AddTool. It reads with
// encoding/json, which on documents of this size is faster than the decoder that
// go-sdk uses: the comparison errs in its favour.
func (c callOf[In, Out]) typedAddTool(tb testing.TB) func() {
	in, out := resolved[In](tb), resolved[Out](tb)
	return func() {
		var value In
		if err := json.Unmarshal(applySchema(tb, c.args, in), &value); err != nil {
			tb.Fatal(err)
		}
		answer, err := json.Marshal(c.answer)
		if err != nil {
			tb.Fatal(err)
		}
		applySchema(tb, answer, out)
	}
}

func applySchema(tb testing.TB, data []byte, s *jsonschema.Resolved) []byte {
	var value any
	if err := json.Unmarshal(data, &value); err != nil {
		tb.Fatal(err)
	}
	if err := s.ApplyDefaults(&value); err != nil {
		tb.Fatal(err)
	}
	if err := s.Validate(&value); err != nil {
		tb.Fatal(err)
	}
	again, err := json.Marshal(value)
	if err != nil {
		tb.Fatal(err)
	}
	return again
}

func resolved[T any](tb testing.TB) *jsonschema.Resolved {
	s, err := jsonschema.For[T](nil)
	if err != nil {
		tb.Fatal(err)
	}
	r, err := s.Resolve(&jsonschema.ResolveOptions{ValidateDefaults: true})
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

func mustCompile[T any](tb testing.TB, opts *schema.Options) *schema.Codec[T] {
	tb.Helper()
	c, err := schema.Compile[T](opts)
	if err != nil {
		tb.Fatal(err)
	}
	return c
}

func fourFields() callOf[abrirCasoIn, abrirCasoOut] {
	sla := 48
	return callOf[abrirCasoIn, abrirCasoOut]{
		args:   []byte(abrirCasoArgs),
		answer: abrirCasoOut{Radicado: "RAD-2026-000187", Estado: "abierto", SLAHoras: &sla},
	}
}

func fortyFields(tb testing.TB) callOf[cuarenta, cuarenta] {
	args := cuarentaArgs()
	answer, err := mustCompile[cuarenta](tb, nil).Decode([]byte(args))
	if err != nil {
		tb.Fatal(err)
	}
	return callOf[cuarenta, cuarenta]{args: []byte(args), answer: answer}
}

// BenchmarkCall runs one call of this package beside the same call as go-sdk's
// typed AddTool makes it, in turns, and reports the share of its time.
func BenchmarkCall(b *testing.B) {
	four, forty := fourFields(), fortyFields(b)
	b.Run("fields=4", func(b *testing.B) { compare(b, four.ours(b), four.typedAddTool(b), 0.10) })
	b.Run("fields=40", func(b *testing.B) { compare(b, forty.ours(b), forty.typedAddTool(b), 0.30) })
}

// compare takes the median of many short turns, so that neither side pays for
// what else the machine is doing.
func compare(b *testing.B, ours, theirs func(), budget float64) {
	const batch = 50
	var ourTurns, theirTurns []time.Duration
	for b.Loop() {
		ourTurns = append(ourTurns, turn(batch, ours))
		theirTurns = append(theirTurns, turn(batch, theirs))
	}
	our, their := median(ourTurns), median(theirTurns)
	share := float64(our) / float64(their)
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(float64(our)/batch, "ns/ours")
	b.ReportMetric(float64(their)/batch, "ns/theirs")
	b.ReportMetric(share, "time-share")
	b.ReportMetric(testing.AllocsPerRun(100, ours)/testing.AllocsPerRun(100, theirs), "alloc-share")
	if b.N > 100 && share > budget {
		b.Errorf("a call takes %.3f of the time of go-sdk's typed AddTool, more than %.2f", share, budget)
	}
}

func turn(n int, run func()) time.Duration {
	start := time.Now()
	for range n {
		run()
	}
	return time.Since(start)
}

func median(turns []time.Duration) time.Duration {
	slices.Sort(turns)
	return turns[len(turns)/2]
}

func TestCallAllocatesLittle(t *testing.T) { //nolint:paralleltest // others would be counted too
	four, forty := fourFields(), fortyFields(t)
	for name, call := range map[string]struct{ ours, theirs func() }{
		"four fields":  {four.ours(t), four.typedAddTool(t)},
		"forty fields": {forty.ours(t), forty.typedAddTool(t)},
	} {
		ours, theirs := testing.AllocsPerRun(100, call.ours), testing.AllocsPerRun(100, call.theirs)
		if ours > 0.20*theirs {
			t.Errorf("%s: %.0f allocations, more than a fifth of go-sdk's %.0f", name, ours, theirs)
		}
	}
}

func BenchmarkDecode(b *testing.B) {
	four, forty := fourFields(), fortyFields(b)
	b.Run("fields=4", func(b *testing.B) { decodeLoop[abrirCasoIn](b, four.args) })
	b.Run("fields=40", func(b *testing.B) { decodeLoop[cuarenta](b, forty.args) })
}

func decodeLoop[T any](b *testing.B, args []byte) {
	codec := mustCompile[T](b, nil)
	b.ReportAllocs()
	b.SetBytes(int64(len(args)))
	for b.Loop() {
		if _, err := codec.Decode(args); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkCompile1000 compiles the arguments and the answers of 1,000 tools.
func BenchmarkCompile1000(b *testing.B) {
	for b.Loop() {
		for range 500 {
			mustCompile[abrirCasoIn](b, nil)
			mustCompile[abrirCasoOut](b, &schema.Options{Direction: schema.Output})
			mustCompile[cuarenta](b, nil)
			mustCompile[diez](b, &schema.Options{Direction: schema.Output})
		}
	}
}

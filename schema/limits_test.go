package schema_test

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/asixto/go-sdk/schema"
)

// A path stays short whatever the name of a key, and no two keys share one: a path
// is kept for each zero value that was sent, and made for each beside a problem.
func TestPathsOfLongKeys(t *testing.T) {
	t.Parallel()
	type valor struct {
		A string   `json:"a,omitempty" validate:"min=2"`
		B []string `json:"b,omitempty"`
	}
	codec := mustCompile[struct {
		M map[string]valor `json:"m"`
	}](t, nil)
	long := strings.Repeat("ñandú ", 10_000)
	zeros := strings.TrimSuffix(strings.Repeat(`"",`, 10_000), ",")
	_, err := codec.Decode(fmt.Appendf(nil, `{"m":{"%[1]s1":{"a":"","b":[%[2]s]},"%[1]s2":{"a":"abc"},"%[1]s3":{"a":"x"}}}`, long, zeros))
	problems := invalid(t, err).Problems
	if len(problems) != 2 || problems[0].Path == problems[1].Path || problems[0].Code != schema.TooShort || problems[1].Code != schema.TooShort {
		t.Errorf("%d problems: %.300v", len(problems), problems)
	}
	for _, p := range problems {
		if len(p.Path) > 200 {
			t.Errorf("a path of %d bytes", len(p.Path))
		}
	}
	if details := invalid(t, err).Details(); !strings.Contains(details, "debe tener al menos 2 caracteres") {
		t.Errorf("details that do not help: %q", details)
	}
}

// What is wrong is not kept for ever: an item costs its sender two bytes.
func TestWrongItemsAreNotKept(t *testing.T) {
	t.Parallel()
	codec := mustCompile[struct {
		A [][1 << 14]int64            `json:"a,omitempty"`
		M map[string][1 << 14]float64 `json:"m,omitempty"`
	}](t, nil)
	var members strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&members, `"%d":[],`, i)
	}
	for _, doc := range []string{
		`{"a":[` + strings.TrimSuffix(strings.Repeat("[],", 20_000), ",") + `]}`, // 2.6 GB, were they kept
		`{"m":{` + strings.TrimSuffix(members.String(), ",") + `}}`,
	} {
		_, err := codec.Decode([]byte(doc))
		if n := len(invalid(t, err).Problems); n != 100 {
			t.Errorf("%d problems", n)
		}
	}
}

// Arrays of arrays are as large as all of them together.
func TestArraysThatFillTheMemory(t *testing.T) {
	t.Parallel()
	for _, typ := range []reflect.Type{
		typeOf[[1 << 15][1 << 15]string](), typeOf[[1 << 17]bool](), typeOf[[][1 << 10][1 << 10]int64](), typeOf[[1 << 14]struct {
			B [1 << 14]bool `json:"b"`
		}](),
	} {
		in := reflect.StructOf([]reflect.StructField{{Name: "A", Type: typ, Tag: `json:"a"`}})
		if _, err := schema.CompileType(in, nil); err == nil || !strings.Contains(err.Error(), "fill the memory") {
			t.Errorf("got %v", err)
		}
	}
	if err := compiled[[1 << 16]int64](); err != nil {
		t.Error(err)
	}
}

// municipio is one of many values with a JSON of their own.
type municipio struct{ codigo int } //nolint:recvcheck // reads through a pointer, writes by value

func (m municipio) MarshalJSON() ([]byte, error) { return fmt.Appendf(nil, "%d", 1000+m.codigo), nil }
func (m *municipio) UnmarshalJSON(b []byte) (err error) {
	m.codigo, err = strconv.Atoi(string(b))
	m.codigo -= 1000
	return err
}

func (municipio) Values() []municipio {
	all := make([]municipio, 1000)
	for i := range all {
		all[i].codigo = i
	}
	return all
}

// A value is looked up among many, not spelt anew for each of them.
func TestLongClosedSets(t *testing.T) {
	t.Parallel()
	codec := mustCompile[struct {
		A []municipio `json:"a"`
	}](t, nil)
	const n = 20_000 // 15 s, were each held to each
	in, err := codec.Decode([]byte(`{"a":[` + strings.TrimSuffix(strings.Repeat("1999,1.000e3,", n/2), ",") + `]}`))
	if err != nil || len(in.A) != n || in.A[n-2].codigo != 999 || in.A[n-1].codigo != 0 {
		t.Errorf("%d values, %v", len(in.A), err)
	}
	for _, doc := range []string{`{"a":[2000]}`, `{"a":["1999"]}`, `{"a":["` + strings.Repeat("x", 1<<22) + `"]}`} {
		if _, err := codec.Decode([]byte(doc)); err == nil {
			t.Errorf("%.40s is accepted", doc)
		}
	}
}

// doble fans out: each one around doubles the properties.
type doble[T any] struct {
	A T `json:"a"`
	B T `json:"b"`
}

func TestTypesThatFanOut(t *testing.T) {
	t.Parallel()
	type (
		cuatro      = doble[doble[doble[doble[int]]]]
		dieciseis   = doble[doble[doble[doble[doble[doble[doble[doble[doble[doble[doble[doble[cuatro]]]]]]]]]]]]
		veinticinco = doble[doble[doble[doble[doble[doble[doble[doble[doble[dieciseis]]]]]]]]]
	)
	err := compiled[veinticinco]()
	if err == nil || strings.Count(err.Error(), "\n") > 0 || !strings.Contains(err.Error(), "more than 10000 properties") {
		t.Errorf("got %.300v", err)
	}
	if err := compiled[doble[doble[doble[doble[cuatro]]]]](); err != nil {
		t.Error(err)
	}
}

// What a caller does to an error changes nothing of the codec.
func TestErrorsAreTheCallers(t *testing.T) {
	t.Parallel()
	codec := mustCompile[abrirCasoIn](t, nil)
	for range 2 {
		_, err := codec.Decode([]byte(strings.Replace(abrirCasoArgs, `"falla"`, `"otra"`, 1)))
		allowed := invalid(t, err).Problems[0].Allowed
		if !slices.Equal(allowed, []string{"falla", "instalacion", "cobro"}) {
			t.Errorf("allowed are %v", allowed)
		}
		for i := range allowed {
			allowed[i] = "otra"
		}
	}
}

package schema_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// telefono puts itself in order wherever it stands.
type telefono string

func (t *telefono) Normalize() { *t = telefono(strings.ReplaceAll(string(*t), " ", "")) }

// contactoLimpio does too, after what is in it.
type contactoLimpio struct {
	Nombre   string    `json:"nombre" validate:"min=2,max=20"`
	Telefono *telefono `json:"telefono" validate:"len=10"`
}

func (c *contactoLimpio) Normalize() {
	c.Nombre = strings.TrimSpace(c.Nombre)
	if c.Telefono != nil {
		c.Nombre += " " + string((*c.Telefono)[:1])
	}
}

type agenda struct {
	Dueno     contactoLimpio            `json:"dueno"`
	Otro      *contactoLimpio           `json:"otro"`
	Lista     []contactoLimpio          `json:"lista,omitempty"`
	Punteros  []*contactoLimpio         `json:"punteros,omitempty"`
	Mapa      map[string]contactoLimpio `json:"mapa,omitempty"`
	Telefonos []telefono                `json:"telefonos,omitempty" validate:"dive,len=10"`
}

// A Normalize runs on every value that was sent, inside before outside.
func TestNormalizeRunsAtEveryDepth(t *testing.T) {
	t.Parallel()
	const contact = `{"nombre":" Ana ","telefono":"300 123 4567"}`
	codec := mustCompile[agenda](t, nil)
	got, err := codec.Decode([]byte(`{"dueno":` + contact + `,"otro":` + contact + `,"lista":[` + contact + `],"punteros":[` + contact +
		`],"mapa":{"a":` + contact + `},"telefonos":["300 123 4567"]}`))
	if err != nil {
		t.Fatal(err)
	}
	number := telefono("3001234567")
	ana := contactoLimpio{"Ana 3", &number}
	want := agenda{ana, &ana, []contactoLimpio{ana}, []*contactoLimpio{&ana}, map[string]contactoLimpio{"a": ana}, []telefono{number}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	for doc, want := range map[string][]string{
		`{"dueno":{"nombre":" A ","telefono":null}}`:                         {"dueno.nombre min_length"},
		`{"dueno":{"nombre":"Ana","telefono":" 1 "}}`:                        {"dueno.telefono min_length"},
		`{"dueno":{"nombre":5,"telefono":""},"lista":[5]}`:                   {"dueno.nombre type", "lista[0] type", "dueno.telefono min_length"},
		`{"dueno":5,"telefonos":["300 123 4567 8"]}`:                         {"dueno type", "telefonos[0] max_length"},
		`{"dueno":{"nombre":"Ana"},"mapa":{"a":{"nombre":" ","x":1}},"y":1}`: {"mapa.a.x unknown", "y unknown", "mapa.a.nombre min_length"},
	} {
		if diff := cmp.Diff(want, problemsOf[agenda](t, doc)); diff != "" {
			t.Errorf("%s\n-want +got:\n%s", doc, diff)
		}
	}
}

// A Normalize that panics is an error for the log, not the end of the process.
func TestNormalizeThatPanicsInside(t *testing.T) {
	t.Parallel()
	_, err := mustCompile[agenda](t, nil).Decode([]byte(`{"dueno":{"nombre":"Ana","telefono":""}}`))
	if err == nil || !strings.Contains(err.Error(), "Normalize of schema_test.contactoLimpio panicked") {
		t.Errorf("got %v", err)
	}
}

// Promovido has its Normalize from what it embeds.
type Promovido struct {
	*Limpio
	B *string `json:"b" validate:"max=3"`
}

type Limpio struct {
	A string `json:"a" validate:"max=3"`
}

func (l *Limpio) Normalize() { l.A = strings.TrimSpace(l.A) }

// An embedded struct that was not sent has nothing to put in order.
func TestNormalizeOfWhatIsEmbedded(t *testing.T) {
	t.Parallel()
	type around struct {
		Dentro Promovido `json:"dentro"`
	}
	for _, doc := range []string{`{"dentro":{"a":" abc "}}`, `{"dentro":{"a":"abc","b":"x"}}`} {
		if got, err := mustCompile[around](t, nil).Decode([]byte(doc)); err != nil || got.Dentro.A != "abc" {
			t.Errorf("%s: %+v, %v", doc, got, err)
		}
	}
	type optional struct {
		*Suelto
		B *string `json:"b" validate:"max=3"`
	}
	if _, err := mustCompile[optional](t, nil).Decode([]byte(`{"b":"x"}`)); err != nil {
		t.Errorf("nothing of the embedded struct was sent: %v", err)
	}
}

type Suelto struct {
	A *string `json:"a" validate:"max=3"`
}

func (s *Suelto) Normalize() {
	if s.A != nil {
		*s.A = strings.TrimSpace(*s.A)
	}
}

// An answer is the author's own: nothing puts it in order.
func TestNormalizeIsForArguments(t *testing.T) {
	t.Parallel()
	value := agenda{Dueno: contactoLimpio{Nombre: " Ana "}}
	data, err := mustCompile[agenda](t, output()).Encode(value)
	if err != nil || !strings.Contains(string(data), `" Ana "`) {
		t.Errorf("%s, %v", data, err)
	}
}

package schema_test

import (
	"strings"
	"testing"

	"github.com/asixto/go-sdk/schema"
)

type fila struct {
	ID        int64     `json:"id" asixto:"strip"`
	Nombre    string    `json:"nombre"`
	Nota      *string   `json:"nota" doc:"Para adentro" asixto:"internal; strip"`
	Canal     chan int  `json:"canal" asixto:"strip"` // never looked at
	Dentro    auditoria `json:"dentro"`
	auditoria `asixto:"strip"`
}

type auditoria struct {
	Autor string `json:"autor" asixto:"strip"`
	Dia   string `json:"dia"`
}

func TestStrippedFieldsAreNotSent(t *testing.T) {
	t.Parallel()
	type out struct {
		Filas []fila `json:"filas"`
	}
	c, err := schema.Compile[out](&schema.Options{Direction: schema.Output})
	if err != nil {
		t.Fatal(err)
	}
	v := out{[]fila{{ID: 7, Nombre: "Laura", Nota: new("x"), Dentro: auditoria{"ana", "lunes"}, auditoria: auditoria{"eva", "martes"}}}}
	raw, err := c.Encode(v)
	if want := `{"filas":[{"nombre":"Laura","dentro":{"dia":"lunes"}}]}`; err != nil || string(raw) != want {
		t.Errorf("%s, %v, want %s", raw, err, want)
	}
	if err := c.Check(v); err != nil {
		t.Error(err)
	}
	for _, name := range []string{`"id"`, `"nota"`, `"canal"`, `"autor"`} {
		if strings.Contains(string(c.Schema()), name) {
			t.Errorf("%s is in the schema %s", name, c.Schema())
		}
	}
	type in struct {
		ID int64 `json:"id" asixto:"strip"`
	}
	if _, err := schema.Compile[in](nil); err == nil || !strings.Contains(err.Error(), `in arguments write json:"-"`) {
		t.Errorf("an argument that is stripped: %v", err)
	}
}

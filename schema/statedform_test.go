package schema_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/invopop/jsonschema"

	"github.com/asixto/go-sdk/schema"
)

// formado is a text that states the form F and reads whatever comes.
type formado[F hooked] string

func (formado[F]) JSONSchema() *jsonschema.Schema { var f F; return f.schema() }

type (
	deFecha   struct{}
	deMomento struct{}
	deCorreo  struct{}
	deServer  struct{}
	deIPv4    struct{}
	deIPv6    struct{}
	deWeb     struct{}
	deUUID    struct{}
	deBase64  struct{}
	deLapso   struct{}
	deHora    struct{}
	deBase32  struct{}
)

func (deFecha) schema() *jsonschema.Schema { return &jsonschema.Schema{Type: "string", Format: "date"} }
func (deMomento) schema() *jsonschema.Schema {
	return &jsonschema.Schema{Type: "string", Format: "date-time"}
}
func (deCorreo) schema() *jsonschema.Schema {
	return &jsonschema.Schema{Type: "string", Format: "email"}
}
func (deServer) schema() *jsonschema.Schema {
	return &jsonschema.Schema{Type: "string", Format: "hostname"}
}
func (deIPv4) schema() *jsonschema.Schema { return &jsonschema.Schema{Type: "string", Format: "ipv4"} }
func (deIPv6) schema() *jsonschema.Schema { return &jsonschema.Schema{Type: "string", Format: "ipv6"} }
func (deWeb) schema() *jsonschema.Schema  { return &jsonschema.Schema{Type: "string", Format: "uri"} }
func (deUUID) schema() *jsonschema.Schema { return &jsonschema.Schema{Type: "string", Format: "uuid"} }
func (deBase64) schema() *jsonschema.Schema {
	return &jsonschema.Schema{Type: "string", ContentEncoding: "base64"}
}
func (deLapso) schema() *jsonschema.Schema {
	return &jsonschema.Schema{Type: "string", Format: "duration", Pattern: "^P[0-9]+D$"}
}
func (deHora) schema() *jsonschema.Schema { return &jsonschema.Schema{Type: "string", Format: "time"} }
func (deBase32) schema() *jsonschema.Schema {
	return &jsonschema.Schema{Type: "string", ContentEncoding: "base32"}
}

// Calls are held to the form that a schema states, as the peer holds them, also
// where the type would read any text.
func TestStatedFormsAreHeld(t *testing.T) {
	t.Parallel()
	for typ, right := range map[reflect.Type]string{
		typeOf[struct {
			A formado[deFecha] `json:"a"`
		}](): "2026-07-28",
		typeOf[struct {
			A formado[deMomento] `json:"a"`
		}](): "2026-07-28T10:00:00-05:00",
		typeOf[struct {
			A formado[deCorreo] `json:"a"`
		}](): "ana@example.co",
		typeOf[struct {
			A formado[deServer] `json:"a"`
		}](): "www.example.co",
		typeOf[struct {
			A formado[deIPv4] `json:"a"`
		}](): "10.0.0.1",
		typeOf[struct {
			A formado[deIPv6] `json:"a"`
		}](): "::1",
		typeOf[struct {
			A formado[deWeb] `json:"a"`
		}](): "https://example.co/a",
		typeOf[struct {
			A formado[deUUID] `json:"a"`
		}](): "123e4567-e89b-12d3-a456-426614174000",
		typeOf[struct {
			A formado[deBase64] `json:"a"`
		}](): "QUJD",
		typeOf[struct {
			A formado[deLapso] `json:"a"`
		}](): "P3D",
	} {
		j := newJudge(t, typ, nil)
		for doc, want := range map[string]bool{`"` + right + `"`: true, `"hola, qué tal"`: false, `""`: false} {
			if strings.Contains(string(j.codec.Schema()), "base64") && doc == `""` {
				want = true
			}
			if got := j.agree(t, []byte(`{"a":`+doc+`}`)); got != want {
				t.Errorf("%s of %s: accepted is %v", doc, j.codec.Schema(), got)
			}
		}
	}
	j := newJudge(t, typeOf[struct {
		A *formado[deFecha]             `json:"a"`
		B []formado[deCorreo]           `json:"b,omitempty"`
		C map[string]formado[deMomento] `json:"c,omitempty"`
	}](), nil)
	for _, doc := range []string{`{"b":["x"]}`, `{"c":{"x":"ayer"}}`} {
		if j.agree(t, []byte(doc)) {
			t.Errorf("%s is accepted", doc)
		}
	}
}

// A form that no call would be held to is refused.
func TestStatedFormsThatNobodyHolds(t *testing.T) {
	t.Parallel()
	for want, err := range map[string]error{
		`the format "time"; state its pattern too, or one of date, date-time, email,`: compiled[formado[deHora]](),
		`the contentEncoding "base32"; state base64`:                                  compiled[formado[deBase32]](),
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q in %v", want, err)
		}
	}
}

// An answer outside the form that its type states is found.
func TestStatedFormsOfAnswers(t *testing.T) {
	t.Parallel()
	type out struct {
		A formado[deCorreo] `json:"a"`
	}
	codec := mustCompile[out](t, &schema.Options{Direction: schema.Output})
	if err := codec.Check(out{"ana@example.co"}); err != nil {
		t.Error(err)
	}
	if err := codec.Check(out{"ana"}); err == nil {
		t.Error("an answer outside its schema passed")
	}
}

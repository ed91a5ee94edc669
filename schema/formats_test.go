package schema_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/invopop/jsonschema"

	"github.com/asixto/go-sdk/schema"
)

// Whoever hears that a text is wrong hears what to send instead.
func TestWordsOfFormats(t *testing.T) {
	t.Parallel()
	for rule, want := range map[string]string{
		"startswith=CC-":            "Placa debe empezar por CC-.",
		"startsnotwith=CC-":         "Placa no puede empezar por CC-.",
		"endswith=.co":              "Placa debe terminar en .co.",
		"endsnotwith=.co":           "Placa no puede terminar en .co.",
		"contains=a0x2Cb":           "Placa debe contener a,b.",
		"containsrune=ñ":            "Placa debe contener ñ.",
		"containsany=xyz":           "Placa debe contener alguno de estos caracteres: x y z.",
		"excludes=abc":              "Placa no puede contener abc.",
		"excludesrune=?":            "Placa no puede contener ?.",
		"excludesall=?<>":           "Placa no puede contener ninguno de estos caracteres: ? < >.",
		"ne=?abc":                   "Placa no puede ser ?abc.",
		"ne_ignore_case=?ABC":       "Placa no puede ser ?ABC.",
		"noneof=?abc nada":          "Placa no puede ser ?abc o nada.",
		"noneofci=?ABC nada":        "Placa no puede ser ?ABC o nada.",
		"oneofci=Sí No":             "Placa debe ser Sí o No.",
		"eq_ignore_case=Sí":         "Placa debe ser Sí.",
		"hexcolor":                  "Placa debe ser un color como #1a2b3c.",
		"alpha":                     "Placa debe ser un texto de solo letras, sin tildes.",
		"uuid":                      "Placa debe ser un identificador UUID.",
		"datetime=2006-01-02":       "Placa debe ser una fecha como 2026-12-31.",
		"datetime=15:04":            "Placa debe ser una hora como 15:30.",
		"datetime=2006-01-02 15:04": "Placa debe ser una fecha con hora como 2026-12-31 15:30.",
		"startswith=CC-|startswith=TI-|email|oneof=no ninguna|len=3": "Placa debe ser un texto que empiece por CC-, un texto que empiece por TI-, " +
			"un correo electrónico válido, no o ninguna o un texto de 3 caracteres.",
		"oneofci=sí no|e164": "Placa debe ser sí, no o un teléfono con indicativo.",
	} {
		typ := reflect.StructOf([]reflect.StructField{{Name: "A", Type: typeOf[string](), Tag: reflect.StructTag(fmt.Sprintf(`json:"placa" validate:%q`, rule))}})
		codec, err := schema.CompileType(typ, nil)
		if err != nil {
			t.Error(err)
			continue
		}
		bad := "?abc"
		if strings.HasPrefix(rule, "startsnotwith") || strings.HasPrefix(rule, "endsnotwith") {
			bad = "CC-.co"
		}
		_, err = codec.Decode([]byte(`{"placa":"` + bad + `"}`))
		if diff := cmp.Diff(want, userMessage(t, err)); diff != "" {
			t.Errorf("%s\n-want +got:\n%s", rule, diff)
		}
	}
}

// matricula shows what it looks like.
type matricula string

func (matricula) JSONSchema() *jsonschema.Schema {
	return &jsonschema.Schema{Type: "string", Pattern: "^[A-Z]{3}[0-9]{3}$", Examples: []any{"ABC123", "XYZ789"}}
}

func TestWordsOfOtherRules(t *testing.T) {
	t.Parallel()
	type in struct {
		Matricula matricula `json:"matricula"`
		Nota      int       `json:"nota" validate:"ne=5"`
		Rechaza   bool      `json:"rechaza" validate:"eq=false" doc:"La oferta: el cliente la rechaza"`
		Foto      []byte    `json:"foto"`
	}
	_, err := mustCompile[in](t, nil).Decode([]byte(`{"matricula":"abc","nota":5,"rechaza":true,"foto":"?"}`))
	want := "matricula: matricula debe tener una forma como ABC123; foto: foto debe ser datos en base64; nota: nota no puede ser 5; " +
		"rechaza: la oferta debe ser no"
	if diff := cmp.Diff(want, invalid(t, err).Details()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

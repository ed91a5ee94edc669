package schema_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/asixto/go-sdk/schema"
)

// FuzzDecode: no document makes a codec panic; what it accepts is strict JSON, and
// writing it gives a document that is accepted again and written the same.
func FuzzDecode(f *testing.F) {
	f.Add([]byte(mensajesOK))
	f.Add([]byte(abrirCasoArgs))
	f.Add([]byte(`{"datos":{"a":[1,2.50,{"b":"\ud83d\ude42"}]},"otros":null}`))
	f.Add([]byte(`{"tipo":"otro","detalle":"se quemó","minimo":1e2,"maximo":-0.0,"hasta":"2026-07-28T10:00:00.123456789-05:00"}`))
	f.Add([]byte(`{"codigo":"A123","correo":"a@b","anidada":{"nombre":"n","codigo":"B123"},"nombre":"Ana","prioridad":"alta","opcional":null,` +
		`"pisos":[1,0],"tarifas":{"x":10},"por_dia":{"lunes":-5},"dia":"martes","placa":"ABC123","precio":{"valor":12,"moneda":"COP"},` +
		`"precios":[],"rango":{"desde":0,"hasta":5},"casa":{"calle":"Calle 1","ciudad":"Cali"},"otras":[{"calle":"Calle 2"}],` +
		`"por_barrio":{"b":{"calle":"Calle 3"}},"matriz":[[true],[]],"desde":"2026-07-28T10:00:00-05:00","espera":30,"foto":"QUJD",` +
		`"serie":"-5","origen":"::1","resultado":{"items":[],"total":3},"acepto":true,"vacio":{}}`))
	for _, moment := range []string{"2026-07-28T10:00:00+24:00", "2026-07-28T10:00:00-05:60", "2026-07-28T10:00:00,5Z", "2026-07-28t10:00:00z", "2026-02-30T10:00:00Z"} {
		f.Add([]byte(`{"tipo":"otro","detalle":"se quemó","hasta":"` + moment + `"}`))
		f.Add([]byte(strings.Replace(mensajesOK, "2026-07-28T10:00:00Z", moment, 1)))
	}
	for _, blank := range []string{"\u00a0", "\u2003", "\u0085", "\v", "\f", "\ufeff", "\x00"} {
		f.Add([]byte(blank))
		f.Add([]byte(mensajesOK + blank))
		f.Add([]byte(blank + "null"))
		f.Add([]byte(strings.Replace(mensajesOK, `"CC1234"`, blank+`"CC1234"`, 1)))
	}
	f.Add([]byte(propiosOK))
	f.Add([]byte(`{"dueno":{"nombre":" Ana ","telefono":"300 123 4567"},"mapa":{"a":{"nombre":"","telefono":""}},"telefonos":[" "]}`))
	f.Add([]byte(`{"nombre":"abc","tipo":"a","cuenta":1.0,"lista":["a","a"],"mapa":{"abc":1e1},"precio":7,"bytes":"QQ==","dentro":{"calle":"una","ciudad":null}}`))
	f.Add([]byte(`{"a":1,"a":2}`))
	f.Add([]byte("{\"documento\":\"\xff\"}"))
	codecs := []*schema.TypeCodec{
		mustCompile[mensajes](f, nil).TypeCodec, mustCompile[abrirCasoIn](f, nil).TypeCodec, mustCompile[libre](f, nil).TypeCodec,
		mustCompile[propios](f, nil).TypeCodec, mustCompile[agenda](f, nil).TypeCodec, mustCompile[suelta[masAngosta]](f, nil).TypeCodec,
		mustCompile[caso](f, nil).TypeCodec, mustCompile[conTodo](f, nil).TypeCodec, mustCompile[conTodo](f, output()).TypeCodec,
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, codec := range codecs {
			value, err := codec.Decode(data)
			if err != nil {
				var invalid *schema.InvalidError
				if !errors.As(err, &invalid) {
					if strings.Contains(err.Error(), "Normalize of schema_test.contactoLimpio panicked") { // as it does for an empty telephone
						continue
					}
					t.Fatalf("%q: %v", data, err)
				}
				if units(invalid.UserMessage()) > 200 || invalid.Details() == "" {
					t.Fatalf("%q: %q", data, invalid.UserMessage())
				}
				continue
			}
			if len(data) > 0 && !jsontext.Value(data).IsValid() {
				t.Fatalf("accepted %q", data)
			}
			once, err := codec.Encode(value)
			if err != nil {
				t.Fatalf("%q: %v", data, err)
			}
			again, err := codec.Decode(once)
			if err != nil {
				t.Fatalf("%q became %q: %v", data, once, err)
			}
			if twice, err := codec.Encode(again); err != nil || !bytes.Equal(twice, once) {
				t.Fatalf("%q became %q, then %q: %v", data, once, twice, err)
			}
		}
	})
}

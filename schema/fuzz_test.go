package schema_test

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

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
	f.Add([]byte(`{"a":1,"a":2}`))
	f.Add([]byte("{\"documento\":\"\xff\"}"))
	codecs := []*schema.TypeCodec{
		mustCompile[mensajes](f, nil).TypeCodec, mustCompile[abrirCasoIn](f, nil).TypeCodec, mustCompile[libre](f, nil).TypeCodec,
		mustCompile[caso](f, nil).TypeCodec, mustCompile[conTodo](f, nil).TypeCodec, mustCompile[conTodo](f, output()).TypeCodec,
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, codec := range codecs {
			value, err := codec.Decode(data)
			if err != nil {
				var invalid *schema.InvalidError
				if !errors.As(err, &invalid) {
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

// FuzzCompile: no tag makes compiling panic, and what is not refused gives a codec
// that does not panic either.
func FuzzCompile(f *testing.F) {
	kinds := []reflect.Type{
		typeOf[string](), typeOf[*int8](), typeOf[uint64](), typeOf[float32](), typeOf[bool](), typeOf[time.Time](), typeOf[time.Duration](),
		typeOf[[]string](), typeOf[map[string]int](), typeOf[[]*direccion](), typeOf[jsontext.Value](), typeOf[prioridad](), typeOf[placa](),
		typeOf[[]byte](), typeOf[dia](), typeOf[*direccion](),
	}
	f.Add(uint8(0), "a", "min=5,max=20", "from=t.f; allow=x: y z")
	f.Add(uint8(1), "a,omitempty", "required_if=B x,min=2", "internal")
	f.Add(uint8(7), "a,omitempty", "min=1,unique,dive,email|oneof=a 'b c',max=5", "")
	f.Add(uint8(8), "a", "dive,keys,alpha,endkeys,gt=0", "free=x")
	f.Add(uint8(6), "a,omitzero", "gt=5m", "unit=minutes")
	f.Add(uint8(2), "a,string", "oneof=18446744073709551615", "")
	f.Add(uint8(0), "a", "datetime=2006-01-02,containsany=^]-\\,startswith=(", "")
	f.Add(uint8(9), "a", "unique=Calle,excluded_unless=B nil", "")
	f.Fuzz(func(t *testing.T, kind uint8, jsonTag, rules, asixto string) {
		if len(rules) > 200 || strings.Contains(rules, "0x") && len(rules) > 60 {
			return // long alternatives only cost time
		}
		typ := reflect.StructOf([]reflect.StructField{
			{Name: "A", Type: kinds[int(kind)%len(kinds)], Tag: reflect.StructTag(fmt.Sprintf("json:%q validate:%q asixto:%q", jsonTag, rules, asixto))},
			{Name: "B", Type: typeOf[*string](), Tag: `json:"b"`},
		})
		for _, direction := range []schema.Direction{schema.Input, schema.Output} {
			codec, err := schema.CompileType(typ, &schema.Options{Direction: direction})
			if err != nil {
				var refused *schema.CompileError
				if !errors.As(err, &refused) || len(refused.Problems) == 0 {
					t.Fatal(err)
				}
				continue
			}
			if !jsontext.Value(codec.Schema()).IsValid() {
				t.Fatalf("%s", codec.Schema())
			}
			for _, doc := range []string{`{}`, `{"a":null}`, `{"a":"x","b":"x"}`, `{"a":1}`, `{"a":["x"]}`, `{"a":{"x":1}}`, `{"a":true}`} {
				if _, err := codec.Decode([]byte(doc)); err != nil {
					var invalid *schema.InvalidError
					if !errors.As(err, &invalid) {
						t.Fatalf("%s: %v", doc, err)
					}
				}
			}
		}
	})
}

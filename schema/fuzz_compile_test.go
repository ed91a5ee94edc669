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
	"github.com/santhosh-tekuri/jsonschema/v6"
	"pgregory.net/rapid"

	"github.com/asixto/go-sdk/schema"
)

// fuzzKinds are what a fuzzed tag stands on: every kind, and every way in which a
// type may have a say of its own.
var fuzzKinds = []reflect.Type{
	typeOf[string](), typeOf[int8](), typeOf[uint64](), typeOf[float32](), typeOf[bool](), typeOf[time.Time](), typeOf[time.Duration](),
	typeOf[jsontext.Value](), typeOf[[]byte](), typeOf[int64](), typeOf[struct{}](), typeOf[any](), typeOf[dia0](),
	typeOf[prioridad](), typeOf[piso](), typeOf[tarifa](), typeOf[dia](), typeOf[placa](), typeOf[dinero](), typeOf[rango](), typeOf[filtro](),
	typeOf[orden](), typeOf[direccion](), typeOf[caso](), typeOf[conTodo](), typeOf[conEmbebidas](), typeOf[propios](),
	typeOf[pagina[int8]](), typeOf[pagina[prioridad]](), typeOf[pagina[pagina[dinero]]](),
	typeOf[etiquetas](), typeOf[puntaje](), typeOf[mapa](), typeOf[color](), typeOf[fecha](), typeOf[deDos](), typeOf[matricula](),
	typeOf[telefono](), typeOf[contactoLimpio](), typeOf[agenda](), typeOf[normalizado](), typeOf[suelta[masAngosta]](), typeOf[suelta[todoSuelto]](),
	typeOf[says[string, unTexto]](), typeOf[says[[]int, unosTextos]](), typeOf[textoDeEntero](), typeOf[valoresDeTexto](), typeOf[valoresPanico](),
	typeOf[esquemaPanico](), typeOf[union](), typeOf[nodo](), typeOf[ida](), typeOf[mezcla](), typeOf[repetido](), typeOf[normalizaMal](),
	typeOf[listaDeSi](), typeOf[mapaDeSi](), typeOf[sinNumero](), typeOf[clave](), typeOf[color](), typeOf[lista2](),
}

// wrapped stands a type behind a pointer, in a list, in a map and so on, each digit
// of base eight one step.
func wrapped(typ reflect.Type, ways uint16) reflect.Type {
	for ; ways > 0; ways /= 8 {
		switch ways % 8 {
		case 1, 2:
			typ = reflect.PointerTo(typ)
		case 3:
			typ = reflect.SliceOf(typ)
		case 4:
			typ = reflect.ArrayOf(2, typ)
		case 5:
			typ = reflect.MapOf(typeOf[string](), typ)
		case 6:
			typ = reflect.MapOf(typeOf[dia0](), typ)
		case 7:
			typ = reflect.StructOf([]reflect.StructField{{Name: "Dentro", Type: typ, Tag: `json:"dentro" validate:"required"`}})
		}
	}
	return typ
}

// FuzzCompile: no tag on no type makes compiling panic, and what is not refused
// gives a codec that does not panic either, and agrees with its schema.
func FuzzCompile(f *testing.F) {
	kind := func(t reflect.Type) uint8 {
		for i, k := range fuzzKinds {
			if k == t {
				return uint8(i)
			}
		}
		f.Fatalf("%v is none of the kinds", t)
		return 0
	}
	f.Add(kind(typeOf[string]()), uint16(0), "a", "min=5,max=20", "from=t.f; allow=x: y z", uint64(0))
	f.Add(kind(typeOf[int8]()), uint16(1), "a,omitempty", "required_if=B x,min=2", "internal", uint64(1))
	f.Add(kind(typeOf[string]()), uint16(3), "a,omitempty", "min=1,unique,dive,email|oneof=a 'b c',max=5", "", uint64(2))
	f.Add(kind(typeOf[int64]()), uint16(5), "a", "dive,keys,alpha,endkeys,gt=0", "free=x", uint64(3))
	f.Add(kind(typeOf[time.Duration]()), uint16(0), "a,omitzero", "gt=5m", "unit=minutes", uint64(4))
	f.Add(kind(typeOf[uint64]()), uint16(0), "a,string", "oneof=18446744073709551615", "", uint64(5))
	f.Add(kind(typeOf[string]()), uint16(0), "a", "datetime=2006-01-02,containsany=^]-\\,startswith=(", "", uint64(6))
	f.Add(kind(typeOf[direccion]()), uint16(0o13), "a", "unique=Calle,excluded_unless=B nil", "", uint64(7))
	f.Add(kind(typeOf[string]()), uint16(0), "a", "gt=9223372036854775807", "", uint64(8))
	f.Add(kind(typeOf[string]()), uint16(0), "a", "oneof=|email", "", uint64(9))
	f.Add(kind(typeOf[jsontext.Value]()), uint16(0), "a", "max=20", "free=lo llena otro", uint64(10))
	f.Add(uint8(9), uint16(3), "0\xf4,omitempty", "", "", uint64(8))
	for i := range fuzzKinds {
		f.Add(uint8(i), uint16(i%8), "a", "", "", uint64(i))
		f.Add(uint8(i), uint16(0o31), "a,omitempty", "min=1,dive,required", "", uint64(i))
	}
	f.Fuzz(func(t *testing.T, kind uint8, ways uint16, jsonTag, rules, asixto string, seed uint64) {
		if len(rules) > 200 || strings.Contains(rules, "0x") && len(rules) > 60 {
			return // long alternatives only cost time
		}
		typ := reflect.StructOf([]reflect.StructField{
			{
				Name: "A", Type: wrapped(fuzzKinds[int(kind)%len(fuzzKinds)], ways),
				Tag: reflect.StructTag(fmt.Sprintf("json:%q validate:%q asixto:%q", jsonTag, rules, asixto)),
			},
			{Name: "B", Type: typeOf[*string](), Tag: `json:"b" validate:"max=3"`},
			{Name: "Hecho", Type: rapid.Custom(func(rt *rapid.T) reflect.Type { return typegen{rt}.structType(1) }).Example(int(seed % 4096)), Tag: `json:"hecho,omitzero"`},
		})
		for _, direction := range []schema.Direction{schema.Input, schema.Output} {
			codec, err := schema.CompileType(typ, &schema.Options{Direction: direction, Nullable: schema.Nullable(seed % 2)})
			if err != nil {
				var refused *schema.CompileError
				if !errors.As(err, &refused) || len(refused.Problems) == 0 {
					t.Fatal(err)
				}
				continue
			}
			tryDocuments(t, typ, codec, direction, seed)
		}
	})
}

// tryDocuments decodes some documents that the schema takes, or nearly: what the
// codec takes the schema must, and the other way round where the schema can say it
// all.
func tryDocuments(t *testing.T, typ reflect.Type, codec *schema.TypeCodec, direction schema.Direction, seed uint64) {
	t.Helper()
	j := judgeOf(t, codec, (*jsonschema.Compiler).AssertContent)
	sayable := direction == schema.Input && // whose ranges are stated
		len(codec.RuntimeRules()) == 0 && !normalizes(typ) && !bytes.Contains(codec.Schema(), []byte(`"format"`))
	for _, doc := range documentsOf(j, seed) {
		_, err := codec.Decode(doc)
		var invalid *schema.InvalidError
		switch {
		case errors.As(err, &invalid):
			if sayable && j.peer.Validate(unmarshal(t, doc)) == nil {
				t.Fatalf("%s is refused (%v), but not by %s", doc, err, codec.Schema())
			}
		case err != nil:
			if !strings.Contains(err.Error(), "Normalize of schema_test.contactoLimpio panicked") { // as it does for an empty telephone
				t.Fatalf("%s: %v", doc, err)
			}
		case normalizes(typ): // what it leaves is held, not what came
		default:
			if peerErr := j.peer.Validate(unmarshal(t, doc)); peerErr != nil {
				t.Fatalf("%s is accepted, but not by %s: %v", doc, codec.Schema(), peerErr)
			}
		}
	}
}

func documentsOf(j judge, seed uint64) [][]byte {
	docs := [][]byte{}
	for _, doc := range []string{`{}`, `{"a":null}`, `{"a":"x","b":"x"}`, `{"a":1}`, `{"a":["x"]}`, `{"a":{"x":1}}`, `{"a":true}`} {
		docs = append(docs, []byte(doc))
	}
	g := newDocgen(seed)
	for range 10 {
		docs = append(docs, g.document(j.doc))
	}
	return docs
}

// normalizes reports whether a type with Normalize is anywhere inside.
func normalizes(t reflect.Type) bool {
	_, found := reflect.PointerTo(t).MethodByName("Normalize")
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
		found = found || normalizes(t.Elem())
	case reflect.Struct:
		for f := range t.Fields() {
			found = found || f.IsExported() && f.Type != t && normalizes(f.Type)
		}
	}
	return found
}

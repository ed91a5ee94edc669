package schema_test

import (
	"encoding"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"time"

	"pgregory.net/rapid"
)

// typegen draws struct types as an author might write them.
type typegen struct{ t *rapid.T }

func (g typegen) pick(options ...string) string {
	return rapid.SampledFrom(options).Draw(g.t, "option")
}

func (g typegen) chance(percent int) bool {
	return rapid.IntRange(0, 99).Draw(g.t, "chance") < percent
}

func (g typegen) structType(depth int) reflect.Type {
	n := rapid.IntRange(1, 6).Draw(g.t, "fields")
	fields := make([]reflect.StructField, n)
	for i := range fields {
		fields[i] = g.field(i, depth)
	}
	return reflect.StructOf(fields)
}

func (g typegen) field(i, depth int) reflect.StructField {
	typ, rules, asixto, options := g.value(depth)
	name := fmt.Sprintf("campo_%d", i)
	switch {
	case g.chance(35):
		typ = reflect.PointerTo(typ)
		if g.chance(20) {
			rules = joinRules("required", rules)
		}
	case g.chance(30) && canOmitEmpty(typ):
		options += ",omitempty"
	case g.chance(30):
		options += ",omitzero"
	}
	if strings.Contains(options, "omit") && strings.HasPrefix(rules, "required") {
		rules = strings.Trim(strings.TrimPrefix(rules, "required"), ",")
	}
	tag := fmt.Sprintf(`json:"%s%s"`, name, options)
	if rules != "" {
		tag += fmt.Sprintf(` validate:"%s"`, rules)
	}
	if asixto != "" {
		tag += fmt.Sprintf(` asixto:"%s"`, asixto)
	}
	return reflect.StructField{Name: fmt.Sprintf("Campo%d", i), Type: typ, Tag: reflect.StructTag(tag)}
}

func canOmitEmpty(t reflect.Type) bool {
	return t.Kind() == reflect.String || t.Kind() == reflect.Slice || t.Kind() == reflect.Map
}

func (g typegen) value(depth int) (typ reflect.Type, rules, asixto, options string) {
	kinds := []string{"string", "string", "int", "int", "uint", "float", "bool", "time", "duration", "bytes", "quoted"}
	if depth > 0 {
		kinds = append(kinds, "slice", "slice", "array", "map", "struct", "named")
	}
	switch kind := g.pick(kinds...); kind {
	case "string":
		return reflect.TypeFor[string](), g.textRules(), "", ""
	case "int":
		return g.sized(int(0), int8(0), int16(0), int32(0), int64(0)), g.numberRules("5", "1", "100", "-3"), "", ""
	case "quoted":
		return reflect.TypeFor[int64](), g.pick("", "oneof=1 22 -3"), "", ",string"
	case "uint":
		return g.sized(uint(0), uint8(0), uint16(0), uint32(0), uint64(0)), g.numberRules("5", "1", "100", "0"), "", ""
	case "float":
		return g.sized(float32(0), float64(0)), g.numberRules("5", "0.5", "99.75", "-2.25"), "", ""
	case "bool":
		return reflect.TypeFor[bool](), g.pick("", "", "eq=true", "oneof=true", "oneof=true false", "required"), "", ""
	case "time":
		return reflect.TypeFor[time.Time](), g.pick("", "required"), "", ""
	case "duration":
		return reflect.TypeFor[time.Duration](), g.pick("", "min=1m,max=2h", "gt=0s"), "unit=" + g.pick("seconds", "minutes", "millis"), ""
	case "bytes":
		return reflect.TypeFor[[]byte](), g.pick("", "max=6", "min=1", "min=4,max=9"), "", ""
	case "struct":
		return g.structType(depth - 1), "", "", ""
	case "named":
		return rapid.SampledFrom(namedTypes).Draw(g.t, "named"), "", "", ""
	default:
		return g.container(kind, depth)
	}
}

// namedTypes have methods, which no type made by reflection has: values, a form or
// a schema of their own, an amended schema.
var namedTypes = []reflect.Type{
	typeOf[prioridad](), typeOf[piso](), typeOf[tarifa](), typeOf[dia](), typeOf[placa](), typeOf[dinero](), typeOf[rango](), typeOf[estrecho](),
	typeOf[filtro](), typeOf[orden](), typeOf[direccion](), typeOf[pagina[dinero]](), typeOf[pagina[[]piso]](), typeOf[etiquetas](), typeOf[puntaje](),
	typeOf[mapa](), typeOf[exacto](), typeOf[deDos](), typeOf[distintos](), typeOf[color](), typeOf[suelta[masAngosta]](), typeOf[conEmbebidas](),
	typeOf[map[dia0]tarifa](), typeOf[map[string]estrecho](), typeOf[[]dinero](), typeOf[[2]puntaje](),
}

// conEmbebidas embeds by value and by pointer.
type conEmbebidas struct {
	Base
	*Contacto
	Piso piso `json:"piso"`
}

func (g typegen) container(kind string, depth int) (typ reflect.Type, rules, asixto, options string) {
	inner, innerRules, _, _ := g.value(depth - 1)
	for inner == reflect.TypeFor[time.Duration]() || inner == reflect.TypeFor[[]byte]() || inner.Kind() == reflect.Uint8 {
		inner, innerRules, _, _ = g.value(depth - 1)
	}
	if strings.Contains(innerRules, "oneof=1 22") { // of a quoted integer, which stands in no list
		innerRules = ""
	}
	if inner.Kind() == reflect.Struct && inner != reflect.TypeFor[time.Time]() && g.chance(40) {
		inner = reflect.PointerTo(inner)
	}
	rules = g.pick("", "", "min=1", "max=3", "min=1,max=4", "len=2", "gt=0", "eq=2")
	switch kind {
	case "array":
		typ, rules = reflect.ArrayOf(rapid.IntRange(1, 3).Draw(g.t, "length"), inner), ""
	case "map":
		typ = reflect.MapOf(reflect.TypeFor[string](), inner)
		if g.chance(40) {
			innerRules = joinRules("keys,"+g.pick("max=3", "oneof=uno dos", "alpha")+",endkeys", innerRules)
		}
	default:
		typ = reflect.SliceOf(inner)
		if isPlain(inner) && g.chance(30) {
			rules = joinRules("unique", rules)
		}
	}
	if innerRules != "" {
		rules = joinRules(rules, "dive,"+innerRules)
	}
	return typ, rules, "", ""
}

func isPlain(t reflect.Type) bool {
	p := reflect.PointerTo(t)
	if p.Implements(typeOf[encoding.TextUnmarshaler]()) || p.Implements(typeOf[json.Unmarshaler]()) {
		return false // it may read two texts as one value
	}
	switch t.Kind() {
	case reflect.String, reflect.Bool, reflect.Int, reflect.Int32, reflect.Uint16, reflect.Float64:
		return true
	}
	return false
}

func joinRules(a, b string) string {
	return strings.Trim(a+","+b, ",")
}

func (g typegen) sized(samples ...any) reflect.Type {
	return reflect.TypeOf(rapid.SampledFrom(samples).Draw(g.t, "kind"))
}

func (g typegen) textRules() string {
	return g.pick("", "", "required", "min=1", "max=5", "min=2,max=8", "len=3", "gt=1,lt=6", "gte=1,lte=4",
		"oneof=alta normal", "oneof='dos palabras' 'con\u002d0x2C' ''", "eq=fijo", "max=12,alpha", "alphanum", "numeric", "number",
		"alphaspace", "alphanumspace", "alphaunicode", "alphanumunicode", "ascii", "printascii", "hexadecimal", "hexcolor", "e164",
		"startswith=CC", "endswith=.co", "contains=a-b", "containsany=xyz", "excludesall=<>]^", "startswith=$(,max=9", "uuid", "sha256",
		"required,oneof=a b c", "min=1,oneof=alta normal")
}

func (g typegen) numberRules(numbers ...string) string {
	n := func() string { return g.pick(numbers[:3]...) }
	return g.pick("", "", "required", "min="+n(), "max="+n(), "gt="+n(), "lt="+n(), "gte="+numbers[1]+",lte="+numbers[2],
		"oneof="+numbersOf(numbers), "eq="+n(), "min="+numbers[3]+",max="+numbers[2])
}

// numbersOf leaves out what an unsigned or small kind cannot hold.
func numbersOf(numbers []string) string { return numbers[0] + " " + numbers[1] + " " + numbers[2] }

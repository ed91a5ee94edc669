package schema_test

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/go-playground/validator/v10"
	"pgregory.net/rapid"

	"github.com/asixto/go-sdk/schema"
)

// TestRulesAgreeWithValidator holds the rules that this package checks itself, for
// speed, to validator/v10: a value passes both or none.
//
// Left out is what the package refuses (zero and false under "required", oneof on
// bools and floats, clocks) and what it leaves to the validator anyway.
func TestRulesAgreeWithValidator(t *testing.T) {
	t.Parallel()
	v := validator.New(validator.WithRequiredStructEnabled())
	var passed, failed int
	rapid.Check(t, func(rt *rapid.T) {
		rule := ruleCases(rt)
		typ := reflect.StructOf([]reflect.StructField{{
			Name: "Valor", Type: rule.typ, Tag: reflect.StructTag(fmt.Sprintf(`json:"valor" validate:"%s" asixto:"%s"`, rule.tag, rule.asixto)),
		}})
		codec, err := schema.CompileType(typ, &schema.Options{Direction: schema.Output})
		if err != nil {
			rt.Fatalf("%v: %v", typ, err)
		}
		for range 50 {
			value := reflect.New(typ).Elem()
			value.Field(0).Set(rule.value(rt).Convert(rule.typ))
			ours, theirs := codec.Check(value.Interface()), v.Struct(value.Interface())
			if (ours == nil) != (theirs == nil) {
				rt.Fatalf("%+v of %v\nours   %v\ntheirs %v", value, typ, ours, theirs)
			}
			if ours == nil {
				passed++
			} else {
				failed++
			}
		}
	})
	if all := passed + failed; passed < all/5 || failed < all/5 {
		t.Errorf("%d values passed and %d failed: too one-sided to prove anything", passed, failed)
	}
}

type ruleCase struct {
	typ         reflect.Type
	tag, asixto string
	value       func(*rapid.T) reflect.Value
}

func ruleCases(rt *rapid.T) ruleCase {
	limits := func(least int) string {
		n := func() int { return rapid.IntRange(least, 6).Draw(rt, "n") }
		lo, more := n(), rapid.IntRange(1, 4).Draw(rt, "more")
		return rapid.SampledFrom([]string{
			fmt.Sprintf("min=%d", lo), fmt.Sprintf("max=%d", lo+1), fmt.Sprintf("gt=%d", lo), fmt.Sprintf("lt=%d", lo+1),
			fmt.Sprintf("gte=%d,lte=%d", lo, lo+more), fmt.Sprintf("min=%d,lt=%d", lo, lo+more+1), fmt.Sprintf("eq=%d", lo),
		}).Draw(rt, "limits")
	}
	text := func(rt *rapid.T) reflect.Value {
		return reflect.ValueOf(rapid.OneOf(
			rapid.SampledFrom([]string{"", "alta", "normal", "dos palabras", "a,b", "a|b", "🙂", "🙂🙂🙂", "e\u0301"}),
			rapid.StringOfN(rapid.RuneFrom([]rune("añ🙂")), 0, 8, -1),
		).Draw(rt, "text"))
	}
	whole := func(rt *rapid.T) reflect.Value { return reflect.ValueOf(rapid.IntRange(-3, 12).Draw(rt, "whole")) }
	natural := func(rt *rapid.T) reflect.Value { return reflect.ValueOf(rapid.IntRange(0, 12).Draw(rt, "natural")) }
	decimal := func(rt *rapid.T) reflect.Value {
		return reflect.ValueOf(float64(rapid.IntRange(-4, 24).Draw(rt, "halves")) / 2)
	}
	list := func(rt *rapid.T) reflect.Value {
		return reflect.ValueOf(rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b", "c", "d", "e", "f", "g"}), 0, 8).Draw(rt, "list"))
	}
	cases := []ruleCase{
		{typ: reflect.TypeFor[string](), tag: limits(0), value: text},
		{typ: reflect.TypeFor[string](), tag: "len=" + strconv.Itoa(rapid.IntRange(0, 3).Draw(rt, "len")), value: text},
		{typ: reflect.TypeFor[string](), tag: rapid.SampledFrom([]string{
			"oneof=alta normal", "oneof='dos palabras' a0x2Cb a0x7Cb", "oneof='' alta", "eq=alta", "eq=dos palabras", "eq=", "required", "required,max=3",
		}).Draw(rt, "closed"), value: text},
		{typ: rapid.SampledFrom(kindsOf(int(0), int8(0), int16(0), int32(0), int64(0))).Draw(rt, "int"), tag: limits(-2), value: whole},
		{typ: reflect.TypeFor[int](), tag: "oneof=-1 0 5 7", value: whole},
		{typ: rapid.SampledFrom(kindsOf(uint(0), uint8(0), uint16(0), uint32(0), uint64(0))).Draw(rt, "uint"), tag: limits(0), value: natural},
		{typ: rapid.SampledFrom(kindsOf(float32(0), float64(0))).Draw(rt, "float"), tag: rapid.SampledFrom([]string{
			"min=1.5", "max=2.5", "gt=0", "lt=4.5,gt=-1", "eq=3.5", limits(-1),
		}).Draw(rt, "decimals"), value: decimal},
		{typ: reflect.TypeFor[float64](), tag: "latitude", value: func(rt *rapid.T) reflect.Value {
			return reflect.ValueOf(float64(rapid.IntRange(-184, 184).Draw(rt, "halves")) / 2)
		}},
		{typ: reflect.TypeFor[float64](), tag: "longitude", value: func(rt *rapid.T) reflect.Value {
			return reflect.ValueOf(float64(rapid.IntRange(-364, 364).Draw(rt, "halves")) / 2)
		}},
		{typ: reflect.TypeFor[bool](), tag: rapid.SampledFrom([]string{"eq=true", "eq=false"}).Draw(rt, "bool"), value: func(rt *rapid.T) reflect.Value {
			return reflect.ValueOf(rapid.Bool().Draw(rt, "value"))
		}},
		{typ: reflect.TypeFor[[]string](), tag: limits(0), value: list},
		{typ: reflect.TypeFor[[]string](), tag: "unique", value: list},
		{typ: reflect.TypeFor[time.Duration](), asixto: "unit=minutes", tag: "min=2m,max=5m", value: func(rt *rapid.T) reflect.Value {
			return reflect.ValueOf(time.Duration(rapid.IntRange(0, 8).Draw(rt, "minutes")) * time.Minute)
		}},
		{typ: reflect.TypeFor[map[string]int](), tag: limits(0), value: func(rt *rapid.T) reflect.Value {
			return reflect.ValueOf(rapid.MapOfN(rapid.StringN(0, 3, -1), rapid.Just(0), 0, 8).Draw(rt, "map"))
		}},
	}
	return rapid.SampledFrom(cases).Draw(rt, "case")
}

func kindsOf(samples ...any) []reflect.Type {
	types := make([]reflect.Type, len(samples))
	for i, s := range samples {
		types[i] = reflect.TypeOf(s)
	}
	return types
}

// TestPatternsAgreeWithValidator holds the patterns that the schema shows to the
// validator's rules they stand for.
func TestPatternsAgreeWithValidator(t *testing.T) {
	t.Parallel()
	v := validator.New()
	rules := strings.FieldsSeq(`alpha alphaspace alphanum alphanumspace alphaunicode alphanumunicode ascii bic e164 ein hexadecimal hexcolor md5
		number numeric printascii sha256 sha384 sha512 uuid uuid_rfc4122 uuid3
		startswith=CC startswith=(a endswith=.co contains=a-b containsany=a-c]^ excludesall=a-c]^\`)
	for rule := range rules {
		t.Run(rule, func(t *testing.T) {
			t.Parallel()
			typ := reflect.StructOf([]reflect.StructField{{
				Name: "V", Type: reflect.TypeFor[string](), Tag: reflect.StructTag(fmt.Sprintf(`json:"v" validate:%q`, rule)),
			}})
			j := newJudge(t, typ, nil)
			rapid.Check(t, func(rt *rapid.T) {
				text := rapid.OneOf(rapid.SampledFrom(texts), rapid.StringOf(rapid.RuneFrom([]rune("aZ "))), rapid.StringOf(rapid.RuneFrom([]rune("ñ9b"))), rapid.StringOf(rapid.RuneFrom([]rune("aZ09-+.# []^\\,CcOo@()ñไ½²\n\x00🙂"))), rapid.String()).Draw(rt, "text")
				peer := j.peer.Validate(unmarshal(rt, []byte(`{"v":`+encode(text)+`}`)))
				if text = strings.ToValidUTF8(text, "\uFFFD"); (peer == nil) != (v.Var(text, rule) == nil) {
					rt.Fatalf("%q: schema %s says %v, the validator %v", text, j.codec.Schema(), peer, v.Var(text, rule))
				}
			})
		})
	}
}

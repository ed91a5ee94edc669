package schema_test

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/asixto/go-sdk/schema"
)

// A refusal is a type with one fault, and a part of the line that says so. What go
// vet would refuse too is made by reflection.
type refusal struct {
	name string
	typ  any
	want string
}

// refusedRules are types with a rule that cannot be held.
var refusedRules = []refusal{
	{"recursive", nodo{}, `contains itself: schema_test.nodo → schema_test.nodo`},
	{"mutually recursive", ida{}, `contains itself: schema_test.ida → schema_test.vuelta → schema_test.ida`},
	{"embeds itself", seEmbebe{}, `an embedded pointer to an unexported struct`},
	{"no exported fields", struct {
		A cerrado `json:"a"`
	}{A: cerrado{privado: 1}}, "has no exported fields"},
	{"not a struct", 5, "a tool takes and answers an object"},
	{"a map", map[string]int{}, "a tool takes and answers an object"},
	{"a time", time.Time{}, "a tool takes and answers an object"},

	{"unknown rule", struct {
		A string `json:"a" validate:"maxx=5"`
	}{}, `field "a" (A): validate:"maxx=5": unknown rule "maxx" for a text`},
	{"bad number", struct {
		A string `json:"a" validate:"min=abc"`
	}{}, `validate:"min=abc": write a whole number of at most 268435456, such as min=5`},
	{"octal", struct {
		A string `json:"a" validate:"min=010"`
	}{}, `write a whole number`},
	{"negative length", struct {
		A string `json:"a" validate:"max=-1"`
	}{}, `write a whole number`},
	{"fraction on an int", struct {
		A int `json:"a" validate:"gt=1.5"`
	}{}, `validate:"gt=1.5": write a whole number that the type can hold`},
	{"beyond the kind", struct {
		A int8 `json:"a" validate:"max=300"`
	}{}, `write a whole number that the type can hold`},
	{"behind a nil pointer", struct {
		A *struct {
			B string `json:"b" validate:"min=x"`
		} `json:"a"`
	}{}, `field "a.b" (A.B): validate:"min=x"`},
	{"in an empty slice", struct {
		A []struct {
			B string `json:"b" validate:"nada"`
		} `json:"a"`
	}{}, `field "a[].b" (A[].B): validate:"nada": unknown rule`},
	{"in an empty map", struct {
		A map[string]struct {
			B string `json:"b" validate:"nada"`
		} `json:"a"`
	}{}, `field "a.*.b" (A.*.B): validate:"nada": unknown rule`},
	{"after dive", struct {
		A []string `json:"a" validate:"dive,nada"`
	}{}, `field "a[]" (A[]): validate:"nada": unknown rule`},
	{"in keys", struct {
		A map[string]int `json:"a" validate:"dive,keys,nada,endkeys"`
	}{}, `validate:"nada": unknown rule`},
	{"keys without end", struct {
		A map[string]int `json:"a" validate:"dive,keys,max=3"`
	}{}, `"keys" has no "endkeys"`},
	{"empty rule", struct {
		A string `json:"a" validate:"max=3,"`
	}{}, "a rule is empty"},
	{"contradiction", struct {
		A string `json:"a" validate:"min=5,max=3"`
	}{}, "no value can be at least 5 and at most 3 long"},
	{"contradiction of numbers", struct {
		A int `json:"a" validate:"gt=5,lt=6"`
	}{}, "no number is both above the least and below the greatest"},
	{"above what the kind holds", struct {
		A int8 `json:"a" validate:"gt=127"`
	}{}, "no number is both above the least and below the greatest"},
	{"above the greatest of all", struct {
		A int64 `json:"a" validate:"gt=9223372036854775807"`
	}{}, "no number is both above the least and below the greatest"},
	{"below the least of all", struct {
		A uint64 `json:"a" validate:"lt=0"`
	}{}, "no number is both above the least and below the greatest"},
	{"rule without its value", struct {
		A string `json:"a" validate:"startswith"`
	}{}, `"startswith" needs a value`},
	{"value without need", struct {
		A string `json:"a" validate:"email=x"`
	}{}, `"email" takes no value`},
	{"enum of nothing", struct {
		A string `json:"a" validate:"oneof="`
	}{}, "name the allowed values"},
	{"value named twice", struct {
		A string `json:"a" validate:"oneof=x y x"`
	}{}, "a value is named twice"},
	{"number named twice", struct {
		A int `json:"a" validate:"oneof=1 1"`
	}{}, "a value is named twice"},
	{"no value left", struct {
		A string `json:"a" validate:"oneof=x y,eq=z"`
	}{}, "no value is allowed by this rule and by those before it"},
	{"newline in a tag", oneField[string]("json:\"a\" validate:\"max=5\\nmin=3\""), `write a whole number of at most 268435456, such as max=5`},
	{"enum of the wrong kind", struct {
		A int `json:"a" validate:"oneof=1 dos"`
	}{}, "write a whole number"},
	{"bar in a value", struct {
		A string `json:"a" validate:"oneof=a|b"`
	}{}, "a bar inside a value is written 0x7C"},
	{"bad alternative", struct {
		A string `json:"a" validate:"email|len=x"`
	}{}, `validate:"len=x": write a whole number`},
	{"alternative of no values", struct {
		A string `json:"a" validate:"oneof=|email"`
	}{}, `validate:"oneof=": name the allowed values`},
	{"alternative without its value", struct {
		A string `json:"a" validate:"startswith|email"`
	}{}, `"startswith" needs a value`},
	{"alternative with a value too many", struct {
		A string `json:"a" validate:"email=x|len=3"`
	}{}, `"email" takes no value`},
	{"longer than every text", struct {
		A string `json:"a" validate:"gt=9223372036854775807"`
	}{}, `validate:"gt=9223372036854775807": write a whole number of at most`},
	{"longer than every number", struct {
		A string `json:"a" validate:"max=9223372036854775808"`
	}{}, "write a whole number of at most"},
	{"more than every list", struct {
		A []string `json:"a" validate:"min=268435457"`
	}{}, "write a whole number of at most"},
	{"more than every map", struct {
		A map[string]int `json:"a" validate:"len=4294967296"`
	}{}, "write a whole number of at most"},
	{"more than all bytes", struct {
		A []byte `json:"a" validate:"min=6148914691236517204"`
	}{}, "write a whole number of at most"},
	{"longer than every key", struct {
		A map[string]int `json:"a" validate:"dive,keys,gt=9223372036854775807,endkeys"`
	}{}, "write a whole number of at most"},
	{"above the greatest float32", struct {
		A float32 `json:"a" validate:"gt=3.4028234663852886e+38"`
	}{}, "no number is both above the least and below the greatest"},
	{"longer than every duration", struct {
		A time.Duration `json:"a" asixto:"unit=hours" validate:"gt=2562047h"`
	}{}, "no number is both above the least and below the greatest"},
	{"rule of another kind", struct {
		A bool `json:"a" validate:"min=1"`
	}{}, "the rule means nothing for a bool"},
	{"bool that is neither", struct {
		A bool `json:"a" validate:"eq=si"`
	}{}, "a bool is true or false"},
	{"bool named twice", struct {
		A bool `json:"a" validate:"oneof=true true"`
	}{}, "a value is named twice"},
	{"bool of two minds", struct {
		A bool `json:"a" validate:"eq=true,oneof=false"`
	}{}, "no value is allowed by this rule and by those before it"},
	{"length of a number", struct {
		A int `json:"a" validate:"len=5"`
	}{}, "a number has no length"},
	{"dive into a text", struct {
		A string `json:"a" validate:"dive,max=5"`
	}{}, "there is nothing to dive into"},
	{"keys of a list", struct {
		A []string `json:"a" validate:"dive,keys,max=3,endkeys,max=5"`
	}{}, "a list has no keys"},
	{"keys without dive", struct {
		A map[string]int `json:"a" validate:"keys,max=3"`
	}{}, `"keys" stands right after dive`},
	{"rule about a field, inside a list", struct {
		A []string `json:"a" validate:"dive,required_with=B"`
		B *int     `json:"b"`
	}{}, "what stands in a list or map has no fields beside it"},
	{"disk", struct {
		A string `json:"a" validate:"file"`
	}{}, `"file" reads the disk`},
	{"network", struct {
		A string `json:"a" validate:"tcp_addr"`
	}{}, `"tcp_addr" asks the network`},
	{"clock", struct {
		A time.Time `json:"a" validate:"gt"`
	}{}, "the rule reads the clock"},
	{"clock with min", struct {
		A time.Time `json:"a" validate:"min=1"`
	}{}, "the rule reads the clock"},
	{"omitempty rule", struct {
		A string `json:"a,omitempty" validate:"omitempty,min=5"`
	}{}, "it would let an empty value pass that the schema refuses"},
	{"omitzero rule", struct {
		A *int `json:"a" validate:"omitzero,min=5"`
	}{}, "not by a rule"},
	{"omitempty inside dive", struct {
		A []string `json:"a" validate:"dive,omitempty,min=5"`
	}{}, "what stands in a list or map is there"},
	{"structonly", struct {
		A direccion `json:"a" validate:"structonly"`
	}{}, "would leave values unchecked"},
	{"required and optional", struct {
		A string `json:"a,omitempty" validate:"required"`
	}{}, "the json tag says optional, the rule says required"},
	{"unique of objects", struct {
		A []direccion `json:"a" validate:"unique"`
	}{}, "for structs write unique=Field"},
	{"unique by what is not there", struct {
		A []direccion `json:"a" validate:"unique=Numero"`
	}{}, `unknown rule "unique"`},

	{"omitempty on a number", struct {
		A int `json:"a,omitempty"`
	}{}, `json:"a,omitempty": omitempty leaves out no int; write omitzero`},
	{"omitempty on a bool", struct {
		A bool `json:"a,omitempty"`
	}{}, "write omitzero"},
	{"omitempty on a time", oneField[time.Time](`json:"a,omitempty"`), "write omitzero"},
	{"unknown json option", oneField[int](`json:"a,omitzro"`), `unknown option "omitzro"`},
	{"empty json option", oneField[int](`json:"a,omitzero,"`), "an option is empty"},
	{"string on a text", struct {
		A string `json:"a,string"`
	}{}, "is for integers"},
	{"dash as a name", oneField[int](`json:"-,"`), `"-" is no usable property name`},
	{"tag on an unexported field", reflect.StructOf([]reflect.StructField{
		{Name: "a", PkgPath: "x", Type: reflect.TypeFor[int](), Tag: `json:"a"`},
		{Name: "B", Type: reflect.TypeFor[int](), Tag: `json:"b"`},
	}), "an unexported field is never read or written"},
	{"two of one name", reflect.StructOf([]reflect.StructField{
		{Name: "A", Type: reflect.TypeFor[int](), Tag: `json:"x"`},
		{Name: "B", Type: reflect.TypeFor[int](), Tag: `json:"x"`},
	}), `two fields of the same depth are called "x"`},
	{"upper case", struct{ Documento string }{}, `refuse the name "Documento"`},
	{"a dot", struct {
		A int `json:"a.b"`
	}{}, "refuse the name"},
	{"a leading digit", struct {
		A int `json:"1a"`
	}{}, "refuse the name"},
	{"65 characters", struct {
		A int `json:"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"`
	}{}, "refuse the name"},

	{"rule about no field", struct {
		A *int `json:"a" validate:"required_with=Otro"`
	}{}, `no property with the Go name "Otro"`},
	{"rule about nothing", struct {
		A *int `json:"a" validate:"required_with="`
	}{}, "write the Go name of the other field"},
	{"half a pair", struct {
		A *int   `json:"a" validate:"required_if=B"`
		B string `json:"b"`
	}{}, "write pairs of a Go field name and a value"},
	{"value of another kind", struct {
		A *int `json:"a" validate:"required_if=B dos"`
		B int  `json:"b"`
	}{}, `B never is "dos"`},
	{"value outside the enum", struct {
		A *int   `json:"a" validate:"required_if=B fala"`
		B string `json:"b" validate:"oneof=falla cobro"`
	}{}, `B never is "fala"`},
	{"value of a list", struct {
		A *int  `json:"a" validate:"required_if=B nil"`
		B []int `json:"b,omitempty"`
	}{}, "use required_with and its like"},
	{"zero as absent", struct {
		A int  `json:"a,omitzero" validate:"required_with=B"`
		B *int `json:"b"`
	}{}, "0 and false cannot be told from absent here; use a pointer"},
	{"texts in order", struct {
		A string `json:"a" validate:"gtfield=B"`
		B string `json:"b"`
	}{}, "the validator does not compare such values"},
	{"other kinds", struct {
		A string `json:"a" validate:"eqfield=B"`
		B int    `json:"b"`
	}{}, "the fields are of different kinds"},
	{"embedded under an unexported name", struct{ oculta }{}, "embedded under an unexported name"},
}

func oneField[T any](tag reflect.StructTag) reflect.Type {
	return reflect.StructOf([]reflect.StructField{{Name: "A", Type: typeOf[T](), Tag: tag}})
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	for _, tt := range slices.Concat(refusedRules, refusedTypes) {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			typ, ok := tt.typ.(reflect.Type)
			if !ok {
				typ = reflect.TypeOf(tt.typ)
			}
			_, err := schema.CompileType(typ, nil)
			var refused *schema.CompileError
			if !errors.As(err, &refused) {
				t.Fatalf("got %v, want a CompileError", err)
			}
			if len(refused.Problems) != 1 {
				t.Errorf("%d problems, want one:\n%v", len(refused.Problems), err)
			}
			if !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %q\nwant it to say %q", err, tt.want)
			}
			if strings.ContainsRune(refused.Problems[0].String(), '\n') {
				t.Error("a problem takes more than one line")
			}
		})
	}
}

func TestRefusalOfSchemaWithReferences(t *testing.T) {
	t.Parallel()
	_, err := schema.Compile[struct {
		A esquemaConRef `json:"a"`
	}](nil)
	if err == nil || !strings.Contains(err.Error(), `the keyword "$ref" is not supported; write a flat schema`) {
		t.Errorf("got %v", err)
	}
}

func TestAllFaultsAtOnce(t *testing.T) {
	t.Parallel()
	_, err := schema.Compile[struct {
		A int             `json:"a,omitempty" validate:"maxx=5,min=abc"`
		B any             `json:"b"`
		C []*string       `json:"c" validate:"dive,nada"`
		D struct{ E int } `json:"d" asixto:"otro"`
	}](nil)
	var refused *schema.CompileError
	if !errors.As(err, &refused) {
		t.Fatal(err)
	}
	var fields []string
	for _, p := range refused.Problems {
		fields = append(fields, p.Field)
	}
	want := "a a a b c[] c[] d d.E"
	if got := strings.Join(fields, " "); got != want {
		t.Errorf("faults of %s, want %s:\n%v", got, want, err)
	}
	if lines := strings.Count(err.Error(), "\n") + 1; lines != len(refused.Problems) {
		t.Errorf("%d lines for %d problems", lines, len(refused.Problems))
	}
}

func TestOptionsOutOfRange(t *testing.T) {
	t.Parallel()
	for _, opts := range []schema.Options{{Direction: 7}, {Nullable: 7}} {
		if _, err := schema.Compile[direccion](&opts); err == nil {
			t.Errorf("%+v were taken", opts)
		}
	}
}

func TestNilAndPointerTypes(t *testing.T) {
	t.Parallel()
	if _, err := schema.CompileType(nil, nil); err == nil {
		t.Error("a nil type was taken")
	}
	if _, err := schema.Compile[**direccion](nil); err == nil {
		t.Error("a pointer to a pointer was taken")
	}
	if _, err := schema.Compile[*direccion](nil); err != nil {
		t.Errorf("a pointer to a struct was refused: %v", err)
	}
}

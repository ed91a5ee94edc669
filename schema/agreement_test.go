package schema_test

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"sync/atomic"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"pgregory.net/rapid"

	"github.com/asixto/go-sdk/schema"
)

// TestCodecAgreesWithSchema holds the codec of many types to an independent
// validator of the schemas they emit: both accept a document, or none does.
//
// The gaps, where the codec is stricter than any schema could say, and which are
// therefore kept out of the types and documents here:
//   - formats (email, uri, date …) on texts at the edge of what they allow;
//   - rules between fields, and rules listed by RuntimeRules;
//   - types with a method Normalize, whose rules hold what it leaves;
//   - numbers that the Go type cannot hold where the schema states no range:
//     beyond 64 bits or a float's range, integers above 2^53 spelt with a
//     fraction or an exponent, decimals that round onto a limit which they must
//     not reach, or onto each other in a list of distinct ones;
//   - repeated names, lone surrogates and invalid UTF-8, which a validator never
//     sees;
//   - the document null, which stands for no arguments at all;
//   - what the UnmarshalJSON or UnmarshalText of an author refuses beyond the
//     schema.
func TestCodecAgreesWithSchema(t *testing.T) { //nolint:tparallel // the group waits for its parallel parts
	t.Parallel()
	perType := 500
	if testing.Short() {
		perType = 50
	}
	var types, accepted, refused atomic.Int64
	judge := func(tb testTB, typ reflect.Type, opts *schema.Options, seed uint64) (yes, no int64) {
		j := newJudge(tb, typ, opts)
		g := newDocgen(seed)
		for range perType {
			if j.agree(tb, g.document(j.doc)) {
				yes++
			} else {
				no++
			}
		}
		types.Add(1)
		accepted.Add(yes)
		refused.Add(no)
		return yes, no
	}
	t.Run("documents", func(t *testing.T) { // ends when all of its parallel parts have
		t.Run("of named types", func(t *testing.T) {
			t.Parallel()
			for i, typ := range agreeing {
				for _, form := range []schema.Nullable{schema.TypeArray, schema.AnyOf} {
					if yes, no := judge(t, typ, &schema.Options{Nullable: form}, uint64(i)); yes == 0 || no == 0 {
						t.Errorf("%v: %d documents accepted and %d refused prove nothing", typ, yes, no)
					}
				}
			}
		})
		for _, form := range []schema.Nullable{schema.TypeArray, schema.AnyOf} {
			t.Run(fmt.Sprint("of made types, form ", form), func(t *testing.T) {
				t.Parallel()
				rapid.Check(t, func(rt *rapid.T) {
					for range 2 {
						judge(rt, typegen{rt}.structType(2), &schema.Options{Nullable: form}, rapid.Uint64().Draw(rt, "seed"))
					}
				})
			})
		}
	})
	yes, no := accepted.Load(), refused.Load()
	total := yes + no
	t.Logf("%d documents of %d types, %d accepted, %d refused", total, types.Load(), yes, no)
	if !testing.Short() && total < 200_000 {
		t.Errorf("only %d documents", total)
	}
	if least := total * 3 / 10; yes < least || no < least {
		t.Errorf("%d accepted and %d refused: each must be 30 %% of %d", yes, no, total)
	}
}

// testTB is what *testing.T and *rapid.T share.
type testTB interface {
	Helper()
	Fatalf(format string, args ...any)
}

// A judge has both verdicts on documents of one type.
type judge struct {
	codec *schema.TypeCodec
	peer  *jsonschema.Schema
	doc   schemaDoc
}

func newJudge(tb testTB, typ reflect.Type, opts *schema.Options) judge {
	tb.Helper()
	codec, err := schema.CompileType(typ, opts)
	if err != nil {
		tb.Fatalf("%v\n%v", typ, err)
	}
	return judgeOf(tb, codec, (*jsonschema.Compiler).AssertFormat, (*jsonschema.Compiler).AssertContent)
}

func judgeOf(tb testTB, codec *schema.TypeCodec, asserts ...func(*jsonschema.Compiler)) judge {
	tb.Helper()
	doc := unmarshal(tb, codec.Schema())
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	for _, assert := range asserts {
		assert(c)
	}
	if err := c.AddResource("mem:///type.json", doc); err != nil {
		tb.Fatalf("%s: %v", codec.Schema(), err)
	}
	peer, err := c.Compile("mem:///type.json") // holds it to the meta-schema
	if err != nil {
		tb.Fatalf("%s: %v", codec.Schema(), err)
	}
	return judge{codec, peer, doc.(schemaDoc)}
}

func (j judge) agree(tb testTB, data []byte) (accepted bool) {
	tb.Helper()
	_, err := j.codec.Decode(data)
	var invalid *schema.InvalidError
	if err != nil && !errors.As(err, &invalid) {
		tb.Fatalf("%s: %v", data, err)
	}
	peerErr := j.peer.Validate(unmarshal(tb, data))
	if (err == nil) != (peerErr == nil) {
		tb.Fatalf("document %s\nschema   %s\ncodec    %v\nvalidator %v", data, j.codec.Schema(), err, peerErr)
	}
	return err == nil
}

func unmarshal(tb testTB, data []byte) any {
	tb.Helper()
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		tb.Fatalf("%s: %v", data, err)
	}
	return v
}

// conTodoPropio hides the one field whose text its own type judges.
type conTodoPropio struct {
	conTodo
	Origen *string `json:"origen" validate:"max=15"`
}

// agreeing are types that no generator makes: named, embedded, with methods.
var agreeing = []reflect.Type{
	reflect.TypeFor[conTodoPropio](),
	reflect.TypeFor[direccion](),
	reflect.TypeFor[pagina[dinero]](),
	reflect.TypeFor[pagina[rango]](),
	reflect.TypeFor[filtro](),
	reflect.TypeFor[cuarenta](),
	reflect.TypeFor[struct{}](),
	reflect.TypeFor[suelta[masAngosta]](),
	reflect.TypeFor[conEmbebidas](),
}

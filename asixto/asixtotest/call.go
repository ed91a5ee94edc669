package asixtotest

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/asixto/go-sdk/asixto/internal/certify"
	toolerrors "github.com/asixto/go-sdk/errors"
	"github.com/asixto/go-sdk/schema"
)

// Call calls a tool that must succeed and returns its answer. Out is the tool's
// answer type, or one with the same JSON: what the answer holds and Out does not
// is an error, and so is a value that Out writes in another way. in is as for
// [Client.Do].
//
//	out := asixtotest.Call[AbrirCasoOut](t, c, "abrir_caso_soporte", AbrirCasoIn{…}, asixtotest.Voice())
func Call[Out any](tb testing.TB, c Caller, tool string, in any, opts ...CallOption) Out {
	tb.Helper()
	a := succeeded(tb, c, tool, in, opts)
	out, err := decode[Out]([]byte(a.Structured))
	if err != nil {
		tb.Fatalf("asixtotest: tool %q: the answer does not fit %v: %v: %s", tool, reflect.TypeFor[Out](), err, a.Structured)
	}
	return out
}

// Fails calls a tool that must fail with a business error of that kind, whose
// sentence contains says ("" for any), and returns the answer.
//
//	asixtotest.Fails(t, c, "abrir_caso_soporte", in, toolerrors.KindBlocker, "suspendida")
func Fails(tb testing.TB, c Caller, tool string, in any, kind toolerrors.Kind, says string, opts ...CallOption) *Answer {
	tb.Helper()
	a := c.Do(tb, tool, in, opts...)
	if a.Err == nil {
		tb.Fatalf("asixtotest: tool %q: succeeded with %s, want %s", tool, a.Structured, kind)
	}
	if a.Err.Kind() != kind || !strings.Contains(a.Err.UserMessage(), says) {
		tb.Errorf("asixtotest: tool %q: failed with %s, want %s%s", tool, described(a.Err), kind, saying(says))
	}
	return a
}

func saying(says string) string {
	if says == "" {
		return ""
	}
	return fmt.Sprintf(" saying %q", says)
}

// Spoken calls a tool by telephone, where it must succeed, and returns the text
// that is read aloud. Marks that nobody can say (of JSON, of Markdown) are an
// error.
func Spoken(tb testing.TB, c Caller, tool string, in any, opts ...CallOption) string {
	tb.Helper()
	a := succeeded(tb, c, tool, in, append(opts[:len(opts):len(opts)], Voice()))
	if mark := certify.Unspeakable(a.Text); mark != "" {
		tb.Errorf("asixtotest: tool %q: nobody can say %q in %q", tool, mark, a.Text)
	}
	return a.Text
}

func succeeded(tb testing.TB, c Caller, tool string, in any, opts []CallOption) *Answer {
	tb.Helper()
	a := c.Do(tb, tool, in, opts...)
	if a.Err != nil {
		tb.Fatalf("asixtotest: tool %q: failed with %s, want a success; the server's log has the cause", tool, described(a.Err))
	}
	return a
}

func described(err *toolerrors.Error) string {
	text := fmt.Sprintf("%s, %q", err.Kind(), err.UserMessage())
	if details := err.Details(); details != "" {
		text += " (" + details + ")"
	}
	return text
}

// decode reads an answer so that nothing of it is lost: written again it is the
// same.
func decode[Out any](data []byte) (Out, error) {
	codec, err := schema.Compile[Out](&schema.Options{Direction: schema.Output})
	var out Out
	if err != nil {
		return out, err
	}
	if out, err = codec.Decode(data); err != nil {
		var invalid *schema.InvalidError
		if errors.As(err, &invalid) {
			return out, errors.New(invalid.Details())
		}
		return out, err
	}
	again, err := codec.Encode(out)
	if err != nil {
		return out, err
	}
	if got, want := canonical(again), canonical(data); got != want {
		return out, fmt.Errorf("it keeps only %s", got)
	}
	return out, nil
}

// canonical is JSON in one spelling.
func canonical(data []byte) string {
	v := jsontext.Value(bytes.Clone(data))
	if err := v.Canonicalize(); err != nil {
		return string(data)
	}
	return string(v)
}

// arguments are what in holds, as a model would write it.
func arguments(in any) (jsontext.Value, error) {
	var raw []byte
	var err error
	t := reflect.TypeOf(in)
	switch text, isText := in.(string); {
	case isText:
		raw = []byte(text)
	case in == nil:
		raw = []byte("{}")
	case ownType(t):
		raw, err = encode(in, t)
	default:
		raw, err = json.Marshal(in, json.Deterministic(true))
	}
	if err != nil {
		return nil, fmt.Errorf("the arguments cannot be encoded: %w", err)
	}
	v := jsontext.Value(raw)
	if v.Kind() != '{' || !v.IsValid() {
		return nil, fmt.Errorf("the arguments are no JSON object: %s", raw)
	}
	return v, nil
}

// ownType reports whether t is a struct, as an author's argument type is.
func ownType(t reflect.Type) bool {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t.Kind() == reflect.Struct
}

// encode writes a value as the tags of package schema say; one of a type that is
// none of its own is written as it is.
func encode(in any, t reflect.Type) ([]byte, error) {
	codec, err := schema.CompileType(t, nil)
	if err != nil {
		return json.Marshal(in, json.Deterministic(true))
	}
	return codec.Encode(in)
}

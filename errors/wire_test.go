package toolerrors_test

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"testing"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	toolerrors "github.com/asixto/go-sdk/errors"
)

func TestAppendJSON(t *testing.T) {
	t.Parallel()
	var none *toolerrors.Error
	tests := map[string]struct {
		err  *toolerrors.Error
		want string
	}{
		"as the contract shows it": {
			toolerrors.NotFound("No encontré una cita con esos datos."),
			`{"error":{"error_type":"NOT_FOUND","user_message":"No encontré una cita con esos datos."}}`,
		},
		"details come last": {
			toolerrors.Validation("El tipo no es válido.").WithDetails("tipo: falla, cobro"),
			`{"error":{"error_type":"VALIDATION","user_message":"El tipo no es válido.","details":"tipo: falla, cobro"}}`,
		},
		"the cause stays here": {
			toolerrors.System("").WithCause(io.EOF),
			`{"error":{"error_type":"SYSTEM","user_message":"El sistema no está disponible en este momento."}}`,
		},
		"escapes": {
			toolerrors.Unknown("\"<&>\\/\b\f\n\r\t\x00\x1f\u2028é👍"),
			`{"error":{"error_type":"UNKNOWN","user_message":"\"<&>\\/\b\f\n\r\t\u0000\u001f` + "\u2028é👍" + `"}}`,
		},
		"no UTF-8": {
			toolerrors.Unknown("a\xffb").WithDetails("\xc3"),
			`{"error":{"error_type":"UNKNOWN","user_message":"a` + "\uFFFD" + `b","details":"` + "\uFFFD" + `"}}`,
		},
		"nil": {none, `{"error":{"error_type":"UNKNOWN","user_message":"No fue posible completar la operación."}}`},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(test.want, string(test.err.AppendJSON(nil))); diff != "" {
				t.Errorf("AppendJSON (-want +got):\n%s", diff)
			}
			if got := string(test.err.AppendJSON([]byte("x"))); got != "x"+test.want {
				t.Errorf("AppendJSON did not append: %s", got)
			}
		})
	}
}

func TestUnmarshalJSON(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		wire string
		want *toolerrors.Error // nil: refused
	}{
		"whole":         {`{"error":{"error_type":"BLOCKER","user_message":"Hay una deuda.","details":"d"}}`, toolerrors.Blocker("Hay una deuda.").WithDetails("d")},
		"other order":   {`{"error":{"details":"d","user_message":"Hay una deuda.","error_type":"BLOCKER"}}`, toolerrors.Blocker("Hay una deuda.").WithDetails("d")},
		"invented type": {`{"error":{"error_type":"TIMEOUT","user_message":"Se agotó."}}`, toolerrors.Unknown("Se agotó.")},
		"no message":    {`{"error":{"error_type":"SYSTEM"}}`, toolerrors.System("")},
		"more members":  {`{"error":{"error_type":"SYSTEM","user_message":"x","z":1},"z":[]}`, toolerrors.System("x")},
		"empty error":   {`{"error":{}}`, toolerrors.Unknown("")},
		"no error":      {`{"radicado":"R-1"}`, nil},
		"null error":    {`{"error":null}`, nil},
		"error is text": {`{"error":"falló"}`, nil},
		"type is 7":     {`{"error":{"error_type":7}}`, nil},
		"a list":        {`[]`, nil},
		"broken":        {`{"error":{`, nil},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var got toolerrors.Error
			err := json.Unmarshal([]byte(test.wire), &got)
			if test.want == nil {
				if err == nil {
					t.Fatalf("read %s as %v, want an error", test.wire, &got)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if got, want := got.Error(), test.want.Error(); got != want {
				t.Errorf("got %s, want %s", got, want)
			}
		})
	}
}

func TestUnmarshalJSONErrorsNameThePackage(t *testing.T) {
	t.Parallel()
	for _, wire := range []string{`{}`, `{"error":1}`} {
		err := new(toolerrors.Error).UnmarshalJSON([]byte(wire))
		if err == nil || !strings.HasPrefix(err.Error(), "toolerrors: ") {
			t.Errorf("UnmarshalJSON(%s): %v", wire, err)
		}
	}
}

func TestWireFormRoundTrips(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		sent := toolerrors.New(rapid.SampledFrom(toolerrors.Kinds()).Draw(t, "kind"), anyText.Draw(t, "message")).
			WithDetails(anyText.Draw(t, "details"))
		wire := sent.AppendJSON(nil)

		var got toolerrors.Error
		if err := json.Unmarshal(wire, &got); err != nil {
			t.Fatalf("%s: %v", wire, err)
		}
		if got.Error() != sent.Error() {
			t.Errorf("sent %s, read %s", sent, &got)
		}
		if again := got.AppendJSON(nil); !bytes.Equal(again, wire) {
			t.Errorf("equal errors differ on the wire:\n%s\n%s", wire, again)
		}
		// An independent encoder writes the same bytes: no escape too many or few.
		quoted, err := jsonv2.Marshal(sent.UserMessage())
		if err != nil || !strings.Contains(string(wire), `"user_message":`+string(quoted)) {
			t.Errorf("%s does not hold %s (%v)", wire, quoted, err)
		}
	})
}

func TestMarshalersAgree(t *testing.T) {
	t.Parallel()
	e := toolerrors.NotFound("No encontré <eso> & aquello.")
	v2, err := jsonv2.Marshal(map[string]any{"structuredContent": e})
	if want := `{"structuredContent":` + string(e.AppendJSON(nil)) + `}`; err != nil || string(v2) != want {
		t.Errorf("json v2 wrote %s (%v), want %s", v2, err, want)
	}
	v1, err := json.Marshal(e)
	if err != nil {
		t.Fatal(err)
	}
	var got toolerrors.Error
	if err := json.Unmarshal(v1, &got); err != nil || got.Error() != e.Error() {
		t.Errorf("encoding/json: %s reads as %v (%v)", v1, &got, err)
	}
}

func FuzzUnmarshalJSON(f *testing.F) {
	f.Add([]byte(`{"error":{"error_type":"BLOCKER","user_message":"Hay una deuda.","details":"d"}}`))
	f.Add([]byte(`{"error":{"error_type":"\ud800","user_message":"\u0000"}}`))
	f.Add([]byte(`{"error":{}}`))
	f.Add([]byte(`{"error":null}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		var read, again toolerrors.Error
		if json.Unmarshal(data, &read) != nil {
			return
		}
		wire := read.AppendJSON(nil)
		if err := json.Unmarshal(wire, &again); err != nil {
			t.Fatalf("%s became %s: %v", data, wire, err)
		}
		if read.Error() != again.Error() {
			t.Fatalf("%s read as %s, then as %s", data, &read, &again)
		}
	})
}

func BenchmarkAppendJSON(b *testing.B) {
	e := toolerrors.NotFound("No encontré una cita con esos datos.")
	buf := make([]byte, 0, 256)
	b.ReportAllocs()
	for b.Loop() {
		buf = e.AppendJSON(buf[:0])
	}
}

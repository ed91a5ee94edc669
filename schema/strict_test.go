package schema_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/asixto/go-sdk/schema"
)

// A rule between fields looks at the field that has it, never into it: what is
// inside has its own rules and its own problems.
func TestRulesBetweenFieldsStayOutOfStructs(t *testing.T) {
	t.Parallel()
	type inner struct {
		Si     bool           `json:"si" validate:"required"`
		Correo *string        `json:"correo" validate:"email"`
		Espera *time.Duration `json:"espera" validate:"min=5s" asixto:"unit=seconds"`
		C      int            `json:"c" validate:"min=2"`
	}
	type outer struct {
		B *string `json:"b" validate:"max=9"`
		C *string `json:"c" validate:"required_with=B,max=9"`
		D *inner  `json:"d" validate:"required_without=B"`
	}
	codec, err := schema.Compile[outer](nil)
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct{ doc, want string }{
		{`{"d":{"si":false,"c":2}}`, ""},
		{`{"d":{"si":false,"c":2,"espera":null,"correo":null}}`, ""},
		{`{"b":"x","c":"x","d":{"si":true,"c":1}}`, "d.c minimum"},
		{`{"b":"x","c":"x","d":{"si":true,"c":2,"correo":"no"}}`, "d.correo format"},
		{`{}`, "d needed"},
	}
	for _, tt := range tests {
		_, err := codec.Decode([]byte(tt.doc))
		var invalid *schema.InvalidError
		switch {
		case tt.want == "" && err == nil:
		case errors.As(err, &invalid) && len(invalid.Problems) == 1 && invalid.Problems[0].Path+" "+string(invalid.Problems[0].Code) == tt.want:
		default:
			t.Errorf("%s: %v, want %q", tt.doc, err, tt.want)
		}
	}
}

// What package time reads but RFC 3339 does not know is refused: it could not be
// written again.
func TestMomentsAreRFC3339(t *testing.T) {
	t.Parallel()
	type in struct {
		Desde time.Time `json:"desde"`
	}
	codec, err := schema.Compile[in](nil)
	if err != nil {
		t.Fatal(err)
	}
	for text, ok := range map[string]bool{
		"2026-07-28T09:00:00Z":           true,
		"2026-07-28T09:00:00.5-05:00":    true,
		"2026-07-28T09:00:00+23:59":      true,
		"2026-07-28T09:00:00+24:00":      false,
		"2026-07-28T09:00:00+05:60":      false,
		"2026-07-28T09:00:00,5Z":         false,
		"2026-07-28T9:00:00Z":            false,
		"2026-07-28":                     false,
		"":                               false,
		"2026-07-28T09:00:00.123456789Z": true,
	} {
		value, err := codec.Decode([]byte(`{"desde":"` + text + `"}`))
		if (err == nil) != ok {
			t.Errorf("%q: %v", text, err)
		}
		if err == nil {
			if _, err := codec.Encode(value); err != nil {
				t.Errorf("%q was read and cannot be written: %v", text, err)
			}
		}
	}
}

// Only JSON's four blanks are blanks.
func TestOtherBlanksAreNoDocument(t *testing.T) {
	t.Parallel()
	codec, err := schema.Compile[struct {
		A *string `json:"a" validate:"max=9"`
	}](nil)
	if err != nil {
		t.Fatal(err)
	}
	for doc, ok := range map[string]bool{" \t\r\n": true, " null ": true, "\v": false, "\u00a0": false, "\u2003null\u0085": false, "{}\u00a0": false} {
		if _, err := codec.Decode([]byte(doc)); (err == nil) != ok {
			t.Errorf("%q: %v", doc, err)
		}
	}
}

// An answer never holds a name twice, whatever its author puts into it.
func TestAnswersHoldEachNameOnce(t *testing.T) {
	t.Parallel()
	type out struct {
		Mapa  map[string]int `json:"mapa"`
		Libre jsontext.Value `json:"libre" asixto:"free=lo llena otro sistema"`
	}
	codec, err := schema.Compile[out](&schema.Options{Direction: schema.Output})
	if err != nil {
		t.Fatal(err)
	}
	free := jsontext.Value(`{}`)
	for name, bad := range map[string]out{
		"keys that fold into one": {map[string]int{"\xff": 1, "\xfe": 2}, free},
		"a free object":           {nil, jsontext.Value(`{"a":1,"a":2}`)},
	} {
		if b, err := codec.Encode(bad); err == nil {
			t.Errorf("%s: %s", name, b)
		}
	}
	if b, err := codec.Encode(out{map[string]int{"\xff": 1, "a": 2}, free}); err != nil || !strings.Contains(string(b), "\uFFFD") {
		t.Errorf("one such key: %s, %v", b, err)
	}
}

type normalizedByValue struct {
	A string `json:"a" validate:"max=9"`
}

func (n normalizedByValue) Normalize() { n.A = "" } //nolint:govet,staticcheck // the mistake under test

func TestMistakesThatWouldBeSilent(t *testing.T) {
	t.Parallel()
	_, err := schema.Compile[normalizedByValue](nil)
	if err == nil || !strings.Contains(err.Error(), "value receiver") {
		t.Errorf("Normalize by value: %v", err)
	}
	_, err = schema.Compile[struct {
		A string `json:"a" validate:"min=1" doc:"Dato" validate:"max=2"` //nolint:staticcheck // the mistake under test
	}](nil)
	if err == nil || !strings.Contains(err.Error(), "make them one") {
		t.Errorf("a key twice: %v", err)
	}
}

package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/asixto/go-sdk/schema"
)

// Types to be printed: of a main package, not exported, beside broken tests of
// their package that do not matter.
type (
	printedIn struct {
		Guia string  `json:"guia" validate:"max=20" doc:"Número de guía"`
		Nota *string `json:"nota" validate:"max=200"`
	}
	printedOut struct {
		Estado string  `json:"estado"`
		Nota   *string `json:"nota,omitempty"`
	}
)

func TestSchema(t *testing.T) {
	t.Parallel()
	in, err := schema.Compile[printedIn](nil)
	if err != nil {
		t.Fatal(err)
	}
	out, err := schema.Compile[printedOut](&schema.Options{Direction: schema.Output})
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		args []string
		code int
		json []byte // on standard output
		says string // on standard error
	}{
		{[]string{"./testdata/author.RecogidaIn"}, exitOK, in.Schema(), ""},
		{[]string{"./testdata/author.recogidaIn"}, exitOK, in.Schema(), ""},
		{[]string{"--output", "./testdata/author.RecogidaOut"}, exitOK, out.Schema(), ""},
		{[]string{"./testdata/author.Broken"}, exitFound, nil, `maxx`},
		{[]string{"./testdata/author.Absent"}, exitUsage, nil, "its structs are Broken, Generic, RecogidaIn, RecogidaOut"},
		{[]string{"./testdata/author.Generic"}, exitUsage, nil, "type X = Generic[…]"},
	}
	for _, tt := range tests {
		t.Run(strings.Join(tt.args, " "), func(t *testing.T) {
			t.Parallel()
			got := asixto(t, nil, append([]string{"schema"}, tt.args...)...)
			if got.code != tt.code || !strings.Contains(got.err, tt.says) {
				t.Fatalf("%+v, want %d with %q", got, tt.code, tt.says)
			}
			if tt.json == nil {
				return
			}
			var a, b any
			if err := json.Unmarshal([]byte(got.out), &a); err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal(tt.json, &b); err != nil {
				t.Fatal(err)
			}
			if x, y := mustJSON(a), mustJSON(b); x != y {
				t.Errorf("got %s\nwant %s", x, y)
			}
		})
	}
}

func mustJSON(v any) string {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(data)
}

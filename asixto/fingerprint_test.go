package asixto

import (
	"bytes"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestFingerprint(t *testing.T) {
	t.Parallel()
	base := `{"documento":"CC1","monto":10,"lista":[{"a":1,"b":null}],"nota":null}`
	tests := []struct {
		name  string
		other string
		same  bool
	}{
		{"itself", base, true},
		{"key order", `{"nota":null,"lista":[{"b":null,"a":1}],"monto":10,"documento":"CC1"}`, true},
		{"null against absent", `{"documento":"CC1","monto":10,"lista":[{"a":1}]}`, true},
		{"white space", ` { "documento" : "CC1" , "monto":10, "lista":[ {"a":1} ] } `, true},
		{"string spelling", `{"documento":"\u0043C1","monto":10,"lista":[{"a":1}]}`, true},
		{"another value", `{"documento":"CC2","monto":10,"lista":[{"a":1}]}`, false},
		{"another number", `{"documento":"CC1","monto":11,"lista":[{"a":1}]}`, false},
		{"one more member", `{"documento":"CC1","monto":10,"lista":[{"a":1}],"x":1}`, false},
		{"a null item is no absent item", `{"documento":"CC1","monto":10,"lista":[{"a":1},null]}`, false},
		{"the text null", `{"documento":"CC1","monto":10,"lista":[{"a":1}],"nota":"null"}`, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := fingerprint([]byte(base)) == fingerprint([]byte(tt.other)); got != tt.same {
				t.Errorf("same fingerprint = %v, want %v for %s", got, tt.same, tt.other)
			}
		})
	}
}

func TestFingerprintTellsLargeIntegersApart(t *testing.T) {
	t.Parallel()
	if fingerprint([]byte(`{"n":9007199254740993}`)) == fingerprint([]byte(`{"n":9007199254740992}`)) {
		t.Error("integers above 2^53 share a fingerprint")
	}
}

func TestFingerprintOfNoArguments(t *testing.T) {
	t.Parallel()
	want := fingerprint([]byte(`{}`))
	for _, args := range []string{"", " ", "null", `{"a":null}`, "{ }"} {
		if diff := cmp.Diff(want, fingerprint([]byte(args))); diff != "" {
			t.Errorf("fingerprint(%q) differs from that of {}", args)
		}
	}
}

// The tokens are self-delimiting: moving a boundary between name, value and
// list never gives the same condensation.
func TestFingerprintIsInjectiveOnStrings(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a := rapid.SliceOfN(rapid.String(), 1, 4).Draw(t, "a")
		b := rapid.SliceOfN(rapid.String(), 1, 4).Draw(t, "b")
		same := fingerprint(objectOf(a)) == fingerprint(objectOf(b))
		if want := cmp.Equal(a, b); same != want {
			t.Fatalf("same fingerprint = %v, want %v for %q and %q", same, want, a, b)
		}
	})
}

func objectOf(items []string) []byte {
	b := []byte(`{"x":[`)
	for i, s := range items {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendQuote(b, s)
	}
	return append(b, "]}"...)
}

func BenchmarkFingerprint(b *testing.B) {
	args := []byte(`{"documento":"CC1032456789","tipo":"falla","descripcion":"No funciona el internet desde ayer por la tarde y ya reinicié el módem dos veces sin ningún resultado, la luz del equipo queda en rojo todo el tiempo y el televisor tampoco recibe la señal; por favor envíen a un técnico lo antes posible","prioridad":null}`)
	b.ReportAllocs()
	for b.Loop() {
		_ = fingerprint(args)
	}
}

// Whatever the bytes, a fingerprint comes to its end; and the canonical form of
// valid JSON is that of its reformatted self.
func FuzzFingerprint(f *testing.F) {
	for _, seed := range []string{`{}`, `{"a":[1,{"b":null,"a":"\u0041"}],"c":-1.50e+3}`, `{"a`, `{"a":}`, `[`, `{"a":"\`, `{,}`, `{:`, `{"a":[}`, `{"":""}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, args []byte) {
		got := fingerprint(args)
		v := jsontext.Value(bytes.Clone(args))
		if v.Kind() != '{' || !v.IsValid() {
			return
		}
		if err := v.Format(jsontext.ReorderRawObjects(true), jsontext.Multiline(true),
			jsontext.CanonicalizeRawInts(false), jsontext.CanonicalizeRawFloats(false)); err != nil {
			t.Fatal(err)
		}
		if got != fingerprint(v) {
			t.Errorf("%s and its reformatted self differ", args)
		}
	})
}

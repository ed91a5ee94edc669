package meta_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/asixto/go-sdk/meta"
)

func TestDefinitionMap(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		definition meta.Definition
		want       string
	}{
		"one scenario": {
			meta.Definition{Capabilities: []meta.Capability{meta.Agenda}, Verb: "agendar una cita"},
			`{"com.asixto/capability":"agenda","com.asixto/verb":"agendar una cita"}`,
		},
		"several, in the author's order": {
			meta.Definition{Capabilities: []meta.Capability{meta.PQR, meta.Soporte, meta.Garantia}, Verb: "abrir un caso de soporte"},
			`{"com.asixto/capabilities":["pqr","soporte","garantia"],"com.asixto/verb":"abrir un caso de soporte"}`,
		},
		"nothing": {meta.Definition{}, `{}`},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := json.Marshal(test.definition.Map())
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, string(got)); diff != "" {
				t.Errorf("Map() (-want +got):\n%s", diff)
			}
		})
	}
}

func TestDefinitionValidate(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		definition meta.Definition
		want       []string // what each fault names, in order
	}{
		"one scenario":       {meta.Definition{Capabilities: []meta.Capability{meta.Lead}, Verb: "registrar un interesado"}, nil},
		"every scenario":     {meta.Definition{Capabilities: meta.Capabilities(), Verb: "atender"}, nil},
		"nothing":            {meta.Definition{}, []string{"no capability", "no verb"}},
		"blank verb":         {meta.Definition{Capabilities: []meta.Capability{meta.Lead}, Verb: " \t"}, []string{"no verb"}},
		"invented scenario":  {meta.Definition{Capabilities: []meta.Capability{"ventas_web"}, Verb: "vender"}, []string{`"ventas_web"`}},
		"named twice":        {meta.Definition{Capabilities: []meta.Capability{meta.PQR, meta.PQR}, Verb: "x"}, []string{`"pqr": named twice`}},
		"invented and twice": {meta.Definition{Capabilities: []meta.Capability{"a", "a"}, Verb: "x"}, []string{`"a": no such`, `"a": no such`}},
		"all at once": {
			meta.Definition{Capabilities: []meta.Capability{"a", meta.PQR, "", meta.PQR}},
			[]string{`"a": no such`, `"": no such`, `"pqr": named twice`, "no verb"},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := test.definition.Validate()
			if len(test.want) == 0 {
				if err != nil {
					t.Errorf("Validate() = %v, want nil", err)
				}
				return
			}
			if err == nil {
				t.Fatalf("Validate() = nil, want faults naming %q", test.want)
			}
			faults := strings.Split(err.Error(), "\n")
			if len(faults) != len(test.want) {
				t.Fatalf("%d faults, want %d:\n%v", len(faults), len(test.want), err)
			}
			for i, fault := range faults {
				if !strings.HasPrefix(fault, "meta: ") || !strings.Contains(fault, test.want[i]) {
					t.Errorf("fault %d is %q, want it to name %q", i, fault, test.want[i])
				}
			}
		})
	}
}

func TestDefinitionValidateSaysWhatToUse(t *testing.T) {
	t.Parallel()
	err := meta.Definition{Capabilities: []meta.Capability{"sales"}, Verb: "vender"}.Validate()
	for _, c := range scenarios {
		if err == nil || !strings.Contains(err.Error(), string(c)) {
			t.Errorf("%v does not offer %s", err, c)
		}
	}
}

func TestValidDefinitionsUseExactlyOneCapabilityKey(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		d := meta.Definition{
			Capabilities: rapid.SliceOfNDistinct(rapid.SampledFrom(scenarios), 1, 26, rapid.ID).Draw(t, "capabilities"),
			Verb:         rapid.StringMatching(`[a-z]{1,12}ar`).Draw(t, "verb"),
		}
		if err := d.Validate(); err != nil {
			t.Fatal(err)
		}
		m := d.Map()
		_, one := m[meta.KeyCapability].(string)
		list, several := m[meta.KeyCapabilities].([]string)
		if one == several || several && len(list) != len(d.Capabilities) || m[meta.KeyVerb] != d.Verb || len(m) != 2 {
			t.Errorf("%+v goes on the wire as %v", d, m)
		}
	})
}

package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"golang.org/x/tools/txtar"

	"github.com/asixto/go-sdk/asixto/asixtotest"
	"github.com/asixto/go-sdk/meta"
)

var update = flag.Bool("update", false, "write the golden files anew")

// golden compares got with a file of testdata, or writes it.
func golden(t *testing.T, name string, got *txtar.Archive) {
	t.Helper()
	path := filepath.Join("testdata", name+".txtar")
	raw := txtar.Format(got)
	if *update {
		if err := os.WriteFile(path, raw, 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(raw)); diff != "" {
		t.Errorf("%s differs; run go test -update and look at the change (-want +got):\n%s", path, diff)
	}
}

func add(a *txtar.Archive, name, data string) {
	a.Files = append(a.Files, txtar.File{Name: name, Data: []byte(strings.TrimSuffix(data, "\n") + "\n")})
}

// Every tool's answers, good and bad, as the model gets them in each channel.
// Each success is also held to the output schema of the list.
func TestGoldenAnswers(t *testing.T) {
	t.Parallel()
	tests := map[string][]struct {
		name, args   string
		conversation string // the usual one, in which all are identified
	}{
		consultar: {
			{"activo", `{"documento":"CC1032456789"}`, ""},
			{"suspendido", `{"documento":"CC79456123"}`, ""},
			{"varias citas", `{"documento":"NIT900123456"}`, ""},
			{"no existe", `{"documento":"CC99999999"}`, ""},
			{"mal escrito", `{"documento":null,"nombre":"Laura"}`, ""},
		},
		buscar: {
			{"primera página", `{"texto":"plan"}`, ""},
			{"última página", `{"texto":"plan","limit":25,"offset":25}`, ""},
			{"nada", `{"texto":"zeppelin"}`, ""},
			{"mal escrito", `{"texto":"p","limit":26}`, ""},
		},
		abrir: {
			{"falla", textoDe(unCaso()), ""},
			{"urgente", strings.Replace(textoDe(unCaso()), "}", `,"prioridad":"alta"}`, 1), ""},
			{"cobro", strings.Replace(textoDe(unCaso()), "falla", "cobro", 1), ""},
			{"suspendido", strings.Replace(textoDe(unCaso()), docLaura, docMarta, 1), ""},
			{"mal escrito", `{"documento":"CC1032456789","tipo":"queja","prioridad":"urgente"}`, ""},
		},
		actualizar: {
			{"ambos", `{"documento":"CC1032456789","telefono":"300 765 4321","correo":"laura@otro.example"}`, ""},
			{"correo con signos", `{"documento":"CC1032456789","correo":"laura-m_2+casa@mi-correo.example"}`, ""},
			{"nada", `{"documento":"CC1032456789"}`, ""},
			{"sin identificar", `{"documento":"CC1032456789","correo":"laura@otro.example"}`, "cnv_otra"},
			{"mal escrito", `{"documento":"CC1032456789","correo":"laura","estado":"activo"}`, ""},
		},
		cancelar: {
			{"programada", textoDe(cancelacion(docLaura, "CITA-7781")), ""},
			{"atendida", textoDe(cancelacion(docLaura, "CITA-7702")), ""},
			{"ajena", textoDe(cancelacion(docLaura, "CITA-8120")), ""},
			{"no existe", textoDe(cancelacion(docLaura, "CITA-0001")), ""},
			{"sin identificar", textoDe(cancelacion(docLaura, "CITA-7790")), "cnv_otra"},
			{"sin confirmar", `{"documento":"CC1032456789","cita_id":"CITA-7781","confirmado":false}`, ""},
		},
		iniciar: {
			{"activo", `{"documento":"CC1032456789"}`, ""},
			{"sin identificar", `{"documento":"CC1032456789"}`, "cnv_otra"},
			{"mal escrito", `{}`, ""},
		},
		consultarDiagnostico: {
			{"en curso", `{"documento":"CC1032456789"}`, ""},
			{"terminado", `{"documento":"CC52890111"}`, ""},
			{"fallido", `{"documento":"CC79456123"}`, ""},
			{"no existe", `{"documento":"NIT900123456"}`, ""},
			{"sin identificar", `{"documento":"CC1032456789"}`, "cnv_otra"},
		},
	}
	for tool, cases := range tests {
		t.Run(tool, func(t *testing.T) {
			t.Parallel()
			var a txtar.Archive
			for _, channel := range []string{"chat", "voice"} {
				d := newDesk(t) // each channel begins with the same records
				check := outputSchema(t, d, tool)
				d.backend.pruebas = pruebasDeMuestra()
				for _, c := range cases {
					opts := []asixtotest.CallOption{asixtotest.With(meta.KeyChannel, channel)}
					if c.conversation != "" {
						opts = append(opts, asixtotest.ConversationID(c.conversation))
					}
					res := d.Do(t, tool, c.args, opts...)
					prefix := channel + "/" + c.name + "/"
					add(&a, prefix+"arguments", c.args)
					add(&a, prefix+"structured", res.Structured)
					if res.Text != res.Structured {
						add(&a, prefix+"text", res.Text)
					}
					if res.Err == nil {
						check(t, []byte(res.Structured))
					}
				}
				if leak := "seems to leak"; strings.Contains(d.log.String(), leak) {
					t.Errorf("an answer %s:\n%s", leak, d.log)
				}
			}
			golden(t, tool, &a)
		})
	}
}

// textoDe is arguments as a model writes them.
func textoDe(in any) string {
	raw, err := json.Marshal(in)
	if err != nil {
		panic(err)
	}
	return strings.ReplaceAll(strings.ReplaceAll(string(raw), `,"motivo":null`, ""), `,"prioridad":null`, "")
}

// pruebasDeMuestra are a test under way, one that found nothing and one that did, last
// year.
func pruebasDeMuestra() map[string]diagnostico {
	return map[string]diagnostico{
		docLaura:  {docLaura, monday().Add(-time.Minute)},
		docAndres: {docAndres, monday().Add(-time.Hour)},
		docMarta:  {docMarta, time.Date(2025, time.December, 31, 22, 30, 0, 0, bogota)},
	}
}

func outputSchema(t *testing.T, d *desk, tool string) func(*testing.T, []byte) {
	t.Helper()
	for _, def := range catalogueOf(t, d) {
		if def.Name != tool {
			continue
		}
		c := jsonschema.NewCompiler()
		c.DefaultDraft(jsonschema.Draft2020)
		c.AssertFormat()
		if err := c.AddResource("out.json", def.Output); err != nil {
			t.Fatal(err)
		}
		s, err := c.Compile("out.json")
		if err != nil {
			t.Fatal(err)
		}
		return func(t *testing.T, raw []byte) {
			t.Helper()
			v, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
			if err != nil {
				t.Fatal(err)
			}
			if err := s.Validate(v); err != nil {
				t.Errorf("%s is outside its own output schema: %v", raw, err)
			}
		}
	}
	t.Fatalf("%s is not in the list", tool)
	return nil
}

func TestGoldenCatalogue(t *testing.T) {
	t.Parallel()
	asixtotest.Golden(t, newDesk(t).server, "testdata/catalogue.json")
}

package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/asixto/go-sdk/asixto/asixtotest"
	toolerrors "github.com/asixto/go-sdk/errors"
)

// definition is one tool as a model gets to see it.
type definition struct {
	Name        string `json:"name"`
	Description string `json:"description"`
	InputSchema struct {
		Required   []string `json:"required"`
		Properties map[string]struct {
			Type        json.RawMessage `json:"type"`
			Enum        []any           `json:"enum"`
			Description string          `json:"description"`
		} `json:"properties"`
	} `json:"inputSchema"`
	OutputSchema struct {
		Properties map[string]any `json:"properties"`
	} `json:"outputSchema"`
}

// catalogue is what the golden file holds, which another test holds true.
func catalogue(t *testing.T) (instructions string, tools map[string]definition) {
	t.Helper()
	raw, err := os.ReadFile("testdata/catalogue.json")
	if err != nil {
		t.Fatal(err)
	}
	var seen struct {
		Discover struct {
			Instructions string `json:"instructions"`
		} `json:"server/discover"`
		List struct {
			Tools []definition `json:"tools"`
		} `json:"tools/list"`
	}
	if err := json.Unmarshal(raw, &seen); err != nil {
		t.Fatal(err)
	}
	tools = map[string]definition{}
	for _, d := range seen.List.Tools {
		tools[d.Name] = d
	}
	return seen.Discover.Instructions, tools
}

// The table of the README names a file in which the practice is marked, and a test
// that there is; and every mark in the code is in the table.
func TestPracticesTable(t *testing.T) {
	t.Parallel()
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	row := regexp.MustCompile("(?m)^\\| ([^|`]+) \\| `([a-z_]+\\.go)` \\| `(Test\\w+)` \\|$")
	rows := row.FindAllStringSubmatch(string(readme), -1)
	if len(rows) != 13 {
		t.Errorf("%d rows, want 13", len(rows))
	}
	var told []string
	tests := everything(t, "*_test.go")
	for _, r := range rows {
		practice, file, test := r[1], r[2], r[3]
		told = append(told, file+": "+practice)
		if !strings.Contains(tests, "\nfunc "+test+"(t *testing.T)") {
			t.Errorf("%s: there is no test %s", practice, test)
		}
	}
	mark := regexp.MustCompile(`(?m)^\s*// Practice: ([^.]+)\.`)
	var marked []string
	for _, file := range goFiles(t) {
		for _, m := range mark.FindAllStringSubmatch(everything(t, file), -1) {
			marked = append(marked, file+": "+m[1])
		}
	}
	slices.Sort(told)
	slices.Sort(marked)
	if diff := cmp.Diff(marked, told); diff != "" {
		t.Errorf("the table and the code (-marked +told):\n%s", diff)
	}
}

func goFiles(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(files, func(name string) bool { return strings.HasSuffix(name, "_test.go") })
}

func everything(t *testing.T, pattern string) string {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("%s: no files, %v", pattern, err)
	}
	var b strings.Builder
	for _, name := range files {
		raw, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		b.Write(raw)
	}
	return b.String()
}

// Every description tells when not to call its tool, and every argument is described.
func TestDescriptionsSayWhenNot(t *testing.T) {
	t.Parallel()
	_, tools := catalogue(t)
	for name, d := range tools {
		if !strings.Contains(d.Description, "No la uses") {
			t.Errorf("%s: %q does not say when not to use it", name, d.Description)
		}
		for arg, p := range d.InputSchema.Properties {
			if p.Description == "" {
				t.Errorf("%s: %s is not described", name, arg)
			}
		}
	}
	for name, says := range map[string]string{registrar: "Úsala en cuanto", crear: "Úsala solo", consultarEstado: "Úsala solo", enviar: "Tras la llamada"} {
		if !strings.Contains(tools[name].Description, says) {
			t.Errorf("%s: %q does not say %q", name, tools[name].Description, says)
		}
	}
}

// What the schema says is held, and so is what it cannot say.
func TestSchemaAndValidation(t *testing.T) {
	t.Parallel()
	w := verificado(t)
	for _, tt := range []struct{ tool, args, says string }{
		{registrar, `{"nombre":"A","correo":"ana","tipo":"otro"}`, "correo"},
		{registrar, `{"nombre":"Ana","correo":"a@b.example","tipo":"tienda"}`, "Falta entrega"},
		{registrar, `{"nombre":"Ana","correo":"a@b.example","tipo":"tienda","entrega":"dron"}`, "domicilio"},
		{registrar, `{"nombre":"Ana","correo":"a@b.example","tipo":"tienda","entrega":"ambas","rol":"admin"}`, ""},
		{registrar, `{"nombre":"Ana","correo":"a@b.example","tipo":"tienda","entrega":"ambas","telefono":"sin número"}`, "dígitos"},
		{verificar, `{"registro":"NEG-1001","codigo":"48291a"}`, ""},
		{direccion, `{"direccion":"¡¿!?"}`, ""},
		{crear, `{"registro":"NEG-1001","direccion":"ana","paleta":"fucsia","confirmado":true}`, ""},
		{crear, `{"registro":"NEG-1001","direccion":"ana","paleta":"vino"}`, ""},
	} {
		asixtotest.Fails(t, w, tt.tool, tt.args, toolerrors.KindValidation, tt.says)
	}
	if n := len(w.estado()); n != 1 {
		t.Errorf("%d businesses, want the one there was", n)
	}
}

// The order of ideas, which no machine can check, is asked for and kept.
func TestIdeasKeepTheirOrder(t *testing.T) {
	t.Parallel()
	_, tools := catalogue(t)
	if d := tools[opciones].InputSchema.Properties["ideas"].Description; !strings.Contains(d, "ordenadas de más a menos probable") {
		t.Errorf("ideas is described as %q", d)
	}
	w := newTaller(t)
	out := asixtotest.Call[SugerirOpcionesOut](t, w, opciones, SugerirOpcionesIn{Tema: "secciones", Ideas: "Galeria; contacto, foro,galería\nopiniones"})
	want := []string{"galería", "contacto", "opiniones", "inicio", "nosotros", "productos", "servicios", "horario"}
	if diff := cmp.Diff(want, out.Opciones); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// No tool takes an object or a list; what has structure is made of one text.
func TestFlatScalars(t *testing.T) {
	t.Parallel()
	_, tools := catalogue(t)
	for name, d := range tools {
		for arg, p := range d.InputSchema.Properties {
			if strings.Contains(string(p.Type), "object") || strings.Contains(string(p.Type), "array") {
				t.Errorf("%s: %s is %s", name, arg, p.Type)
			}
		}
	}
	if diff := cmp.Diff([]string{"cortes", "color y tinte", "peinados"}, enLista(" cortes,  color y   tinte;;cortes\npeinados ,")); diff != "" {
		t.Errorf("a list from a text (-want +got):\n%s", diff)
	}
	w := creado(t)
	n, err := w.backend.Negocio(elNegocio)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"inicio", "servicios", "horario", "contacto"}, n.sitio.Secciones); diff != "" {
		t.Errorf("sections (-want +got):\n%s", diff)
	}
}

// One tool serves both shapes, each with the argument that it needs.
func TestTwoShapes(t *testing.T) {
	t.Parallel()
	for _, channel := range channels() {
		w := newTaller(t)
		shop := RegistrarNegocioIn{Nombre: "Tienda Sol", Correo: elCorreo, Tipo: tipoTienda}
		asixtotest.Fails(t, w, registrar, shop, toolerrors.KindValidation, "Falta entrega", channel)
		shop.Entrega = new("domicilio")
		asixtotest.Call[RegistrarNegocioOut](t, w, registrar, shop, channel)
		services := unNegocio()
		services.Horario = new("  ")
		asixtotest.Fails(t, w, registrar, services, toolerrors.KindValidation, "Falta horario de atención", channel)
		asixtotest.Call[RegistrarNegocioOut](t, w, registrar, unNegocio(), channel)
	}
}

// A stray value of the other shape is dropped; an argument that is not declared is
// refused.
func TestStrayArgumentsAreDropped(t *testing.T) {
	t.Parallel()
	w := newTaller(t)
	asixtotest.Call[RegistrarNegocioOut](t, w, registrar, `{"nombre":"Sol","correo":"a@b.example","tipo":"tienda","entrega":"ambas","horario":"x"}`)
	n, err := w.backend.Negocio(elNegocio)
	if err != nil || n.Horario != "" || n.Entrega != "ambas" {
		t.Errorf("%+v, %v, want no hours", n, err)
	}
	asixtotest.Fails(t, w, registrar, `{"nombre":"Sol","correo":"a@b.example","tipo":"tienda","entrega":"ambas","horarios":"x"}`, toolerrors.KindValidation, "")
}

// Absent, null and blank are one thing behind the boundary.
func TestOptionalArgumentsAreNormalised(t *testing.T) {
	t.Parallel()
	w := newTaller(t)
	for _, more := range []string{``, `,"ofrece":null,"telefono":null`, `,"ofrece":" ","telefono":""`} {
		asixtotest.Call[RegistrarNegocioOut](t, w, registrar, `{"nombre":" Sol  y  Mar ","correo":" A@B.example ","tipo":"tienda","entrega":"ambas"`+more+`}`)
	}
	want := datos{Nombre: "Sol y Mar", Correo: "a@b.example", Tipo: tipoTienda, Entrega: "ambas"}
	for registro, n := range w.estado() {
		if diff := cmp.Diff(want, n.datos); diff != "" {
			t.Errorf("%s (-want +got):\n%s", registro, diff)
		}
	}
}

// Each key of an answer begins with what its tool is about, and no two tools have
// one in common, but for those that the SDK gives all long work and all pages.
func TestResultKeysAreNamedAfterTheirTool(t *testing.T) {
	t.Parallel()
	_, tools := catalogue(t)
	seen := map[string]string{}
	for name, d := range tools {
		about := strings.Split(name, "_")[1]
		for key := range d.OutputSchema.Properties {
			if slices.Contains([]string{"progreso", "next_action", "total", "siguiente_offset"}, key) {
				continue
			}
			if other, taken := seen[key]; taken || !strings.HasPrefix(key, about) {
				t.Errorf("%s answers %s, want a key that begins with %s (also one of %q)", name, key, about, other)
			}
			seen[key] = name
		}
	}
}

// What the model is to do next is in the answer, and in no text.
func TestResultTellsWhatNext(t *testing.T) {
	t.Parallel()
	for channel, option := range channels() {
		w := verificado(t)
		w.pasa(entreCodigos)
		for _, step := range []struct {
			tool string
			in   any
			says []string
		}{
			{enviar, EnviarCodigoIn{Registro: elNegocio, Envio: new(2)}, []string{"Pida al cliente el código", "No lo adivine"}},
			{crear, unSitio(), []string{"Presente al cliente de inmediato", "60 segundos", "solo cuando el cliente lo pida", consultarEstado}},
			{consultarEstado, ConsultarEstadoIn{Registro: elNegocio}, []string{"No lo consulte de nuevo"}},
		} {
			a := w.Do(t, step.tool, step.in, option)
			for _, says := range step.says {
				if !strings.Contains(a.Structured, says) || strings.Contains(a.Text, says) {
					t.Errorf("%s, %s: want %q in structuredContent alone:\n%s\n%s", channel, step.tool, says, a.Structured, a.Text)
				}
			}
			if strings.Contains(a.Text, "next_action") {
				t.Errorf("%s, %s: the text is %s", channel, step.tool, a.Text)
			}
		}
	}
}

// The order is told once, by the server, and in no description.
func TestFlowIsToldOnce(t *testing.T) {
	t.Parallel()
	instructions, tools := catalogue(t)
	order := []string{registrar, enviar, verificar, direccion, crear, "PUBLICADO Y VISIBLE PARA TODOS", "sus datos ya quedaron registrados"}
	rest := instructions
	for _, step := range order {
		_, after, found := strings.Cut(rest, step)
		if !found {
			t.Fatalf("the instructions do not say %q in its place: %s", step, instructions)
		}
		rest = after
	}
	for name, d := range tools {
		for other := range tools {
			if strings.Contains(d.Description, other) {
				t.Errorf("%s: the description names %s", name, other)
			}
		}
	}
}

// The tenth tool exists, and nobody can call it.
func TestOneToolIsNotOffered(t *testing.T) {
	t.Parallel()
	w := creado(t)
	want := []string{direccion, consultarEstado, visitas, crear, enviar, registrar, opciones, paletasDe, verificar}
	if diff := cmp.Diff(want, w.Tools(t)); diff != "" {
		t.Errorf("the offer (-want +got):\n%s", diff)
	}
	if raw, err := os.ReadFile("testdata/catalogue.json"); err != nil || strings.Contains(string(raw), "reiniciar") {
		t.Errorf("the catalogue speaks of it, or %v", err)
	}
}

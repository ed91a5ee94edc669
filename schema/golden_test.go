package schema_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"net/netip"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/asixto/go-sdk/schema"
)

var update = flag.Bool("update", false, "write the goldens")

// goldens are one small type for each kind that is supported; testdata/golden
// holds the schema of each as an input, as an input with anyOf, and as an output.
var goldens = map[string]any{
	"text": struct {
		Libre    string   `json:"libre" validate:"max=20" doc:"Con comas, \"comillas\" y = signos"`
		Corto    string   `json:"corto,omitempty" validate:"min=2,max=5"`
		Entre    string   `json:"entre" validate:"gt=2,lt=9"`
		Exacto   *string  `json:"exacto" validate:"len=3"`
		Cerrado  string   `json:"cerrado" validate:"oneof=alta normal 'muy alta' a0x2Cb"`
		Opcional *string  `json:"opcional" validate:"oneof=alta normal"`
		Fijo     string   `json:"fijo" validate:"eq=si"`
		Correo   string   `json:"correo" validate:"email,max=80"`
		Enlace   string   `json:"enlace" validate:"url,max=200"`
		Clave    string   `json:"clave" validate:"uuid"`
		Fecha    string   `json:"fecha" validate:"datetime=2006-01-02"`
		Hora     string   `json:"hora" validate:"datetime=15:04"`
		Telefono string   `json:"telefono" validate:"e164"`
		Prefijo  string   `json:"prefijo" validate:"startswith=CC-,max=12"`
		Dentro   *string  `json:"dentro" validate:"contains=@,max=12"`
		Sin      string   `json:"sin" validate:"excludesall=<>,max=12"`
		Listas   []string `json:"listas,omitempty" validate:"max=5,unique,dive,min=1,max=20"`
	}{},
	"number": struct {
		Int     int      `json:"int" validate:"min=1,max=25"`
		Int8    int8     `json:"int8"`
		Int16   int16    `json:"int16" validate:"gt=0"`
		Int32   int32    `json:"int32,omitzero" validate:"lt=10"`
		Int64   int64    `json:"int64"`
		Uint    uint     `json:"uint"`
		Uint8   uint8    `json:"uint8" validate:"oneof=1 2 3"`
		Uint16  uint16   `json:"uint16" validate:"port"`
		Uint64  *uint64  `json:"uint64" validate:"max=9007199254740991"`
		Float32 float32  `json:"float32" validate:"gte=0.5"`
		Float64 *float64 `json:"float64" validate:"gt=0,lt=99.5"`
		Abierto float64  `json:"abierto" validate:"min=5,gt=5,max=9,lt=9"`
		Lugar   float64  `json:"lugar" validate:"latitude"`
		Texto   int64    `json:"texto,string"`
		Limite  *int64   `json:"limite,string" validate:"min=5"`
	}{},
	"boolean": struct {
		Simple     bool  `json:"simple"`
		Opcional   *bool `json:"opcional"`
		Confirmado bool  `json:"confirmado" validate:"eq=true"`
	}{},
	"time": struct {
		Desde   time.Time      `json:"desde"`
		Hasta   *time.Time     `json:"hasta" validate:"gtfield=Desde"`
		Espera  time.Duration  `json:"espera" asixto:"unit=minutes" validate:"min=5m,max=2h"`
		Demora  *time.Duration `json:"demora" asixto:"unit=seconds"`
		Momento time.Time      `json:"momento,omitzero"`
	}{},
	"list": struct {
		Simple   []string    `json:"simple" validate:"min=1,max=5,dive,max=20"`
		Opcional []int32     `json:"opcional,omitempty" validate:"unique"`
		Fijo     [3]bool     `json:"fijo"`
		Objetos  []direccion `json:"objetos" validate:"max=3"`
		Apuntes  []*Base     `json:"apuntes,omitempty"`
		Matriz   [][]float64 `json:"matriz" validate:"max=2,dive,len=2,dive,min=0"`
		Puntero  *[]bool     `json:"puntero"`
		Bytes    []byte      `json:"bytes" validate:"min=1,max=300"`
		Cerrados []prioridad `json:"cerrados"`
	}{},
	"map": struct {
		Simple   map[string]string    `json:"simple" validate:"min=1,max=5,dive,max=20"`
		Opcional map[string]int32     `json:"opcional,omitempty"`
		Claves   map[string]bool      `json:"claves" validate:"dive,keys,min=2,alpha,endkeys"`
		Cerrado  map[dia0]tarifa      `json:"cerrado"`
		Objetos  map[string]direccion `json:"objetos"`
	}{},
	"closed": struct {
		Texto  prioridad            `json:"texto"`
		Puede  *prioridad           `json:"puede"`
		Numero piso                 `json:"numero"`
		Lista  []tarifa             `json:"lista"`
		Mapa   map[string]prioridad `json:"mapa"`
		Texto2 dia                  `json:"texto2"`
		Menos  prioridad            `json:"menos" validate:"oneof=alta"`
	}{},
	"object": struct {
		Anidado  direccion    `json:"anidado" doc:"Dónde vive"`
		Opcional *direccion   `json:"opcional" doc:"Otra dirección"`
		Ausente  direccion    `json:"ausente,omitzero"`
		Generico pagina[Base] `json:"generico"`
		Texto    pagina[int8] `json:"texto"`
		Anonimo  struct {
			A string `json:"a" validate:"max=3"`
		} `json:"anonimo"`
		Vacio     struct{} `json:"vacio"`
		Nada      string   `json:"-"`
		noEsParte int
	}{},
	"embedded": struct {
		Base
		*Contacto
		ConNombre Base   `json:"con_nombre"`
		Nombre    string `json:"nombre" validate:"min=2,max=40"` // hides Base's
	}{},
	"own": struct {
		Direccion netip.Addr  `json:"direccion" validate:"max=45"`
		Puede     *netip.Addr `json:"puede" validate:"max=45"`
		Placa     placa       `json:"placa"`
		Opcional  *placa      `json:"opcional" doc:"La placa, si la sabe"`
		Dinero    dinero      `json:"dinero"`
		Lista     []dinero    `json:"lista" validate:"max=2"`
		Rango     rango       `json:"rango"`
	}{},
	"free":    libre{},
	"amended": filtro{},
	"fields": struct {
		ID    string `json:"id" validate:"max=20" asixto:"from=buscar_items.id"`
		Llave string `json:"llave" validate:"max=40" asixto:"internal; allow=required-identifier: la entrega el canal, no el modelo"`
		Camel string `json:"idExterno" validate:"max=9" asixto:"allow=property-name-case: así lo pide el sistema de origen"`
	}{},
	"runtime": struct {
		Tipo   string  `json:"tipo" validate:"oneof=a b"`
		Otro   *string `json:"otro" validate:"required_if=Tipo a,max=9"`
		Nunca  *string `json:"nunca" validate:"excluded_if=Tipo a,max=9"`
		Varios string  `json:"varios" validate:"email|e164,max=80"`
		Luhn   string  `json:"luhn" validate:"credit_card,max=20"`
		Items  []Base  `json:"items" validate:"unique=Codigo,max=4"`
		Doble  string  `json:"doble" validate:"startswith=a,endswith=z,max=9"`
	}{},
	"todo": conTodo{},
}

func TestGoldens(t *testing.T) {
	t.Parallel()
	for name, sample := range goldens {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			typ := reflect.TypeOf(sample)
			got := &txtar.Archive{}
			for _, variant := range []struct {
				name string
				opts *schema.Options
			}{
				{"input", nil},
				{"anyof", &schema.Options{Nullable: schema.AnyOf}},
				{"output", &schema.Options{Direction: schema.Output}},
			} {
				codec, err := schema.CompileType(typ, variant.opts)
				if err != nil {
					t.Fatal(err)
				}
				got.Files = append(got.Files, txtar.File{Name: variant.name + ".json", Data: indent(t, codec.Schema())})
				newJudge(t, typ, variant.opts) // the meta-schema holds
				if variant.name == "input" {
					got.Files = append(got.Files, txtar.File{Name: "about.txt", Data: about(codec)})
				}
			}
			compareGolden(t, filepath.Join("testdata", "golden", name+".txtar"), txtar.Format(got))
		})
	}
}

// about lists what a codec knows beside its schema.
func about(c *schema.TypeCodec) []byte {
	var b bytes.Buffer
	for _, f := range c.Fields() {
		fmt.Fprintf(&b, "field %s depth=%d type=%s required=%t nullable=%t", f.Path, f.Depth, f.Type, f.Required, f.Nullable)
		if f.Format != "" {
			fmt.Fprintf(&b, " format=%s", f.Format)
		}
		if f.Enum != nil {
			fmt.Fprintf(&b, " enum=%s", f.Enum)
		}
		if f.MaxLength >= 0 {
			fmt.Fprintf(&b, " max=%d", f.MaxLength)
		}
		if f.From != "" {
			fmt.Fprintf(&b, " from=%s", f.From)
		}
		if f.Internal || f.Free != "" {
			fmt.Fprintf(&b, " internal=%t free=%q", f.Internal, f.Free)
		}
		if f.Allow != nil {
			fmt.Fprintf(&b, " allow=%v", f.Allow)
		}
		b.WriteByte('\n')
	}
	for _, r := range c.RuntimeRules() {
		fmt.Fprintf(&b, "runtime %s %s\n", r.Path, r.Rule)
	}
	for _, w := range c.Warnings() {
		fmt.Fprintf(&b, "warning %s %s [%s] %s\n", w.Path, w.Rule, w.Provider, w.Text+w.Lifted)
	}
	return b.Bytes()
}

func indent(t *testing.T, data []byte) []byte {
	t.Helper()
	compact := jsontext.Value(data).Clone()
	if err := compact.Compact(); err != nil || !bytes.Equal(compact, data) {
		t.Errorf("the schema is not compact JSON: %s", data)
	}
	var b bytes.Buffer
	if err := json.Indent(&b, data, "", "  "); err != nil {
		t.Fatal(err)
	}
	return append(b.Bytes(), '\n')
}

func compareGolden(t *testing.T, path string, got []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

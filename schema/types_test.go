package schema_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/netip"
	"reflect"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/invopop/jsonschema"
)

// Types of every form that an author may write, shared by the tests.

type prioridad string

func (prioridad) Values() []prioridad { return []prioridad{"alta", "normal"} }

type piso int

func (piso) Values() []piso { return []piso{-1, 0, 1} }

type tarifa uint16

func (tarifa) Values() []tarifa { return []tarifa{10, 20} }

// dia is an integer in Go and a text in JSON.
type dia int //nolint:recvcheck // reads through a pointer, writes by value

var dias = []string{"lunes", "martes"}

func (d dia) MarshalText() ([]byte, error) {
	if int(d) >= len(dias) {
		return nil, fmt.Errorf("no day %d", d)
	}
	return []byte(dias[d]), nil
}

func (d *dia) UnmarshalText(text []byte) error {
	for i, name := range dias {
		if name == string(text) {
			*d = dia(i)
			return nil
		}
	}
	return errors.New("no such day")
}

func (dia) Values() []dia { return []dia{0, 1} }

// placa states its own schema; its kind does the rest.
type placa string

func (placa) JSONSchema() *jsonschema.Schema {
	most := uint64(6)
	return &jsonschema.Schema{Type: "string", Pattern: "^[A-Z]{3}[0-9]{3}$", MaxLength: &most, Description: "Placa del vehículo"}
}

// dinero writes its own JSON and states the schema of it.
type dinero struct{ centavos int64 } //nolint:recvcheck // reads through a pointer, writes by value

func (d dinero) MarshalJSON() ([]byte, error) {
	if d.centavos < 0 {
		return nil, errors.New("password=secret")
	}
	return fmt.Appendf(nil, `{"valor":%d,"moneda":"COP"}`, d.centavos/100), nil
}

func (d *dinero) UnmarshalJSON(data []byte) error {
	var wire struct {
		Valor float64 `json:"valor"`
	}
	if err := json.Unmarshal(data, &wire); err != nil {
		return err
	}
	d.centavos = int64(wire.Valor) * 100
	return nil
}

func (dinero) JSONSchema() *jsonschema.Schema {
	s := &jsonschema.Schema{Type: "object", AdditionalProperties: jsonschema.FalseSchema, Required: []string{"valor", "moneda"}}
	s.Properties = jsonschema.NewProperties()
	s.Properties.Set("valor", &jsonschema.Schema{Type: "integer", Minimum: "0", Maximum: "1000000"})
	s.Properties.Set("moneda", &jsonschema.Schema{Enum: []any{"COP", "USD"}})
	return s
}

// rango amends the schema that is made for it.
type rango struct {
	Desde int32 `json:"desde" validate:"min=0"`
	Hasta int32 `json:"hasta" validate:"min=0"`
}

func (rango) JSONSchemaExtend(s *jsonschema.Schema) {
	s.Title = "Rango"
	hasta, _ := s.Properties.Get("hasta")
	hasta.Maximum = "500"
}

// filtro amends a schema with optional values, and states one of them by hand.
type filtro struct {
	Ciudad *string `json:"ciudad" validate:"max=20"`
	Orden  *orden  `json:"orden"`
	Maximo *int    `json:"maximo" validate:"min=1,max=50"`
}

func (filtro) JSONSchemaExtend(s *jsonschema.Schema) { s.Description = "Qué buscar" }

// orden is an object with a value that may be null.
type orden struct {
	Por    string
	Cuando *string
}

func (orden) JSONSchema() *jsonschema.Schema {
	s := &jsonschema.Schema{Type: "object", AdditionalProperties: jsonschema.FalseSchema, Required: []string{"Por"}}
	s.Properties = jsonschema.NewProperties()
	s.Properties.Set("Por", &jsonschema.Schema{Enum: []any{"precio", "nombre"}})
	most := uint64(5)
	s.Properties.Set("Cuando", &jsonschema.Schema{
		OneOf:       []*jsonschema.Schema{{Type: "string", MaxLength: &most}, {Type: "null"}},
		Description: "Desde cuándo",
	})
	return s
}

type direccion struct {
	Calle  string  `json:"calle" validate:"min=3,max=80" doc:"Calle y número"`
	Ciudad *string `json:"ciudad" validate:"max=60"`
}

// Base is embedded; Nombre is hidden by the field of the struct around it.
type Base struct {
	Nombre string `json:"nombre" validate:"max=10"`
	Codigo string `json:"codigo" validate:"len=4"`
}

type Contacto struct {
	Correo string `json:"correo" validate:"max=80,contains=@"`
}

type pagina[T any] struct {
	Items []T `json:"items" validate:"max=3"`
	Total int `json:"total" validate:"min=0,max=1000"`
}

type conTodo struct {
	Base
	*Contacto
	Anidada   Base                 `json:"anidada"`
	Nombre    string               `json:"nombre" validate:"min=2"`
	Prioridad prioridad            `json:"prioridad"`
	Opcional  *prioridad           `json:"opcional"`
	Pisos     []piso               `json:"pisos,omitempty" validate:"max=3,unique"`
	Tarifas   map[string]tarifa    `json:"tarifas,omitempty" validate:"max=2"`
	PorDia    map[dia0]int8        `json:"por_dia,omitempty"`
	Dia       dia                  `json:"dia"`
	Placa     *placa               `json:"placa"`
	Precio    dinero               `json:"precio"`
	Precios   []dinero             `json:"precios,omitempty" validate:"max=2"`
	Rango     *rango               `json:"rango"`
	Casa      *direccion           `json:"casa"`
	Otras     []*direccion         `json:"otras,omitempty" validate:"max=2"`
	PorBarrio map[string]direccion `json:"por_barrio,omitempty"`
	Matriz    [2][]bool            `json:"matriz"`
	Desde     time.Time            `json:"desde"`
	Hasta     *time.Time           `json:"hasta"`
	Espera    time.Duration        `json:"espera,omitzero" asixto:"unit=minutes" validate:"min=5m,max=2h"`
	Foto      []byte               `json:"foto,omitempty" validate:"max=9"`
	Serie     int64                `json:"serie,string"`
	Origen    *netip.Addr          `json:"origen" validate:"max=15"`
	Resultado pagina[direccion]    `json:"resultado"`
	Acepto    bool                 `json:"acepto" validate:"eq=true"`
	Vacio     struct{}             `json:"vacio"`
	Ignorado  func()               `json:"-"`
	oculto    int
}

// dia0 is a plain named key.
type dia0 string

func (dia0) Values() []dia0 { return []dia0{"lunes", "martes"} }

var _ = conTodo{}.oculto

// libre holds an object of any form, on purpose.
type libre struct {
	Datos jsontext.Value  `json:"datos" asixto:"free=lo llena otro sistema" validate:"max=40"`
	Otros *jsontext.Value `json:"otros" asixto:"free=lo llena otro sistema"`
}

// normalizado drops what does not apply and cleans what does.
type normalizado struct {
	Tipo    string  `json:"tipo" validate:"oneof=persona empresa"`
	Nombre  string  `json:"nombre" validate:"min=2,max=20"`
	Empresa *string `json:"empresa" validate:"min=3,max=20"`
}

func (n *normalizado) Normalize() {
	n.Nombre = strings.TrimSpace(n.Nombre)
	if n.Tipo == "persona" {
		n.Empresa = nil
	}
}

func typeOf[T any]() reflect.Type { return reflect.TypeFor[T]() }

package schema_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/asixto/go-sdk/schema"
)

type mensajes struct {
	Documento  string    `json:"documento" validate:"min=5,max=20" doc:"Número de documento, sin puntos ni espacios"`
	TipoCaso   string    `json:"tipo_caso" validate:"oneof=falla instalacion cobro"`
	NIT        string    `json:"nit" validate:"len=9" doc:"NIT de la empresa"`
	Cantidad   int       `json:"cantidad" validate:"min=1,max=25" doc:"Cuántas unidades desea el cliente en este pedido y en los que le sigan"`
	Precio     float64   `json:"precio" validate:"gt=0,lt=99.5"`
	Marcas     []string  `json:"marcas" validate:"min=1,max=2,unique,dive,min=1,max=1"`
	Correo     string    `json:"correo" validate:"email"`
	Confirmado bool      `json:"confirmado" validate:"eq=true" doc:"La confirmación del cliente"`
	Fecha      time.Time `json:"fecha"`
	Piso       piso      `json:"piso"`
	Placa      placa     `json:"placa"`
	Contacto   *string   `json:"contacto" validate:"email|e164"`
	Hora       *string   `json:"hora" validate:"datetime=15:04"`
	Dia        *string   `json:"dia" validate:"datetime=02/01/2006"`
}

const mensajesOK = `{"documento":"CC1234","tipo_caso":"falla","nit":"123456789","cantidad":1,"precio":1,"marcas":["a"],` +
	`"correo":"a@example.com","confirmado":true,"fecha":"2026-07-28T10:00:00Z","piso":0,"placa":"ABC123","contacto":null,"hora":null,"dia":null}`

func TestMessages(t *testing.T) {
	t.Parallel()
	tests := []struct{ from, to, want string }{
		{`"documento":"CC1234",`, ``, "Falta número de documento."},
		{`"documento":"CC1234"`, `"documento":null`, "Falta número de documento."},
		{`"documento":"CC1234"`, `"documento":"CC1"`, "Número de documento debe tener al menos 5 caracteres."},
		{`"documento":"CC1234"`, `"documento":"CC1234567890123456789"`, "Número de documento admite hasta 20 caracteres."},
		{`"documento":"CC1234"`, `"documento":5`, "Número de documento debe ser un texto, no un número."},
		{`"documento"`, `"Documento"`, "El dato Documento se llama documento; falta número de documento."},
		{`"documento":`, `"_extra_\u0007":1,"documento":`, "Sobra el dato extra."},
		{`"falla"`, `"fallo"`, "Tipo caso debe ser falla, instalacion o cobro."},
		{`"nit":"123456789"`, `"nit":"1"`, "NIT de la empresa debe tener al menos 9 caracteres."},
		{`"cantidad":1`, `"cantidad":0`, "Cantidad debe ser 1 o más."},
		{`"cantidad":1`, `"cantidad":26`, "Cantidad debe ser 25 o menos."},
		{`"cantidad":1`, `"cantidad":"1"`, "Cantidad debe ser un número entero, no un texto."},
		{`"cantidad":1`, `"cantidad":1.5`, "Cantidad debe ser un número entero."},
		{`"cantidad":1`, `"cantidad":1e30`, "Cantidad está fuera del rango admitido."},
		{`"cantidad":1`, `"cantidad":1,"cantidad":1`, "Cantidad llegó dos veces."},
		{`"precio":1`, `"precio":0`, "Precio debe ser mayor que 0."},
		{`"precio":1`, `"precio":99.5`, "Precio debe ser menor que 99.5."},
		{`["a"]`, `[]`, "En marcas debe haber al menos un elemento."},
		{`["a"]`, `["a","b","c"]`, "En marcas puede haber hasta 2 elementos."},
		{`["a"]`, `["a","a"]`, "En marcas no se puede repetir ningún elemento."},
		{`["a"]`, `["a",""]`, "Marcas (elemento 2) no puede ir en blanco."},
		{`["a"]`, `["ab"]`, "Marcas (elemento 1) admite un solo carácter."},
		{`["a"]`, `"[\"a\"]"`, "Marcas debe ser una lista, no un texto."},
		{`["a"]`, `{"a":1}`, "Marcas debe ser una lista, no un grupo de datos."},
		{`a@example.com`, `a`, "Correo debe ser un correo electrónico válido."},
		{`"confirmado":true`, `"confirmado":false`, "Falta la confirmación del cliente."},
		{`"confirmado":true`, `"confirmado":"sí"`, "La confirmación del cliente debe ser sí o no, no un texto."},
		{`2026-07-28T10:00:00Z`, `2026-07-28`, "Fecha debe ser una fecha con hora y zona."},
		{`"contacto":null`, `"contacto":"x"`, "Contacto debe ser un correo electrónico válido o un teléfono con indicativo."},
		{`"hora":null`, `"hora":"x"`, "Hora debe ser una hora como 15:30."},
		{`"dia":null`, `"dia":"x"`, "Dia debe ser una fecha como 31/12/2026."},
		{`"piso":0`, `"piso":7`, "Piso debe ser -1, 0 o 1."},
		{`ABC123`, `abc`, "Placa debe ser un valor con el formato correcto."},
		{`{`, `{{`, "Los datos llegaron mal formados."},
		{mensajesOK, `5`, "La solicitud debe ser un grupo de datos, no un número."},
	}
	codec := mustCompile[mensajes](t, nil)
	for _, tt := range tests {
		data := strings.Replace(mensajesOK, tt.from, tt.to, 1)
		_, err := codec.Decode([]byte(data))
		if diff := cmp.Diff(tt.want, userMessage(t, err)); diff != "" {
			t.Errorf("%s → %s\n-want +got:\n%s", tt.from, tt.to, diff)
		}
	}
}

func TestMessageOfMany(t *testing.T) {
	t.Parallel()
	_, err := mustCompile[mensajes](t, nil).Decode([]byte(`{"tipo_caso":"x","marcas":[1,2],"nada":1}`))
	e := invalid(t, err)
	if got, want := e.UserMessage(), "Marcas (elemento 1) debe ser un texto, no un número; marcas (elemento 2) debe ser un texto, no un número; sobra el dato nada. Hay 10 más por corregir."; got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	details := e.Details()
	for _, part := range []string{"marcas[0]: ", "nada: sobra", "documento: falta", "tipo_caso: tipo caso debe ser falla, instalacion o cobro", "; "} {
		if !strings.Contains(details, part) {
			t.Errorf("%q is not in %q", part, details)
		}
	}
	if !strings.HasPrefix(err.Error(), "schema: invalid: marcas[0] type, marcas[1] type") {
		t.Errorf("for the log: %q", err)
	}
}

func TestDetailsAreCut(t *testing.T) {
	t.Parallel()
	type lista struct {
		A []int `json:"a"`
	}
	_, err := mustCompile[lista](t, nil).Decode([]byte(`{"a":[` + strings.Repeat(`"",`, 24) + `""]}`))
	details := invalid(t, err).Details()
	if n := strings.Count(details, "; ") + 1; n != 20 || !strings.HasSuffix(details, " Hay 5 más por corregir.") {
		t.Errorf("%d problems in %q", n, details)
	}
}

func TestDetailsStayInsideAnAnswer(t *testing.T) {
	t.Parallel()
	type lista struct {
		A []string `json:"a" validate:"dive,oneof=uno_muy_largo_de_decir dos_muy_largo_de_decir tres_muy_largo_de_decir cuatro_muy_largo_de_decir cinco"`
	}
	_, err := mustCompile[lista](t, nil).Decode([]byte(`{"a":[` + strings.Repeat(`"",`, 24) + `""]}`))
	if n := units(invalid(t, err).Details()); n < 2000 || n > 2450 {
		t.Errorf("%d units of details", n)
	}
}

func TestMessagesStaySmall(t *testing.T) {
	t.Parallel()
	type muchos struct {
		A []string `json:"a" validate:"dive,oneof=uno dos tres cuatro cinco seis siete ocho" doc:"Una lista larga de palabras que se dicen"`
	}
	codec := mustCompile[muchos](t, nil)
	rapid.Check(t, func(rt *rapid.T) {
		names := rapid.SliceOfN(rapid.String(), 0, 40).Draw(rt, "names")
		var doc strings.Builder
		doc.WriteString(`{"a":[`)
		for i := range rapid.IntRange(0, 60).Draw(rt, "items") {
			if i > 0 {
				doc.WriteByte(',')
			}
			doc.WriteString(`"x"`)
		}
		doc.WriteString("]")
		for _, name := range names {
			doc.WriteString("," + encode(name) + ":1")
		}
		doc.WriteString("}")
		_, err := codec.Decode([]byte(doc.String()))
		if err == nil {
			return
		}
		var e *schema.InvalidError
		if !errors.As(err, &e) {
			rt.Fatalf("%v", err)
		}
		if n := units(e.UserMessage()); n > 200 || n == 0 {
			rt.Errorf("a message of %d units: %q", n, e.UserMessage())
		}
		if n := units(e.Details()); n > 2500 {
			rt.Errorf("details of %d units", n)
		}
		if strings.Count(e.UserMessage(), "elemento") > 3 {
			rt.Errorf("more than three fields: %q", e.UserMessage())
		}
		_, again := codec.Decode([]byte(doc.String()))
		if again.Error() != err.Error() {
			rt.Error("the same document gave another error")
		}
	})
}

func units(s string) int { return len(utf16.Encode([]rune(s))) }

func TestLongMessageFallsBackToNames(t *testing.T) {
	t.Parallel()
	type largos struct {
		A string `json:"un_nombre_que_no_termina_nunca_a" validate:"oneof=cien doscientos trescientos cuatrocientos quinientos"`
		B string `json:"un_nombre_que_no_termina_nunca_b" validate:"oneof=cien doscientos trescientos cuatrocientos quinientos"`
		C string `json:"un_nombre_que_no_termina_nunca_c" validate:"oneof=cien doscientos trescientos cuatrocientos quinientos"`
	}
	_, err := mustCompile[largos](t, nil).Decode([]byte(`{"un_nombre_que_no_termina_nunca_a":"","un_nombre_que_no_termina_nunca_b":"","un_nombre_que_no_termina_nunca_c":""}`))
	want := "Revise estos datos: un nombre que no termina nunca a, un nombre que no termina nunca b y un nombre que no termina nunca c."
	if got := userMessage(t, err); got != want {
		t.Errorf("got %q", got)
	}
}

func TestMessagesAreReplaceable(t *testing.T) {
	t.Parallel()
	opts := &schema.Options{Messages: schema.Messages{
		Clauses: map[string]string{string(schema.NotAllowed): "{field}: {allowed}?", string(schema.TooSmall): "{field} < {limit}"},
		Types:   map[string]string{"integer": "a whole number", "string": "a text"},
		Formats: map[string]string{"email": "an address"},
		Or:      " or ",
		Item:    "item {number}",
	}}
	codec := mustCompile[mensajes](t, opts)
	for from, want := range map[string][2]string{
		`"falla"`:       {`"x"`, "Tipo caso: falla, instalacion or cobro?"},
		`"cantidad":1`:  {`"cantidad":0`, "Cantidad < 1."},
		`"cantidad":1,`: {`"cantidad":"1",`, "Cantidad debe ser a whole number, no a text."},
		`a@example.com`: {`a`, "Correo debe ser an address."},
		`["a"]`:         {`[5]`, "Marcas (item 1) debe ser a text, no un número."},
		`"precio":1`:    {`"precio":0`, "Precio debe ser mayor que 0."}, // the rest stays
	} {
		_, err := codec.Decode([]byte(strings.Replace(mensajesOK, from, want[0], 1)))
		if got := strings.TrimSuffix(userMessage(t, err), "."); got != strings.TrimSuffix(want[1], ".") {
			t.Errorf("got %q, want %q", got, want[1])
		}
	}
	es := schema.Spanish()
	es.Clauses[string(schema.Missing)] = "changed"
	if _, err := mustCompile[mensajes](t, nil).Decode(nil); strings.Contains(userMessage(t, err), "changed") {
		t.Error("a change to what Spanish gave reached others")
	}
}

func TestInvalidErrorAtZero(t *testing.T) {
	t.Parallel()
	e := &schema.InvalidError{Problems: []schema.Problem{{Path: "a", Label: "a", Code: schema.Missing}}}
	if e.UserMessage() != "Falta a." || e.Details() != "a: falta a" || e.Error() != "schema: invalid: a missing" {
		t.Errorf("%q %q %q", e.UserMessage(), e.Details(), e)
	}
}

// TestEveryCodeHasWords: no problem is ever said as an empty or English clause.
func TestEveryCodeHasWords(t *testing.T) {
	t.Parallel()
	for _, code := range []schema.Code{
		schema.Missing, schema.Null, schema.Unknown, schema.Duplicate, schema.WrongType, schema.NotWhole, schema.OutOfRange,
		schema.TooShort, schema.TooLong, schema.TooSmall, schema.TooLarge, schema.NotAbove, schema.NotBelow, schema.TooFew, schema.TooMany,
		schema.Repeated, schema.NotAllowed, schema.Unconfirmed, schema.BadFormat, schema.TooBig, schema.Needed, schema.Excluded,
		schema.Mismatch, schema.Malformed,
	} {
		if schema.Spanish().Clauses[string(code)] == "" {
			t.Errorf("no words for %q", code)
		}
	}
}

func TestMessagesNameNoGoTypes(t *testing.T) {
	t.Parallel()
	codec := mustCompile[conTodo](t, nil)
	_, err := codec.Decode([]byte(`{"anidada":5,"pisos":{},"tarifas":[],"dia":7,"precio":"x","rango":[],"casa":1,"otras":[1],"desde":0,"espera":"x","foto":1,"serie":1,"resultado":{"items":[1]},"vacio":1}`))
	e := invalid(t, err)
	for _, text := range []string{e.UserMessage(), e.Details(), e.Error(), fmt.Sprint(e.Problems)} {
		for _, leak := range []string{"schema_test", "struct", "reflect", "int64", "time.", "uint", "invalid character", "Go "} {
			if strings.Contains(text, leak) {
				t.Errorf("%q leaks in %q", leak, text)
			}
		}
	}
}

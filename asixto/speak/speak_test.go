package speak_test

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/asixto/go-sdk/asixto/speak"
	"github.com/asixto/go-sdk/meta"
	"github.com/asixto/go-sdk/schema"
)

func TestNumbersInWords(t *testing.T) {
	t.Parallel()
	tests := map[int64]string{
		0: "cero", 1: "uno", 16: "dieciséis", 21: "veintiuno", 22: "veintidós", 30: "treinta", 31: "treinta y uno", 99: "noventa y nueve",
		100: "cien", 101: "ciento uno", 115: "ciento quince", 121: "ciento veintiuno", 500: "quinientos", 999: "novecientos noventa y nueve",
		1000: "mil", 1001: "mil uno", 2000: "dos mil", 21_000: "veintiún mil", 31_001: "treinta y un mil uno", 100_000: "cien mil",
		999_999: "novecientos noventa y nueve mil novecientos noventa y nueve", 1_000_000: "un millón", 2_000_000: "dos millones",
		1_000_001: "un millón uno", 21_000_000: "veintiún millones", 1_000_000_000: "mil millones", 1_000_000_000_000: "un billón",
		2_000_003_000_004: "dos billones tres millones cuatro", -7: "menos siete",
		1_000_000_000_000_000_000: "un trillón",
		math.MinInt64: "menos nueve trillones doscientos veintitrés mil trescientos setenta y dos billones " +
			"treinta y seis mil ochocientos cincuenta y cuatro millones setecientos setenta y cinco mil ochocientos ocho",
	}
	for n, want := range tests {
		if got := speak.Number(n); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}

func TestMoney(t *testing.T) {
	t.Parallel()
	tests := []struct {
		minor             int64
		currency          string
		chat, voice, wire string
	}{
		{4_590_000, "COP", "$ 45.900", "cuarenta y cinco mil novecientos pesos", "45900"},
		{100, "COP", "$ 1", "un peso", "1"},
		{2100, "COP", "$ 21", "veintiún pesos", "21"},
		{0, "COP", "$ 0", "cero pesos", "0"},
		{-4_590_000, "COP", "-$ 45.900", "menos cuarenta y cinco mil novecientos pesos", "-45900"},
		{100_000_000, "COP", "$ 1.000.000", "un millón de pesos", "1000000"},
		{250_000_000, "COP", "$ 2.500.000", "dos millones quinientos mil pesos", "2500000"},
		{4_590_050, "COP", "$ 45.900,50", "cuarenta y cinco mil novecientos pesos con cincuenta centavos", "45900.5"},
		{1750, "USD", "US$ 17,50", "diecisiete dólares con cincuenta centavos", "17.5"},
		{1, "USD", "US$ 0,01", "un centavo", "0.01"},
		{105, "EUR", "€ 1,05", "un euro con cinco céntimos", "1.05"},
		{4_590_050, "MXN", "$ 45,900.50", "cuarenta y cinco mil novecientos pesos con cincuenta centavos", "45900.5"},
		{20_100, "GBP", "£ 201", "doscientas una libras", "201"},
		{500, "PYG", "₲ 500", "quinientos guaraníes", "500"},
		{12_305, "KWD", "KWD 12,305", "doce coma trescientos cinco KWD", "12.305"},
		{1005, "KWD", "KWD 1,005", "uno coma cero cero cinco KWD", "1.005"},
		{123_456, "CLF", "UF 12,3456", "doce coma tres mil cuatrocientos cincuenta y seis unidades de fomento", "12.3456"},
		{150, "AUD", "AUD 1,50", "uno coma cinco AUD", "1.5"},
		{math.MinInt64, "JPY", "-JP¥ 9.223.372.036.854.775.808", "", "-9223372036854775808"},
	}
	for _, tt := range tests {
		m := speak.NewMoney(tt.minor, tt.currency)
		if got := m.String(); got != tt.chat {
			t.Errorf("chat %q, want %q", got, tt.chat)
		}
		if got := m.Spoken(); tt.voice != "" && got != tt.voice {
			t.Errorf("voice %q, want %q", got, tt.voice)
		}
		raw, err := json.Marshal(m)
		if want := fmt.Sprintf(`{"valor":%s,"moneda":%q}`, tt.wire, tt.currency); err != nil || string(raw) != want {
			t.Errorf("JSON %s, %v, want %s", raw, err, want)
		}
	}
	for _, bad := range []speak.Money{{}, speak.NewMoney(1, "ABC"), speak.NewMoney(1, "cop"), speak.NewMoney(1, "P C"), speak.Whole(math.MaxInt64, "COP")} {
		if raw, err := json.Marshal(bad); err == nil {
			t.Errorf("%+v is sent as %s", bad, raw)
		}
	}
	if got, want := speak.Whole(45_900, "COP"), speak.NewMoney(4_590_000, "COP"); got != want {
		t.Errorf("Whole: %v, want %v", got, want)
	}
}

func TestMoneyThatIsNone(t *testing.T) {
	t.Parallel()
	for _, raw := range []string{
		`{}`, `{"valor":1}`, `{"valor":1,"moneda":"XYZ"}`, `{"valor":1.234,"moneda":"COP"}`, `{"valor":1e3,"moneda":"COP"}`, `{"moneda":"COP"}`,
		`{"valor":1,"moneda":"COP","texto":"$ 1"}`, `{"valor":99999999999999999999,"moneda":"COP"}`, `{"valor":"1","moneda":"COP"}`, `{"valor":null,"moneda":"COP"}`, `"$ 1"`, `{"valor":"uno","moneda":"COP"}`,
	} {
		var m speak.Money
		if err := json.Unmarshal([]byte(raw), &m); err == nil {
			t.Errorf("%s is read as %v", raw, m)
		}
	}
}

// What is written is read back exactly, whatever the amount and the currency.
func TestMoneyComesBack(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		m := speak.NewMoney(rapid.Int64().Draw(t, "minor"), rapid.SampledFrom([]string{"COP", "USD", "PYG", "KWD", "CLF"}).Draw(t, "currency"))
		raw, err := json.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		var back speak.Money
		if err := json.Unmarshal(raw, &back); err != nil || back != m {
			t.Fatalf("%s is read as %v: %v", raw, back, err)
		}
		if said := m.Spoken(); said == "" || strings.Contains(said, "  ") || strings.TrimSpace(said) != said {
			t.Fatalf("%s is said as %q", raw, said)
		}
	})
}

func TestMoments(t *testing.T) {
	t.Parallel()
	day := func(hour, minute int) time.Time {
		return time.Date(2025, time.September, 3, hour, minute, 59, 0, time.UTC)
	}
	tests := map[string]time.Time{
		"a las nueve de la mañana":                        day(9, 0),
		"a las doce de la madrugada":                      day(0, 0),
		"a las doce y media de la madrugada":              day(0, 30),
		"a la una de la madrugada":                        day(1, 0),
		"a las cinco y cincuenta y nueve de la madrugada": day(5, 59),
		"a las doce del día":                              day(12, 0),
		"a la una y cuarto de la tarde":                   day(13, 15),
		"a las seis y cuarenta y cinco de la tarde":       day(18, 45),
		"a las siete de la noche":                         day(19, 0),
		"a las once y uno de la noche":                    day(23, 1),
	}
	for want, moment := range tests {
		if got := speak.Hour(moment); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if got, want := speak.FullMoment(day(9, 0)), "el miércoles 3 de septiembre de 2025 a las nueve de la mañana"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestTimeIsInTheZoneOfTheCall(t *testing.T) {
	t.Parallel()
	moment := time.Date(2025, time.March, 9, 6, 59, 59, 999_999_999, time.UTC) // a second before New York's summer time
	tests := []struct{ zone, wire, spoken string }{
		{"America/Bogota", "2025-03-09T01:59:59-05:00", "el domingo 9 de marzo a la una y cincuenta y nueve de la madrugada"},
		{"America/New_York", "2025-03-09T01:59:59-05:00", "el domingo 9 de marzo a la una y cincuenta y nueve de la madrugada"},
		{"Europe/Madrid", "2025-03-09T07:59:59+01:00", "el domingo 9 de marzo a las siete y cincuenta y nueve de la mañana"},
		{"Pacific/Auckland", "2025-03-09T19:59:59+13:00", "el domingo 9 de marzo a las siete y cincuenta y nueve de la noche"},
		{"America/St_Johns", "2025-03-09T04:29:59-02:30", "el domingo 9 de marzo a las cuatro y veintinueve de la madrugada"},
		{"", "2025-03-09T06:59:59Z", "el domingo 9 de marzo a las seis y cincuenta y nueve de la mañana"},
	}
	for _, tt := range tests {
		at := speak.At(meta.New(meta.Values{Timezone: tt.zone}), moment)
		raw, err := json.Marshal(at)
		if err != nil || string(raw) != `"`+tt.wire+`"` {
			t.Errorf("%s: %s, %v, want %s", tt.zone, raw, err, tt.wire)
		}
		if got := at.Spoken(); got != tt.spoken {
			t.Errorf("%s: %q, want %q", tt.zone, got, tt.spoken)
		}
		var back speak.Time
		if err := json.Unmarshal(raw, &back); err != nil || !back.Time().Equal(moment.Truncate(time.Second)) {
			t.Errorf("%s: read as %v, %v", tt.zone, back, err)
		}
	}
	if raw, err := json.Marshal(speak.At(meta.Call{}, time.Time{})); err == nil {
		t.Errorf("a time that is not set is sent as %s", raw)
	}
	if err := json.Unmarshal([]byte(`"mañana"`), new(speak.Time)); err == nil {
		t.Error("a word is read as a time")
	}
}

func TestSchemas(t *testing.T) {
	t.Parallel()
	type out struct {
		Precio speak.Money  `json:"precio" doc:"Precio final del mes"`
		Fecha  speak.Time   `json:"fecha" doc:"Cuándo empieza la visita"`
		Saldo  *speak.Money `json:"saldo,omitempty" doc:"Lo que falta por pagar"`
	}
	c, err := schema.Compile[out](&schema.Options{Direction: schema.Output})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`"fecha":{"type":"string","format":"date-time","description":"Cuándo empieza la visita"}`,
		`"description":"Precio final del mes"`, `"description":"Lo que falta por pagar"`, `"required":["precio","fecha"]`, `"required":["valor","moneda"]`,
	} {
		if !strings.Contains(string(c.Schema()), want) {
			t.Errorf("%s is not in %s", want, c.Schema())
		}
	}
	v := out{Precio: speak.Whole(45_900, "COP"), Fecha: speak.At(meta.Call{}, time.Unix(0, 0))}
	raw, err := c.Encode(v)
	if want := `{"precio":{"valor":45900,"moneda":"COP"},"fecha":"1970-01-01T00:00:00Z"}`; err != nil || string(raw) != want {
		t.Errorf("%s, %v, want %s", raw, err, want)
	}
	if err := c.Check(v); err != nil {
		t.Error(err)
	}
	if _, err := c.Encode(out{Fecha: v.Fecha}); err == nil {
		t.Error("an amount without a currency is sent")
	}
}

func TestWords(t *testing.T) {
	t.Parallel()
	tests := map[string]string{
		speak.List():                        "",
		speak.List("el correo"):             "el correo",
		speak.List("a", "", "b"):            "a y b",
		speak.List("a", "b", "c"):           "a, b y c",
		speak.List("agujas", "hilo"):        "agujas e hilo",
		speak.List("cobre", "hierro"):       "cobre y hierro",
		speak.List("cine", "Internet"):      "cine e Internet",
		speak.List("cine", "«Internet»"):    "cine e «Internet»",
		speak.List("Luque", "Ypacaraí"):     "Luque e Ypacaraí",
		speak.List("leche", "yogur"):        "leche y yogur",
		speak.List("Kia", "Hyundai"):        "Kia y Hyundai",
		speak.List("a", " ", "b"):           "a y b",
		speak.List("la x", "la y"):          "la x y la y",
		speak.List("x", "y"):                "x y y",
		speak.Digits("3001234567"):          "300 123 45 67",
		speak.Digits("+57 (601) 555-0199"):  "576 015 550 199",
		speak.Digits("12"):                  "12",
		speak.Digits(""):                    "",
		speak.Sentences("Uno.", "", "Dos."): "Uno. Dos.",
		speak.Count(1, "cita", "citas"):     "1 cita",
		speak.Count(0, "cita", "citas"):     "0 citas",
	}
	for got, want := range tests {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

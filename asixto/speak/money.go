package speak

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/invopop/jsonschema"

	"github.com/asixto/go-sdk/meta"
)

// Money is an exact amount in one currency, for a field of an answer:
//
//	Precio speak.Money `json:"precio" doc:"Precio final del mes"`
//
// In JSON it is {"valor":45900,"moneda":"COP"}: a number in whole units, which a
// model can add up, and its currency, without which it could not name it. The
// zero Money belongs to no currency and cannot be sent.
type Money struct { //nolint:recvcheck // reading needs a pointer
	minor int64
	code  string
}

// NewMoney is the amount of minor units in a currency by ISO 4217: 4590000 of
// COP are 45.900 pesos, 1750 of USD are 17,50 dollars, 500 of PYG are 500
// guaraníes. The digits of each currency are those of ISO 4217, which gives COP
// two. An unknown currency makes a Money that cannot be sent; a call's currency
// is meta.From(ctx).Currency(), and an amount is never renamed into it: take the
// price that the author's own system has in that currency.
func NewMoney(minor int64, currency string) Money { return Money{minor, currency} }

// Whole is the amount of whole units: 45900 of COP are 45.900 pesos. One beyond
// the range of int64 in minor units cannot be sent.
func Whole(units int64, currency string) Money {
	minor := units
	for range minorDigits(currency) {
		if minor > math.MaxInt64/10 || minor < math.MinInt64/10 {
			return Money{}
		}
		minor *= 10
	}
	return Money{minor, currency}
}

// Equal reports whether both are the same amount of the same currency.
func (m Money) Equal(other Money) bool { return m == other }

// Minor is the amount in minor units.
func (m Money) Minor() int64 { return m.minor }

// Currency is the currency by ISO 4217.
func (m Money) Currency() string { return m.code }

// For is the text of the amount on the channel of a call: Spoken in voice, String
// in chat.
func (m Money) For(call meta.Call) string {
	if call.Channel() == meta.Voice {
		return m.Spoken()
	}
	return m.String()
}

// String is the amount as it is read on a screen: "$ 45.900", "US$ 17,50", and
// for the currency of a country that writes so, "$ 45,900.50". Minor digits are
// left out where they are zero.
func (m Money) String() string {
	thousand, point := ".", ","
	if among(commaThousands, m.code) {
		thousand, point = ",", "."
	}
	sign, whole, fraction := m.parts()
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + thousand + whole[i:]
	}
	if strings.Trim(fraction, "0") != "" {
		whole += point + fraction
	}
	return sign + currencyOf(m.code).symbol + " " + whole
}

// Spoken is the amount as it is said: "cuarenta y cinco mil novecientos pesos",
// "diecisiete dólares con cincuenta centavos", "un millón de pesos".
func (m Money) Spoken() string {
	c := currencyOf(m.code)
	sign, whole, fraction := m.parts()
	if sign != "" {
		sign = "menos "
	}
	g := masculine
	if c.feminine {
		g = feminine
	}
	n, cents := parsed(whole), parsed(fraction)
	words := sign + cardinal(n, g) + " " + noun(n, c.one, c.many)
	switch {
	case cents == 0:
		return words
	case c.cent == "" || len(fraction) != 2:
		return sign + cardinal(n, alone) + " coma " + spokenFraction(fraction) + " " + c.many
	case n == 0:
		return sign + cardinal(cents, masculine) + " " + noun(cents, c.cent, c.cents)
	default:
		return words + " con " + cardinal(cents, masculine) + " " + noun(cents, c.cent, c.cents)
	}
}

// spokenFraction says the zeros that a number would lose: "cero cinco".
func spokenFraction(fraction string) string {
	fraction = strings.TrimRight(fraction, "0")
	digits := strings.TrimLeft(fraction, "0")
	return strings.Repeat("cero ", len(fraction)-len(digits)) + cardinal(parsed(digits), alone)
}

// noun is the name behind a number; after whole millions it needs a "de".
func noun(n uint64, one, many string) string {
	switch {
	case n == 1:
		return one
	case n > 0 && n%million == 0:
		return "de " + many
	}
	return many
}

func parsed(digits string) uint64 {
	n, _ := strconv.ParseUint(digits, 10, 64) // digits of an int64, or none
	return n
}

// parts are the sign, the digits of the whole units, and all minor digits.
func (m Money) parts() (sign, whole, fraction string) {
	text := strconv.FormatInt(m.minor, 10)
	text, negative := strings.CutPrefix(text, "-")
	if negative {
		sign = "-"
	}
	d := minorDigits(m.code)
	if short := d + 1 - len(text); short > 0 {
		text = strings.Repeat("0", short) + text
	}
	return sign, text[:len(text)-d], text[len(text)-d:]
}

var errNoCurrency = errors.New("speak: an amount without a value or without a currency of ISO 4217: make it with NewMoney")

type moneyJSON struct {
	Valor  json.RawMessage `json:"valor"` // not json.Number, which takes a quoted one
	Moneda string          `json:"moneda"`
}

// MarshalJSON writes the form that the type's comment shows, exactly.
func (m Money) MarshalJSON() ([]byte, error) {
	if !among(codes, m.code) {
		return nil, fmt.Errorf("%w (it has %q)", errNoCurrency, m.code)
	}
	sign, whole, fraction := m.parts()
	if fraction = strings.TrimRight(fraction, "0"); fraction != "" {
		fraction = "." + fraction
	}
	return []byte(`{"valor":` + sign + whole + fraction + `,"moneda":"` + m.code + `"}`), nil
}

// UnmarshalJSON reads what MarshalJSON writes; more digits than the currency
// has, another form or another member is an error.
func (m *Money) UnmarshalJSON(data []byte) error {
	var v moneyJSON
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&v); err != nil {
		return fmt.Errorf("speak: an amount is {\"valor\":…,\"moneda\":…}: %w", err)
	}
	if len(v.Valor) == 0 || !among(codes, v.Moneda) {
		return errNoCurrency
	}
	whole, fraction, _ := strings.Cut(string(v.Valor), ".")
	digits := minorDigits(v.Moneda)
	if len(fraction) > digits {
		return fmt.Errorf("speak: %s has %d digits after the point, %s has %d", v.Valor, len(fraction), v.Moneda, digits)
	}
	minor, err := strconv.ParseInt(whole+fraction+strings.Repeat("0", digits-len(fraction)), 10, 64)
	if err != nil {
		return fmt.Errorf("speak: %s %s is no amount: %w", v.Valor, v.Moneda, err)
	}
	*m = Money{minor, v.Moneda}
	return nil
}

// JSONSchema states the form of an amount.
func (Money) JSONSchema() *jsonschema.Schema {
	properties := jsonschema.NewProperties()
	properties.Set("valor", &jsonschema.Schema{Type: "number", Description: "Valor en unidades enteras de la moneda"})
	properties.Set("moneda", &jsonschema.Schema{Type: "string", Pattern: "^[A-Z]{3}$", Description: "Moneda en ISO 4217"})
	return &jsonschema.Schema{
		Type: "object", Properties: properties, Required: []string{"valor", "moneda"}, AdditionalProperties: jsonschema.FalseSchema,
	}
}

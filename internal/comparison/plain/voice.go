package main

import (
	"fmt"
	"strings"
	"time"
)

// money is an amount in hundredths, exact in JSON and in words on the telephone.
type money struct {
	Valor  amount `json:"valor"`
	Moneda string `json:"moneda"`
}

type amount int64

// MarshalJSON writes whole units, with the cents that there are.
func (a amount) MarshalJSON() ([]byte, error) { //nolint:unparam // json.Marshaler wants it
	if a%100 == 0 {
		return fmt.Appendf(nil, "%d", a/100), nil
	}
	return []byte(strings.TrimRight(fmt.Sprintf("%d.%02d", a/100, a%100), "0")), nil
}

func (m money) spoken() string {
	names := map[string][2]string{monedaCOP: {"peso", "pesos"}, monedaUSD: {"dólar", "dólares"}}[m.Moneda]
	whole, cents := int(m.Valor/100), int(m.Valor%100)
	said := words(whole) + " " + plural(whole, names[0], names[1])
	if whole > 0 && whole%1_000_000 == 0 {
		said = words(whole) + " de " + names[1]
	}
	if cents > 0 {
		said += " con " + words(cents) + " " + plural(cents, "centavo", "centavos")
	}
	return said
}

func plural(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

var (
	ones = strings.Fields("cero un dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis " +
		"diecisiete dieciocho diecinueve veinte veintiún veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete " +
		"veintiocho veintinueve")
	tens     = strings.Fields("- - - treinta cuarenta cincuenta sesenta setenta ochenta noventa")
	hundreds = strings.Fields("- ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos")
)

// words says a number below a thousand million before a masculine noun.
func words(n int) string {
	switch {
	case n >= 2_000_000:
		return rest(words(n/1_000_000)+" millones", n%1_000_000)
	case n >= 1_000_000:
		return rest("un millón", n%1_000_000)
	case n >= 2000:
		return rest(words(n/1000)+" mil", n%1000)
	case n >= 1000:
		return rest("mil", n%1000)
	case n == 100:
		return "cien"
	case n > 100:
		return rest(hundreds[n/100], n%100)
	case n < 30:
		return ones[n]
	case n%10 == 0:
		return tens[n/10]
	}
	return tens[n/10] + " y " + ones[n%10]
}

func rest(said string, n int) string {
	if n == 0 {
		return said
	}
	return said + " " + words(n)
}

var (
	weekdays = strings.Fields("domingo lunes martes miércoles jueves viernes sábado")
	months   = strings.Fields("- enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre")
)

// moment says a time in its own zone.
func moment(t time.Time) string {
	return fmt.Sprintf("el %s %d de %s %s", weekdays[t.Weekday()], t.Day(), months[t.Month()], hour(t))
}

func hour(t time.Time) string {
	h := (t.Hour()+11)%12 + 1
	said := "a las " + words(h)
	if h == 1 {
		said = "a la una"
	}
	switch m := t.Minute(); m {
	case 0:
	case 15:
		said += " y cuarto"
	case 30:
		said += " y media"
	default:
		said += " y " + words(m)
	}
	switch {
	case t.Hour() < 6:
		return said + " de la madrugada"
	case t.Hour() >= 19:
		return said + " de la noche"
	case t.Hour() < 12:
		return said + " de la mañana"
	case t.Hour() == 12:
		return said + " del día"
	}
	return said + " de la tarde"
}

// dictated parts digits into groups of three and two.
func dictated(digits string) string {
	var groups []string
	for len(digits) > 4 {
		n := min(3, len(digits)-2)
		groups, digits = append(groups, digits[:n]), digits[n:]
	}
	if len(digits) == 4 {
		groups, digits = append(groups, digits[:2]), digits[2:]
	}
	return strings.Join(append(groups, digits), " ")
}

package speak_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/asixto/go-sdk/asixto/speak"
)

// small are the numerals of one word up to 900, and what they are worth.
func small() map[string]int64 {
	values := map[string]int64{"un": 1, "una": 1, "veintiún": 21, "veintiuna": 21, "ciento": 100}
	for i, w := range strings.Fields("uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete " +
		"dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve") {
		values[w] = int64(i + 1)
	}
	for i, w := range strings.Fields("treinta cuarenta cincuenta sesenta setenta ochenta noventa cien") {
		values[w] = int64(i+3) * 10
	}
	for i, w := range strings.Fields("doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos") {
		values[w] = int64(i+2) * 100
		values[strings.TrimSuffix(w, "os")+"as"] = int64(i+2) * 100
	}
	return values
}

// heard is the number that somebody understands who hears the words one by one, and
// an error where they are not Spanish.
func heard(words string) (int64, error) {
	values, scales := small(), map[string]int64{"millón": 1e6, "millones": 1e6, "billón": 1e12, "billones": 1e12}
	if words == "cero" {
		return 0, nil
	}
	all := strings.Fields(words)
	var total, group, last int64 // last is the value of the word before, 0 at the start of a group
	for i, w := range all {
		value, known := values[w]
		final := i == len(all)-1
		switch {
		case w == "y":
			if last < 30 || last > 90 || final || values[all[i+1]] > 9 {
				return 0, fmt.Errorf("%q joins nothing", w)
			}
		case w == "mil":
			if group == 1 || group >= 1000 {
				return 0, fmt.Errorf("%d mil", group)
			}
			group, last = max(group, 1)*1000, 0
		case scales[w] > 0:
			if (w == "millón" || w == "billón") != (group == 1) {
				return 0, fmt.Errorf("%d %s", group, w)
			}
			total, group, last = total+group*scales[w], 0, 0
		case !known:
			return 0, fmt.Errorf("%q is no numeral", w)
		case last > 0 && value >= last, last > 0 && last < 100 && all[i-1] != "y":
			return 0, fmt.Errorf("%q after %d", w, last)
		case strings.HasSuffix(w, "uno") && !final:
			return 0, fmt.Errorf("%q before %q", w, all[i+1])
		case w == "ciento" && (final || values[all[i+1]] == 0):
			return 0, fmt.Errorf("%q alone", w)
		case w == "cien" && !final && values[all[i+1]] > 0:
			return 0, fmt.Errorf("%q before %q", w, all[i+1])
		default:
			group, last = group+value, value
		}
	}
	return total + group, nil
}

// Whoever hears a number understands that number.
func TestNumbersAreUnderstood(t *testing.T) {
	t.Parallel()
	check := func(t interface {
		Fatalf(format string, args ...any)
	}, n int64) {
		words := speak.Number(n)
		if got, err := heard(words); err != nil || got != n {
			t.Fatalf("%d is said as %q: understood as %d, %v", n, words, got, err)
		}
	}
	for n := range int64(3000) {
		check(t, n)
	}
	for n := int64(3000); n <= 1_000_000; n += 97 {
		check(t, n)
	}
	rapid.Check(t, func(t *rapid.T) {
		check(t, rapid.OneOf(rapid.Int64Range(0, 2_000_000), rapid.Int64Range(0, 9e17)).Draw(t, "n"))
	})
}

// So too an amount in whole units of any currency that has a name, with the words
// that agree with the name.
func TestAmountsAreUnderstood(t *testing.T) {
	t.Parallel()
	names := map[string]string{
		"COP": "peso pesos", "UYU": "peso pesos", "USD": "dólar dólares", "EUR": "euro euros", "GBP": "libra libras", "PEN": "sol soles",
		"BRL": "real reales", "BOB": "boliviano bolivianos", "VES": "bolívar bolívares", "PYG": "guaraní guaraníes", "CRC": "colón colones",
		"GTQ": "quetzal quetzales", "HNL": "lempira lempiras", "NIO": "córdoba córdobas", "PAB": "balboa balboas", "JPY": "yen yenes",
	}
	for code, both := range names {
		one, many, _ := strings.Cut(both, " ")
		check := func(t interface {
			Fatalf(format string, args ...any)
		}, n int64) {
			said := speak.Whole(n, code).Spoken()
			words, name := said[:strings.LastIndex(said, " ")], said[strings.LastIndex(said, " ")+1:]
			words, of := strings.CutSuffix(words, " de")
			got, err := heard(words)
			if err != nil || got != n || name != map[bool]string{true: one, false: many}[n == 1] || of != (n > 0 && n%1_000_000 == 0) {
				t.Fatalf("%d %s is said as %q: %d, %v", n, code, said, got, err)
			}
			feminine := code == "GBP"
			if strings.HasSuffix(words, "uno") || feminine && (strings.HasSuffix(words, "un") || strings.HasSuffix(words, "cientos")) ||
				!feminine && (strings.HasSuffix(words, "una") || strings.HasSuffix(words, "cientas")) {
				t.Fatalf("%q does not agree with %q", words, name)
			}
		}
		for _, n := range []int64{0, 1, 2, 21, 100, 101, 121, 200, 201, 1000, 1001, 21_000, 1_000_000, 1_000_001, 21_000_000, 1_000_000_000} {
			check(t, n)
		}
		rapid.Check(t, func(t *rapid.T) { check(t, rapid.Int64Range(0, 9_000_000_000).Draw(t, "n")) })
	}
}

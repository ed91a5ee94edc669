package speak

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Count says a number of things: "1 cita", "4 citas".
func Count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}

// List says things in one sentence: "el teléfono, el correo y la dirección"; the
// "y" becomes "e" before the sound of i. Blank texts are left out.
func List(items ...string) string {
	said := without(items)
	if len(said) < 2 {
		return strings.Join(said, "")
	}
	last := said[len(said)-1]
	and := " y "
	if soundsLikeI(last) {
		and = " e "
	}
	return strings.Join(said[:len(said)-1], ", ") + and + last
}

func soundsLikeI(s string) bool {
	s = strings.TrimLeftFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) })
	s = strings.TrimPrefix(s, "h")
	switch {
	case strings.HasPrefix(s, "y"): // a vowel in "Ypacaraí", not in "yogur" and "Hyundai"
		next, _ := utf8.DecodeRuneInString(s[1:])
		return unicode.IsLetter(next) && !strings.ContainsRune("aeiouáéíóú", next)
	case strings.HasPrefix(s, "ie"):
		return false
	}
	return strings.HasPrefix(s, "i") || strings.HasPrefix(s, "í")
}

// Sentences joins sentences with a space; blank ones are left out.
func Sentences(parts ...string) string { return strings.Join(without(parts), " ") }

// Digits parts a number that is dictated, such as a telephone, into groups of
// three and two, which a voice reads one after the other: "300 123 45 67".
// Whatever is no digit is left out.
func Digits(s string) string {
	digits := strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, s)
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

func without(parts []string) []string {
	var said []string
	for _, p := range parts {
		if strings.TrimSpace(p) != "" {
			said = append(said, p)
		}
	}
	return said
}

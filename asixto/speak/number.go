package speak

import "strings"

// gender is the form that a number takes before a noun.
type gender uint8

const (
	alone     gender = iota // "veintiuno", with no noun behind it
	masculine               // "veintiún pesos"
	feminine                // "veintiuna libras"
)

// Number says a whole number in words, as nothing follows it: "veintiuno",
// "cuarenta y cinco mil novecientos", "menos dos". The scale is the long one: a
// billón is a million millions.
func Number(n int64) string { return inWords(n, alone) }

func inWords(n int64, g gender) string {
	if n < 0 {
		return "menos " + cardinal(uint64(-n), g) // that of the smallest int64 is right too
	}
	return cardinal(uint64(n), g)
}

// scales name the powers of a million.
func scales() [3][2]string {
	return [3][2]string{{"millón", "millones"}, {"billón", "billones"}, {"trillón", "trillones"}}
}

const million = 1_000_000

func cardinal(n uint64, g gender) string {
	if n == 0 {
		return "cero"
	}
	rest := belowMillion(n%million, g)
	var parts []string
	for _, scale := range scales() {
		n /= million
		group := n % million
		switch {
		case group == 1:
			parts = append(parts, "un "+scale[0])
		case group > 0:
			parts = append(parts, belowMillion(group, masculine)+" "+scale[1])
		}
	}
	words := ""
	for _, p := range parts {
		words = strings.TrimSpace(p + " " + words)
	}
	return strings.TrimSpace(words + " " + rest)
}

// belowMillion is "" for 0.
func belowMillion(n uint64, g gender) string {
	thousands, rest := n/1000, belowThousand(n%1000, g)
	switch thousands {
	case 0:
		return rest
	case 1:
		return strings.TrimSpace("mil " + rest)
	}
	if g == alone {
		g = masculine // "veintiún mil"
	}
	return strings.TrimSpace(belowThousand(thousands, g) + " mil " + rest)
}

func belowThousand(n uint64, g gender) string {
	if n == 100 {
		return "cien"
	}
	hundreds := [10]string{
		"", "ciento", "doscientos", "trescientos", "cuatrocientos", "quinientos",
		"seiscientos", "setecientos", "ochocientos", "novecientos",
	}[n/100]
	if g == feminine && n >= 200 {
		hundreds = strings.TrimSuffix(hundreds, "os") + "as"
	}
	return strings.TrimSpace(hundreds + " " + belowHundred(n%100, g))
}

func belowHundred(n uint64, g gender) string {
	one := [...]string{alone: "uno", masculine: "un", feminine: "una"}[g]
	ones := [...]string{
		"", one, "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez", "once", "doce", "trece", "catorce",
		"quince", "dieciséis", "diecisiete", "dieciocho", "diecinueve", "veinte", "veinti" + one, "veintidós", "veintitrés",
		"veinticuatro", "veinticinco", "veintiséis", "veintisiete", "veintiocho", "veintinueve",
	}
	if n == 21 && g == masculine {
		return "veintiún"
	}
	if n < uint64(len(ones)) {
		return ones[n]
	}
	tens := [...]string{"", "", "", "treinta", "cuarenta", "cincuenta", "sesenta", "setenta", "ochenta", "noventa"}[n/10]
	if n%10 == 0 {
		return tens
	}
	return tens + " y " + ones[n%10]
}

package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// maxHablado is how many entries of a list are said in a call.
const maxHablado = 3

func dias() [7]string {
	return [7]string{"domingo", "lunes", "martes", "miércoles", "jueves", "viernes", "sábado"}
}

func meses() [12]string {
	return [12]string{
		"enero", "febrero", "marzo", "abril", "mayo", "junio",
		"julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre",
	}
}

// fechaHablada says a moment as a person would, in t's own zone:
// "martes 5 de mayo a las 3 y 30 de la tarde".
func fechaHablada(t time.Time) string {
	return fmt.Sprintf("%s %d de %s %s", dias()[t.Weekday()], t.Day(), meses()[t.Month()-1], horaHablada(t))
}

func horaHablada(t time.Time) string {
	hora, parte := t.Hour()%12, "de la noche"
	if hora == 0 {
		hora = 12
	}
	switch h := t.Hour(); {
	case h < 6:
		parte = "de la madrugada"
	case h < 12:
		parte = "de la mañana"
	case h < 19:
		parte = "de la tarde"
	}
	articulo := "a las"
	if hora == 1 {
		articulo = "a la"
	}
	if t.Minute() == 0 {
		return fmt.Sprintf("%s %d %s", articulo, hora, parte)
	}
	return fmt.Sprintf("%s %d y %d %s", articulo, hora, t.Minute(), parte)
}

// importeHablado says an amount given in hundredths: "69.900 pesos",
// "17,50 dólares".
func importeHablado(centesimas int64, moneda string) string {
	texto := miles(centesimas / 100)
	if resto := centesimas % 100; resto != 0 {
		texto += fmt.Sprintf(",%02d", resto)
	}
	switch moneda {
	case monedaCOP:
		return texto + " pesos"
	case monedaUSD:
		return texto + " dólares"
	default:
		return texto + " " + moneda
	}
}

// miles writes n, which is not negative, with a dot every three digits.
func miles(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "." + s[i:]
	}
	return s
}

// contar says a number of things: "1 cita", "4 citas".
func contar(n int, uno, varios string) string {
	if n == 1 {
		return "1 " + uno
	}
	return strconv.Itoa(n) + " " + varios
}

// frase joins sentences with a single space and leaves empty ones out.
func frase(partes ...string) string {
	var out []string
	for _, p := range partes {
		if p != "" {
			out = append(out, p)
		}
	}
	return strings.Join(out, " ")
}

// digitosHablados separates digits into groups of two or three, so that a
// voice reads them one group at a time: "300 123 45 67".
func digitosHablados(digitos string) string {
	var grupos []string
	for len(digitos) > 4 {
		n := min(3, len(digitos)-2)
		grupos, digitos = append(grupos, digitos[:n]), digitos[n:]
	}
	if len(digitos) == 4 {
		grupos, digitos = append(grupos, digitos[:2]), digitos[2:]
	}
	return strings.Join(append(grupos, digitos), " ")
}

// centesimas turns an amount back into hundredths, for saying it.
func centesimas(importe float64) int64 { return int64(math.Round(importe * 100)) }

package main

import (
	"context"
	"fmt"
	"strings"
	"unicode"
)

const (
	listaMinorista = "pl_minorista" // the public prices, where a call names no list
	listaMayorista = "pl_mayorista"
)

const (
	monedaCOP = "COP" // the prices' own currency, where a call names none
	monedaUSD = "USD"
)

// tarifa names one column of prices.
type tarifa struct {
	Lista  string
	Moneda string
}

type item struct {
	Nombre    string
	Categoria string
	precios   map[tarifa]int64 // in hundredths, so that sums stay exact
	palabras  []string         // what a search compares, folded
}

// precio returns what the item costs under t, in hundredths.
func (i item) precio(t tarifa) int64 { return i.precios[t] }

// BuscarItems returns every item whose name or category has, for each word of
// texto, a word that begins with it; accents and case do not matter. The order
// is the catalogue's. It is errSinTarifa where t has no prices: another list's
// price must never stand in for it.
func (b *backend) BuscarItems(ctx context.Context, texto string, t tarifa) ([]item, error) {
	if err := b.begin(ctx, "buscar_items"); err != nil {
		return nil, err
	}
	if len(b.items) > 0 {
		if _, ok := b.items[0].precios[t]; !ok {
			return nil, fmt.Errorf("%w: %s in %s", errSinTarifa, t.Lista, t.Moneda)
		}
	}
	palabras := plegar(texto)
	var out []item
	for _, it := range b.items {
		if len(palabras) > 0 && it.tiene(palabras) {
			out = append(out, it)
		}
	}
	return out, nil
}

func (i item) tiene(palabras []string) bool {
	for _, p := range palabras {
		if !empieza(i.palabras, p) {
			return false
		}
	}
	return true
}

func empieza(palabras []string, p string) bool {
	for _, q := range palabras {
		if strings.HasPrefix(q, p) {
			return true
		}
	}
	return false
}

// sinAcento maps the letters that Spanish writes with a mark.
var sinAcento = strings.NewReplacer("á", "a", "é", "e", "í", "i", "ó", "o", "ú", "u", "ü", "u", "ñ", "n")

// plegar splits a text into words of lower-case letters without accents,
// whether an accent came as one character or as a mark of its own.
func plegar(s string) []string {
	s = strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return unicode.ToLower(r)
	}, s)
	return strings.FieldsFunc(sinAcento.Replace(s), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
}

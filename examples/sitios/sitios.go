package main

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// dominio is under which all sites are.
const dominio = "sitios.example"

// duraCreacion is how long a site is built.
const duraCreacion = time.Minute

// sitio is a site, public from its beginning and built after it.
type sitio struct {
	Direccion string // the name before the domain
	Paleta    Paleta
	Secciones []string
	Inicio    time.Time
	fallido   bool
}

// estado is how far a site is: one that failed does so at the end of its time.
func (s *sitio) estado(now time.Time) string {
	switch {
	case now.Sub(s.Inicio) < duraCreacion:
		return estadoEnConstruccion
	case s.fallido:
		return estadoFallido
	}
	return estadoPublicado
}

const (
	estadoEnConstruccion = "en_construccion"
	estadoPublicado      = "publicado"
	estadoFallido        = "fallido"
)

// Disponible says whether an address is free, and which like it are.
func (b *backend) Disponible(ctx context.Context, direccion string) (libre bool, parecidas []string, err error) {
	if err := ctx.Err(); err != nil {
		return false, nil, fmt.Errorf("sitios: disponible: %w", err)
	}
	now := b.opts.Now()
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.libre(direccion, now) {
		return true, nil, nil
	}
	for i := 2; len(parecidas) < 3; i++ {
		if otra := conSufijo(direccion, "-"+strconv.Itoa(i)); b.libre(otra, now) {
			parecidas = append(parecidas, otra)
		}
	}
	return false, parecidas, nil
}

// largoDireccion is how long the tools take an address.
const largoDireccion = 40

// conSufijo is an address with a suffix, shortened where a tool would not take it.
func conSufijo(direccion, sufijo string) string {
	direccion = direccion[:min(len(direccion), largoDireccion-len(sufijo))]
	return strings.TrimRight(direccion, "-") + sufijo
}

// libre reports whether nobody has an address. The lock is held.
func (b *backend) libre(direccion string, now time.Time) bool {
	s, ok := b.sitios[direccion]
	return !ok || s.estado(now) == estadoFallido
}

// CrearSitio makes the one site of a business. It is errNoExiste, errSinVerificar,
// errYaCreado or errOcupada where that may not be.
//
// Practice: the server holds the gate. All conditions are looked at here, under the
// lock in which the site is made; that the model was told the order secures nothing.
func (b *backend) CrearSitio(ctx context.Context, registro string, nuevo sitio) (negocio, error) {
	if err := ctx.Err(); err != nil {
		return negocio{}, fmt.Errorf("sitios: crear: %w", err)
	}
	now := b.opts.Now()
	b.mu.Lock()
	defer b.mu.Unlock()
	n, err := b.buscar(registro)
	switch {
	case err != nil:
		return negocio{}, err
	case !n.Verificado:
		return negocio{}, errSinVerificar
	case n.sitio != nil && n.sitio.estado(now) != estadoFallido:
		return negocio{}, errYaCreado
	case !b.libre(nuevo.Direccion, now):
		return negocio{}, errOcupada
	}
	nuevo.Inicio, nuevo.fallido = now, b.opts.Falla(nuevo.Direccion)
	n.sitio = &nuevo
	b.sitios[nuevo.Direccion] = n.sitio
	return *n, nil
}

// EstadoSitio says how far the site of a business is, errNoExiste without one.
func (b *backend) EstadoSitio(ctx context.Context, registro string) (s sitio, estado string, err error) {
	if err := ctx.Err(); err != nil {
		return sitio{}, "", fmt.Errorf("sitios: estado: %w", err)
	}
	now := b.opts.Now()
	b.mu.Lock()
	defer b.mu.Unlock()
	n, err := b.buscar(registro)
	if err != nil || n.sitio == nil {
		return sitio{}, "", errNoExiste
	}
	return *n.sitio, n.sitio.estado(now), nil
}

// nombreDeDireccion is a text as it stands in an address: "Panadería Luna" is
// panaderia-luna.
func nombreDeDireccion(texto string) string {
	texto = strings.TrimSuffix(plegar(strings.TrimSpace(texto)), "."+dominio)
	partes := strings.FieldsFunc(texto, func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') })
	return strings.Join(partes, "-")
}

// plegar is a text in lower case, without accents.
func plegar(s string) string { return sinAcentos.Replace(strings.ToLower(s)) }

var sinAcentos = strings.NewReplacer("á", "a", "é", "e", "í", "i", "ó", "o", "ú", "u", "ü", "u", "ñ", "n")

// enLista makes a list of one text: what stands between commas, semicolons or line
// breaks, without blanks, and nothing twice.
//
// Practice: flat scalars in. A model gets one text right where it gets a list of
// objects wrong; the structure is made here.
func enLista(texto string) []string {
	var lista []string
	for parte := range strings.FieldsFuncSeq(texto, func(r rune) bool { return strings.ContainsRune(",;\n", r) }) {
		if parte = strings.Join(strings.Fields(parte), " "); parte != "" && !slices.Contains(lista, parte) {
			lista = append(lista, parte)
		}
	}
	return lista
}

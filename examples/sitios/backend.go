package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"math/big"
	"strings"
	"sync"
	"time"
)

// What the backend answers when it cannot do what it was asked. The tools turn
// these into sentences for the customer; their own text is for the log.
var (
	errNoExiste     = errors.New("sitios: no such record")
	errMuyPronto    = errors.New("sitios: a code was sent a moment ago")
	errVencido      = errors.New("sitios: there is no code that is valid")
	errOtroCodigo   = errors.New("sitios: another code was sent")
	errSinVerificar = errors.New("sitios: the e-mail is not verified")
	errOcupada      = errors.New("sitios: the address is taken")
	errYaCreado     = errors.New("sitios: the business has a site")
)

// backend stands in for the author's own systems: leads, mail, names and builders,
// all in memory. It is safe for concurrent use, and each change checks its
// conditions and happens under one lock.
type backend struct {
	opts backendOptions

	mu       sync.Mutex
	negocios map[string]*negocio    // by clave of their registration
	sitios   map[string]*sitio      // by address, the last one there
	enviados map[string][]time.Time // when codes were sent, by e-mail
}

// backendOptions are the program's surroundings; tests bring their own.
type backendOptions struct {
	// Now is the clock; nil is time.Now.
	Now func() time.Time
	// Cartero sends a code to an e-mail address; nil sends nothing.
	Cartero func(ctx context.Context, correo, codigo string) error
	// Codigo makes a code of six digits; nil makes random ones.
	Codigo func() string
	// Falla says that the site at an address cannot be built; nil is never.
	Falla func(direccion string) bool
	// Contador counts the visits of sites; nil makes some up.
	Contador contador
}

// newBackend returns a backend with one site of somebody else's. A nil opts is
// the zero value.
func newBackend(opts *backendOptions) *backend {
	if opts == nil {
		opts = &backendOptions{}
	}
	b := &backend{opts: *opts, negocios: map[string]*negocio{}, enviados: map[string][]time.Time{}}
	if b.opts.Now == nil {
		b.opts.Now = time.Now
	}
	if b.opts.Cartero == nil {
		b.opts.Cartero = func(context.Context, string, string) error { return nil }
	}
	if b.opts.Codigo == nil {
		b.opts.Codigo = codigoAlAzar
	}
	if b.opts.Falla == nil {
		b.opts.Falla = func(string) bool { return false }
	}
	if b.opts.Contador == nil {
		b.opts.Contador = contadorDeMuestra{b}
	}
	b.sitios = map[string]*sitio{"panaderia-luna": {Direccion: "panaderia-luna", Paleta: "limonada"}}
	return b
}

// buscar returns the business of a registration, or errNoExiste. The lock is held.
func (b *backend) buscar(registro string) (*negocio, error) {
	n, ok := b.negocios[clave(registro)]
	if !ok {
		return nil, errNoExiste
	}
	return n, nil
}

func codigoAlAzar() string {
	n, err := rand.Int(rand.Reader, big.NewInt(1_000_000))
	if err != nil {
		panic(err) // the system's source of randomness never fails
	}
	return fmt.Sprintf("%06d", n)
}

// clave is the form in which registrations are compared: people say and type them
// with spaces, dots, hyphens or none, in either case.
func clave(s string) string { return strings.ToUpper(sinSeparadores.Replace(s)) }

var sinSeparadores = strings.NewReplacer(" ", "", ".", "", "-", "")

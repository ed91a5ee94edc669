package main

import (
	"context"
	"crypto/subtle"
	"fmt"
	"slices"
	"time"
)

const (
	vidaCodigo     = 10 * time.Minute
	entreCodigos   = time.Minute
	codigosPorDia  = 5 // to one address, whoever asks
	fallosDeCodigo = 5 // after which a code is void
)

// codigo is the last one that was sent to a business.
type codigo struct {
	Valor  string
	Vence  time.Time
	fallos map[string]bool // wrong ones: a call that is repeated counts once
}

// muchosCodigosError says that an address had all of its codes for now, and from when
// on it can have one more.
type muchosCodigosError struct{ Desde time.Time }

func (e *muchosCodigosError) Error() string {
	return "sitios: too many codes for one address, the next one from " + e.Desde.Format(time.RFC3339)
}

// EnviarCodigo sends a new code to the e-mail of a business, in place of the last
// one. It is errNoExiste, errMuyPronto or a *muchosCodigosError where it may not.
func (b *backend) EnviarCodigo(ctx context.Context, registro string) (correo string, vence time.Time, err error) {
	correo, nuevo, err := b.nuevoCodigo(registro)
	if err != nil {
		return "", time.Time{}, err
	}
	if err := b.opts.Cartero(ctx, correo, nuevo.Valor); err != nil {
		b.olvidarCodigo(registro, nuevo)
		return "", time.Time{}, fmt.Errorf("sitios: sending a code: %w", err)
	}
	return correo, nuevo.Vence, nil
}

// nuevoCodigo counts a code before it is sent: one that was sent and not counted
// would be one too many.
func (b *backend) nuevoCodigo(registro string) (correo string, c *codigo, err error) {
	now := b.opts.Now()
	b.mu.Lock()
	defer b.mu.Unlock()
	n, err := b.buscar(registro)
	if err != nil {
		return "", nil, err
	}
	hoy := slices.DeleteFunc(b.enviados[n.Correo], func(t time.Time) bool { return now.Sub(t) >= 24*time.Hour })
	b.enviados[n.Correo] = hoy
	switch {
	case len(hoy) > 0 && now.Sub(hoy[len(hoy)-1]) < entreCodigos:
		return "", nil, errMuyPronto
	case len(hoy) >= codigosPorDia:
		libre := hoy[0].Add(24 * time.Hour)
		return "", nil, &muchosCodigosError{Desde: libre.Add(time.Minute - 1).Truncate(time.Minute)} // a whole minute, since no less is told
	}
	b.enviados[n.Correo] = append(hoy, now)
	n.codigo = &codigo{Valor: b.opts.Codigo(), Vence: now.Add(vidaCodigo), fallos: map[string]bool{}}
	return n.Correo, n.codigo, nil
}

// olvidarCodigo lets a code that did not leave be asked for again at once.
func (b *backend) olvidarCodigo(registro string, c *codigo) {
	b.mu.Lock()
	defer b.mu.Unlock()
	n, err := b.buscar(registro)
	if err != nil || n.codigo != c {
		return
	}
	n.codigo = nil
	if sent := b.enviados[n.Correo]; len(sent) > 0 {
		b.enviados[n.Correo] = sent[:len(sent)-1]
	}
}

// VerificarCorreo compares a code with the one that was sent. It is errNoExiste,
// errVencido or errOtroCodigo where they do not agree. A code serves once.
func (b *backend) VerificarCorreo(ctx context.Context, registro, valor string) (negocio, error) {
	if err := ctx.Err(); err != nil {
		return negocio{}, fmt.Errorf("sitios: verificar: %w", err)
	}
	now := b.opts.Now()
	b.mu.Lock()
	defer b.mu.Unlock()
	n, err := b.buscar(registro)
	if err != nil {
		return negocio{}, err
	}
	c := n.codigo
	if c == nil || !now.Before(c.Vence) || len(c.fallos) >= fallosDeCodigo {
		return negocio{}, errVencido
	}
	if subtle.ConstantTimeCompare([]byte(c.Valor), []byte(valor)) != 1 {
		c.fallos[valor] = true
		return negocio{}, errOtroCodigo
	}
	n.Verificado, n.codigo = true, nil
	return *n, nil
}

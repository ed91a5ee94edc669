package main

import (
	"context"
	"fmt"
)

const (
	tipoServicios = "servicios"
	tipoTienda    = "tienda"
)

// primerNegocio keeps the numbers short enough to be said in a call.
const primerNegocio = 1001

// datos is what a customer says about a business. What does not apply, or was not
// said, is empty.
type datos struct {
	Nombre, Correo, Tipo string
	Horario              string // of services
	Entrega              string // of a shop
	Ofrece               []string
	Telefono             string // digits only
}

// negocio is a registered business, which may stay without a site.
type negocio struct {
	datos
	Registro   string // public: the customer comes back with it
	Verificado bool
	codigo     *codigo
	sitio      *sitio
}

// Registrar keeps what a customer says about a business, whatever comes of it.
func (b *backend) Registrar(ctx context.Context, d datos) (negocio, error) {
	if err := ctx.Err(); err != nil {
		return negocio{}, fmt.Errorf("sitios: registrar: %w", err)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	n := &negocio{datos: d, Registro: fmt.Sprintf("NEG-%d", primerNegocio+len(b.negocios))}
	b.negocios[clave(n.Registro)] = n
	return *n, nil
}

// Negocio returns a business, or errNoExiste.
func (b *backend) Negocio(registro string) (negocio, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	n, err := b.buscar(registro)
	if err != nil {
		return negocio{}, err
	}
	return *n, nil
}

// Reiniciar forgets the verification and the site of a business.
func (b *backend) Reiniciar(registro string) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	n, err := b.buscar(registro)
	if err != nil {
		return err
	}
	if n.sitio != nil && b.sitios[n.sitio.Direccion] == n.sitio {
		delete(b.sitios, n.sitio.Direccion)
	}
	n.Verificado, n.codigo, n.sitio = false, nil, nil
	return nil
}

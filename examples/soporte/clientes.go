package main

import (
	"context"
	"strings"
)

const (
	clienteActivo     = "activo"
	clienteSuspendido = "suspendido"
)

// The documents of the sample clients.
const (
	docLaura      = "CC1032456789"
	docAndres     = "CC52890111"
	docMarta      = "CC79456123"
	docFerreteria = "NIT900123456"
)

type cliente struct {
	Documento string
	Nombre    string
	Estado    string
	Telefono  string // digits only
	Correo    string
}

// contacto is what a client may change by asking; nil leaves a field alone.
type contacto struct {
	Telefono *string
	Correo   *string
}

func clientesDeMuestra() map[string]*cliente {
	muestra := []cliente{
		{docLaura, "Laura Gómez", clienteActivo, "3001234567", "laura.gomez@correo.example"},
		{docAndres, "Andrés Rojas", clienteActivo, "3109876543", "andres.rojas@correo.example"},
		{docMarta, "Marta Díaz", clienteSuspendido, "3205550147", "marta.diaz@correo.example"},
		{docFerreteria, "Ferretería El Tornillo", clienteActivo, "6015550199", "compras@tornillo.example"},
	}
	m := make(map[string]*cliente, len(muestra))
	for _, c := range muestra {
		m[clave(c.Documento)] = &c
	}
	return m
}

// Cliente returns the client with that document, or errNoExiste.
func (b *backend) Cliente(ctx context.Context, documento string) (cliente, error) {
	if err := b.begin(ctx, "cliente"); err != nil {
		return cliente{}, err
	}
	b.mu.RLock()
	defer b.mu.RUnlock()
	c, ok := b.clientes[clave(documento)]
	if !ok {
		return cliente{}, errNoExiste
	}
	return *c, nil
}

// ActualizarContacto writes the fields of nuevo that are set and returns the
// client as it is afterwards. A suspended client may still be reached, so the
// state does not matter here.
func (b *backend) ActualizarContacto(ctx context.Context, documento string, nuevo contacto) (cliente, error) {
	if err := b.begin(ctx, "actualizar_contacto"); err != nil {
		return cliente{}, err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	c, ok := b.clientes[clave(documento)]
	if !ok {
		return cliente{}, errNoExiste
	}
	if nuevo.Telefono != nil {
		c.Telefono = *nuevo.Telefono
	}
	if nuevo.Correo != nil {
		c.Correo = *nuevo.Correo
	}
	b.efectos.ClientesActualizados++
	return *c, nil
}

// clave is the form in which documents and public codes are compared: people
// say and type them with spaces, dots, hyphens or none, in either case.
func clave(s string) string {
	return strings.ToUpper(sinSeparadores.Replace(s))
}

var sinSeparadores = strings.NewReplacer(" ", "", ".", "", "-", "")

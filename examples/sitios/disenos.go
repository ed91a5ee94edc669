package main

import "slices"

// What is built: the house's own lists, in its own order. What a model proposes is
// matched against them.
var (
	estilos   = []string{"sobrio", "alegre", "natural", "elegante"}
	secciones = []string{"inicio", "nosotros", "productos", "servicios", "galería", "opiniones", "horario", "contacto"}
)

// Paleta is the name of a palette.
type Paleta string

// Values implements schema.Closed.
func (Paleta) Values() []Paleta {
	nombres := make([]Paleta, len(paletas))
	for i, p := range paletas {
		nombres[i] = p.Nombre
	}
	return nombres
}

var paletas = []struct {
	Nombre  Paleta
	Estilo  string
	Colores string
}{
	{"pizarra", "sobrio", "gris oscuro, blanco y azul"},
	{"niebla", "sobrio", "gris claro, blanco y negro"},
	{"coral", "alegre", "coral, crema y turquesa"},
	{"limonada", "alegre", "amarillo, blanco y verde"},
	{"oliva", "natural", "verde oliva, arena y café"},
	{"bosque", "natural", "verde oscuro, crema y madera"},
	{"vino", "elegante", "vino, marfil y dorado"},
	{"noche", "elegante", "azul noche, plata y blanco"},
}

// deLaCasa are those of ideas that are in todo, by the house's spelling and in the
// order of the ideas, without repeats.
func deLaCasa(ideas, todo []string) []string {
	var out []string
	for _, idea := range ideas {
		for _, propia := range todo {
			if plegar(idea) == plegar(propia) && !slices.Contains(out, propia) {
				out = append(out, propia)
			}
		}
	}
	return out
}

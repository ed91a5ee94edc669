// Command author is what an author of tools has: a main package with the types
// of their arguments.
package main

// RecogidaIn is an exported type.
type RecogidaIn struct {
	Guia string  `json:"guia" validate:"max=20" doc:"Número de guía"`
	Nota *string `json:"nota" validate:"max=200"`
}

type recogidaIn RecogidaIn

// RecogidaOut is the type of an answer.
type RecogidaOut struct {
	Estado string  `json:"estado"`
	Nota   *string `json:"nota,omitempty"`
}

// Broken has a rule that does not exist.
type Broken struct {
	Guia string `json:"guia" validate:"maxx=20"`
}

// Generic has no schema of its own.
type Generic[T any] struct {
	Valor T `json:"valor"`
}

func main() { _ = recogidaIn{} }

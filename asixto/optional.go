package asixto

import "strings"

// Or is the value of an optional argument, or def where it was not given:
//
//	prioridad := asixto.Or(in.Prioridad, "normal")
//
// An optional argument is normalised once, in the handler or in the argument
// type's Normalize, so that nothing behind it has to ask again.
func Or[T any](p *T, def T) T {
	if p == nil {
		return def
	}
	return *p
}

// When keeps an optional argument that applies, and drops one that does not. A
// model fills in more than it should; a stray value is dropped at the boundary
// rather than refused. Written in Normalize it runs before the rules:
//
//	func (in *CasoIn) Normalize() {
//		in.Luces = asixto.When(in.Tipo == "falla", in.Luces)
//	}
func When[T any](applies bool, p *T) *T {
	if !applies {
		return nil
	}
	return p
}

// Trimmed is an optional text without the blanks around it, nil where nothing
// is left: a model sends "" or " " for what it does not know. Written in
// Normalize it runs before the rules. What p points to stays as it is.
func Trimmed[S ~string](p *S) *S {
	if p == nil {
		return nil
	}
	s := S(strings.TrimSpace(string(*p)))
	if s == "" {
		return nil
	}
	return &s
}

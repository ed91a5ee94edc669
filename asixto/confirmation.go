package asixto

// Confirmed is an argument by which the customer's decision is stated; its
// schema accepts only true. What cannot be undone asks for one (contract,
// "Anotaciones y su efecto"):
//
//	Confirmado asixto.Confirmed `json:"confirmado" doc:"La decisión del cliente: confirmó que quiere cancelar"`
//
// A call with false, null or nothing is VALIDATION before the handler runs. It
// is an enum on purpose: who makes up a boolean without one makes up false.
type Confirmed bool

// Values implements schema.Closed.
func (Confirmed) Values() []Confirmed { return []Confirmed{true} }

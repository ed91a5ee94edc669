package schema

// Direction says on which side of a tool a type stands. The sides differ in
// what a pointer means and in whether an object is closed.
type Direction uint8

const (
	// Input is the side of the arguments: objects are closed, and an optional
	// value also accepts null (contract, "Reglas del esquema").
	Input Direction = iota
	// Output is the side of the answer: an optional value is left out, a pointer
	// without omitempty is required and may be null.
	Output
)

// Nullable is how a schema says that a value may be null. Both forms satisfy the
// contract; which one a model's provider digests better differs.
type Nullable uint8

const (
	// TypeArray writes "type": ["string", "null"], with null among an enum's
	// values. It is the contract page's own form and the default.
	TypeArray Nullable = iota
	// AnyOf writes "anyOf": [{…}, {"type": "null"}], for providers that refuse a
	// list of types or a null inside an enum.
	AnyOf
)

// Options configure [Compile] and [CompileType]. A nil *Options is an Input with
// the type-array form and Spanish messages.
type Options struct {
	// Direction is the side of the tool the type stands on. Default: [Input].
	Direction Direction

	// Nullable is the form of values that accept null. Default: [TypeArray].
	Nullable Nullable

	// Messages replaces what a customer hears about a bad value. Default:
	// [Spanish].
	Messages Messages
}

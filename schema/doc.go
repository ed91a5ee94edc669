// Package schema makes of a Go struct what a model sees and what a server holds
// every call to: one JSON Schema, and one codec that accepts exactly what that
// schema accepts. One set of tags is the truth for both.
//
//	type AbrirCasoIn struct {
//		Documento string  `json:"documento" validate:"min=5,max=20" doc:"Número de documento, sin puntos"`
//		Tipo      string  `json:"tipo" validate:"oneof=falla instalacion cobro"`
//		Prioridad *string `json:"prioridad" validate:"oneof=alta normal"` // a pointer: optional, may be null
//	}
//
// [Compile] refuses a type that has no good schema, with every fault at once and
// what to write instead; what it gives cannot panic on any document. [CompileType]
// does the same for a reflect.Type.
//
// # Tags
//
//   - json: the name; omitempty and omitzero say optional; string sends an integer
//     as text. Embedded structs are what encoding/json sees of them.
//   - validate: the rules of go-playground/validator/v10. Those with a meaning to a
//     schema become keywords: min, max, len, gt, gte, lt, lte, eq, oneof, unique, the
//     named patterns and formats, dive and keys for what is inside. The others are
//     held at a call and listed by [TypeCodec.RuntimeRules]: rules between fields
//     (required_if, gtfield …), alternatives (email|e164), a second pattern.
//   - doc: the description, kept whole. Start it with a short noun phrase, "Número
//     de documento, sin puntos": up to the first , . ; : or ( and 40 characters it
//     is what a caller hears the field called ("Falta número de documento"). A
//     longer start is not said: then the name is, with spaces.
//   - asixto: items separated by ";": from=tool.field, internal, strip,
//     free=reason, unit=seconds, allow=rule-id: reason. See [Field].
//
// A key that is misspelt, or that another library of schemas would read, is refused.
//
// # Presence
//
// Whether a value is there belongs to the types and to the codec, never to a rule.
// In arguments a pointer, omitempty or omitzero says optional, and optional says
// nullable (contract, "Reglas del esquema"): absent and null are the same, and a
// value that is there is held to its rules, "" and 0 included. The rule required
// makes a pointer required, and a text non-empty; zero and false are values. In
// answers omitempty and omitzero say optional, and a pointer without them is
// required and may be null. A list or a map never holds null.
//
// # Which of these do I want?
//
//   - A closed set of texts: validate:"oneof=…", or a named type with Values, see
//     [Closed].
//   - A confirmation that only true satisfies: a bool with validate:"eq=true".
//   - A date: a string with validate:"datetime=2006-01-02". A moment: time.Time.
//   - A span of time: time.Duration with asixto:"unit=minutes".
//   - A type with its own JSON: give it JSONSchema() *jsonschema.Schema of
//     github.com/invopop/jsonschema; calls are held to what it states. A type with
//     its own text needs nothing.
//   - An object of any form: jsontext.Value of
//     github.com/go-json-experiment/json/jsontext, with asixto:"free=reason": the
//     rules list it as an exception. It has at most [DefaultFreeSize] bytes where no
//     max says another limit.
//   - A field of an answer that is for the author's own code alone, such as an
//     internal identifier: json:"-"; or asixto:"strip" where its JSON name serves a
//     database or another interface. It is in no answer and in no schema of one,
//     where asixto:"internal" sends an identifier on purpose.
//   - Fields that apply in one case only: pointers, and a method Normalize that
//     drops what does not apply; it runs before the rules, for every type inside
//     the arguments that has one, inside before outside, where a value was sent.
//
// # Deviations
//
// The codec is never looser than the schema, also not by rounding: a number is
// compared by all of its digits. It is stricter where no flat schema can say what is
// meant, such as in the runtime rules; the test TestCodecAgreesWithSchema has the
// list. The document null stands for no arguments.
//
// Of a hand-written schema only flat keywords are taken: no $ref, no union, and null
// only inside it, as the field says whether the whole may be null. It has to fit what
// encoding/json reads and writes for the type, and an amended one may only be narrower
// than the tags. Calls are held to its formats date, date-time, email, hostname, ipv4,
// ipv6, uri and uuid; another one needs a pattern beside it. Its annotations
// (default …) are dropped; the first of its examples is what a caller hears who
// breaks its pattern.
//
// The tag option omitempty leaves out "", nil, [] and {}, as encoding/json does,
// never a pointer to "".
package schema

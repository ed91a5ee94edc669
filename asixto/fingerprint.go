package asixto

import (
	"bytes"
	"crypto/sha256"

	"github.com/go-json-experiment/json/jsontext"
)

// fingerprint condenses the arguments of a call so that one idempotency key
// with other arguments is noticed. Key order, spacing, the spelling of strings
// and null members do not count; numbers count digit by digit, so integers
// above 2^53 stay apart. args has passed the codec: it is one valid object.
func fingerprint(args []byte) [sha256.Size]byte {
	v := jsontext.Value(bytes.Clone(args))
	err := v.Format(jsontext.ReorderRawObjects(true),
		jsontext.CanonicalizeRawInts(false), jsontext.CanonicalizeRawFloats(false))
	if err != nil || v.Kind() != '{' {
		v = jsontext.Value("{}") // missing and null arguments are no arguments
	}
	return sha256.Sum256(withoutNulls(make([]byte, 0, len(v)+16), v))
}

// withoutNulls appends the tokens of src to dst, each with a separator, less
// the object members whose value is null.
func withoutNulls(dst []byte, src jsontext.Value) []byte {
	d := jsontext.NewDecoder(bytes.NewBuffer(src))
	for {
		switch k := d.PeekKind(); k {
		case '{', '[', '}', ']':
			if _, err := d.ReadToken(); err != nil {
				return dst
			}
			dst = append(dst, byte(k))
			if d.StackDepth() == 0 {
				return dst
			}
		default:
			v, err := d.ReadValue()
			if err != nil {
				return dst
			}
			n := len(dst)
			dst = append(append(dst, v...), ',')
			if isName(d) && d.PeekKind() == 'n' {
				dst = dst[:n]
				if err := d.SkipValue(); err != nil {
					return dst
				}
			}
		}
	}
}

// isName reports whether the string d has just read is the name of a member.
func isName(d *jsontext.Decoder) bool {
	kind, n := d.StackIndex(d.StackDepth())
	return kind == '{' && n%2 == 1
}

package asixto

import (
	"bytes"
	"crypto/sha256"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// fingerprint condenses the arguments of a call so that one idempotency key
// with other arguments is noticed. Key order, spacing, the spelling of strings
// and null members do not count; numbers count digit by digit, so integers
// above 2^53 stay apart. args has passed the codec: it is one valid object, or
// nothing.
func fingerprint(args []byte) [sha256.Size]byte {
	c := canonicalizer{src: args}
	if c.skipSpace(); c.peek() != '{' {
		c.src, c.pos = []byte("{}"), 0 // missing and null arguments are no arguments
	}
	return sha256.Sum256(c.value(make([]byte, 0, len(args)+16)))
}

// A canonicalizer rewrites JSON in its one canonical form. On anything but valid
// JSON it ends all the same, with a form of no meaning.
type canonicalizer struct {
	src []byte
	pos int
}

// peek is the next byte, 0 at the end.
func (c *canonicalizer) peek() byte {
	if c.pos < len(c.src) {
		return c.src[c.pos]
	}
	return 0
}

func (c *canonicalizer) skipSpace() {
	for c.pos < len(c.src) && c.src[c.pos] <= ' ' {
		c.pos++
	}
}

// value appends the canonical form of the next value.
func (c *canonicalizer) value(dst []byte) []byte {
	c.skipSpace()
	switch c.peek() {
	case '{':
		return c.object(dst)
	case '[':
		return c.array(dst)
	case '"':
		return c.text(dst)
	default:
		start := c.pos
		c.pos = min(c.pos+1, len(c.src)) // also over what begins no value
		for c.pos < len(c.src) && strings.IndexByte(" \t\r\n,:]}", c.src[c.pos]) < 0 {
			c.pos++
		}
		return append(dst, c.src[start:c.pos]...)
	}
}

// text appends a string in its shortest spelling.
func (c *canonicalizer) text(dst []byte) []byte {
	start := c.pos
	plain := true
	for c.pos++; c.pos < len(c.src) && c.src[c.pos] != '"'; c.pos++ {
		if c.src[c.pos] == '\\' {
			plain = false
			c.pos++
		}
	}
	c.pos = min(c.pos+1, len(c.src))
	raw := c.src[start:c.pos]
	if plain {
		return append(dst, raw...)
	}
	decoded, _ := jsontext.AppendUnquote(nil, raw)
	out, _ := jsontext.AppendQuote(dst, decoded)
	return out
}

func (c *canonicalizer) array(dst []byte) []byte {
	dst = append(dst, '[')
	c.pos++
	for c.more(']') {
		dst = append(c.value(dst), ',')
	}
	return append(dst, ']')
}

// object appends the members that are not null, sorted by name.
func (c *canonicalizer) object(dst []byte) []byte {
	dst = append(dst, '{')
	c.pos++
	base := len(dst)
	var members [][2]int // start and end in dst
	for c.more('}') {
		start := len(dst)
		dst = append(c.value(dst), ':')
		c.more(':')
		value := len(dst)
		dst = append(c.value(dst), ',')
		if string(dst[value:]) == "null," {
			dst = dst[:start]
			continue
		}
		members = append(members, [2]int{start, len(dst)})
	}
	byName := func(a, b [2]int) int { return bytes.Compare(dst[a[0]:a[1]], dst[b[0]:b[1]]) }
	if !slices.IsSortedFunc(members, byName) {
		slices.SortFunc(members, byName)
		sorted := make([]byte, 0, len(dst)-base)
		for _, m := range members {
			sorted = append(sorted, dst[m[0]:m[1]]...)
		}
		copy(dst[base:], sorted)
	}
	return append(dst, '}')
}

// more passes over space and one comma, and over end if that comes next; it
// reports whether another value follows instead.
func (c *canonicalizer) more(end byte) bool {
	for c.skipSpace(); c.peek() == ','; c.skipSpace() {
		c.pos++
	}
	if c.peek() == end {
		c.pos++
		return false
	}
	return c.pos < len(c.src)
}

package dispatch

import (
	"bytes"
	"errors"
	"io"
	"math"
	"net/http"
	"strconv"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// parser reads one envelope at a time, with the buffers of those before.
type parser struct {
	buf     bytes.Buffer
	limit   io.LimitedReader
	body    []byte // what buf held before dec drained it
	dec     jsontext.Decoder
	scratch []byte
	env     envelope
}

// lenient leaves the inside of the arguments to the tool, which names every
// fault at once. Raw bytes outside UTF-8 are refused before, so the second
// option lets pass only escapes of lone surrogates, which JavaScript writes.
var lenient = []jsontext.Options{jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)}

// load reads the whole body. The buffer grows with what arrives, not with what
// Content-Length promises.
func (p *parser) load(r *http.Request, most int64) *Error {
	if r.ContentLength > most {
		return tooLarge(most)
	}
	p.buf.Reset()
	p.limit = io.LimitedReader{R: r.Body, N: min(most, math.MaxInt64-1) + 1}
	_, err := p.buf.ReadFrom(&p.limit)
	p.limit.R = nil
	switch {
	case err != nil:
		return cutShort(err)
	case int64(p.buf.Len()) > most:
		return tooLarge(most)
	}
	return nil
}

// cutShort says why a body did not arrive whole.
func cutShort(err error) *Error {
	var outer *http.MaxBytesError
	if errors.As(err, &outer) {
		return tooLarge(outer.Limit)
	}
	return ParseError("the body ended early")
}

func tooLarge(most int64) *Error {
	return refused(http.StatusRequestEntityTooLarge, "the body is over "+strconv.FormatInt(most, 10)+" bytes")
}

// parse reads the loaded body into p.env.
func (p *parser) parse(deepest int) *Error {
	p.env, p.body = envelope{}, p.buf.Bytes()
	switch {
	case len(p.body) == 0:
		return ParseError("the body is empty")
	case !utf8.Valid(p.body):
		return ParseError("the body is not UTF-8")
	case deeper(p.body, deepest):
		return InvalidRequest("the body nests deeper than " + strconv.Itoa(deepest) + " levels")
	}
	p.dec.Reset(&p.buf, lenient...)
	if err := p.message(); err != nil {
		p.env = envelope{}
		return malformed(err)
	}
	return p.env.check()
}

// malformed says where the body stops being JSON.
func malformed(err error) *Error {
	var syntax *jsontext.SyntacticError
	if errors.As(err, &syntax) {
		return ParseError("malformed JSON at byte " + strconv.FormatInt(syntax.ByteOffset, 10))
	}
	return ParseError("malformed JSON")
}

// message reads the one value of the body. Its errors are of syntax; a fault
// of the message itself waits for check, when the id is known.
func (p *parser) message() error {
	p.env.kind = p.dec.PeekKind()
	if err := p.value(p.member); err != nil {
		return err
	}
	if _, err := p.dec.ReadToken(); !errors.Is(err, io.EOF) {
		return errors.Join(err, errors.New("more than one value"))
	}
	return nil
}

func (p *parser) member(name []byte) error {
	switch string(name) {
	case "jsonrpc":
		return p.take(name, &p.env.jsonrpc)
	case "id":
		return p.take(name, &p.env.id)
	case "method":
		return p.take(name, &p.env.method)
	case "params":
		return p.enter(name, &p.env.params, p.param)
	}
	return p.dec.SkipValue()
}

func (p *parser) param(name []byte) error {
	switch string(name) {
	case "name":
		return p.take(name, &p.env.name)
	case "arguments":
		return p.take(name, &p.env.arguments)
	case "_meta":
		return p.enter(name, &p.env.meta, p.note)
	case "cursor":
		return p.take(name, &p.env.cursor)
	case "uri":
		return p.take(name, &p.env.uri)
	}
	return p.dec.SkipValue()
}

func (p *parser) note(name []byte) error {
	switch string(name) {
	case keyVersion:
		return p.take(name, &p.env.version)
	case keyClient:
		return p.take(name, &p.env.client)
	case keyCapabilities:
		return p.take(name, &p.env.capable)
	}
	for i, key := range noted {
		if string(name) == key {
			return p.take(name, &p.env.noted[i])
		}
	}
	return p.dec.SkipValue()
}

// take keeps the next value, which stays in the buffer.
func (p *parser) take(name []byte, slot *jsontext.Value) error {
	p.once(name, *slot != nil)
	value, err := p.dec.ReadValue()
	*slot = value
	return err
}

// enter visits the members of the next value.
func (p *parser) enter(name []byte, seen *bool, visit func([]byte) error) error {
	p.once(name, *seen)
	*seen = true
	return p.value(visit)
}

func (p *parser) once(name []byte, seen bool) {
	if seen && p.env.repeated != "id" { // of all repetitions the one that costs the id
		p.env.repeated = string(name)
	}
}

// value visits the members of the next value if it is an object, and passes
// over any other.
func (p *parser) value(visit func(name []byte) error) error {
	if p.dec.PeekKind() != jsontext.KindBeginObject {
		return p.dec.SkipValue()
	}
	if _, err := p.dec.ReadToken(); err != nil {
		return err
	}
	for p.dec.PeekKind() != jsontext.KindEndObject {
		name, err := p.dec.ReadValue()
		if err != nil {
			return err
		}
		if err := visit(text(name)); err != nil {
			return err
		}
	}
	_, err := p.dec.ReadToken()
	return err
}

// deeper reports whether objects and lists nest beyond limit. Few bodies have
// as many brackets in all, so most are only counted.
func deeper(body []byte, limit int) bool {
	if bytes.Count(body, []byte{'{'})+bytes.Count(body, []byte{'['}) <= limit {
		return false
	}
	depth, quoted := 0, false
	for i := 0; i < len(body); i++ {
		switch c := body[i]; {
		case c == '"':
			quoted = !quoted
		case c == '\\':
			i++ // whatever is escaped opens and closes nothing
		case quoted:
		case c == '{' || c == '[':
			if depth++; depth > limit {
				return true
			}
		case c == '}' || c == ']':
			depth--
		}
	}
	return false
}

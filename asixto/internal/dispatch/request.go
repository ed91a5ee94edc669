package dispatch

import (
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/asixto/go-sdk/meta"
)

// request is a message for the Backend. It owns its memory: a tool may outlive
// its request, the parser's buffers do not.
type request struct {
	method    string
	name      string
	arguments jsontext.Value
	call      meta.Call
	trace     Trace
}

// validate holds the params to what the method wants of them.
func (e *envelope) validate() *Error {
	switch {
	case e.client != nil && e.client.Kind() != jsontext.KindBeginObject:
		return InvalidParams("_meta member " + quote(keyClient) + " must be an object")
	case e.capable.Kind() != jsontext.KindBeginObject:
		return InvalidParams("_meta member " + quote(keyCapabilities) + " must be an object")
	}
	switch string(text(e.method)) {
	case methodCall:
		if e.name.Kind() != jsontext.KindString {
			return InvalidParams(`member "name" must be a string`)
		}
	case methodList:
		if e.cursor != nil && e.cursor.Kind() != jsontext.KindNull && !isText(e.cursor, "") {
			return InvalidParams("unknown cursor: the list has one page")
		}
	}
	return nil
}

// request takes a served and validated message out of the buffers: one string
// holds all its texts.
func (p *parser) request() request {
	env := &p.env
	var (
		ends   [len(noted)]int
		states [len(noted)]meta.State
	)
	p.scratch, _ = gather(p.scratch[:0], env.name)
	first := len(p.scratch)
	for i, raw := range env.noted {
		p.scratch, states[i] = gather(p.scratch, raw)
		ends[i] = len(p.scratch)
	}
	all := string(p.scratch)
	part := func(i int) string {
		if i == 0 {
			return all[first:ends[0]]
		}
		return all[ends[i-1]:ends[i]]
	}

	req := request{name: all[:first]}
	switch string(text(env.method)) {
	case methodDiscover:
		req.method = methodDiscover
	case methodList:
		req.method = methodList
	case methodCall:
		req.method = methodCall
		if env.arguments.Kind() != jsontext.KindNull {
			req.arguments = slices.Clone(env.arguments)
		}
		req.call = meta.FromLookup(func(key string) (string, meta.State) {
			if i := slices.Index(noted[:], key); i >= 0 {
				return part(i), states[i]
			}
			return "", meta.Missing
		})
	}
	t := len(noted) - 3
	req.trace = Trace{Parent: part(t), State: part(t + 1), Baggage: part(t + 2)}
	return req
}

// gather appends the text of a value and says what the value is. A text that is
// not Unicode is none: two of them could become one key.
func gather(dst []byte, raw jsontext.Value) ([]byte, meta.State) {
	switch raw.Kind() {
	case jsontext.KindInvalid:
		return dst, meta.Missing
	case jsontext.KindNull:
		return dst, meta.Null
	case jsontext.KindString:
		if longer, err := jsontext.AppendUnquote(dst, raw); err == nil {
			return longer, meta.Present
		}
	}
	return dst, meta.WrongType
}

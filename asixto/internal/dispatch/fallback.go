package dispatch

import (
	"bytes"
	"io"
	"net/http"
	"slices"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// onward is the request as the fallback gets it: the body restored, and the
// headers that go-sdk insists on filled in from the body. A header that is
// there stays, so that go-sdk refuses what contradicts the body.
func (p *parser) onward(r *http.Request) *http.Request {
	body := bytes.Clone(p.body) // a stream lasts longer than the buffer
	out := r.Clone(r.Context())
	out.Body = io.NopCloser(bytes.NewReader(body))
	out.ContentLength = int64(len(body))
	out.TransferEncoding = nil

	env := &p.env
	if out.Header.Get(headerVersion) == "" && env.version.Kind() == jsontext.KindString {
		fill(out.Header, headerVersion, env.version)
		fill(out.Header, headerMethod, env.method)
		fill(out.Header, headerName, env.subject())
	}
	if !isText(env.method, methodListen) {
		out.Header.Set("Accept", "application/json, text/event-stream")
	}
	return out
}

// echoed reports whether go-sdk gives an id back as it came: it reads numbers as
// floating point, and an answer under another id is worse than none.
func echoed(id jsontext.Value) bool {
	if id.Kind() != jsontext.KindNumber {
		return true
	}
	n, err := strconv.ParseInt(string(id), 10, 64)
	return err == nil && -1<<53 <= n && n <= 1<<53
}

// subject is what Mcp-Name names in the methods that have it.
func (e *envelope) subject() jsontext.Value {
	switch string(text(e.method)) {
	case methodCall, "prompts/get":
		return e.name
	case "resources/read":
		return e.uri
	}
	return nil
}

func fill(h http.Header, header string, raw jsontext.Value) {
	if h.Get(header) == "" && raw.Kind() == jsontext.KindString {
		h.Set(header, string(text(raw)))
	}
}

// outdated reports whether the message asks for a revision before [Revision]
// that nobody speaks: go-sdk's answer to it names no revisions.
func (e *envelope) outdated(h http.Header) bool {
	if e.version.Kind() != jsontext.KindString || compare(h[headerVersion], e.version) == differs {
		return false
	}
	version := string(text(e.version))
	return version < Revision && !slices.Contains(Versions(), version)
}

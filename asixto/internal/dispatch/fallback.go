package dispatch

import (
	"bytes"
	"io"
	"net/http"
	"slices"
	"strings"

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
func (e *envelope) outdated(h http.Header, versions []string) bool {
	if e.id == nil || e.version.Kind() != jsontext.KindString || compare(h[headerVersion], e.version) == differs {
		return false
	}
	version := string(text(e.version))
	return version < Revision && !slices.Contains(versions, version)
}

// plainSpoken turns the fallback's plain-text refusals into JSON-RPC errors.
// Everything else, streams included, passes as it is.
type plainSpoken struct {
	http.ResponseWriter
	status int // of a refusal that is held back
	text   bytes.Buffer
	wrote  bool
}

// WriteHeader holds a refusal back until its text is there.
func (w *plainSpoken) WriteHeader(status int) {
	if w.wrote {
		return
	}
	if status >= http.StatusOK {
		w.wrote = true
	}
	if status >= http.StatusBadRequest && strings.HasPrefix(w.Header().Get("Content-Type"), "text/plain") {
		w.status = status
		return
	}
	w.ResponseWriter.WriteHeader(status)
}

// Write collects the text of a refusal.
func (w *plainSpoken) Write(p []byte) (int, error) {
	w.wrote = true
	if w.status == 0 {
		return w.ResponseWriter.Write(p)
	}
	if w.text.Len() < 1<<10 { // a refusal is one line
		w.text.Write(p)
	}
	return len(p), nil
}

// Unwrap lets [http.ResponseController] flush a stream.
func (w *plainSpoken) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// finish says what was held back.
func (w *plainSpoken) finish(id jsontext.Value) {
	if w.status == 0 {
		return
	}
	WriteError(w.ResponseWriter, w.status, id, InvalidRequest(strings.TrimSpace(w.text.String())))
}

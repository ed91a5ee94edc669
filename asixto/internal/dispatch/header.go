package dispatch

import (
	"mime"
	"net/http"

	"github.com/go-json-experiment/json/jsontext"
)

// The protocol's headers, in the spelling of [http.Header].
const (
	headerVersion = "Mcp-Protocol-Version"
	headerMethod  = "Mcp-Method"
	headerName    = "Mcp-Name"
)

// admit looks at a request before its body.
func admit(r *http.Request) *Error {
	if r.Method != http.MethodPost {
		return refused(http.StatusMethodNotAllowed, "the endpoint takes POST only")
	}
	if kind := r.Header.Get("Content-Type"); kind != "application/json" {
		if media, _, err := mime.ParseMediaType(kind); err != nil || media != "application/json" {
			return refused(http.StatusUnsupportedMediaType, "Content-Type must be application/json")
		}
	}
	return nil
}

// agree holds the headers to the body. What is sent must agree. What is not
// sent is missed only by a client that sends the version, as the revision
// wants: the Gateway does not.
func (e *envelope) agree(h http.Header) *Error {
	version := compare(h[headerVersion], e.version)
	strict := version == agrees
	if version == differs {
		return contradiction(headerVersion)
	}
	if err := demand(headerMethod, compare(h[headerMethod], e.method), strict); err != nil {
		return err
	}
	if isText(e.method, methodCall) {
		return demand(headerName, compare(h[headerName], e.name), strict)
	}
	return nil
}

func demand(header string, v verdict, strict bool) *Error {
	switch {
	case v == differs:
		return contradiction(header)
	case v == absent && strict:
		return HeaderMismatch("header " + header + " is missing")
	}
	return nil
}

func contradiction(header string) *Error {
	return HeaderMismatch("header " + header + " differs from the body")
}

type verdict int

const (
	absent verdict = iota
	agrees
	differs
)

// compare holds every value of a header to a string of the body.
func compare(values []string, raw jsontext.Value) verdict {
	if len(values) == 0 || len(values) == 1 && values[0] == "" {
		return absent
	}
	if raw.Kind() != jsontext.KindString {
		return differs
	}
	want := text(raw)
	for _, value := range values {
		if value != string(want) {
			return differs
		}
	}
	return agrees
}

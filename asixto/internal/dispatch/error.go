package dispatch

import (
	"net/http"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// The codes of JSON-RPC 2.0 and of MCP that the entry answers with.
const (
	CodeParseError         = -32700 // the body is not JSON
	CodeInvalidRequest     = -32600 // the body is JSON but no request
	CodeMethodNotFound     = -32601 // no such method
	CodeInvalidParams      = -32602 // wrong params, or no such tool
	CodeInternalError      = -32603 // a fault of the server
	CodeHeaderMismatch     = -32020 // a header is missing or differs from the body
	CodeUnsupportedVersion = -32022 // a revision that the server does not speak
)

// Error is a protocol error: the member "error" of a JSON-RPC answer. Its text
// reaches the client. A tool's own failures are results, never an Error.
type Error struct {
	Code    int
	Message string
	Data    []byte // JSON, nil for none

	status     int // HTTP status where the code alone does not say it
	retryAfter int // seconds, for the header Retry-After; 0 for none
}

// Error returns the message.
func (e *Error) Error() string { return e.Message }

// Status is the HTTP status that goes with the error, as revision 2026-07-28
// and go-sdk have it: 404 for an unknown method, 400 where the request is to
// blame, 200 for any other code.
func (e *Error) Status() int {
	if e.status != 0 {
		return e.status
	}
	switch e.Code {
	case CodeMethodNotFound:
		return http.StatusNotFound
	case CodeParseError, CodeInvalidRequest, CodeInvalidParams, CodeHeaderMismatch, CodeUnsupportedVersion:
		return http.StatusBadRequest
	default:
		return http.StatusOK
	}
}

// ParseError says that the body is not JSON.
func ParseError(message string) *Error {
	return &Error{Code: CodeParseError, Message: message}
}

// InvalidRequest says that the body is no JSON-RPC request.
func InvalidRequest(message string) *Error {
	return &Error{Code: CodeInvalidRequest, Message: message}
}

// MethodNotFound says that the server has no such method.
func MethodNotFound(method string) *Error {
	return &Error{Code: CodeMethodNotFound, Message: "unknown method " + quote(method)}
}

// InvalidParams says what is wrong with the params.
func InvalidParams(message string) *Error {
	return &Error{Code: CodeInvalidParams, Message: message}
}

// UnknownTool says that the catalogue has no tool of that name.
func UnknownTool(name string) *Error {
	return InvalidParams("unknown tool " + quote(name))
}

// HeaderMismatch says which header is missing or contradicts the body.
func HeaderMismatch(message string) *Error {
	return &Error{Code: CodeHeaderMismatch, Message: message}
}

// UnsupportedVersion says that the server does not speak the requested
// revision, and which ones it does.
func UnsupportedVersion(requested string) *Error {
	data := []byte(`{"supported":[`)
	for i, version := range Versions() {
		if i > 0 {
			data = append(data, ',')
		}
		data = appendQuote(data, version)
	}
	data = append(data, `],"requested":`...)
	data = append(appendQuote(data, clip(requested)), '}')
	return &Error{Code: CodeUnsupportedVersion, Message: "unsupported protocol version", Data: data}
}

// Unavailable says that the server takes no more calls at the moment, and when
// to come again: 503 with Retry-After, in seconds.
func Unavailable(message string, retryAfter int) *Error {
	return &Error{Code: CodeInternalError, Message: message, status: http.StatusServiceUnavailable, retryAfter: retryAfter}
}

// refused is an invalid request with a status of its own.
func refused(status int, message string) *Error {
	return &Error{Code: CodeInvalidRequest, Message: message, status: status}
}

// appendQuote appends s as a JSON string; what is not UTF-8 becomes U+FFFD.
func appendQuote(dst []byte, s string) []byte {
	dst, _ = jsontext.AppendQuote(dst, s) // the error only reports that U+FFFD was used
	return dst
}

// quote shows a text of the client's in a message.
func quote(s string) string { return strconv.Quote(clip(s)) }

// clip bounds a text of the client's, since an answer repeats it.
func clip(s string) string {
	const limit = 128 // bytes; names of tools end at 40
	if len(s) > limit {
		return s[:limit] + "…"
	}
	return s
}

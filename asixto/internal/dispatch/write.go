package dispatch

import (
	"net/http"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

const (
	head = `{"jsonrpc":"2.0","id":`
	mid  = `,"result":`
	tail = `}`
)

// WriteError answers with a JSON-RPC error and the given HTTP status. A nil id
// is written as null, which is what JSON-RPC wants where the id is unknown.
// Headers that belong to the status (WWW-Authenticate, Allow, Retry-After) are
// the caller's, to be set before.
func WriteError(w http.ResponseWriter, status int, id jsontext.Value, err *Error) {
	if id == nil {
		id = jsontext.Value("null")
	}
	body := append([]byte(head), id...)
	body = append(body, `,"error":{"code":`...)
	body = strconv.AppendInt(body, int64(err.Code), 10)
	body = append(body, `,"message":`...)
	body = appendQuote(body, err.Message)
	if len(err.Data) > 0 {
		body = append(append(body, `,"data":`...), err.Data...)
	}
	body = append(body, `}}`...)
	announce(w, len(body))
	w.WriteHeader(status)
	_, _ = w.Write(body) // a client that has gone needs no answer
}

// writeResult splices the result into its envelope. The result is not copied: a
// long catalogue goes from the Backend's bytes to the connection.
func writeResult(w http.ResponseWriter, id jsontext.Value, result []byte) {
	front := appendFront(make([]byte, 0, 64), id)
	announce(w, len(front)+len(result)+len(tail))
	for _, part := range [...][]byte{front, result, []byte(tail)} {
		if _, err := w.Write(part); err != nil {
			return // the client has gone
		}
	}
}

// appendFront appends what precedes a result.
func appendFront(b []byte, id jsontext.Value) []byte {
	return append(append(append(b, head...), id...), mid...)
}

// announce sets the headers that every answer has, in one allocation.
func announce(w http.ResponseWriter, length int) {
	values := []string{"application/json", "no-cache, no-transform", strconv.Itoa(length)}
	h := w.Header()
	h["Content-Type"], h["Cache-Control"], h["Content-Length"] = values[0:1:1], values[1:2:2], values[2:3:3]
}

package dispatch

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/asixto/go-sdk/meta"
)

const (
	methodDiscover = "server/discover"
	methodList     = "tools/list"
	methodCall     = "tools/call"
	methodListen   = "subscriptions/listen" // answered by the fallback, with a stream
)

// What the protocol says about itself in params._meta.
const (
	keyVersion      = "io.modelcontextprotocol/protocolVersion"
	keyClient       = "io.modelcontextprotocol/clientInfo"
	keyCapabilities = "io.modelcontextprotocol/clientCapabilities"
)

// noted are the texts of params._meta that travel with a call: the Gateway's
// eight, then the trace context.
var noted = [...]string{
	meta.KeyIdempotencyKey, meta.KeyConversationID, meta.KeyRequestID, meta.KeyChannel,
	meta.KeyCompanyID, meta.KeyPriceListID, meta.KeyCurrency, meta.KeyTimezone,
	"traceparent", "tracestate", "baggage",
}

// envelope is one message, as raw values that alias its body. A nil value is
// absent.
type envelope struct {
	kind                         jsontext.Kind // of the whole
	jsonrpc, id, method          jsontext.Value
	name, arguments, uri, cursor jsontext.Value // of params
	version, client, capable     jsontext.Value // of params._meta
	noted                        [len(noted)]jsontext.Value
	params, meta                 bool   // seen
	repeated                     string // a member seen twice
}

// check says what keeps the envelope from being a request or notification.
func (e *envelope) check() *Error {
	switch {
	case e.kind == jsontext.KindBeginArray:
		return InvalidRequest("batches are not supported: send one request at a time")
	case e.kind != jsontext.KindBeginObject:
		return InvalidRequest("a request is a JSON object")
	case e.repeated != "":
		return InvalidRequest("member " + quote(e.repeated) + " appears twice")
	case !isText(e.jsonrpc, "2.0"):
		return InvalidRequest(`member "jsonrpc" must be "2.0"`)
	case e.id != nil && !validID(e.id):
		return InvalidRequest(`member "id" must be a string or an integer`)
	case e.method.Kind() != jsontext.KindString:
		return InvalidRequest(`member "method" must be a string`)
	}
	return nil
}

// served reports whether the message is for the Backend.
func (e *envelope) served() bool {
	if !isText(e.version, Revision) {
		return false
	}
	switch string(text(e.method)) {
	case methodDiscover, methodList, methodCall:
		return true
	}
	return false
}

// replyID is the id an answer carries: nil where there is none to trust.
func (e *envelope) replyID() jsontext.Value {
	if e.repeated == "id" || !validID(e.id) {
		return nil
	}
	return bytes.Clone(e.id)
}

// validID takes strings and integers of any size. An id is echoed as it came, so
// a string with half a surrogate pair, which strict readers refuse, is none.
func validID(id jsontext.Value) bool {
	switch id.Kind() {
	case jsontext.KindString:
		_, err := jsontext.AppendUnquote(nil, id)
		return err == nil
	case jsontext.KindNumber:
		return !bytes.ContainsAny(id, ".eE")
	}
	return false
}

// isText reports whether raw is the JSON string want.
func isText(raw jsontext.Value, want string) bool {
	return raw.Kind() == jsontext.KindString && string(text(raw)) == want
}

// text is the content of a JSON string, in place where nothing is escaped.
func text(raw jsontext.Value) []byte {
	if bytes.IndexByte(raw, '\\') < 0 {
		return raw[1 : len(raw)-1]
	}
	content, _ := jsontext.AppendUnquote(nil, raw) // a lone surrogate becomes U+FFFD
	return content
}

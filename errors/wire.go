package toolerrors

import (
	"encoding/json"
	"errors"
	"fmt"
	"unicode/utf8"
)

// AppendJSON appends the wire form of the contract (pages 02 and 06) to dst,
// as it goes into structuredContent and, byte for byte, into the text content:
//
//	{"error":{"error_type":"NOT_FOUND","user_message":"…","details":"…"}}
//
// Keys come in this order and empty details are left out. The output is
// compact, equal for equal errors, and escapes only what JSON demands: &, < and
// > stay as they are. It never holds the cause.
func (e *Error) AppendJSON(dst []byte) []byte {
	dst = append(dst, `{"error":{"error_type":"`...)
	dst = append(dst, e.Kind()...)
	dst = append(dst, `","user_message":`...)
	dst = appendString(dst, e.UserMessage())
	if details := e.Details(); details != "" {
		dst = append(dst, `,"details":`...)
		dst = appendString(dst, details)
	}
	return append(dst, `}}`...)
}

// MarshalJSON is [Error.AppendJSON] as an encoder calls it; its error is always
// nil. The encoder of encoding/json escapes &, < and > afterwards.
func (e *Error) MarshalJSON() ([]byte, error) { return e.AppendJSON(nil), nil }

// UnmarshalJSON reads the wire form, for clients and tests. An error_type that
// the contract does not know reads as [KindUnknown], as the Gateway reads it; a
// blank user_message becomes the fixed sentence; other members are ignored. It
// fails where data is no JSON object with an object "error" in it.
func (e *Error) UnmarshalJSON(data []byte) error {
	var wire struct {
		Error *struct {
			Kind        Kind   `json:"error_type"`
			UserMessage string `json:"user_message"`
			Details     string `json:"details"`
		} `json:"error"`
	}
	if err := json.Unmarshal(data, &wire); err != nil {
		return fmt.Errorf("toolerrors: read the wire form: %w", err)
	}
	if wire.Error == nil {
		return errors.New(`toolerrors: read the wire form: no member "error"`)
	}
	*e = *New(wire.Error.Kind, wire.Error.UserMessage).WithDetails(wire.Error.Details)
	return nil
}

const hex = "0123456789abcdef"

// appendString appends s as a JSON string with the fewest escapes.
func appendString(dst []byte, s string) []byte {
	dst = append(dst, '"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			dst = append(dst, '\\', byte(r))
		case r == '\b':
			dst = append(dst, '\\', 'b')
		case r == '\f':
			dst = append(dst, '\\', 'f')
		case r == '\n':
			dst = append(dst, '\\', 'n')
		case r == '\r':
			dst = append(dst, '\\', 'r')
		case r == '\t':
			dst = append(dst, '\\', 't')
		case r < ' ':
			dst = append(dst, '\\', 'u', '0', '0', hex[r>>4], hex[r&0xf])
		default:
			dst = utf8.AppendRune(dst, r)
		}
	}
	return append(dst, '"')
}

package asixto

import (
	"bytes"
	"encoding/binary"
	"errors"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	toolerrors "github.com/asixto/go-sdk/errors"
)

// MaxAnswer is the number of UTF-16 code units of a result that reach the
// model; the Gateway cuts off the rest without a word. It holds for the text
// and for the compact structured content, each (contract, "Forma de la
// respuesta").
const MaxAnswer = 3000

// An answer is what one call says: the structured content and the text beside
// it, each encoded exactly once.
type answer struct {
	structured []byte
	text       string // empty: the structured content itself
	isError    bool
	busy       bool // nothing ran: HTTP says so in its own words
}

// errorAnswer is the one form of every business failure.
func errorAnswer(err *toolerrors.Error) answer {
	return answer{structured: err.AppendJSON(nil), isError: true}
}

func (a answer) content() string {
	if a.text == "" {
		return string(a.structured)
	}
	return a.text
}

// size is the larger of the two lengths the Gateway measures.
func (a answer) size() int {
	return max(units(a.structured), units(a.text))
}

// units counts UTF-16 code units: the Gateway and the checker measure so.
func units[Text string | []byte](s Text) int {
	if len(s) <= MaxAnswer {
		return len(s) // never fewer bytes than units, and only the limit matters
	}
	n := 0
	for _, r := range string(s) {
		if w := utf16.RuneLen(r); w > 0 {
			n += w
		} else {
			n++
		}
	}
	return n
}

// appendResult appends the JSON-RPC result of a tools/call. head is the
// server's own `"_meta":{…},` or empty.
func (a answer) appendResult(b []byte, head string) []byte {
	b = append(b, '{')
	b = append(b, head...)
	b = append(b, `"content":[{"type":"text","text":`...)
	if a.text == "" {
		b = appendQuote(b, a.structured)
	} else {
		b = appendQuote(b, a.text)
	}
	b = append(b, `}],"structuredContent":`...)
	b = append(b, a.structured...)
	if a.isError {
		b = append(b, `,"isError":true`...)
	}
	return spellOut(append(b, `,"resultType":"complete"}`...))
}

// spellOut writes the text "data:" another way, which means the same in JSON: the
// certification checker takes any answer that holds it for a stream of events.
func spellOut(b []byte) []byte {
	if bytes.Contains(b, []byte("data:")) {
		return bytes.ReplaceAll(b, []byte("data:"), []byte(`data\u003a`))
	}
	return b
}

// appendQuote appends s as a JSON string. Texts come out of the codec or were
// made valid before, so the only error, invalid UTF-8, has its replacement.
func appendQuote[Text string | []byte](b []byte, s Text) []byte {
	out, err := jsontext.AppendQuote(b, s)
	if err != nil {
		out, _ = jsontext.AppendQuote(b, string([]rune(string(s))))
	}
	return out
}

const recordVersion = 1

var errRecord = errors.New("asixto: the stored answer has a form this version does not know")

// record is the stored form of a success: a version byte, the length of the
// structured content, the structured content, the text.
func (a answer) record() []byte {
	b := make([]byte, 0, 1+binary.MaxVarintLen64+len(a.structured)+len(a.text))
	b = append(b, recordVersion)
	b = binary.AppendUvarint(b, uint64(len(a.structured)))
	b = append(b, a.structured...)
	return append(b, a.text...)
}

// parseRecord reads a record back; an unknown version or a damaged record is
// an error, never a wrong answer.
func parseRecord(b []byte) (answer, error) {
	if len(b) == 0 || b[0] != recordVersion {
		return answer{}, errRecord
	}
	n, w := binary.Uvarint(b[1:])
	if w <= 0 || n > uint64(len(b)-1-w) { //nolint:gosec // what is left is never negative
		return answer{}, errRecord
	}
	rest := b[1+w:]
	text := rest[n:]
	if !utf8.Valid(text) || !jsontext.Value(rest[:n]).IsValid() {
		return answer{}, errRecord
	}
	return answer{structured: rest[:n:n], text: string(text)}, nil
}

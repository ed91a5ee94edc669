package schema

import (
	"encoding/base64"
	"maps"
	"slices"
	"strings"
	"time"
)

// heldFormats are the formats that a schema of an author's may state, by the
// validator's rule that texts are then held to. A moment has no rule of its own.
var heldFormats = map[string]string{
	"date":      "datetime=" + time.DateOnly,
	"date-time": "",
	"email":     "email",
	"hostname":  "hostname_rfc1123|fqdn",
	"ipv4":      "ipv4",
	"ipv6":      "ipv6",
	"uri":       "uri",
	"uuid":      "uuid",
}

// form is what holds texts to the format that a schema states, nil where nothing
// has to. One that no rule knows needs a pattern beside it.
func (r *shapeReader) form(s *shape) func(text string) bool {
	rule, held := heldFormats[s.Format]
	switch {
	case s.Type != "string" || s.Format == "":
		return nil
	case rule != "":
		judge := r.b.validator()
		return func(text string) bool {
			ok, _ := passes(judge, text, rule)
			return ok
		}
	case held:
		return isMoment
	case s.Pattern == "":
		r.fault("no call would be held to the format " + quote(s.Format) + "; state its pattern too, or one of " +
			strings.Join(slices.Sorted(maps.Keys(heldFormats)), ", "))
	}
	return nil
}

// weighEncoding refuses an encoding that no text is held to.
func (r *shapeReader) weighEncoding(s *shape) {
	if s.ContentEncoding != "" && s.ContentEncoding != "base64" {
		r.fault("no call would be held to the contentEncoding " + quote(s.ContentEncoding) + "; state base64, or a pattern in its place")
	}
}

// readBase64 reads standard base64, strictly and without line breaks.
func readBase64(text string) (data []byte, ok bool) {
	data, err := base64.StdEncoding.Strict().DecodeString(text)
	return data, err == nil && len(text) == base64.StdEncoding.EncodedLen(len(data)) // it skips line breaks
}

// isMoment reports whether a text is a moment of RFC 3339.
func isMoment(text string) bool {
	_, ok := readMoment(text)
	return ok
}

func readMoment(text string) (t time.Time, ok bool) {
	err := t.UnmarshalText([]byte(text))
	return t, err == nil && strictMoment(text)
}

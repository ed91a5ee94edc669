package schema

import (
	"regexp"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// shape is the JSON Schema of one value: the keywords this package writes, and
// the only ones it understands in a schema an author wrote by hand.
type shape struct {
	Type            string // empty where the enum says it all
	Nullable        bool
	Enum            []jsontext.Value
	Format          string
	ContentEncoding string
	Pattern         string
	MinLength       int
	MaxLength       int // -1: no limit
	Minimum         string
	ExclusiveMin    string
	Maximum         string
	ExclusiveMax    string
	MinItems        int
	MaxItems        int // -1: no limit
	UniqueItems     bool
	MinProperties   int
	MaxProperties   int // -1: no limit
	Title           string
	Description     string
	Closed          bool // additionalProperties: false
	Required        []string
	Properties      []property // nil: not an object with declared properties
	Names           *shape     // propertyNames of a map
	Values          *shape     // additionalProperties of a map
	Items           *shape

	// Of a schema that an author wrote.
	regexp  *regexp.Regexp    // of Pattern
	form    func(string) bool // of Format
	listed  map[string]bool   // Enum, each in its one spelling
	example string
}

type property struct {
	Name  string
	Shape *shape
}

func newShape(typ string) *shape {
	return &shape{Type: typ, MaxLength: -1, MaxItems: -1, MaxProperties: -1}
}

// copy lets a field add its description and nullability to a shape that a type
// shares among its fields.
func (s *shape) copy() *shape {
	c := *s
	return &c
}

// schemaWriter writes shapes as compact JSON: keywords in a fixed, readable
// order, properties in the order of the struct.
type schemaWriter struct {
	buf   []byte
	form  Nullable
	fresh bool // nothing was written in the open object yet
}

func (s *shape) appendTo(buf []byte, form Nullable) []byte {
	w := schemaWriter{buf: buf, form: form}
	w.value(s)
	return w.buf
}

func (w *schemaWriter) value(s *shape) {
	if s.Nullable && w.form == AnyOf {
		w.anyOf(s)
		return
	}
	w.open('{')
	w.typeAndEnum(s)
	w.limits(s)
	w.text("title", s.Title)
	w.text("description", s.Description)
	w.structure(s)
	w.close('}')
}

// anyOf keeps title and description outside the branches: they are the
// property's, and providers read them there.
func (w *schemaWriter) anyOf(s *shape) {
	branch := *s
	branch.Nullable, branch.Title, branch.Description = false, "", ""
	w.open('{')
	w.key("anyOf")
	w.open('[')
	w.value(&branch)
	w.buf = append(w.buf, `,{"type":"null"}`...)
	w.close(']')
	w.text("title", s.Title)
	w.text("description", s.Description)
	w.close('}')
}

func (w *schemaWriter) typeAndEnum(s *shape) {
	switch {
	case s.Nullable:
		w.key("type")
		w.open('[')
		w.item(s.Type)
		w.item("null")
		w.close(']')
	case s.Enum == nil:
		w.text("type", s.Type)
	}
	if s.Enum == nil {
		return
	}
	w.key("enum")
	w.open('[')
	for _, v := range s.Enum {
		w.comma()
		w.buf = append(w.buf, v...)
	}
	if s.Nullable {
		w.comma()
		w.buf = append(w.buf, "null"...)
	}
	w.close(']')
}

func (w *schemaWriter) limits(s *shape) {
	w.text("format", s.Format)
	w.text("contentEncoding", s.ContentEncoding)
	w.text("pattern", s.Pattern)
	w.count("minLength", s.MinLength, 0)
	w.count("maxLength", s.MaxLength, -1)
	w.number("minimum", s.Minimum)
	w.number("exclusiveMinimum", s.ExclusiveMin)
	w.number("maximum", s.Maximum)
	w.number("exclusiveMaximum", s.ExclusiveMax)
	w.count("minItems", s.MinItems, 0)
	w.count("maxItems", s.MaxItems, -1)
	if s.UniqueItems {
		w.number("uniqueItems", "true")
	}
	w.count("minProperties", s.MinProperties, 0)
	w.count("maxProperties", s.MaxProperties, -1)
}

func (w *schemaWriter) structure(s *shape) {
	switch {
	case s.Closed:
		w.number("additionalProperties", "false")
	case s.Values != nil:
		w.key("additionalProperties")
		w.value(s.Values)
	}
	if s.Names != nil {
		w.key("propertyNames")
		w.value(s.Names)
	}
	if len(s.Required) > 0 {
		w.key("required")
		w.open('[')
		for _, name := range s.Required {
			w.item(name)
		}
		w.close(']')
	}
	if s.Properties != nil {
		w.key("properties")
		w.open('{')
		for _, p := range s.Properties {
			w.key(p.Name)
			w.value(p.Shape)
		}
		w.close('}')
	}
	if s.Items != nil {
		w.key("items")
		w.value(s.Items)
	}
}

func (w *schemaWriter) open(c byte)  { w.buf, w.fresh = append(w.buf, c), true }
func (w *schemaWriter) close(c byte) { w.buf, w.fresh = append(w.buf, c), false }

func (w *schemaWriter) comma() {
	if !w.fresh {
		w.buf = append(w.buf, ',')
	}
	w.fresh = false
}

func (w *schemaWriter) key(name string) {
	w.item(name)
	w.buf = append(w.buf, ':')
}

func (w *schemaWriter) item(text string) {
	w.comma()
	w.buf = appendText(w.buf, text)
}

func (w *schemaWriter) text(key, value string) {
	if value != "" {
		w.key(key)
		w.buf = appendText(w.buf, value)
	}
}

func (w *schemaWriter) number(key, value string) {
	if value != "" {
		w.key(key)
		w.buf = append(w.buf, value...)
	}
}

func (w *schemaWriter) count(key string, n, none int) {
	if n != none {
		w.key(key)
		w.buf = strconv.AppendInt(w.buf, int64(n), 10)
	}
}

// appendText writes s as a JSON string. Invalid UTF-8 becomes U+FFFD, which is
// the only error AppendQuote knows and what the contract wants.
func appendText(buf []byte, s string) []byte {
	out, _ := jsontext.AppendQuote(buf, s)
	return out
}

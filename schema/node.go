package schema

import (
	"bytes"
	"errors"
	"hash/crc32"
	"reflect"
	"strconv"
	"strings"
	"unicode"

	"github.com/go-json-experiment/json/jsontext"
)

// A node is the compiled form of one value of a type: how it is read, held to
// its rules and written.
type node interface {
	// decode reads exactly one JSON value that is not null into v.
	decode(d *decoder, v reflect.Value)
	// check holds v to its rules.
	check(w *walk, v reflect.Value)
	// encode appends v as JSON.
	encode(e *encoder, v reflect.Value)
}

// A step is one part of the way from the root to a value. It is small, as one is
// taken for every value of every call.
type step struct {
	field *field // of a struct; nil in a list or a map
	n     int    // the index of an item, or ^i for the i-th of the walk's keys
}

// A walk carries what reading, checking and writing share: where it stands and
// what it found.
type walk struct {
	codec    *TypeCodec
	path     []step
	keys     []string // of the maps on the path
	problems []Problem
	received bool            // what the wire holds was held to its rules as it came
	checks   bool            // writing checks what is held to its JSON, so that it need not be written twice
	faulty   map[string]bool // paths that have a problem already
	zeros    map[string]bool // optional values that were sent, though they are zero
	unread   []string        // paths of values with a problem inside, which kept all of it from being read
}

// restart clears what is set, and writes no more: the pool's walks are few and
// their codec never changes.
func (w *walk) restart() {
	w.path, w.keys, w.received, w.checks = w.path[:0], w.keys[:0], false, false
	if w.problems != nil {
		w.problems = nil
	}
	if w.faulty != nil {
		w.faulty = nil
	}
	if w.zeros != nil {
		w.zeros = nil
	}
	if w.unread != nil {
		w.unread = nil
	}
}

func (w *walk) intoField(f *field) { w.path = append(w.path, step{field: f}) }
func (w *walk) intoItem(i int)     { w.path = append(w.path, step{n: i}) }

func (w *walk) intoKey(key string) {
	w.path = append(w.path, step{n: ^len(w.keys)})
	w.keys = append(w.keys, pathKey(key))
}

func (w *walk) out() {
	last := len(w.path) - 1
	if s := w.path[last]; s.n < 0 {
		w.keys = w.keys[:^s.n]
	}
	w.path = w.path[:last]
}

// full reports whether enough problems were found: more would help nobody and let
// one request fill the memory.
func (w *walk) full() bool { return len(w.problems) >= maxProblems }

// add records a problem of the value the walk stands on.
func (w *walk) add(p Problem) {
	if w.full() {
		return
	}
	p.Path = w.pathString()
	if p.Label == "" {
		p.Label = w.label()
	}
	w.problems = append(w.problems, p)
}

// pathKey is a key as paths hold it. A path is made of many of the values under a
// key, so a long one is cut, and told from others of its start by a checksum.
func pathKey(key string) string {
	const longest = 64
	if len(key) <= longest {
		return key
	}
	return shorten(key, longest) + "…" + strconv.FormatUint(uint64(crc32.ChecksumIEEE([]byte(key))), 16)
}

// pathString writes the way as JavaScript would: items[3].nombre. Keys that are no
// words are quoted, so that no two values share a path.
func (w *walk) pathString() string {
	var b []byte
	for _, s := range w.path {
		var name string
		switch {
		case s.field != nil:
			name = s.field.name
		case s.n >= 0:
			b = append(strconv.AppendInt(append(b, '['), int64(s.n), 10), ']')
			continue
		default:
			if name = w.keys[^s.n]; !isWord(name) {
				b = append(appendText(append(b, '['), name), ']')
				continue
			}
		}
		if len(b) > 0 {
			b = append(b, '.')
		}
		b = append(b, name...)
	}
	return string(b)
}

func isWord(key string) bool {
	return key != "" && !strings.ContainsFunc(key, func(r rune) bool {
		return r != '_' && r != '-' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
}

// label is what a person calls the value: its field, and the place in a list.
func (w *walk) label() string {
	label, place, words := "", "", w.codec.messages
	for _, s := range w.path {
		switch {
		case s.field != nil:
			label = s.field.label
		case s.n >= 0:
			place = " (" + strings.ReplaceAll(words.Item, "{number}", strconv.Itoa(s.n+1)) + ")"
		default:
			place = " (" + speakable(w.keys[^s.n]) + ")"
		}
	}
	return label + place
}

// A decoder is a walk over raw JSON.
type decoder struct {
	walk
	dec  *jsontext.Decoder
	data []byte
	src  bytes.Buffer // over data
	err  error        // the JSON itself is malformed; nothing can be read any more

	failed error // a Normalize panicked
}

func newDecoder(c *TypeCodec) *decoder {
	return &decoder{walk: walk{codec: c}, dec: new(jsontext.Decoder)}
}

func (d *decoder) reset(data []byte) {
	d.restart()
	d.data, d.src, d.err, d.failed = data, *bytes.NewBuffer(data), nil, nil
	d.dec.Reset(&d.src, jsontext.AllowDuplicateNames(true))
}

func (d *decoder) kind() jsontext.Kind { return d.dec.PeekKind() }

// raw reads one value; what it returns is valid until the next read.
func (d *decoder) raw() (jsontext.Value, bool) {
	if d.err != nil {
		return nil, false
	}
	v, err := d.dec.ReadValue()
	if err != nil {
		d.err = err
		return nil, false
	}
	return v, true
}

// delimiter reads one of { } [ ].
func (d *decoder) delimiter() bool {
	if d.err == nil {
		_, d.err = d.dec.ReadToken()
	}
	return d.err == nil
}

func (d *decoder) skip() {
	if d.err == nil {
		d.err = d.dec.SkipValue()
	}
}

// end makes sure that nothing follows the value.
func (d *decoder) end() {
	if d.err == nil && len(bytes.Trim(d.data[d.dec.InputOffset():], jsonBlanks)) > 0 {
		d.err = errTrailing
	}
}

var errTrailing = errors.New("something follows the JSON value")

// expect skips a value of the wrong kind and says which one was wanted.
func (d *decoder) expect(want jsontext.Kind, typ string) bool {
	got := d.kind()
	if got == want {
		return true
	}
	if d.skip(); d.err == nil {
		d.wrongType(typ, got)
	}
	return false
}

func (d *decoder) wrongType(typ string, got jsontext.Kind) {
	code := WrongType
	if got == 'n' {
		code = Null
	}
	d.add(Problem{Code: code, Type: typ, Got: kindName(got)})
}

func kindName(k jsontext.Kind) string {
	switch k {
	case 'n':
		return "null"
	case 't', 'f':
		return "boolean"
	case '"':
		return "string"
	case '0':
		return "number"
	case '[':
		return "array"
	case '{':
		return "object"
	}
	return ""
}

// text is the string a raw JSON string stands for.
func text(raw jsontext.Value) string {
	inner := raw[1 : len(raw)-1]
	if bytes.IndexByte(inner, '\\') < 0 {
		return string(inner)
	}
	out, _ := jsontext.AppendUnquote(nil, raw) // the decoder has checked it
	return string(out)
}

package rules

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// maxNesting bounds the JSON of a definition, in brackets open at once. A
// property of a property costs two.
const maxNesting = 256

// A node is one JSON value, its members in the order they were written.
type node struct {
	kind    jsontext.Kind
	text    string // of a string, decoded
	number  string // as written
	items   []*node
	members []member
}

type member struct {
	name  string
	value *node
}

// absent stands for a member that is not there: it is of no JSON kind.
var absent = &node{}

// readNode reads one JSON value and nothing after it. It is as lenient as
// JavaScript: of two members of one name the last one counts, and bytes that
// are not UTF-8 read as U+FFFD.
func readNode(data []byte) (*node, error) {
	dec := jsontext.NewDecoder(bytes.NewReader(data),
		jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	n, err := decode(dec)
	if err != nil {
		return nil, err
	}
	if _, err := dec.ReadToken(); !errors.Is(err, io.EOF) {
		return nil, errors.New("more than one JSON value")
	}
	return n, nil
}

func decode(dec *jsontext.Decoder) (*node, error) {
	token, err := dec.ReadToken()
	if err != nil {
		return nil, err
	}
	if dec.StackDepth() > maxNesting {
		return nil, fmt.Errorf("nested more than %d deep", maxNesting)
	}
	n := &node{kind: token.Kind()}
	switch n.kind {
	case jsontext.KindString:
		n.text = token.String()
	case jsontext.KindNumber:
		n.number = token.String()
	case jsontext.KindBeginArray:
		err = n.decodeItems(dec)
	case jsontext.KindBeginObject:
		err = n.decodeMembers(dec)
	default: // null, true and false are their kind
	}
	return n, err
}

func (n *node) decodeItems(dec *jsontext.Decoder) error {
	for dec.PeekKind() != jsontext.KindEndArray {
		item, err := decode(dec)
		if err != nil {
			return err
		}
		n.items = append(n.items, item)
	}
	_, err := dec.ReadToken()
	return err
}

func (n *node) decodeMembers(dec *jsontext.Decoder) error {
	at := make(map[string]int)
	for dec.PeekKind() != jsontext.KindEndObject {
		token, err := dec.ReadToken()
		if err != nil {
			return err
		}
		name := token.String()
		value, err := decode(dec)
		if err != nil {
			return err
		}
		if i, twice := at[name]; twice {
			n.members[i].value = value
			continue
		}
		at[name] = len(n.members)
		n.members = append(n.members, member{name, value})
	}
	_, err := dec.ReadToken()
	return err
}

// get is the member of an object, absent where there is none.
func (n *node) get(name string) *node {
	for _, m := range n.members {
		if m.name == name {
			return m.value
		}
	}
	return absent
}

func (n *node) has(name string) bool { return n.get(name) != absent }

func (n *node) isObject() bool { return n.kind == jsontext.KindBeginObject }
func (n *node) isArray() bool  { return n.kind == jsontext.KindBeginArray }
func (n *node) isString() bool { return n.kind == jsontext.KindString }
func (n *node) isNull() bool   { return n.kind == jsontext.KindNull }
func (n *node) isTrue() bool   { return n.kind == jsontext.KindTrue }
func (n *node) isFalse() bool  { return n.kind == jsontext.KindFalse }
func (n *node) isBool() bool   { return n.isTrue() || n.isFalse() }

// texts are the strings of a list; ok is false where n is no list of strings.
func (n *node) texts() (texts []string, ok bool) {
	for _, item := range n.items {
		if !item.isString() {
			return nil, false
		}
		texts = append(texts, item.text)
	}
	return texts, n.isArray()
}

// set is a list to look names up in: a definition may hold very many.
func set(names []string) map[string]bool {
	in := make(map[string]bool, len(names))
	for _, name := range names {
		in[name] = true
	}
	return in
}

// names are those of the members of an object.
func (n *node) names() []string {
	names := make([]string, len(n.members))
	for i, m := range n.members {
		names[i] = m.name
	}
	return names
}

// isCount reports whether n is a whole number that is not negative, in any
// spelling JSON has for it.
func (n *node) isCount() bool {
	f, err := strconv.ParseFloat(n.number, 64)
	return err == nil && f >= 0 && f == math.Trunc(f)
}

// anyText reports whether match holds for a string anywhere in n, names of
// members included.
func (n *node) anyText(match func(string) bool) bool {
	if n.isString() && match(n.text) {
		return true
	}
	return slices.ContainsFunc(n.items, func(item *node) bool { return item.anyText(match) }) ||
		slices.ContainsFunc(n.members, func(m member) bool { return match(m.name) || m.value.anyText(match) })
}

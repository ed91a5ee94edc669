package schema

import (
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/go-playground/validator/v10"
)

// A builder compiles one type. It never stops at a fault: an author gets all of
// them at once.
type builder struct {
	opts     Options
	path     []place        // of the field being compiled
	open     []reflect.Type // the structs, lists and maps being compiled, outermost first
	faults   []Fault
	fields   []Field
	runtime  []RuntimeRule
	warnings []Warning
	texts    func() map[string]textRule // the rulebook, made when first needed
	judge    *validator.Validate        // of the codec; nil while no rule needs it
	normal   bool                       // a type has a method Normalize
}

// A place is one part of the way to a field, in both tongues.
type place struct{ json, golang string }

func newBuilder(opts *Options) *builder {
	b := &builder{texts: sync.OnceValue(textRulebook)}
	if opts != nil {
		b.opts = *opts
	}
	return b
}

// at compiles what stands one step further in.
func (b *builder) at(json, golang string, compile func()) {
	b.path = append(b.path, place{json, golang})
	compile()
	b.path = b.path[:len(b.path)-1]
}

// within compiles what is inside a list ("[]") or a map ("*").
func (b *builder) within(part string, compile func()) { b.at(part, part, compile) }

func (b *builder) fault(tag, text string) {
	f := Fault{Field: b.where(), GoField: b.joined(func(p place) string { return p.golang }), Tag: tag, Text: text}
	if !slices.Contains(b.faults, f) {
		b.faults = append(b.faults, f)
	}
}

// faultAt is a fault of a field that the builder has not gone into.
func (b *builder) faultAt(f *goField, tag, text string) {
	name := f.name
	if name == "" {
		name = f.Name
	}
	b.at(name, f.Name, func() { b.fault(tag, text) })
}

// ruleFault is a fault of one rule of a validate tag.
func (b *builder) ruleFault(r rule, text string) { b.fault(validateTag(r.raw), text) }

// where is the path of the property being compiled.
func (b *builder) where() string { return b.joined(func(p place) string { return p.json }) }

func (b *builder) joined(part func(place) string) string {
	var s strings.Builder
	for _, p := range b.path {
		name := part(p)
		if s.Len() > 0 && name != "[]" {
			s.WriteByte('.')
		}
		s.WriteString(name)
	}
	return s.String()
}

func quote(s string) string { return strconv.Quote(s) }

// typeName is a type as its author wrote it; one without a name has its kind.
func typeName(t reflect.Type) string {
	switch {
	case t == nil:
		return "nil"
	case t.Name() == "":
		return t.Kind().String()
	}
	return t.String()
}

// indirect is the type behind a pointer.
func indirect(t reflect.Type) reflect.Type {
	if t.Kind() == reflect.Pointer {
		return t.Elem()
	}
	return t
}

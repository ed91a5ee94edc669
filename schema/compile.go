package schema

import (
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/go-playground/validator/v10"
)

// A builder compiles one type. It never stops at a fault: an author gets all of
// them at once.
type builder struct {
	opts     Options
	faults   []Fault
	path     []place
	open     []reflect.Type // the structs being compiled, outermost first
	fields   []Field
	runtime  []RuntimeRule
	warnings []Warning
	texts    func() map[string]textRule // the rulebook, made when first needed
	trials   *validator.Validate        // of the codec; nil while no rule needs it
}

// A place is one part of the way to a field, in both tongues.
type place struct{ json, golang string }

func newBuilder(opts *Options) *builder {
	b := &builder{}
	if opts != nil {
		b.opts = *opts
	}
	b.texts = sync.OnceValue(textRulebook)
	return b
}

func (b *builder) fault(tag, text string) {
	f := Fault{Field: b.where(func(p place) string { return p.json }), GoField: b.where(func(p place) string { return p.golang }), Tag: tag, Text: text}
	if !slices.Contains(b.faults, f) {
		b.faults = append(b.faults, f)
	}
}

// faultAt is a fault of a field that the builder has not gone into.
func (b *builder) faultAt(f goField, tag, text string) {
	name := f.name
	if name == "" {
		name = f.Name
	}
	b.path = append(b.path, place{json: name, golang: f.Name})
	b.fault(tag, text)
	b.path = b.path[:len(b.path)-1]
}

func (b *builder) where(part func(place) string) string {
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

// within compiles what is inside a list ("[]") or a map ("*").
func (b *builder) within(part string, compile func()) {
	b.path = append(b.path, place{json: part, golang: part})
	compile()
	b.path = b.path[:len(b.path)-1]
}

var inputName = regexp.MustCompile(`^[a-z_][a-z0-9_]{0,63}$`)

// object compiles a struct.
func (b *builder) object(t reflect.Type) (*objectNode, *shape) {
	n := &objectNode{byName: make(map[string]int), closed: b.opts.Direction == Input}
	s := newShape("object")
	s.Closed, s.Properties = n.closed, []property{}
	if i := slices.Index(b.open, t); i >= 0 {
		b.fault("", "the type contains itself: "+cycle(b.open[i:], t)+"; a schema without references cannot hold it, use a type of fixed depth")
		return n, s
	}
	b.open = append(b.open, t)
	defer func() { b.open = b.open[:len(b.open)-1] }()

	goFields := b.goFields(t)
	if t.NumField() > 0 && len(goFields) == 0 && len(b.faults) == 0 {
		b.fault("", typeName(t)+" has no exported fields, so nothing of it would be read or written; export them")
	}
	n.fields = make([]field, 0, len(goFields))
	for _, gf := range goFields {
		f, shape := b.field(gf)
		n.byName[f.name] = len(n.fields)
		n.fields = append(n.fields, f)
		s.Properties = append(s.Properties, property{f.name, shape})
		if f.required {
			s.Required = append(s.Required, f.name)
		}
	}
	n.cross = b.crossRules(t, goFields, n)
	return n, s
}

func cycle(open []reflect.Type, again reflect.Type) string {
	var names []string
	for _, t := range append(slices.Clone(open), again) {
		names = append(names, typeName(t))
	}
	return strings.Join(names, " → ")
}

// field compiles one property.
func (b *builder) field(gf goField) (field, *shape) {
	b.path = append(b.path, place{json: gf.name, golang: gf.Name})
	defer func() { b.path = b.path[:len(b.path)-1] }()

	description := gf.Tag.Get("doc")
	f := field{
		name: gf.name, goName: gf.Name, index: gf.index, label: labelOf(gf.name, description),
		key: append(appendText(nil, gf.name), ':'),
	}
	tag := b.readAsixtoTag(gf)
	b.checkName(gf.name, tag)
	rules := b.parseRules(gf.Tag.Get("validate"))
	t := gf.Type
	if f.pointer = t.Kind() == reflect.Pointer; f.pointer {
		t = t.Elem()
	}
	b.presence(&f, gf, &rules)

	at := len(b.fields)
	b.fields = append(b.fields, Field{}) // a parent goes before its children
	node, shape := b.value(t, rules, tag, gf.quoted)
	shape.Nullable = f.nullable
	if description != "" {
		shape.Description = description
	}
	f.node, f.shape = node, shape
	b.fields[at] = b.describe(&f, tag)
	b.lint(&f, gf, tag)
	return f, shape
}

// checkName refuses the names of arguments that model providers refuse, and with
// them the whole request. Upper case is a matter of habit and may be lifted.
func (b *builder) checkName(name string, tag asixtoTag) {
	if _, lifted := tag.allow["property-name-case"]; lifted {
		name = strings.ToLower(name)
	}
	if b.opts.Direction == Input && !inputName.MatchString(name) {
		b.fault("", "model providers refuse the name "+quote(name)+"; name the property in json:\"…\" with a-z, 0-9 and _, not starting with a digit, of at most 64 characters")
	}
}

// presence settles what absent, null and zero mean for a field.
func (b *builder) presence(f *field, gf goField, rules *ruleSet) {
	required := b.takePresenceRules(gf, rules)
	optional := gf.omitempty || gf.omitzero
	kind := gf.Type.Kind()
	if gf.omitempty && !canBeEmpty(kind) {
		b.fault(jsonTag(gf.Tag.Get("json")), "omitempty never leaves out a "+kind.String()+"; write omitzero, or use a pointer")
	}
	if required && optional {
		b.fault(validateTag(gf.Tag.Get("validate")), "the json tag says optional, the rule says required; drop one")
	}
	switch {
	case b.opts.Direction == Output:
		f.required = !optional && !gf.throughPtr
		f.nullable = f.pointer && !optional && !required
	default:
		f.required = required || !f.pointer && !optional
		f.nullable = !f.required
	}
	f.leftOut = b.absence(gf)
}

// takePresenceRules removes the rules that speak of presence, which belongs to
// the codec, and reports whether one of them says required.
func (b *builder) takePresenceRules(gf goField, rules *ruleSet) (required bool) {
	pointer := gf.Type.Kind() == reflect.Pointer
	rules.rules = slices.DeleteFunc(slices.Clone(rules.rules), func(r rule) bool {
		switch r.name {
		case "required":
			required = true
			return pointer || gf.Type.Kind() != reflect.String
		case "omitempty", "omitnil":
			if !pointer {
				b.fault(validateTag(r.raw), `it would let an empty value pass that the schema refuses; say optional with a pointer or json:",omitempty"`)
			}
			return true
		case "omitzero", "isdefault":
			b.fault(validateTag(r.raw), `whether a value is there is said by a pointer or json:",omitzero", not by a rule; drop it`)
			return true
		}
		return false
	})
	return required
}

func canBeEmpty(k reflect.Kind) bool {
	return k == reflect.String || k == reflect.Slice || k == reflect.Map || k == reflect.Pointer
}

// absence is how a value that is left out is told from one that is there.
func (b *builder) absence(gf goField) func(reflect.Value) bool {
	switch kind := gf.Type.Kind(); {
	case !gf.omitempty && !gf.omitzero:
		return nil
	case kind == reflect.Pointer, kind == reflect.Map && b.opts.Direction == Input, kind == reflect.Slice && b.opts.Direction == Input:
		return reflect.Value.IsNil
	case gf.omitzero && reflect.PointerTo(gf.Type).Implements(zeroer):
		return func(v reflect.Value) bool {
			p := reflect.New(v.Type()) // the method may have a pointer receiver
			p.Elem().Set(v)
			return p.Interface().(interface{ IsZero() bool }).IsZero()
		}
	case gf.omitempty && (kind == reflect.Slice || kind == reflect.Map):
		return func(v reflect.Value) bool { return v.Len() == 0 }
	}
	return reflect.Value.IsZero
}

var zeroer = reflect.TypeFor[interface{ IsZero() bool }]()

func quote(s string) string { return `"` + s + `"` }

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

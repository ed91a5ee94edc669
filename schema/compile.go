package schema

import (
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// object compiles a struct.
func (b *builder) object(t reflect.Type) (node, *shape) {
	n := &objectNode{byName: make(map[string]int), closed: b.opts.Direction == Input}
	s := newShape("object")
	s.Closed, s.Properties = n.closed, []property{}
	if !b.enter(t) {
		return n, s
	}
	defer b.leave()
	before := len(b.faults)
	goFields := b.goFields(t)
	if t.NumField() > 0 && len(goFields) == 0 && len(b.faults) == before {
		b.fault("", typeName(t)+" has no exported fields, so nothing of it would be read or written; export them")
	}
	n.fields = make([]field, len(goFields))
	for i := range goFields {
		gf, f := &goFields[i], &n.fields[i]
		b.at(gf.name, gf.Name, func() { b.field(gf, f) })
		n.byName[f.name] = i
		s.Properties = append(s.Properties, property{f.name, f.shape})
		if f.required {
			s.Required = append(s.Required, f.name)
		}
	}
	n.cross = b.crossRules(t, goFields, n)
	return n, s
}

func cycle(open []reflect.Type, again reflect.Type) string {
	names := make([]string, 0, len(open)+1)
	for _, t := range append(slices.Clone(open), again) {
		if t.Name() != "" {
			names = append(names, typeName(t))
		}
	}
	return strings.Join(names, " → ")
}

// mostProperties keeps structs that fan out from filling the memory: OpenAI takes
// half as many, others fewer.
const mostProperties = 10_000

// field compiles one property.
func (b *builder) field(gf *goField, f *field) {
	description := gf.Tag.Get("doc")
	*f = field{
		name: gf.name, goName: gf.Name, label: labelOf(gf.name, description),
		key: append(appendText(nil, gf.name), ':'), index: gf.index,
	}
	b.checkTag(gf.Tag)
	tag := b.readAsixtoTag(gf)
	b.checkName(gf.name, tag)
	rules := b.parseRules(gf.Tag.Get("validate"))
	gf.cross = rules.cross
	t := gf.Type
	if f.pointer = t.Kind() == reflect.Pointer; f.pointer {
		t = t.Elem()
	}
	b.presence(f, gf, &rules)

	at := len(b.fields)
	b.fields = append(b.fields, Field{}) // a parent goes before its children
	if at >= mostProperties {
		if f.node, f.shape = broken(); at == mostProperties {
			b.fault("", "the schema has more than "+strconv.Itoa(mostProperties)+" properties, which no provider takes; "+
				"use fewer structs in structs")
		}
		return
	}
	f.node, f.shape = b.value(slot{typ: t, rules: rules, tag: tag, quoted: gf.quoted})
	f.shape.Nullable = f.nullable
	if description != "" {
		f.shape.Description = description
	}
	b.fields[at] = b.describe(f, tag)
	b.lint(f, gf, tag)
}

var inputName = regexp.MustCompile(`^[a-z_][a-z0-9_]{0,63}$`)

// checkName refuses the names of arguments that model providers refuse, and with
// them the whole request. Upper case is a matter of habit and may be lifted.
func (b *builder) checkName(name string, tag asixtoTag) {
	if b.opts.Direction == Output {
		return
	}
	if _, lifted := tag.allow["property-name-case"]; lifted {
		name = strings.ToLower(name)
	}
	if !inputName.MatchString(name) {
		b.fault("", "model providers refuse the name "+quote(name)+
			"; name the property in json:\"…\" with a-z, 0-9 and _, not starting with a digit, of at most 64 characters")
	}
}

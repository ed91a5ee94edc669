package rules

import (
	"iter"
	"slices"
	"strings"
)

// A Schema is the input or output schema of a tool, taken apart into its
// places.
type Schema struct {
	places []*place // in the order of the document, the root first
}

// A place is one subschema that a value has to satisfy.
type place struct {
	node     *node
	role     role
	path     string      // "items[].nombre"; a branch has that of its owner
	name     string      // of a property
	required bool        // a property that its object requires
	output   bool        // of the answer
	order    int         // in the document
	parent   *place      // the place around it
	note     *Annotation // of the nearest property around it, or the root's
}

type role uint8

const (
	root role = iota
	property
	item   // of an array
	value  // of a map
	branch // of a union, or of another keyword that adds a condition to its owner
)

// Annotation is what the author of a tool says about one of its properties
// that no keyword of JSON Schema can say.
type Annotation struct {
	// From is the "tool.field" whose answer gives the value of the property.
	From string
	// Internal says that the property is an internal identifier, whatever its
	// name.
	Internal bool
	// Free is the reason, in words, why the property is free JSON: its insides
	// are not checked. It lifts the rules against an open object, see [Lifted].
	Free string
	// Hints are what the property's Go type is warned of: ids of rules and the
	// details of their findings.
	Hints map[string]string
	// Allow holds the exceptions made for the property: the id of a rule and the
	// reason in words.
	Allow map[string]string
}

// Annotate adds what the author says about the property at path, such as
// "items[].nombre", or "tarifas.*.valor" for the values of a map. It reports
// whether the schema has that property. The items of an array and the values of
// a map share the annotation of their property.
func (s *Schema) Annotate(path string, a Annotation) bool {
	found := false
	for p := range s.properties() {
		if p.path == path {
			*p.note = a
			found = true
		}
	}
	return found
}

// The keywords whose value is one subschema, and those with a list of them,
// that add conditions to the value itself.
var (
	conditions     = []string{"if", "then", "else", "not"}
	unions         = []string{"anyOf", "oneOf"}
	conditionLists = append([]string{"allOf"}, unions...)
)

// newSchema takes a schema apart; n may be of any shape.
func newSchema(n *node, output bool) Schema {
	var s Schema
	s.add(&place{node: n, role: root, output: output, note: &Annotation{}})
	return s
}

func (s *Schema) add(p *place) {
	p.order = len(s.places)
	if p.parent != nil {
		p.output = p.parent.output
	}
	s.places = append(s.places, p)
	s.addProperties(p)
	for _, name := range []string{"additionalProperties", "unevaluatedProperties"} {
		if n := p.node.get(name); n.isObject() {
			s.add(p.inside(n, value, ".*"))
		}
	}
	for _, m := range p.node.get("patternProperties").members {
		s.add(p.inside(m.value, value, ".*"))
	}
	if n := p.node.get("items"); n.isObject() {
		s.add(p.inside(n, item, "[]"))
	}
	for _, n := range p.node.get("prefixItems").items {
		s.add(p.inside(n, item, "[]"))
	}
	for _, name := range conditions {
		if n := p.node.get(name); n.isObject() {
			s.add(p.inside(n, branch, ""))
		}
	}
	for _, name := range conditionLists {
		for _, n := range p.node.get(name).items {
			s.add(p.inside(n, branch, ""))
		}
	}
}

func (s *Schema) addProperties(p *place) {
	names, _ := p.node.get("required").texts()
	required := set(names)
	for _, m := range p.node.get("properties").members {
		path := m.name
		if p.path != "" {
			path = p.path + "." + m.name
		}
		s.add(&place{
			node: m.value, role: property, path: path, name: m.name,
			required: required[m.name], parent: p, note: &Annotation{},
		})
	}
}

// inside is a place within p that belongs to the same property.
func (p *place) inside(n *node, r role, suffix string) *place {
	return &place{node: n, role: r, path: strings.TrimPrefix(p.path+suffix, "."), name: p.name, parent: p, note: p.note}
}

// withinFree reports whether the author declared a property around p to be
// free JSON.
func (p *place) withinFree() bool {
	for around := p.parent; around != nil; around = around.parent {
		if around.note.Free != "" && around.note != p.note {
			return true
		}
	}
	return false
}

// all are the places that rules look at: those within free JSON are left out.
func (s *Schema) all() iter.Seq[*place] {
	return s.filter(func(*place) bool { return true })
}

// properties are the declared properties, at every depth.
func (s *Schema) properties() iter.Seq[*place] {
	return s.filter(func(p *place) bool { return p.role == property })
}

// slots are the places where a value stands: all but branches, which add
// conditions to the slot of their owner.
func (s *Schema) slots() iter.Seq[*place] {
	return s.filter(func(p *place) bool { return p.role != branch })
}

func (s *Schema) filter(keep func(*place) bool) iter.Seq[*place] {
	return func(yield func(*place) bool) {
		for _, p := range s.places {
			if keep(p) && !p.withinFree() && !yield(p) {
				return
			}
		}
	}
}

// root is the schema itself.
func (s *Schema) root() *place { return s.places[0] }

// description is the text that explains p to the model, "" where there is none.
func (p *place) description() string { return p.node.get("description").text }

// ownText reports whether match holds for a string of p itself, leaving aside
// the places inside it.
func (p *place) ownText(match func(string) bool) bool {
	if match(p.name) && p.role == property {
		return true
	}
	for _, m := range p.node.members {
		if match(m.name) || !opensPlaces(m.name) && m.value.anyText(match) {
			return true
		}
	}
	return false
}

func opensPlaces(keyword string) bool {
	switch keyword {
	case "properties", "patternProperties", "additionalProperties", "unevaluatedProperties", "items", "prefixItems":
		return true
	}
	return slices.Contains(conditions, keyword) || slices.Contains(conditionLists, keyword)
}

// depth counts the objects and arrays around p, the root object as one.
func (p *place) depth() int {
	n := 0
	for around := p.parent; around != nil; around = around.parent {
		if around.role != branch {
			n++
		}
	}
	return n
}

// plainPath is a path without marks of arrays and maps.
func plainPath(path string) string {
	return strings.NewReplacer("[]", "", ".*", "").Replace(path)
}

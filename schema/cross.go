package schema

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/go-playground/validator/v10"
)

// A crossKind is what a rule about several fields asks for.
type crossKind uint8

const (
	notCross  crossKind = iota
	needsPair           // required_if=Field value …
	needs               // required_with=Field …
	bars                // excluded_with=Field …
	barsPair            // excluded_if=Field value …
	compares            // eqfield=Field
	orders              // gtfield=Field
)

var crossRulebook = map[string]crossKind{
	"required_if": needsPair, "required_unless": needsPair, "skip_unless": needsPair,
	"required_with": needs, "required_with_all": needs, "required_without": needs, "required_without_all": needs,
	"excluded_if": barsPair, "excluded_unless": barsPair,
	"excluded_with": bars, "excluded_with_all": bars, "excluded_without": bars, "excluded_without_all": bars,
	"eqfield": compares, "nefield": compares, "fieldcontains": compares, "fieldexcludes": compares,
	"gtfield": orders, "gtefield": orders, "ltfield": orders, "ltefield": orders,
}

// crossRules are the rules between the fields of one Go struct: the object itself
// or one embedded in it.
type crossRules struct {
	index  []int // of the embedded struct; nil for the object itself
	rounds []crossRound
}

// A crossRound holds at most one rule per field, by Go name: the validator may
// panic on what follows a rule about an absent pointer.
type crossRound struct {
	judge *validator.Validate
	rules map[string]crossRule
}

// A crossRule is one rule of a field about its peers.
type crossRule struct {
	raw   string // as written in the tag
	kind  crossKind
	field int   // in the object
	peers []int // in the object
}

// hold lets the validator judge one struct, and drops what it says of a
// comparison with a value that is not there.
func (c *crossRules) hold(w *walk, n *objectNode, v reflect.Value) {
	owner, ok := v, true
	if len(c.index) > 0 {
		owner, ok = find(v, c.index)
	}
	if owner.Kind() == reflect.Pointer && ok {
		owner, ok = owner.Elem(), !owner.IsNil()
	}
	if !ok {
		return
	}
	for _, round := range c.rounds {
		broken, err := round.failing(owner)
		if err != nil { // a rule that cannot be judged does not pass
			broken = slices.Sorted(maps.Keys(round.rules))
		}
		for _, goName := range broken {
			round.rules[goName].report(w, n, v)
		}
	}
}

// failing are the Go names of the fields that break a rule of the round.
func (r *crossRound) failing(owner reflect.Value) (names []string, panicked error) {
	defer func() {
		if p := recover(); p != nil {
			names, panicked = nil, fmt.Errorf("%v", p)
		}
	}()
	var broken validator.ValidationErrors
	errors.As(r.judge.Struct(owner.Interface()), &broken)
	for _, e := range broken {
		names = append(names, e.StructField())
	}
	return names, nil
}

func (r crossRule) report(w *walk, n *objectNode, v reflect.Value) {
	if n.marred(w, r.field) || slices.ContainsFunc(r.peers, func(i int) bool { return n.marred(w, i) }) {
		return // what could not be read looks absent
	}
	p := Problem{}
	switch r.kind {
	case needs, needsPair:
		p.Code = Needed
	case bars, barsPair:
		p.Code = Excluded
	default:
		p.Code, p.Peer = Mismatch, n.fields[r.peers[0]].label
		if !n.has(w, v, r.field) || !n.has(w, v, r.peers[0]) {
			return
		}
	}
	w.intoField(&n.fields[r.field])
	w.add(p)
	w.out()
}

// marred reports whether a field of the object could not be read.
func (n *objectNode) marred(w *walk, i int) bool {
	w.intoField(&n.fields[i])
	defer w.out()
	return w.skips()
}

// has reports whether a field of the object holds a value.
func (n *objectNode) has(w *walk, root reflect.Value, i int) bool {
	f := &n.fields[i]
	v, ok := f.find(root)
	if !ok {
		return false
	}
	w.intoField(f)
	defer w.out()
	return f.present(w, v) && !(f.pointer && v.IsNil())
}

// crossRules compiles the rules between fields of a struct type and of the structs
// embedded in it.
func (b *builder) crossRules(t reflect.Type, fields []goField, n *objectNode) []crossRules {
	var groups []crossRules
	for i := range fields {
		gf := &fields[i]
		owner := gf.around()
		for _, r := range gf.cross {
			g := slices.IndexFunc(groups, func(c crossRules) bool { return slices.Equal(c.index, owner) })
			if g < 0 {
				g, groups = len(groups), append(groups, crossRules{index: owner})
			}
			b.at(gf.name, gf.Name, func() {
				if rule, ok := b.crossRule(r, i, fields, n); ok {
					groups[g].add(gf.Name, rule)
					b.atRuntime(r.raw)
				}
			})
		}
	}
	for i := range groups {
		if owner, exported := ownerOf(t, groups[i].index); exported {
			groups[i].compile(b, owner)
		} else {
			b.fault("", "the validator cannot see into "+typeName(owner)+
				", embedded under an unexported name; export it or move the rules between its fields")
		}
	}
	return groups
}

func (b *builder) crossRule(r rule, i int, fields []goField, n *objectNode) (crossRule, bool) {
	gf, kind := &fields[i], crossRulebook[r.name]
	c := crossRule{raw: r.raw, kind: kind, field: i}
	names := listed(r.param)
	var values []string
	if kind == needsPair || kind == barsPair {
		if len(names) == 0 || len(names)%2 != 0 {
			b.ruleFault(r, "write pairs of a Go field name and a value, such as "+r.name+"=Tipo falla")
			return c, false
		}
		names, values = everySecond(names), everySecond(names[1:])
	}
	if len(names) == 0 || kind >= compares && len(names) != 1 {
		b.ruleFault(r, "write the Go name of the other field, such as "+r.name+"=Tipo")
		return c, false
	}
	ok := true
	for j, name := range names {
		peer := slices.IndexFunc(fields, func(f goField) bool { return f.Name == name && slices.Equal(f.around(), gf.around()) })
		if peer < 0 {
			b.ruleFault(r, "the struct has no property with the Go name "+quote(name)+" beside this one; correct the name")
			ok = false
			continue
		}
		c.peers = append(c.peers, peer)
		ok = b.comparable(r, kind, gf, &fields[peer]) && ok
		if values != nil {
			ok = b.hasValue(r, &n.fields[peer], fields[peer].Type, values[j]) && ok
		}
	}
	return c, b.absentIsTold(r, kind, gf) && ok
}

func everySecond(words []string) []string {
	var out []string
	for i := 0; i < len(words); i += 2 {
		out = append(out, words[i])
	}
	return out
}

// hasValue refuses a condition that is never met, and one that the validator
// would panic on.
func (b *builder) hasValue(r rule, peer *field, t reflect.Type, value string) bool {
	var err error
	switch t = indirect(t); {
	case isSigned(t.Kind()):
		var n int64
		if n, err = strconv.ParseInt(value, 10, t.Bits()); err == nil && formatInt(n) != value {
			err = strconv.ErrSyntax
		}
	case isInteger(t.Kind()):
		var n uint64
		if n, err = strconv.ParseUint(value, 10, t.Bits()); err == nil && formatUint(n) != value {
			err = strconv.ErrSyntax
		}
	case t.Kind() == reflect.Float32 || t.Kind() == reflect.Float64:
		_, err = strconv.ParseFloat(value, t.Bits())
	case t.Kind() == reflect.Bool:
		if value != "true" && value != "false" {
			err = strconv.ErrSyntax
		}
	case t.Kind() != reflect.String:
		b.ruleFault(r, "the validator does not compare "+peer.goName+" with a value; use required_with and its like")
		return false
	}
	words := spell(peer.shape.Enum, plain)
	if err != nil || peer.shape.Enum != nil && !slices.Contains(words, value) {
		b.ruleFault(r, peer.goName+" never is "+quote(value)+"; correct the value")
		return false
	}
	return true
}

// absentIsTold refuses a rule about presence on a field whose zero is a value.
func (b *builder) absentIsTold(r rule, kind crossKind, gf *goField) bool {
	if kind >= compares || canBeEmpty(gf.Type.Kind()) || gf.Type == timeType {
		return true
	}
	b.ruleFault(r, "0 and false cannot be told from absent here; use a pointer")
	return false
}

// comparable refuses comparisons that the validator makes by length, or not at
// all.
func (b *builder) comparable(r rule, kind crossKind, gf, peer *goField) bool {
	if kind < compares {
		return true
	}
	t, u := indirect(gf.Type), indirect(peer.Type)
	switch {
	case t.Kind() != u.Kind() || (t == timeType) != (u == timeType):
		b.ruleFault(r, "the fields are of different kinds; make them one")
		return false
	case strings.HasPrefix(r.name, "field"):
		if t.Kind() == reflect.String {
			return true
		}
	case isScalar(t) && (kind == compares || t.Kind() != reflect.String && t.Kind() != reflect.Bool), t == timeType:
		return true
	}
	b.ruleFault(r, "the validator does not compare such values; use numbers or time.Time, or compare in the handler")
	return false
}

// ownerOf follows embedded structs and reports whether all have exported names.
func ownerOf(t reflect.Type, index []int) (owner reflect.Type, exported bool) {
	exported = true
	for _, i := range index {
		f := t.Field(i)
		t, exported = indirect(f.Type), exported && f.IsExported()
	}
	return t, exported
}

// add puts a rule into the first round in which its field has none.
func (c *crossRules) add(goName string, rule crossRule) {
	for _, round := range c.rounds {
		if _, taken := round.rules[goName]; !taken {
			round.rules[goName] = rule
			return
		}
	}
	c.rounds = append(c.rounds, crossRound{rules: map[string]crossRule{goName: rule}})
}

// compile gives each round a validator that knows its rules and no others, and
// tries it on a struct without and one with every pointer set.
func (c *crossRules) compile(b *builder, owner reflect.Type) {
	empty, full := reflect.New(owner).Elem(), reflect.New(owner).Elem()
	for i := range owner.NumField() {
		if f := full.Field(i); f.Kind() == reflect.Pointer && f.CanSet() {
			f.Set(reflect.New(f.Type().Elem()))
		}
	}
	for i := range c.rounds {
		round := &c.rounds[i]
		tags := make(map[string]string, owner.NumField())
		for j := range owner.NumField() {
			tags[owner.Field(j).Name] = "-"
		}
		for name, rule := range round.rules {
			tags[name] = rule.raw
			if f, _ := owner.FieldByName(name); indirect(f.Type).Kind() == reflect.Struct && indirect(f.Type) != timeType {
				tags[name] += ",structonly" // its own rules are its own node's
			}
		}
		round.judge = newValidator()
		round.judge.RegisterStructValidationMapRules(tags, empty.Interface())
		for _, trial := range []reflect.Value{empty, full} {
			if _, err := round.failing(trial); err != nil {
				b.fault("", "the validator does not take a rule between its fields: "+err.Error())
			}
		}
	}
}

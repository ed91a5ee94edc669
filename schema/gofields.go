package schema

import (
	"reflect"
	"slices"
	"strings"
)

// goField is a struct field as encoding/json sees it: embedded structs are
// flattened, a shallower name hides a deeper one.
type goField struct {
	reflect.StructField
	index      []int  // from the root struct, through embedded ones
	name       string // of the property
	named      bool   // by a tag
	omitempty  bool
	omitzero   bool
	quoted     bool // json:",string"
	cross      []rule
	throughPtr bool // an embedded pointer lies on the way
}

// around is the way to the struct that holds the field.
func (f *goField) around() []int { return f.index[:len(f.index)-1] }

// goFields lists the properties of a struct type in the order of its fields.
func (b *builder) goFields(t reflect.Type) []goField {
	all := b.collect(t, nil, false, map[reflect.Type]bool{t: true})
	byName := make(map[string][]goField, len(all))
	for _, f := range all {
		byName[f.name] = append(byName[f.name], f)
	}
	var visible []goField
	for _, f := range all {
		winner, tie := dominant(byName[f.name])
		switch {
		case tie && slices.Equal(winner.index, f.index):
			b.faultAt(&f, "", "two fields of the same depth are called "+quote(f.name)+", so encoding/json drops both; rename one")
		case !tie && slices.Equal(winner.index, f.index):
			visible = append(visible, f)
		}
	}
	return visible
}

// dominant is the one of several fields of one name that encoding/json keeps:
// the shallowest, and among equals the only one named by a tag.
func dominant(fields []goField) (winner goField, tie bool) {
	winner = fields[0]
	for _, f := range fields[1:] {
		switch {
		case len(f.index) < len(winner.index),
			len(f.index) == len(winner.index) && f.named && !winner.named:
			winner, tie = f, false
		case len(f.index) == len(winner.index) && f.named == winner.named:
			tie = true
		}
	}
	return winner, tie
}

func (b *builder) collect(t reflect.Type, at []int, throughPtr bool, onPath map[reflect.Type]bool) []goField {
	var out []goField
	for i := range t.NumField() {
		sf := t.Field(i)
		f := goField{StructField: sf, index: append(slices.Clone(at), i), throughPtr: throughPtr}
		if !b.readJSONTag(&f) || b.opts.Direction == Output && stripped(f.Tag) {
			continue
		}
		inner, isPtr := sf.Type, sf.Type.Kind() == reflect.Pointer
		if isPtr {
			inner = inner.Elem()
		}
		if !sf.Anonymous || f.named || inner.Kind() != reflect.Struct || hasOwnForm(inner) {
			if sf.IsExported() {
				out = append(out, f)
			}
			continue
		}
		switch {
		case isPtr && !sf.IsExported():
			b.faultAt(&f, "", "an embedded pointer to an unexported struct cannot be filled in; embed the struct itself")
		case onPath[inner]:
			b.faultAt(&f, "", "the struct embeds itself: "+typeName(inner))
		default:
			onPath[inner] = true
			out = append(out, b.collect(inner, f.index, throughPtr || isPtr, onPath)...)
			delete(onPath, inner)
		}
	}
	return out
}

// readJSONTag fills in what the json tag says and reports whether the field
// takes part at all.
func (b *builder) readJSONTag(f *goField) bool {
	tag, hasTag := f.Tag.Lookup("json")
	if tag == "-" {
		return false
	}
	if !f.IsExported() && !f.Anonymous {
		if hasTag {
			b.faultAt(f, jsonTag(tag), "an unexported field is never read or written; export it or drop the tag")
		}
		return false
	}
	name, options, _ := strings.Cut(tag, ",")
	if name == "-" {
		b.faultAt(f, jsonTag(tag), `"-" is no usable property name; give the field a name, or write json:"-" to leave it out`)
		return false
	}
	f.name, f.named = f.Name, name != ""
	if f.named {
		f.name = name
	}
	for option := range strings.SplitSeq(options, ",") {
		switch option {
		case "":
			if options != "" {
				b.faultAt(f, jsonTag(tag), "an option is empty; drop the comma")
			}
		case "omitempty":
			f.omitempty = true
		case "omitzero":
			f.omitzero = true
		case "string":
			f.quoted = true
		default:
			b.faultAt(f, jsonTag(tag), "unknown option "+quote(option)+"; known are omitempty, omitzero and string")
		}
	}
	return true
}

func jsonTag(tag string) string { return "json:" + quote(tag) }

// reach walks from a struct to one of its fields, filling in embedded pointers
// on the way.
func reach(v reflect.Value, index []int) reflect.Value {
	for i, x := range index {
		if i > 0 && v.Kind() == reflect.Pointer {
			if v.IsNil() {
				v.Set(reflect.New(v.Type().Elem()))
			}
			v = v.Elem()
		}
		v = v.Field(x)
	}
	return v
}

// find is reach without filling in: ok is false behind a nil embedded pointer.
func find(v reflect.Value, index []int) (field reflect.Value, ok bool) {
	for i, x := range index {
		if i > 0 && v.Kind() == reflect.Pointer {
			if v.IsNil() {
				return reflect.Value{}, false
			}
			v = v.Elem()
		}
		v = v.Field(x)
	}
	return v, true
}

package schema

import (
	"slices"

	"github.com/go-json-experiment/json/jsontext"
)

// A Field is one property of a compiled type, at any depth.
type Field struct {
	// Path is where the property is: "items[].nombre" for a property of the items
	// of a list, "tarifas.*.valor" for one of the values of a map.
	Path string
	// Name is the property's own name, GoName that of the struct field.
	Name, GoName string
	// Depth is 1 for a property of the type itself, one more per object or list
	// around it.
	Depth int
	// Type is the JSON type, also where the schema leaves it to the enum.
	Type string
	// Format is the schema's format, if any.
	Format string
	// Description is the doc tag.
	Description string
	// Required says that the property must be there, Nullable that it may be null.
	Required, Nullable bool
	// Enum are the allowed values of a closed set, null left out; nil without one.
	Enum []jsontext.Value
	// MaxLength is the limit of a text in characters, -1 without one.
	MaxLength int
	// From is the tool and the field of its answer that give the value
	// (asixto:"from=tool.field").
	From string
	// Internal marks an internal identifier, on purpose (asixto:"internal").
	Internal bool
	// Free is the author's reason for an object of any form (asixto:"free=reason");
	// empty for every other property.
	Free string
	// Allow are the rules lifted for this property and the reasons, by rule id
	// (asixto:"allow=rule-id: reason").
	Allow map[string]string
}

// describeInside lists the properties of a schema that a type states for itself.
func (b *builder) describeInside(s *shape) {
	for _, p := range s.Properties {
		b.at(p.Name, p.Name, func() {
			f := field{name: p.Name, shape: p.Shape, nullable: p.Shape.Nullable, required: slices.Contains(s.Required, p.Name)}
			b.fields = append(b.fields, b.describe(&f, asixtoTag{}))
			b.describeInside(p.Shape)
		})
	}
	if s.Items != nil {
		b.within("[]", func() { b.describeInside(s.Items) })
	}
	if s.Values != nil {
		b.within("*", func() { b.describeInside(s.Values) })
	}
}

// describeAgain brings what is known of the properties in line with a schema that
// was amended.
func (b *builder) describeAgain(s *shape) {
	for _, p := range s.Properties {
		b.at(p.Name, p.Name, func() {
			for i := range b.fields {
				if f := &b.fields[i]; f.Path == b.where() {
					f.Type, f.Format, f.Description = p.Shape.Type, p.Shape.Format, p.Shape.Description
					f.Enum, f.MaxLength = p.Shape.Enum, p.Shape.MaxLength
					f.Required, f.Nullable = slices.Contains(s.Required, p.Name), p.Shape.Nullable
				}
			}
			b.describeAgain(p.Shape)
		})
	}
	if s.Items != nil {
		b.within("[]", func() { b.describeAgain(s.Items) })
	}
	if s.Values != nil {
		b.within("*", func() { b.describeAgain(s.Values) })
	}
}

func (b *builder) describe(f *field, tag asixtoTag) Field {
	return Field{
		Path: b.where(), Name: f.name, GoName: f.goName,
		Depth: len(b.path), Type: f.shape.Type, Format: f.shape.Format, Description: f.shape.Description,
		Required: f.required, Nullable: f.nullable, Enum: f.shape.Enum, MaxLength: f.shape.MaxLength,
		From: tag.from, Internal: tag.internal, Free: tag.free, Allow: tag.allow,
	}
}

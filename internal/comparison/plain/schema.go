package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/mail"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A field is one property: what the model sees of it and what a call is held to, from one place.
type field struct {
	name, doc string
	kind      string // of JSON: string, integer, boolean, array, object
	min, max  int    // of a text its length, of a number its range
	enum      []any
	email     bool
	format    string // of an answer
	optional  bool   // may be missing, and in arguments null
	of        []field
}

func text(name, doc string, low, high int) field {
	return field{name: name, doc: doc, kind: "string", min: low, max: high}
}

func oneOf(name, doc string, values ...any) field {
	return field{name: name, doc: doc, kind: "string", enum: values}
}

func number(name, doc string, low, high int) field {
	return field{name: name, doc: doc, kind: "integer", min: low, max: high}
}

func optional(f field) field {
	f.optional = true
	return f
}

// closed is the schema of arguments, open that of an answer.
func closed(fields []field) map[string]any {
	schema := object(fields, true)
	schema["additionalProperties"] = false
	return schema
}

func open(fields []field) map[string]any { return object(fields, false) }

func object(fields []field, nullable bool) map[string]any {
	properties, required := map[string]any{}, []string{}
	for _, f := range fields {
		properties[f.name] = f.schema(nullable && f.optional)
		if !f.optional {
			required = append(required, f.name)
		}
	}
	return map[string]any{"type": "object", "properties": properties, "required": required}
}

func (f field) schema(nullable bool) map[string]any {
	s := map[string]any{"type": f.kind}
	if f.doc != "" {
		s["description"] = f.doc
	}
	if f.format != "" {
		s["format"] = f.format
	}
	if f.email {
		s["format"] = "email"
	}
	limits := map[string][2]string{"string": {"minLength", "maxLength"}, "integer": {"minimum", "maximum"}}[f.kind]
	if f.min > 0 || f.kind == "integer" && f.max > 0 {
		s[limits[0]] = f.min
	}
	if f.max > 0 {
		s[limits[1]] = f.max
	}
	if f.enum != nil {
		s["enum"] = f.enum
	}
	switch f.kind {
	case "array":
		s["items"] = open(f.of)
		if len(f.of) == 1 && f.of[0].name == "" {
			s["items"] = f.of[0].schema(false)
		}
	case "object":
		maps.Copy(s, open(f.of))
	}
	if nullable {
		s["type"] = []string{f.kind, "null"}
		if f.enum != nil {
			s["enum"] = append(slices.Clone(f.enum), nil)
		}
	}
	return s
}

// decode holds the arguments to the fields, every problem at once, and reads them into in.
func decode(fields []field, raw json.RawMessage, in any) error {
	var given map[string]json.RawMessage
	if len(raw) > 0 && json.Unmarshal(raw, &given) != nil {
		return validation("Los datos llegaron mal formados.")
	}
	var problems []string
	for _, name := range slices.Sorted(maps.Keys(given)) {
		if !slices.ContainsFunc(fields, func(f field) bool { return f.name == name }) {
			problems = append(problems, "sobra el dato "+name)
		}
	}
	for _, f := range fields {
		value, ok := given[f.name]
		missing := !ok || string(value) == "null"
		switch {
		case missing && !f.optional:
			problems = append(problems, "falta "+f.said())
		case !missing:
			if string(value) == "false" && slices.Contains(f.enum, any(true)) {
				problems = append(problems, "falta "+f.said())
			} else if wrong := f.wrong(value); wrong != "" {
				problems = append(problems, f.said()+" "+wrong)
			}
		}
	}
	if len(problems) > 0 {
		return validation(upperFirst(strings.Join(problems, "; ")) + ".")
	}
	if len(raw) == 0 {
		return nil
	}
	if err := json.Unmarshal(raw, in); err != nil {
		return fmt.Errorf("arguments that passed their schema: %w", err)
	}
	return nil
}

// wrong says what is wrong with a value that is there, "" for nothing.
func (f field) wrong(raw json.RawMessage) string {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var value any
	if err := d.Decode(&value); err != nil {
		return "llegó mal formado"
	}
	if f.enum != nil && !slices.Contains(f.enum, value) {
		return "debe ser " + allowed(f.enum)
	}
	switch f.kind {
	case "string":
		s, ok := value.(string)
		if !ok {
			return "debe ser un texto"
		}
		return f.wrongText(s)
	case "integer":
		n, ok := value.(json.Number)
		if !ok {
			return "debe ser un número entero"
		}
		return f.wrongNumber(n)
	case "boolean":
		if _, ok := value.(bool); !ok {
			return "debe ser sí o no"
		}
	}
	return ""
}

func (f field) wrongText(s string) string {
	length := utf8.RuneCountInString(s)
	if length < f.min {
		return fmt.Sprintf("debe tener al menos %d caracteres", f.min)
	}
	if f.max > 0 && length > f.max {
		return fmt.Sprintf("admite hasta %d caracteres", f.max)
	}
	if f.email {
		if a, err := mail.ParseAddress(s); err != nil || a.Address != s {
			return "debe ser un correo electrónico válido"
		}
	}
	return ""
}

func (f field) wrongNumber(n json.Number) string {
	v, err := n.Int64()
	switch {
	case err != nil:
		return "debe ser un número entero"
	case v < int64(f.min):
		return fmt.Sprintf("debe ser %d o más", f.min)
	case f.max > 0 && v > int64(f.max):
		return fmt.Sprintf("debe ser %d o menos", f.max)
	}
	return ""
}

// said is what a caller hears the field called: the start of its description.
func (f field) said() string {
	start, _, _ := strings.Cut(f.doc, ",")
	start, _, _ = strings.Cut(start, ":")
	if start == "" {
		return f.name
	}
	first, size := utf8.DecodeRuneInString(start)
	return string(unicode.ToLower(first)) + start[size:]
}

func allowed(values []any) string {
	said := make([]string, 0, len(values))
	for _, v := range values {
		if v == true {
			v = "sí"
		}
		said = append(said, fmt.Sprint(v))
	}
	last := len(said) - 1
	if last == 0 {
		return said[0]
	}
	return strings.Join(said[:last], ", ") + " o " + said[last]
}

func upperFirst(s string) string {
	first, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(first)) + s[size:]
}

package schema

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"sync"

	"github.com/go-playground/validator/v10"
)

// A TypeCodec is the compiled form of a struct type: its schema, and how its
// values are read, held to their rules and written. It is safe for concurrent use.
type TypeCodec struct {
	typ      reflect.Type // the struct
	pointer  bool         // the compiled type was a pointer to it
	root     node
	schema   []byte
	fields   []Field
	warnings []Warning
	runtime  []RuntimeRule
	messages *Messages
	rules    *validator.Validate // nil where the codec holds every rule itself

	normalizes bool // values of the type, or some inside, put themselves in order
	decoders   sync.Pool
	encoders   sync.Pool
}

// CompileType compiles a struct type, or a pointer to one. The error is a
// [*CompileError] with everything that is wrong with the type.
func CompileType(t reflect.Type, opts *Options) (*TypeCodec, error) {
	c := &TypeCodec{typ: t, messages: new(Messages)}
	if t != nil && t.Kind() == reflect.Pointer {
		c.typ, c.pointer = t.Elem(), true
	}
	b := newBuilder(opts)
	shape := c.build(b)
	if len(b.faults) > 0 {
		return nil, &CompileError{Type: typeName(t), Problems: b.faults}
	}
	c.schema = shape.appendTo(nil, b.opts.Nullable)
	c.fields, c.runtime, c.warnings = b.fields, b.runtime, b.warnings
	c.normalizes = b.normal
	c.rules, c.messages = b.judge, b.opts.Messages.orSpanish()
	return c, nil
}

// build compiles the struct.
func (c *TypeCodec) build(b *builder) (s *shape) {
	if b.opts.Direction > Output || b.opts.Nullable > AnyOf {
		b.fault("", "an option is none of the package's constants; use Input or Output, TypeArray or AnyOf")
	}
	if c.typ == nil || c.typ.Kind() != reflect.Struct {
		b.faults = append(b.faults, notObject)
		return nil
	}
	if c.root, s = b.value(slot{typ: c.typ}); s.Type != "object" && len(b.faults) == 0 {
		b.faults = append(b.faults, notObject)
	}
	return s
}

var notObject = Fault{Text: "a tool takes and answers an object; use a struct with one field per value"}

// Schema is the JSON Schema of the type, compact, with the properties in the
// order of the struct.
func (c *TypeCodec) Schema() []byte { return slices.Clone(c.schema) }

// Fields lists every property of the schema, at every depth, parents first.
func (c *TypeCodec) Fields() []Field { return slices.Clone(c.fields) }

// Warnings are hints about the schema that no rule of the contract makes binding.
func (c *TypeCodec) Warnings() []Warning { return slices.Clone(c.warnings) }

// RuntimeRules are the rules that the schema cannot say; calls are held to them
// all the same.
func (c *TypeCodec) RuntimeRules() []RuntimeRule { return slices.Clone(c.runtime) }

// Decode reads a document into a new value of the compiled type. No document is
// the empty object. See [Codec.Decode].
func (c *TypeCodec) Decode(data []byte) (any, error) {
	p := reflect.New(c.typ)
	if err := c.decode(data, p); err != nil {
		return nil, err
	}
	if c.pointer {
		return p.Interface(), nil
	}
	return p.Elem().Interface(), nil
}

// Encode writes a value of the compiled type, or a pointer to one. See
// [Codec.Encode].
func (c *TypeCodec) Encode(value any) ([]byte, error) {
	v, err := c.structOf(value)
	if err != nil {
		return nil, err
	}
	return c.encode(v)
}

// Check holds a value of the compiled type, or a pointer to one, to its rules.
// See [Codec.Check].
func (c *TypeCodec) Check(value any) error {
	v, err := c.structOf(value)
	if err != nil {
		return err
	}
	return c.check(v)
}

func (c *TypeCodec) structOf(value any) (reflect.Value, error) {
	v := reflect.ValueOf(value)
	switch {
	case v.IsValid() && v.Type() == reflect.PointerTo(c.typ) && !v.IsNil():
		return v.Elem(), nil
	case v.IsValid() && v.Type() == c.typ:
		p := reflect.New(c.typ) // methods with pointer receivers need an address
		p.Elem().Set(v)
		return p.Elem(), nil
	}
	return reflect.Value{}, fmt.Errorf("schema: the codec is of %s, the value of %T", typeName(c.typ), value)
}

func (c *TypeCodec) decode(data []byte, p reflect.Value) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = c.panicked("decode", p)
		}
	}()
	d, _ := c.decoders.Get().(*decoder)
	if d == nil {
		d = newDecoder(c)
	}
	if isNothing(data) {
		data = []byte("{}")
	}
	d.reset(data)
	if err := c.read(d, p); err != nil {
		return err
	}
	if len(d.problems) > 0 {
		err = c.invalid(d.problems)
	}
	c.decoders.Put(d)
	return err
}

// panicked says what a panic of an author's method was about. What was in use when
// it happened is not pooled again.
func (c *TypeCodec) panicked(doing string, p any) error {
	return fmt.Errorf("schema: %s %s: a method of the type panicked: %v", doing, typeName(c.typ), p)
}

// jsonBlanks are the only blanks that JSON knows.
const jsonBlanks = " \t\r\n"

// isNothing reports whether there are no arguments: a caller may leave them out or
// send null.
func isNothing(data []byte) bool {
	if len(data) > 0 && data[0] == '{' { // as good as always
		return false
	}
	data = bytes.Trim(data, jsonBlanks)
	return len(data) == 0 || string(data) == "null"
}

// read is everything that decoding does, once there is a decoder.
func (c *TypeCodec) read(d *decoder, p reflect.Value) error {
	c.root.decode(d, p.Elem())
	d.end()
	if d.err != nil {
		return c.invalid([]Problem{{Code: Malformed}})
	}
	if d.failed != nil && len(d.problems) == 0 { // with problems, it met a value that could not be read
		return d.failed
	}
	c.hold(&d.walk, p)
	return nil
}

// hold checks what was read. A value that already has a problem is not held to its
// rules as well.
func (c *TypeCodec) hold(w *walk, p reflect.Value) {
	if len(w.problems) > 0 {
		if w.problems[0].Path == "" || slices.Contains(w.unread, "") {
			return // nothing was read
		}
		w.faulty = make(map[string]bool, len(w.problems))
		for _, problem := range w.problems {
			w.faulty[problem.Path] = true
		}
		for _, path := range w.unread {
			w.faulty[path] = true
		}
	}
	w.received = !c.normalizes
	c.root.check(w, p.Elem())
}

func (c *TypeCodec) check(v reflect.Value) error {
	e := c.encoder()
	defer c.release(e)
	return c.checkOn(e, v)
}

func (c *TypeCodec) checkOn(e *encoder, v reflect.Value) (err error) {
	defer func() {
		if p := recover(); p != nil {
			e.spoilt, err = true, c.panicked("check", p)
		}
	}()
	if c.root.check(&e.walk, v); len(e.problems) > 0 {
		return c.invalid(e.problems)
	}
	return nil
}

func (c *TypeCodec) encode(v reflect.Value) ([]byte, error) {
	e := c.encoder()
	defer c.release(e)
	return c.encodeOn(e, v)
}

func (c *TypeCodec) encodeOn(e *encoder, v reflect.Value) (data []byte, err error) {
	defer func() {
		if p := recover(); p != nil {
			e.spoilt, data, err = true, nil, c.panicked("encode", p)
		}
	}()
	if c.root.encode(e, v); e.err != nil {
		return nil, e.err
	}
	return slices.Clone(e.buf), nil
}

func (c *TypeCodec) encodeChecked(v reflect.Value) (data []byte, violation, err error) {
	e := c.encoder()
	defer c.release(e)
	e.checks = true
	if data, err = c.encodeOn(e, v); err != nil {
		return nil, nil, err
	}
	return data, c.checkOn(e, v), nil
}

// encoder gives one that must be released.
func (c *TypeCodec) encoder() *encoder {
	e, _ := c.encoders.Get().(*encoder)
	if e == nil {
		return &encoder{walk: walk{codec: c}}
	}
	e.restart()
	e.buf, e.err = e.buf[:0], nil
	return e
}

func (c *TypeCodec) release(e *encoder) {
	if !e.spoilt {
		c.encoders.Put(e)
	}
}

func (c *TypeCodec) invalid(problems []Problem) *InvalidError {
	return &InvalidError{Problems: slices.Clone(problems), messages: c.messages}
}

// A Codec is a [TypeCodec] whose methods take and give values of T.
type Codec[T any] struct{ *TypeCodec }

// Compile compiles T, a struct or a pointer to one. The error is a
// [*CompileError] with everything that is wrong with the type.
func Compile[T any](opts *Options) (*Codec[T], error) {
	c, err := CompileType(reflect.TypeFor[T](), opts)
	if err != nil {
		return nil, err
	}
	return &Codec[T]{c}, nil
}

// Decode reads a document: JSON that the schema accepts gives a value, anything
// else an [*InvalidError] with every problem at once. No document (nothing, or the
// word null) is the empty object. If T, or a type inside it, has a method Normalize, it
// runs after reading and before the rules, inside before outside, on every value
// that was sent; what it leaves is what the rules hold.
func (c *Codec[T]) Decode(data []byte) (T, error) {
	var value T
	p := reflect.ValueOf(&value)
	if c.pointer {
		p.Elem().Set(reflect.New(c.typ))
		p = p.Elem()
	}
	if err := c.decode(data, p); err != nil {
		var zero T
		return zero, err
	}
	return value, nil
}

// Encode writes a value as compact JSON in the order of the struct, the keys of
// maps sorted. Nil slices and maps become [] and {}, invalid UTF-8 becomes U+FFFD;
// the value itself is never changed. A number that is not finite, or an own
// marshaller that fails, is an error that names the path, for the log.
func (c *Codec[T]) Encode(value T) ([]byte, error) {
	v, err := c.structIn(&value)
	if err != nil {
		return nil, err
	}
	return c.encode(v)
}

// EncodeChecked is Encode and Check in one: the JSON, and beside it what Check says
// of the value, which is written all the same. It costs less, since a value that
// writes itself is asked for its JSON once.
func (c *Codec[T]) EncodeChecked(value T) (data []byte, violation, err error) {
	v, err := c.structIn(&value)
	if err != nil {
		return nil, nil, err
	}
	return c.encodeChecked(v)
}

// Check holds a value to the rules of its type, as they stand in the schema, and to
// those beside it. The error is an [*InvalidError].
func (c *Codec[T]) Check(value T) error {
	v, err := c.structIn(&value)
	if err != nil {
		return err
	}
	return c.check(v)
}

// structIn is the struct of a value, addressable for methods with pointer receivers.
func (c *Codec[T]) structIn(value *T) (reflect.Value, error) {
	v := reflect.ValueOf(value).Elem()
	if c.pointer {
		v = v.Elem()
	}
	if !v.IsValid() {
		return reflect.Value{}, errNilValue
	}
	return v, nil
}

var errNilValue = errors.New("schema: the value is a nil pointer; return a pointer to a struct")

package asixto

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"time"

	"github.com/asixto/go-sdk/idem"
	"github.com/asixto/go-sdk/meta"
	"github.com/asixto/go-sdk/schema"
)

// DefaultTimeout is how long a handler may run where [Tool].Timeout is zero.
const DefaultTimeout = 30 * time.Second

// A Tool is the definition of one tool, less what its Go types already say.
// Lengths are UTF-16 code units, as the Gateway counts (contract, "Definición
// de una herramienta" and "Nombres y longitudes").
type Tool struct {
	// Name is what the tool is called by: verb and entity in snake_case, 1 to
	// 40 of a-z, 0-9 and _, unique on its server, without the Gateway's own
	// prefix ext__. Renaming a tool means certifying it again.
	Name string
	// Title is a short name for people. Optional.
	Title string
	// Description says in one or two sentences what the tool does and when
	// not to use it: 1 to 700 units, no tone, no brand, no volatile data.
	Description string
	// Verb is the business verb in the infinitive by which the agent names
	// the tool to a customer, as "abrir un caso de soporte". Required.
	Verb string
	// Capabilities are the agent's scenarios that the tool serves. At least
	// one: a tool without any is never offered.
	Capabilities []meta.Capability
	// Access says what the tool may do. Required: Read, Write or Destructive.
	Access Access
	// Repeatable says that the effect may happen twice without harm (a status
	// set to a fixed value). After a crash such a write runs again, where any
	// other is held in doubt.
	Repeatable bool
	// InTx runs the handler of a write in a transaction of the database in which
	// the keys are: its effect and its key commit together, so that no key is
	// ever in doubt. The store hands the transaction over on the context, as
	// idemsql.TxFrom does; the handler writes with it, and nothing else. An
	// error rolls it back. A call without a key has a transaction too. It needs
	// a store that is an [idem.Transactional].
	InTx bool
	// Timeout bounds one run of the handler; zero is [DefaultTimeout]. The
	// call is answered at the deadline even where the handler ignores it.
	Timeout time.Duration
	// Allow lifts rules by id, each with the reason in words, as
	// {"description-when-not": "…"}. Rules that the certification enforces
	// cannot be lifted here; those about one field are lifted in its tag,
	// `asixto:"allow=rule-id: reason"`.
	Allow map[string]string
}

// A Handler is the tool's work as middleware sees it: in holds the decoded
// arguments (a value of the tool's In type), the result is a value of its Out
// type.
type Handler func(ctx context.Context, tool Tool, in any) (out any, err error)

// Middleware wraps the handler of every tool of a server. It runs inside the
// idempotency engine, so not for a replay. It passes the context on, or one made
// from it, and returns what the handler returned or an error. An error, or a
// panic, after the handler of a write has succeeded changes nothing about its
// effect: the key is kept, and the customer hears that it was done. meta.From(ctx)
// holds the call's metadata.
type Middleware func(next Handler) Handler

// A ToolOption is an option of one tool that depends on its types.
type ToolOption[In, Out any] func(*binding[In, Out])

// Resolver settles a key in doubt: a call whose effect may or may not have
// happened because the process died, its deadline passed or the handler
// returned idem.InDoubt. fn asks the author's own system. done true says that
// the effect happened and out is its answer; done false that it did not, and
// the handler runs. An error leaves the key in doubt. fn runs under the claim
// of the key, so never twice at a time.
func Resolver[In, Out any](fn func(ctx context.Context, in In, attempt idem.Attempt) (out Out, done bool, err error)) ToolOption[In, Out] {
	return func(b *binding[In, Out]) { b.resolver = fn }
}

// AddTool adds a tool to s. It derives the input schema from In and the output
// schema from Out, both structs (see package schema for the tags), and returns
// a [*RegistrationError] that names every violation of the contract at once.
// The server keeps the error too, so that [Server.Mount], [Server.Serve] and
// [Server.Run] refuse to start where the author ignored it.
//
// h gets arguments that have passed every rule of In. A returned error reaches
// the model only if it is one of package toolerrors, directly or wrapped; the
// text of any other goes to the log. A write runs to its end even if the
// client has gone; a read is cancelled. A panic becomes a SYSTEM answer.
//
// AddTool may be called while the server is serving; a tool that is refused is
// then not offered.
func AddTool[In, Out any](
	s *Server, t Tool, h func(ctx context.Context, in In) (Out, error), opts ...ToolOption[In, Out],
) error {
	b := &binding[In, Out]{handler: h}
	for _, opt := range opts {
		if opt != nil {
			opt(b)
		}
	}
	input := schema.Options{Direction: schema.Input, Nullable: s.opts.Nullable, Messages: s.messages.Arguments}
	var inErr, outErr error
	b.in, inErr = schema.Compile[In](&input)
	b.out, outErr = schema.Compile[Out](&schema.Options{Direction: schema.Output})
	return s.register(&t, b, slices.Concat(typeViolations(t.Name, inErr, false), typeViolations(t.Name, outErr, true)))
}

// An operation is a binding with its types hidden.
type operation interface {
	schemas() (in, out []byte)
	fields() (in, out []schema.Field)
	warnings() []schema.Warning
	parts() (handler, resolver bool)
	speakerFault() string
	decode(args []byte) (in any, err error)
	handle(ctx context.Context, in any) (out any, err error)
	encode(out any) (structured []byte, violation, err error)
	resolve(ctx context.Context, in any, attempt idem.Attempt) (out any, done bool, err error)
	outCodec() any
}

// A binding ties a handler to the codecs of its types.
type binding[In, Out any] struct {
	in       *schema.Codec[In]
	out      *schema.Codec[Out]
	handler  func(context.Context, In) (Out, error)
	resolver func(context.Context, In, idem.Attempt) (Out, bool, error)
}

const emptySchema = `{"type":"object","properties":{},"additionalProperties":false}`

// schemas stand in for a type that did not compile with an empty object, so
// that the rest of the definition is checked all the same.
func (b *binding[In, Out]) schemas() (in, out []byte) {
	in, out = []byte(emptySchema), []byte(emptySchema)
	if b.in != nil {
		in = b.in.Schema()
	}
	if b.out != nil {
		out = b.out.Schema()
	}
	return in, out
}

func (b *binding[In, Out]) fields() (in, out []schema.Field) {
	if b.in != nil {
		in = b.in.Fields()
	}
	if b.out != nil {
		out = b.out.Fields()
	}
	return in, out
}

// warnings are those of the arguments: an answer is no model's to fill in.
func (b *binding[In, Out]) warnings() []schema.Warning {
	if b.in == nil {
		return nil
	}
	return b.in.Warnings()
}

// parts says which of its functions the author gave.
func (b *binding[In, Out]) parts() (handler, resolver bool) {
	return b.handler != nil, b.resolver != nil
}

// speakerFault says why the method Spoken of the answer type would not be called.
func (b *binding[In, Out]) speakerFault() string {
	t := reflect.TypeFor[Out]()
	method, found := t.MethodByName("Spoken")
	if !found && t.Kind() != reflect.Pointer {
		method, found = reflect.PointerTo(t).MethodByName("Spoken")
	}
	switch speaker := reflect.TypeFor[Speaker](); {
	case !found || t.Implements(speaker):
		return ""
	case reflect.PointerTo(t).Implements(speaker):
		return fmt.Sprintf("Spoken of %v has a pointer receiver, so the answer does not have it: "+
			"write func (o %v) Spoken(call meta.Call) string", t, t.Name())
	default:
		return fmt.Sprintf("Spoken of %v is a %v: write Spoken(call meta.Call) string, or give the method another name", t, method.Type)
	}
}

func (b *binding[In, Out]) decode(args []byte) (any, error) {
	in, err := b.in.Decode(args)
	if err != nil {
		return nil, err
	}
	return in, nil
}

func (b *binding[In, Out]) handle(ctx context.Context, in any) (any, error) {
	typed, ok := in.(In)
	if !ok {
		return nil, fmt.Errorf("asixto: middleware passed arguments of type %T on, the tool takes %v", in, reflect.TypeFor[In]())
	}
	return b.handler(ctx, typed)
}

func (b *binding[In, Out]) encode(out any) (structured []byte, violation, err error) {
	typed, ok := out.(Out)
	if !ok {
		return nil, nil, fmt.Errorf("asixto: middleware returned an answer of type %T, the tool answers %v", out, reflect.TypeFor[Out]())
	}
	return b.out.EncodeChecked(typed)
}

// outCodec is the *schema.Codec of the answer type, for who knows that type.
func (b *binding[In, Out]) outCodec() any { return b.out }

func (b *binding[In, Out]) resolve(ctx context.Context, in any, attempt idem.Attempt) (any, bool, error) {
	typed, ok := in.(In)
	if !ok {
		return nil, false, fmt.Errorf("asixto: the arguments are of type %T, the resolver takes %v", in, reflect.TypeFor[In]())
	}
	return b.resolver(ctx, typed, attempt)
}

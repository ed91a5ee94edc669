package guard

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"

	"github.com/asixto/go-sdk/asixto"
	toolerrors "github.com/asixto/go-sdk/errors"
	"github.com/asixto/go-sdk/meta"
)

// A Store remembers what conversations have resolved. [NewMemory] is one for a
// single process; idem.NewFacts makes one of any store of idempotency keys, Redis
// and SQL among them; and two statements make one of whatever else keeps a text
// for a while, proved by idemtest.Facts. How long it keeps a fact is the store's
// own: as long as a conversation may last.
type Store interface {
	// Remember keeps a fact, of 64 letters and digits.
	Remember(ctx context.Context, fact string) error
	// Recall reports whether a fact is kept.
	Recall(ctx context.Context, fact string) (bool, error)
}

// Options tune an [Ownership]. The zero value, and nil, stand for the defaults.
type Options struct {
	// Kind keeps apart identities of several kinds in one store, such as
	// "cliente" and "vehiculo". Default "cliente".
	Kind string
	// Message is what the customer hears where a record is not of somebody whom
	// the conversation has looked up: one short sentence that says what to do
	// first. Default "Primero hay que consultar en esta conversación los datos
	// del titular."
	Message string
}

const (
	defaultKind    = "cliente"
	defaultMessage = "Primero hay que consultar en esta conversación los datos del titular."
)

// Ownership knows whom each conversation has looked up. The Gateway sends no
// authenticated end user, so a record may be touched only for an identity that
// the server's own lookup tool has resolved in that conversation (contract,
// guarantee 2). What one conversation has resolved opens nothing for another one,
// nor for the same one of another company or another client of the server.
//
// An identity is the author's own for one customer, always in the same form: the
// document as the customer's record has it, not as somebody typed it. The store
// gets a digest of it.
type Ownership struct {
	store Store
	opts  Options
}

// NewOwnership returns an Ownership in store; nil stands for NewMemory(nil). All
// processes of a server need one store.
func NewOwnership(store Store, opts *Options) *Ownership {
	o := &Ownership{store: store}
	if opts != nil {
		o.opts = *opts
	}
	if store == nil {
		o.store = NewMemory(nil)
	}
	o.opts.Kind = cmp.Or(o.opts.Kind, defaultKind)
	o.opts.Message = cmp.Or(o.opts.Message, defaultMessage)
	return o
}

var (
	errNoIdentity     = errors.New("guard: the identity is empty: pass the one of the customer's record")
	errNoConversation = errors.New("guard: the call names no conversation, so nothing is resolved in it")
	errNotResolved    = errors.New("guard: this conversation has not resolved the identity")
)

// Resolve remembers that this conversation has looked an identity up; the lookup
// tool calls it once it has found the customer. A call without a conversation
// succeeds and resolves nothing. An error is SYSTEM: the lookup should fail with
// it, since all that follows would be refused.
func (o *Ownership) Resolve(ctx context.Context, identity string) error {
	fact, err := o.fact(ctx, identity)
	switch {
	case errors.Is(err, errNoConversation):
		return nil
	case err != nil:
		return toolerrors.System("").WithCause(err)
	}
	if err := o.store.Remember(ctx, fact); err != nil {
		return toolerrors.System("").WithCause(err)
	}
	return nil
}

// Require returns nil if this conversation has looked the identity up, and an
// error of kind PERMISSION if not, also for a call without a conversation and for
// an empty identity. identity is the owner of the record that is to be touched,
// read from the record itself. A store that fails is SYSTEM: nothing is touched.
func (o *Ownership) Require(ctx context.Context, identity string) error {
	fact, err := o.fact(ctx, identity)
	if err != nil {
		return toolerrors.Permission(o.opts.Message).WithCause(err)
	}
	known, err := o.store.Recall(ctx, fact)
	switch {
	case err != nil:
		return toolerrors.System("").WithCause(err)
	case !known:
		return toolerrors.Permission(o.opts.Message).WithCause(errNotResolved)
	}
	return nil
}

// fact is what the store knows of an identity in the conversation of a call: a
// digest over the parts, each behind its length.
func (o *Ownership) fact(ctx context.Context, identity string) (string, error) {
	call := meta.From(ctx)
	switch {
	case identity == "":
		return "", errNoIdentity
	case call.ConversationID() == "":
		return "", errNoConversation
	}
	b := make([]byte, 0, 256)
	for _, part := range [...]string{"guard", o.opts.Kind, asixto.ClientName(ctx), call.CompanyID(), call.ConversationID(), identity} {
		b = binary.BigEndian.AppendUint64(b, uint64(len(part)))
		b = append(b, part...)
	}
	digest := sha256.Sum256(b)
	return hex.EncodeToString(digest[:]), nil
}

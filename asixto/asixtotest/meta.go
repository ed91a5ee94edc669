package asixtotest

import (
	"maps"

	"github.com/asixto/go-sdk/meta"
)

// A CallOption says something about a call that the Gateway would say in its
// _meta. A later one replaces an earlier one.
type CallOption func(*callOptions)

type callOptions struct {
	members map[string]any
	cut     bool
}

// Chat makes a call one of a conversation that is read on a screen. It is the
// default.
func Chat() CallOption { return With(meta.KeyChannel, string(meta.Chat)) }

// Voice makes a call one of a conversation by telephone, where the text of the
// answer is read aloud.
func Voice() CallOption { return With(meta.KeyChannel, string(meta.Voice)) }

// Key is the idempotency key of a call. By default a client gives each call one
// of its own, and a conversation derives it.
func Key(key string) CallOption { return With(meta.KeyIdempotencyKey, key) }

// ConversationID is the conversation of a call, for guards of ownership. A client
// has one for all its calls.
func ConversationID(id string) CallOption { return With(meta.KeyConversationID, id) }

// CompanyID is the company for which a call is made.
func CompanyID(id string) CallOption { return With(meta.KeyCompanyID, id) }

// RequestID correlates a call's traces. By default each request has its own.
func RequestID(id string) CallOption { return With(meta.KeyRequestID, id) }

// PriceListID is the price list in force. By default a call says that there is
// none (null).
func PriceListID(id string) CallOption { return With(meta.KeyPriceListID, id) }

// Currency is the tenant's currency by ISO 4217, "COP" by default.
func Currency(code string) CallOption { return With(meta.KeyCurrency, code) }

// Timezone is the IANA name of the tenant's zone, "America/Bogota" by default.
func Timezone(name string) CallOption { return With(meta.KeyTimezone, name) }

// With puts a member into the _meta of a call, whatever its type: nil is sent as
// null. key is the whole key, as meta.KeyChannel.
func With(key string, value any) CallOption {
	return func(o *callOptions) { o.members[key] = value }
}

// Without leaves a member out of the _meta of a call, as meta.KeyIdempotencyKey.
func Without(key string) CallOption {
	return func(o *callOptions) { delete(o.members, key) }
}

// Cut lets the connection be cut after the tool has run and before its answer
// arrives. The call is sent again, as a new request with the same key, and what
// that is answered counts (contract, guarantee 1).
func Cut() CallOption { return func(o *callOptions) { o.cut = true } }

const protocolKey = "io.modelcontextprotocol/"

// options are those of one call: the Gateway's usual values with opts on top.
func (c *Client) options(opts []CallOption) *callOptions {
	o := &callOptions{members: map[string]any{
		protocolKey + "protocolVersion":    revision,
		protocolKey + "clientCapabilities": map[string]any{},
		protocolKey + "clientInfo":         map[string]any{"name": "asixtotest", "version": "1"},
		meta.KeyIdempotencyKey:             c.next("key"),
		meta.KeyConversationID:             "cnv_" + c.name,
		meta.KeyRequestID:                  c.next("req"),
		meta.KeyChannel:                    string(meta.Chat),
		meta.KeyCompanyID:                  "cmp_prueba",
		meta.KeyPriceListID:                nil,
		meta.KeyCurrency:                   "COP",
		meta.KeyTimezone:                   "America/Bogota",
	}}
	for _, opt := range c.defaults {
		opt(o)
	}
	for _, opt := range opts {
		opt(o)
	}
	return o
}

// again is the call as it is sent once more: a new request of the same operation.
func (c *Client) again(first *call) *call {
	second := *first
	second.meta = maps.Clone(first.meta)
	if _, there := second.meta[meta.KeyRequestID]; there {
		second.meta[meta.KeyRequestID] = c.next("req")
	}
	return &second
}

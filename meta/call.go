package meta

import (
	"strings"
	"time"
	"unicode/utf8"
)

// Values are the eight values of a call, for tests and for callers that act as
// the Gateway. An empty string stands for a missing value.
type Values struct {
	// IdempotencyKey names one logical operation: 1 to 256 bytes.
	IdempotencyKey string
	// ConversationID is the conversation the call belongs to.
	ConversationID string
	// RequestID correlates the call's traces.
	RequestID string
	// Channel is Chat or Voice.
	Channel Channel
	// CompanyID is the tenant's company.
	CompanyID string
	// PriceListID is the price list in force.
	PriceListID string
	// Currency is the tenant's, by ISO 4217, such as "COP".
	Currency string
	// Timezone is the IANA name of the tenant's zone, such as "America/Bogota".
	Timezone string
}

// Call is the metadata of one tools/call: what the Gateway says about the
// conversation beside the arguments (contract, page 02 "Metadatos que envía el
// Gateway").
//
// The zero value is a call that said nothing: chat, UTC, no price list. A Call
// is immutable, safe for concurrent use, and reads the same whatever arrived:
// a getter returns a value only where its State is [Present].
type Call struct {
	texts  [fields]string
	states [fields]State
	zone   *time.Location
}

// field numbers the values of a call, in the contract's order.
type field int

const (
	idempotencyKey field = iota
	conversationID
	requestID
	channel
	companyID
	priceListID
	currency
	timezone
	fields
)

var keys = [fields]string{
	KeyIdempotencyKey, KeyConversationID, KeyRequestID, KeyChannel,
	KeyCompanyID, KeyPriceListID, KeyCurrency, KeyTimezone,
}

var expected = [fields]string{
	idempotencyKey: "a string of 1 to 256 bytes",
	conversationID: "a string that is not empty",
	requestID:      "a string that is not empty",
	channel:        `"chat" or "voice"`,
	companyID:      "a string that is not empty",
	priceListID:    "a string that is not empty, or null",
	currency:       "three capital letters of ISO 4217, such as COP",
	timezone:       "the IANA name of a time zone, such as America/Bogota",
}

// New makes the Call that v describes. Values the contract does not allow are
// kept as [Invalid], as if they had arrived.
func New(v Values) Call {
	texts := [fields]string{
		v.IdempotencyKey, v.ConversationID, v.RequestID, string(v.Channel),
		v.CompanyID, v.PriceListID, v.Currency, v.Timezone,
	}
	var c Call
	for f, text := range texts {
		if text != "" {
			keep(&c, field(f), text, Present)
		}
	}
	return c
}

// FromMap reads the _meta of a call as encoding/json decodes it. A nil map is a
// call that said nothing; keys of others are ignored.
func FromMap(m map[string]any) Call {
	return FromFunc(func(key string) (any, bool) {
		value, ok := m[key]
		return value, ok
	})
}

// FromFunc reads the _meta of a call through lookup, which is asked once for
// each of the eight keys. Its value is a string, nil for JSON null, or anything
// else for a value of the wrong type.
func FromFunc(lookup func(key string) (value any, present bool)) Call {
	return FromLookup(func(key string) (string, State) {
		value, present := lookup(key)
		if !present {
			return "", Missing
		}
		switch value := value.(type) {
		case string:
			return value, Present
		case nil:
			return "", Null
		default:
			return "", WrongType
		}
	})
}

// FromLookup is FromFunc for the hot path: it allocates nothing, and lookup
// need not box its strings. lookup is asked once for each of the eight keys and
// answers with [Missing], [Null], [WrongType], or [Present] and the string.
func FromLookup(lookup func(key string) (text string, state State)) Call {
	var c Call
	for f := range fields {
		text, state := lookup(keys[f])
		keep(&c, f, text, state)
	}
	return c
}

// keep stores a value that arrived, or only why it is of no use.
func keep(c *Call, f field, text string, state State) {
	if state == Present && !allows(c, f, text) {
		state = Invalid
	}
	c.states[f] = state
	if state == Present {
		c.texts[f] = text
	}
}

// allows reports whether the contract allows text; it stores the zone in c.
func allows(c *Call, f field, text string) bool {
	switch f {
	case idempotencyKey:
		// Decoders fold what is no UTF-8 into U+FFFD, and two keys into one.
		return text != "" && len(text) <= MaxIdempotencyKey && !strings.ContainsRune(text, utf8.RuneError)
	case channel:
		return text == string(Chat) || text == string(Voice)
	case currency:
		return len(text) == 3 && capital(text[0]) && capital(text[1]) && capital(text[2])
	case timezone:
		c.zone = zones.load(text)
		return c.zone != nil
	default:
		return text != ""
	}
}

func capital(c byte) bool { return 'A' <= c && c <= 'Z' }

// IdempotencyKey names one logical operation: the same key must never have a
// second effect (contract, guarantee 1). "" where there is none.
func (c Call) IdempotencyKey() string { return c.texts[idempotencyKey] }

// ConversationID is the conversation the call belongs to, "" where it is
// unknown.
func (c Call) ConversationID() string { return c.texts[conversationID] }

// RequestID correlates the call's traces: log it. "" where it is unknown.
func (c Call) RequestID() string { return c.texts[requestID] }

// Channel is [Voice] where the call says exactly so, else [Chat].
func (c Call) Channel() Channel {
	if c.texts[channel] == string(Voice) {
		return Voice
	}
	return Chat
}

// CompanyID is the tenant's company, for servers that stand before several
// brands. "" where it is unknown.
func (c Call) CompanyID() string { return c.texts[companyID] }

// PriceListID is the price list in force, false where the call names none or
// says null. With several lists a price must come from this one.
func (c Call) PriceListID() (id string, ok bool) {
	return c.texts[priceListID], c.states[priceListID] == Present
}

// Currency is the tenant's currency by ISO 4217, such as "COP": amounts in an
// answer are in it. "" where it is unknown.
func (c Call) Currency() string { return c.texts[currency] }

// Timezone is the IANA name of the tenant's zone, such as "America/Bogota". ""
// where it is unknown; see Location.
func (c Call) Timezone() string { return c.texts[timezone] }

// Location is the tenant's zone: every date in an answer carries its offset.
// UTC where the call names no zone or an unknown one; never nil.
func (c Call) Location() *time.Location {
	if c.zone == nil {
		return time.UTC
	}
	return c.zone
}

// State says how the value of a key arrived; a key that is none of the eight is
// [Missing].
func (c Call) State(key string) State {
	for f, k := range keys {
		if k == key {
			return c.states[f]
		}
	}
	return Missing
}

// Problems lists the values that came in a shape the contract does not allow,
// in the contract's order; nil where there is none. A missing value is no
// problem (the zero Call has none): ask State.
func (c Call) Problems() []Problem {
	var problems []Problem
	for f, state := range c.states {
		if state == Missing || state == Present || state == Null && field(f) == priceListID {
			continue
		}
		problems = append(problems, Problem{Key: keys[f], State: state})
	}
	return problems
}

package meta

// The keys of the _meta of a tool's definition (contract, page 02
// "Clasificación de la herramienta").
const (
	KeyCapability   = "com.asixto/capability"   // string: one scenario
	KeyCapabilities = "com.asixto/capabilities" // list of strings: several, in place of the singular
	KeyVerb         = "com.asixto/verb"         // string: the business verb, in the infinitive
)

// The keys of the params._meta of a tools/call (contract, page 02 "Metadatos
// que envía el Gateway").
const (
	KeyIdempotencyKey = "com.asixto/idempotencyKey" // string of 1 to 256 bytes, without U+FFFD
	KeyConversationID = "com.asixto/conversationId" // string
	KeyRequestID      = "com.asixto/requestId"      // string
	KeyChannel        = "com.asixto/channel"        // "chat" or "voice"
	KeyCompanyID      = "com.asixto/companyId"      // string
	KeyPriceListID    = "com.asixto/priceListId"    // string or null
	KeyCurrency       = "com.asixto/currency"       // string: ISO 4217, three capital letters
	KeyTimezone       = "com.asixto/timezone"       // string: IANA name of a zone
)

// MaxIdempotencyKey is the longest idempotency key that is taken, in bytes.
const MaxIdempotencyKey = 256

// Channel is where the conversation takes place.
type Channel string

// The two channels of the contract (pages 02 and 07).
const (
	Chat  Channel = "chat"  // read on a screen: the requested limit up to 25 items, 10 without one
	Voice Channel = "voice" // read aloud: at most 3 items
)

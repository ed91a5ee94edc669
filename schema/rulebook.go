package schema

import (
	"regexp"
	"strings"
)

// A textRule is a rule on texts that the validator enforces: what it means to a
// schema, as far as one can say it.
type textRule struct {
	pattern string              // a JSON Schema pattern of the same meaning
	format  string              // a JSON Schema format that describes it
	build   func(string) string // a pattern made of the parameter
	param   bool                // it needs a parameter
}

// textRulebook are the validator's rules on one text that may stand in a tag.
// Left out are those that look at files, at the network or at another field. An
// empty entry has no meaning to a schema and is enforced when a call is made.
func textRulebook() map[string]textRule {
	book := map[string]textRule{
		"alpha":           {pattern: "^[a-zA-Z]+$"},
		"alphaspace":      {pattern: "^[a-zA-Z ]+$"},
		"alphanum":        {pattern: "^[a-zA-Z0-9]+$"},
		"alphanumspace":   {pattern: "^[a-zA-Z0-9 ]+$"},
		"alphaunicode":    {pattern: `^\p{L}+$`},
		"alphanumunicode": {pattern: `^[\p{L}\p{N}]+$`},
		"ascii":           {pattern: `^[\x00-\x7F]*$`},
		"bic":             {pattern: "^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$"},
		"e164":            {pattern: `^\+?[1-9][0-9]{7,14}$`},
		"ein":             {pattern: "^[0-9]{2}-[0-9]{7}$"},
		"hexadecimal":     {pattern: "^(0[xX])?[0-9a-fA-F]+$"},
		"hexcolor":        {pattern: "^#([0-9a-fA-F]{3}|[0-9a-fA-F]{4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$"},
		"md5":             {pattern: "^[0-9a-f]{32}$"},
		"number":          {pattern: "^[0-9]+$"},
		"numeric":         {pattern: `^[-+]?[0-9]+(\.[0-9]+)?$`},
		"printascii":      {pattern: `^[\x20-\x7E]*$`},
		"sha256":          {pattern: "^[0-9a-f]{64}$"},
		"sha384":          {pattern: "^[0-9a-f]{96}$"},
		"sha512":          {pattern: "^[0-9a-f]{128}$"},
		"uuid":            {pattern: uuidPattern("[0-9a-fA-F]", ""), format: "uuid"},
		"uuid_rfc4122":    {pattern: uuidPattern("[0-9a-fA-F]", ""), format: "uuid"},
		"uuid3":           {pattern: uuidPattern("[0-9a-f]", "3"), format: "uuid"},

		"email":                   {format: "email"},
		"url":                     {format: "uri"},
		"http_url":                {format: "uri"},
		"https_url":               {format: "uri"},
		"uri":                     {format: "uri"},
		"hostname":                {format: "hostname"},
		"hostname_rfc1123":        {format: "hostname"},
		"fqdn":                    {format: "hostname"},
		"ipv4":                    {format: "ipv4"},
		"ipv6":                    {format: "ipv6"},
		"uuid4":                   {format: "uuid"},
		"uuid5":                   {format: "uuid"},
		"uuid7":                   {format: "uuid"},
		"startswith":              {param: true, build: func(p string) string { return "^" + regexp.QuoteMeta(p) }},
		"endswith":                {param: true, build: func(p string) string { return regexp.QuoteMeta(p) + "$" }},
		"contains":                {param: true, build: regexp.QuoteMeta},
		"containsany":             {param: true, build: func(p string) string { return "[" + quoteClass(p) + "]" }},
		"excludesall":             {param: true, build: func(p string) string { return "^[^" + quoteClass(p) + "]*$" }},
		"datetime":                {param: true, build: layoutPattern},
		"startsnotwith":           {param: true},
		"endsnotwith":             {param: true},
		"excludes":                {param: true},
		"ne":                      {param: true},
		"ne_ignore_case":          {param: true},
		"eq_ignore_case":          {param: true},
		"oneofci":                 {param: true},
		"noneof":                  {param: true},
		"noneofci":                {param: true},
		"containsrune":            {param: true},
		"excludesrune":            {param: true},
		"postcode_iso3166_alpha2": {param: true},
	}
	for name := range strings.FieldsSeq(plainTextRules) {
		book[name] = textRule{}
	}
	return book
}

const plainTextRules = `
	base32 base64 base64rawurl base64url bcp47_language_tag bcp47_strict_language_tag bic_iso_9362_2014
	boolean btc_addr btc_addr_bech32 cidr cidrv4 cidrv6 cmyk country_code credit_card cron cve datauri
	dns_rfc1035_label duration eth_addr eth_addr_checksum eu_country_code hostname_label hostname_port
	hsl hsla html html_encoded ip isbn isbn10 isbn13 iscolor iso3166_1_alpha2 iso3166_1_alpha2_eu
	iso3166_1_alpha3 iso3166_1_alpha3_eu iso3166_1_alpha_numeric iso3166_1_alpha_numeric_eu iso3166_2
	iso4217 iso4217_numeric issn json jwt latitude longitude lowercase luhn_checksum mac md4 mimetype
	mongodb mongodb_connection_string multibyte origin port rgb rgba ripemd128 ripemd160 semver spicedb
	ssn tiger128 tiger160 tiger192 timezone ulid uppercase url_encoded urn_rfc2141 urn_rfc8141
	uuid3_rfc4122 uuid4_rfc4122 uuid5_rfc4122`

// otherNumberRules are the validator's rules on integers that no keyword says.
// Floats know only "ne".
const otherNumberRules = `ne noneof luhn_checksum iso3166_1_alpha_numeric iso3166_1_alpha_numeric_eu iso4217_numeric`

func uuidPattern(hex, version string) string {
	third := hex + "{4}"
	if version != "" {
		third = version + hex + "{3}"
	}
	return "^" + hex + "{8}-" + hex + "{4}-" + third + "-" + hex + "{4}-" + hex + "{12}$"
}

// quoteClass escapes what has a meaning between brackets, in Go and ECMAScript.
func quoteClass(chars string) string {
	return strings.NewReplacer(`\`, `\\`, `]`, `\]`, `[`, `\[`, `^`, `\^`, `-`, `\-`).Replace(chars)
}

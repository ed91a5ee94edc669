package asixto

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// A Token is one opaque bearer token that an endpoint accepts. Printed or
// logged it shows its client, never its value.
type Token struct {
	// Client names who holds the token. The name scopes idempotency keys and
	// outlives the token: give the old and the new one the same name while both
	// are valid. Empty is "default". At most 128 bytes, without control characters.
	Client string
	// Value is the secret itself: letters, digits and "-._~+/", with "=" at its
	// end alone (RFC 6750, b64token), at most 8,000 bytes.
	Value string
	// Expires is when the token ceases to be accepted; zero is never.
	Expires time.Time
}

const (
	defaultClient = "default"
	maxClient     = 128    // bytes
	maxTokens     = 10_000 // of one list: each request compares with all of them
)

// Format writes the client in place of the value, whatever the verb.
func (t Token) Format(f fmt.State, _ rune) {
	_, _ = io.WriteString(f, t.redacted())
}

// LogValue implements [slog.LogValuer]: the log gets the client alone.
func (t Token) LogValue() slog.Value { return slog.StringValue(t.redacted()) }

func (t Token) redacted() string { return cmp.Or(t.Client, defaultClient) + ":…" }

// ParseTokens reads a list of tokens: entries separated by commas or ends of
// lines, with white space around them dropped, and lines that begin with # as
// comments. An entry is
//
//	[client:]token[;expires=time]
//
// with the time as in RFC 3339, "2027-01-31T00:00:00Z". The client is what
// precedes the first colon; entries without one are all the client "default".
// The error names the entry by its number and never shows a token. A list without
// an entry is an error, since it was meant to hold something, and so are a
// token that comes twice and more than 10,000 of them.
func ParseTokens(list string) ([]Token, error) {
	var tokens []Token
	for line := range strings.Lines(strings.TrimPrefix(list, "\ufeff")) {
		if strings.HasPrefix(strings.TrimSpace(line), "#") {
			continue
		}
		for entry := range strings.SplitSeq(line, ",") {
			entry = strings.TrimSpace(entry)
			if entry == "" {
				continue
			}
			token, err := parseToken(entry)
			if err != nil {
				return nil, fmt.Errorf("asixto: token %d of the list %w", len(tokens)+1, err)
			}
			tokens = append(tokens, token)
		}
	}
	if _, err := newTokenSet(tokens); err != nil {
		return nil, err
	}
	return tokens, nil
}

func parseToken(entry string) (Token, error) {
	credential, attribute, limited := strings.Cut(entry, ";")
	client, value, named := strings.Cut(credential, ":")
	if !named {
		client, value = defaultClient, credential
	}
	t := Token{Client: strings.TrimSpace(client), Value: strings.TrimSpace(value)}
	if t.Client == "" || t.Value == "" {
		return Token{}, errors.New("has an empty name or token: write token or name:token")
	}
	if !limited {
		return t, nil
	}
	// What follows may be part of a token, so that the error does not show it.
	key, text, _ := strings.Cut(attribute, "=")
	when, err := time.Parse(time.RFC3339, strings.TrimSpace(text))
	if strings.TrimSpace(key) != "expires" || err != nil {
		return Token{}, errors.New(`has something else than a time after ";": write ;expires=2027-01-31T00:00:00Z`)
	}
	t.Expires = when
	return t, nil
}

// check says what is wrong with t, without showing its value.
func (t Token) check() error {
	switch {
	case len(t.Client) > maxClient || !utf8.ValidString(t.Client) || strings.ContainsFunc(t.Client, unicode.IsControl):
		return errors.New("has a client that is no name: write at most 128 bytes without control characters")
	case len(t.Value) > maxToken:
		return fmt.Errorf("is longer than %d bytes", maxToken)
	case !isBearerToken(t.Value):
		return errors.New(`has a character that no bearer token may have: use letters, digits and "-._~+/", with "=" at the end alone`)
	}
	return nil
}

// isBearerToken reports whether s is a b64token of RFC 6750.
func isBearerToken(s string) bool {
	s = strings.TrimRight(s, "=")
	if s == "" {
		return false
	}
	for i := range len(s) {
		switch c := s[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9':
		case strings.IndexByte("-._~+/", c) >= 0:
		default:
			return false
		}
	}
	return true
}

package asixto

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/modelcontextprotocol/go-sdk/auth"
)

// introspected is the answer of an introspection endpoint (RFC 7662, section 2.2).
type introspected struct {
	Active    *bool          `json:"active"`
	Scope     oneOrMore      `json:"scope"` // a list is outside the standard, and found
	ClientID  string         `json:"client_id"`
	Subject   string         `json:"sub"`
	Issuer    string         `json:"iss"`
	Audience  oneOrMore      `json:"aud"`
	Expiry    *float64       `json:"exp"`
	NotBefore *float64       `json:"nbf"`
	Bound     jsontext.Value `json:"cnf"`

	all map[string]any
}

// oneOrMore is a text or a list of texts.
type oneOrMore []string

func (o *oneOrMore) UnmarshalJSON(b []byte) error {
	if jsontext.Value(b).Kind() == '"' {
		*o = make(oneOrMore, 1)
		return json.Unmarshal(b, &(*o)[0])
	}
	return json.Unmarshal(b, (*[]string)(o))
}

func readIntrospected(body []byte) (*introspected, error) {
	a := &introspected{}
	// The library's errors may quote the answer's names, not its texts.
	if err := json.Unmarshal(body, a); err != nil {
		return nil, fmt.Errorf("the answer is none of the standard: %w", err)
	}
	if a.Active == nil {
		return nil, errors.New(`the answer lacks "active"`)
	}
	if err := json.Unmarshal(body, &a.all); err != nil {
		return nil, err
	}
	return a, nil
}

// A verdict is what is known of a token: good with info, or bad because of why.
// It is never changed.
type verdict struct {
	info  *auth.TokenInfo
	why   string
	until time.Time // kept until
}

// judge holds an answer against what was agreed. An error says that the answer
// does not serve.
func (in *introspector) judge(a *introspected, now time.Time) (*verdict, error) {
	switch {
	case !*a.Active:
		return &verdict{why: "it is not active"}, nil
	case in.opts.Issuer != "" && a.Issuer != in.opts.Issuer:
		return &verdict{why: "it is of another issuer"}, nil
	case !in.opts.AnyAudience && !slices.Contains(a.Audience, in.opts.Audience):
		return &verdict{why: "it is for another audience"}, nil
	case len(a.Bound) > 0 && a.Bound.Kind() != 'n':
		return &verdict{why: "it is bound to a key"}, nil
	}
	info := &auth.TokenInfo{Scopes: strings.Fields(strings.Join(a.Scope, " ")), UserID: cmp.Or(a.ClientID, a.Subject), Extra: a.all}
	if info.UserID == "" {
		return nil, errors.New("the answer names neither client_id nor sub, so that nobody knows whose keys are whose")
	}
	if a.Expiry != nil {
		info.Expiration = numericDate(*a.Expiry)
		if !now.Before(info.Expiration) {
			return &verdict{why: "it has expired"}, nil
		}
	}
	if a.NotBefore != nil && now.Before(numericDate(*a.NotBefore)) {
		return &verdict{why: "it is not valid yet"}, nil
	}
	return &verdict{info: info}, nil
}

// numericDate reads seconds since 1970 (RFC 7519), held within what a time can be.
func numericDate(seconds float64) time.Time {
	const year9999 = 253402300799
	return time.Unix(int64(math.Floor(max(-year9999, min(year9999, seconds)))), 0)
}

// outcome tells the verdict to one request, which may change what it gets.
func (v *verdict) outcome(now time.Time) (*auth.TokenInfo, error) {
	if v.info == nil {
		return nil, fmt.Errorf("%w: %s", auth.ErrInvalidToken, v.why)
	}
	if !v.info.Expiration.IsZero() && !now.Before(v.info.Expiration) {
		return nil, fmt.Errorf("%w: it has expired", auth.ErrInvalidToken)
	}
	info := *v.info
	info.Scopes = slices.Clone(v.info.Scopes)
	info.Extra = maps.Clone(v.info.Extra)
	return &info, nil
}

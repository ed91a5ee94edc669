package asixtojwt

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/modelcontextprotocol/go-sdk/auth"
)

// maxToken bounds what is decoded, in bytes; asixto itself lets less through.
const maxToken = 16 << 10

// New returns a verifier of JWTs, see the package for what it checks. Its error
// says what is wrong with opts; the keys are fetched with the first token. A token
// that is not good gives an error that matches auth.ErrInvalidToken; one that cannot
// be checked at the moment gives another error. TokenInfo.Extra has all claims, and
// TokenInfo.Expiration is exp and the leeway.
func New(opts *Options) (auth.TokenVerifier, error) {
	if opts == nil {
		opts = &Options{}
	}
	o, err := opts.withDefaults()
	if err != nil {
		return nil, err
	}
	algorithms, err := o.algorithms()
	if err != nil {
		return nil, err
	}
	v := &verifier{opts: o, algorithms: algorithms, keys: newKeySet(&o)}
	return v.verify, nil
}

type verifier struct {
	opts       Options // defaults filled in
	algorithms []jose.SignatureAlgorithm
	keys       *keySet
}

func (v *verifier) verify(ctx context.Context, token string, _ *http.Request) (*auth.TokenInfo, error) {
	if len(token) > maxToken {
		return nil, invalid("it is too long")
	}
	signed, err := jose.ParseSignedCompact(token, v.algorithms)
	if err != nil {
		return nil, invalid("it is no JWT of an accepted algorithm")
	}
	head := signed.Signatures[0].Protected
	if !isAccessToken(head) {
		return nil, invalid("its typ is that of another kind of token")
	}
	if head.ExtraHeaders["crit"] != nil {
		return nil, invalid("it needs an extension that is not understood")
	}
	payload, err := v.payload(ctx, signed, head)
	if err != nil {
		return nil, err
	}
	return v.judge(payload, time.Now())
}

// payload returns what was signed by a key of the issuer.
func (v *verifier) payload(ctx context.Context, signed *jose.JSONWebSignature, head jose.Header) ([]byte, error) {
	if payload := verifyWith(v.keys.current(ctx), signed, head); payload != nil {
		return payload, nil
	}
	known := v.keys.has(head)
	if known && head.KeyID != "" {
		return nil, invalid("its signature is wrong")
	}
	// The key may be newer than the set. What is known of a key without a name is
	// whether it fits, so that the newest set has to be asked as well.
	newer, err := v.keys.renewed(ctx)
	if err != nil {
		return nil, fmt.Errorf("asixtojwt: the key of a token is not known: %w", err)
	}
	if payload := verifyWith(newer, signed, head); payload != nil {
		return payload, nil
	}
	return nil, invalid("its key is unknown or its signature is wrong")
}

func verifyWith(keys []jose.JSONWebKey, signed *jose.JSONWebSignature, head jose.Header) []byte {
	for i := range keys {
		if !fits(&keys[i], head) {
			continue
		}
		if payload, err := signed.Verify(keys[i].Key); err == nil {
			return payload
		}
	}
	return nil
}

// isAccessToken keeps out tokens that the same issuer signs for other ends, as
// logout tokens and proofs.
func isAccessToken(head jose.Header) bool {
	typ, named := head.ExtraHeaders[jose.HeaderType]
	if !named {
		return true
	}
	text, _ := typ.(string)
	text = strings.TrimPrefix(strings.ToLower(text), "application/")
	return text == "jwt" || text == "at+jwt"
}

// judge holds the claims of a token that the issuer signed against the options.
func (v *verifier) judge(payload []byte, now time.Time) (*auth.TokenInfo, error) {
	c, err := readClaims(payload)
	if err != nil {
		return nil, err
	}
	leeway := v.opts.Leeway
	switch {
	case c.Issuer != v.opts.Issuer:
		return nil, invalid("it is of another issuer")
	case !slices.Contains(c.Audience, v.opts.Audience):
		return nil, invalid("it is for another audience")
	case c.Expiry == nil:
		return nil, invalid("it has no exp")
	case !now.Before(c.Expiry.time().Add(leeway)):
		return nil, invalid("it has expired")
	case c.NotBefore != nil && now.Before(c.NotBefore.time().Add(-leeway)):
		return nil, invalid("it is not valid yet")
	case c.IssuedAt != nil && now.Before(c.IssuedAt.time().Add(-leeway)):
		return nil, invalid("it was issued in the future")
	case c.bound():
		return nil, invalid("it is bound to a key")
	}
	client := cmp.Or(c.ClientID, c.AuthorizedParty, c.Subject)
	if client == "" {
		return nil, invalid("it names no client")
	}
	return &auth.TokenInfo{
		Scopes:     append(strings.Fields(c.Scope), c.SCP.words()...),
		UserID:     client,
		Expiration: c.Expiry.time().Add(leeway),
		Extra:      c.all,
	}, nil
}

func invalid(why string) error { return fmt.Errorf("%w: %w", auth.ErrInvalidToken, errors.New(why)) }

package asixto

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/auth"
)

// IntrospectionOptions configure [Introspection].
type IntrospectionOptions struct {
	// Endpoint is the introspection endpoint of the authorization server, https
	// unless it is on the same machine. Required.
	Endpoint string
	// ClientID and ClientSecret authenticate this server to the endpoint, by HTTP
	// Basic. Where another way is agreed leave both empty and let Client's transport
	// do it.
	ClientID, ClientSecret string
	// Audience is what the answer has to name in aud: as a rule
	// HandlerOptions.PublicURL. Required unless AnyAudience is set.
	Audience string
	// AnyAudience accepts tokens whatever aud says, for an authorization server that
	// answers only for tokens meant for this server.
	AnyAudience bool
	// Issuer is what the answer has to name in iss. Optional.
	Issuer string
	// CacheTTL is how long an answer is used again, never beyond the token's exp: so
	// long a token that was revoked goes on. Zero is one minute, below zero is never.
	// That a token is not active is remembered for ten seconds at most.
	CacheTTL time.Duration
	// CacheSize bounds the answers that are kept; zero is 10,000.
	CacheSize int
	// MaxPending bounds the questions that are open at one time; zero is 100. A token
	// over it is answered with 503.
	MaxPending int
	// Timeout bounds one question; zero is five seconds.
	Timeout time.Duration
	// Client sends the questions, without following redirects and without cookies.
	// Nil is a client of its own.
	Client *http.Client
}

const (
	maxIntrospection = 64 << 10 // bytes of an answer
	inactiveFor      = 10 * time.Second
)

// Introspection returns a verifier that asks an authorization server about each
// token (RFC 7662). A token is good if the answer says it is active, its exp and
// nbf allow it, and its aud and iss are as agreed; one that is bound to a key (cnf)
// is not, since nobody here checks the key. Its scope becomes TokenInfo.Scopes,
// its client_id, or else its sub, TokenInfo.UserID, and all members are in
// TokenInfo.Extra.
//
// Answers are kept by the token's digest; of equal tokens at one time one is asked
// about. An endpoint that fails, answers outside the standard or in more than
// 64 KiB gives an error, which becomes 503 and a line in the log.
func Introspection(opts *IntrospectionOptions) (auth.TokenVerifier, error) {
	if opts == nil {
		opts = &IntrospectionOptions{}
	}
	if err := opts.check(); err != nil {
		return nil, err
	}
	client := http.Client{}
	if opts.Client != nil {
		client = *opts.Client
	}
	client.Jar = nil
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	in := &introspector{opts: *opts, client: &client}
	in.opts.CacheTTL = cmp.Or(opts.CacheTTL, time.Minute)
	in.opts.CacheSize = cmp.Or(opts.CacheSize, 10_000)
	in.opts.MaxPending = cmp.Or(opts.MaxPending, 100)
	in.opts.Timeout = cmp.Or(opts.Timeout, 5*time.Second)
	in.answers = newAnswers(in.opts.CacheSize)
	return in.verify, nil
}

func (o *IntrospectionOptions) check() error {
	if _, err := secureURL(o.Endpoint); err != nil {
		return fmt.Errorf("asixto: IntrospectionOptions.Endpoint: %w", err)
	}
	switch {
	case o.Audience == "" && !o.AnyAudience:
		return errors.New("asixto: IntrospectionOptions.Audience is empty: write what aud has to name, as a rule the endpoint's public URL, " +
			"or set AnyAudience")
	case o.Audience != "" && o.AnyAudience:
		return errors.New("asixto: IntrospectionOptions.AnyAudience contradicts Audience: leave one of them out")
	case o.ClientID == "" && o.ClientSecret != "":
		return errors.New("asixto: IntrospectionOptions.ClientID is empty beside a ClientSecret: write both or neither")
	case o.CacheSize < 0 || o.MaxPending < 0 || o.Timeout < 0:
		return errors.New("asixto: IntrospectionOptions.CacheSize, MaxPending or Timeout is negative: write a positive value, " +
			"or zero for the default")
	}
	return nil
}

type introspector struct {
	opts    IntrospectionOptions // defaults filled in
	client  *http.Client
	answers *answers
}

type tokenDigest [sha256.Size]byte

func (in *introspector) verify(ctx context.Context, token string, _ *http.Request) (*auth.TokenInfo, error) {
	digest := tokenDigest(sha256.Sum256([]byte(token)))
	now := time.Now()
	v, q := in.answers.find(digest, now, in.opts.MaxPending)
	switch {
	case v != nil:
		return v.outcome(now)
	case q == nil:
		return nil, errors.New("asixto: too many tokens are being introspected at one time: see IntrospectionOptions.MaxPending")
	}
	if q.mine {
		// Others may wait for the answer, so that it is not tied to this request.
		go in.fly(context.WithoutCancel(ctx), token, digest, q.flight)
	}
	select {
	case <-q.flight.done:
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	if q.flight.err != nil {
		return nil, q.flight.err
	}
	return q.flight.verdict.outcome(time.Now())
}

func (in *introspector) fly(ctx context.Context, token string, digest tokenDigest, f *introspection) {
	ctx, cancel := context.WithTimeout(ctx, in.opts.Timeout)
	defer cancel()
	f.err = errors.New("asixto: the introspection ended without an answer") // should the transport panic or exit
	defer func() {
		if v := recover(); v != nil {
			f.err = fmt.Errorf("asixto: the introspection panicked: %v", v)
		}
		in.answers.land(digest, f)
	}()
	answer, err := in.ask(ctx, token)
	if err != nil {
		f.err = fmt.Errorf("asixto: token introspection: %w", err)
		return
	}
	now := time.Now()
	v, err := in.judge(answer, now)
	if err != nil {
		f.err = fmt.Errorf("asixto: token introspection: %w", err)
		return
	}
	v.until = now.Add(in.opts.CacheTTL)
	switch limit := now.Add(inactiveFor); {
	case v.info == nil && v.until.After(limit):
		v.until = limit
	case v.info != nil && !v.info.Expiration.IsZero() && v.until.After(v.info.Expiration):
		v.until = v.info.Expiration
	}
	f.verdict, f.err = v, nil
}

// ask puts the question. No error of its holds the token.
func (in *introspector) ask(ctx context.Context, token string) (*introspected, error) {
	form := url.Values{"token": {token}, "token_type_hint": {"access_token"}}.Encode()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, in.opts.Endpoint, strings.NewReader(form))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Accept", "application/json")
	if in.opts.ClientID != "" { // form encoding inside: RFC 6749, section 2.3.1
		r.SetBasicAuth(url.QueryEscape(in.opts.ClientID), url.QueryEscape(in.opts.ClientSecret))
	}
	res, err := in.client.Do(r)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("the endpoint answered with status %d", res.StatusCode)
	}
	body, err := io.ReadAll(io.LimitReader(res.Body, maxIntrospection+1))
	if err != nil {
		return nil, err
	}
	if len(body) > maxIntrospection {
		return nil, errors.New("the answer is longer than 64 KiB")
	}
	return readIntrospected(body)
}
